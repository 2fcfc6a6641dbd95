"""Files of endgame tables: where they are, how they are written and read.

core/zermelo/tables/packed.hpp describes the format; its reader decompresses a block when it is first probed. Python's zlib
compresses the blocks, to a sixth of their size. The same zlib writes the same bytes for the same table.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from zermelo.state import ZermeloError
from zermelo.tables.files import check_writable, written_whole

MAGIC = b"ZermEnd\x1a"
VERSION = 1
BLOCK = 16384
"""Positions in a block. Blocks of twice the size make files 2 % smaller and the first probe of a block twice as slow."""


def table_folder() -> Path:
    """Return the folder of tables that were built: $ZERMELO_TABLES, or the place for a program's data on this system."""
    get = os.environ.get
    return _table_folder(get("ZERMELO_TABLES"), get("LOCALAPPDATA"), get("XDG_DATA_HOME"), os.path.expanduser("~"))


@lru_cache(maxsize=1)  # asked before every search
def _table_folder(tables: str | None, local_data: str | None, xdg_data: str | None, home: str) -> Path:
    if tables:
        return Path(tables)
    if sys.platform == "win32":
        base = Path(local_data or Path(home, "AppData", "Local"))
    elif sys.platform == "darwin":
        base = Path(home, "Library", "Application Support")
    else:
        base = Path(xdg_data or Path(home, ".local", "share"))
    return base / "zermelo" / "endgames"


def shipped_folder(game: str) -> Path:
    """Return the folder of the tables that ship with a game."""
    return Path(str(files("zermelo") / "games" / game / "tables"))


def pack(name: str, values: bytes) -> bytes:
    """Return the content of a file: `values` has one byte per position."""
    blocks = []
    for start in range(0, len(values), BLOCK):
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        blocks.append(packer.compress(values[start : start + BLOCK]) + packer.flush())
    head = struct.pack("<8sI8sQII", MAGIC, VERSION, name.encode("ascii"), len(values), BLOCK, len(blocks))
    head += b"".join(struct.pack("<II", len(block), zlib.crc32(block)) for block in blocks)
    return b"".join([head, struct.pack("<I", zlib.crc32(head)), *blocks])


def prepare_folder(path: Path) -> None:
    """Create the folder of a table to be written, and raise ZermeloError if the table cannot be written there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None
    check_writable(path)


def write_table(path: Path, content: bytes) -> None:
    """Write the file of a table under a temporary name, then rename it."""
    with written_whole(path) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
