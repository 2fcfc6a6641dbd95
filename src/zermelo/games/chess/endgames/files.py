"""The files of chess's endgame tables, one for each endgame."""

from __future__ import annotations

from pathlib import Path

from zermelo._core import EndgameTable, endgame_names
from zermelo.files import read_file
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import find_in_folders, shipped_folder

SUFFIX = ".endgame"
LARGEST = 64 * 2**20
"""Bytes in a file."""
ENDGAMES: tuple[str, ...] = (*endgame_names(3), *endgame_names(4))
SHIPPED = shipped_folder("chess")


def find_file(name: str, folder: Path | None = None, *, shipped: bool = True) -> Path | None:
    """Find the table of an endgame in `folder` (`table_folder()` by default) or, if `shipped`, among those that ship."""
    return find_in_folders(f"{name}{SUFFIX}", folder, SHIPPED if shipped else None)


def read_table(path: Path) -> EndgameTable:
    """Read a table and check its header; each block is checked when it is first probed."""
    content = read_file(path, LARGEST)
    try:
        table = EndgameTable(content)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None
    if path.suffix == SUFFIX and path.stem in ENDGAMES and table.name != path.stem:
        raise ZermeloError(f"{path}: it holds {table.name}, not {path.stem}")
    return table


def check_table(path: Path) -> EndgameTable:
    """Read a table and check every block of it."""
    table = read_table(path)
    block = table.damaged_block()
    if block is not None:
        raise ZermeloError(f"{path}: block {block + 1} is damaged")
    return table
