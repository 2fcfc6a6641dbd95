"""Where tables of endings lie, and how one is written and read.

The format is told in core/zermelo/tables/packed.hpp, whose reader unpacks a block when it is first asked for. Blocks are
packed by Python's own zlib: tables shrink to a sixth, the core unpacks them without any library, and reading a file costs
no more than reading its bytes. Deflate levels are zlib's, so the same zlib writes the same bytes.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from importlib.resources import files
from pathlib import Path

from zermelo._core import EndingTable, ending_names
from zermelo.state import ZermeloError
from zermelo.tables.files import check_writable, written_whole

MAGIC = b"ZermEnd\x1a"
VERSION = 1
BLOCK = 16384
"""Bytes to a block: of twice as many the files would be two hundredths smaller, and a first look twice as slow."""
SUFFIX = ".ending"
LARGEST = 64 * 2**20
ENDINGS: tuple[str, ...] = (*ending_names(3), *ending_names(4))


def table_folder() -> Path:
    """Where tables that were built are kept: $ZERMELO_TABLES, or the place for a program's data on this system."""
    if named := os.environ.get("ZERMELO_TABLES"):
        return Path(named)
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "zermelo" / "endings"


def shipped_folder() -> Path:
    return Path(str(files("zermelo") / "data" / "endings"))


def find_file(name: str, folder: Path | None = None) -> Path | None:
    """The file of an ending: one that was built, or the one that ships with Zermelo."""
    for place in (folder or table_folder(), shipped_folder()):
        path = place / f"{name}{SUFFIX}"
        if os.path.isfile(path):  # False also where the folder may not be looked into
            return path
    return None


def pack(name: str, values: bytes) -> bytes:
    """The file of a table with these values: the same bytes for the same table."""
    blocks = []
    for start in range(0, len(values), BLOCK):
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        blocks.append(packer.compress(values[start : start + BLOCK]) + packer.flush())
    head = struct.pack("<8sI8sQII", MAGIC, VERSION, name.encode("ascii"), len(values), BLOCK, len(blocks))
    head += b"".join(struct.pack("<II", len(block), zlib.crc32(block)) for block in blocks)
    return b"".join([head, struct.pack("<I", zlib.crc32(head)), *blocks])


def read_table(path: Path) -> EndingTable:
    """The table in a file. Its blocks are checked when they are asked for."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise ZermeloError(f"{path}: more than {LARGEST // 2**20} MB is too large for a table")
    try:
        table = EndingTable(content)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None
    if path.suffix == SUFFIX and path.stem in ENDINGS and table.name != path.stem:
        raise ZermeloError(f"{path}: it holds {table.name}, not {path.stem}")
    return table


def check_table(path: Path) -> EndingTable:
    """The table in a file, once every block of it has been checked."""
    table = read_table(path)
    block = table.damaged_block()
    if block is not None:
        raise ZermeloError(f"{path}: block {block + 1} is damaged")
    return table


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
