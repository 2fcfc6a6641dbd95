"""Files that are written whole or not at all, and large ones that are read where they lie."""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from zermelo.state import ZermeloError


def check_writable(path: str | Path) -> None:
    """Raise ZermeloError unless `written_whole` can write the file: for commands that work long before they write."""
    target = _regular(path)
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def _regular(path: str | Path) -> Path:
    """The path, unless a folder or a device has it, which a rename would replace."""
    target = Path(path)
    if os.path.exists(target) and not os.path.isfile(target):
        what = "it is a folder" if os.path.isdir(target) else "it is not a regular file"
        raise ZermeloError(f"{path} cannot be written: {what}")
    return target


@contextmanager
def written_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a temporary file that is renamed to `path` when the block ends; after an exception nothing is left of it."""
    target = _regular(path)
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            try:
                yield file
                file.flush()
                os.chmod(file.name, 0o666 & ~_umask())
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def mapped(path: str | Path) -> mmap.mmap | bytes:
    """The bytes of a file, fetched from the disk only where they are looked at."""
    try:
        with Path(path).open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                return b""
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise ZermeloError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
