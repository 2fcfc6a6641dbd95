"""Load endgame tables into the core, once, before the first search or probe that needs them."""

from __future__ import annotations

import threading
from pathlib import Path

from zermelo._core import damaged_endgames, loaded_endgames
from zermelo.games.chess.endgames.files import ENDGAMES, find_file, read_table
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import table_folder
from zermelo.tables.probed import ProbedTables

_lock = threading.Lock()
_loaded_folders: set[Path] = set()


def load_tables() -> None:
    """Load the tables that ship with Zermelo and those in `table_folder()`; later calls cost next to nothing.

    A table stays loaded until the process ends. Raise ZermeloError for a damaged file.
    """
    folder = table_folder()
    if folder in _loaded_folders:
        return
    with _lock:
        if folder in _loaded_folders:
            return
        loaded = set(loaded_endgames())
        for name in ENDGAMES:
            if name not in loaded and (path := find_file(name, folder)) is not None:
                try:
                    read_table(path).load()
                except ZermeloError as error:
                    raise ZermeloError(f"{error} (zermelo table build {name} builds it again)") from None
        _loaded_folders.add(folder)


def check_tables() -> None:
    """Raise ZermeloError if a search or a probe has met a damaged block of a table, and so went on without the table."""
    for name in damaged_endgames():
        raise ZermeloError(f"{find_file(name) or name} is damaged (zermelo table build {name} builds it again)")


TABLES = ProbedTables(lambda _: load_tables(), check_tables, exact=False)
