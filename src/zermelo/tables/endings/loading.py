"""Gives the core the tables that are there, once, when the first search or the first question needs them."""

from __future__ import annotations

import threading
from pathlib import Path

from zermelo._core import damaged_endings, loaded_endings
from zermelo.state import ZermeloError
from zermelo.tables.endings.files import ENDINGS, find_file, read_table, table_folder

_lock = threading.Lock()
_looked_in: set[Path] = set()


def load_endings() -> None:
    """Loads the tables that ship with Zermelo and those in the folder of tables; later calls cost next to nothing.

    A table stays loaded as long as the program runs. One that is damaged is an error that names its file.
    """
    folder = table_folder()
    if folder in _looked_in:
        return
    with _lock:
        if folder in _looked_in:
            return
        present = set(loaded_endings())
        for name in ENDINGS:
            if name not in present and (path := find_file(name, folder)) is not None:
                try:
                    read_table(path).load()
                except ZermeloError as error:
                    raise ZermeloError(f"{error} (zermelo table build {name} makes it anew)") from None
        _looked_in.add(folder)


def check_endings() -> None:
    """Complains if a damaged part of a table has been asked for: the answer was then found without it."""
    for name in damaged_endings():
        raise ZermeloError(f"{find_file(name) or name} is damaged (zermelo table build {name} makes it anew)")
