"""Write files completely or not at all, and map large files into memory."""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import IO

from zermelo.files import open_file
from zermelo.state import ZermeloError

if sys.platform != "win32":
    import fcntl

LOCK_SECONDS = 30.0
"""How long to wait for a process that appends to the same file: one that was killed on another machine may need some to end."""


def check_writable(path: str | Path) -> None:
    """Raise ZermeloError unless `written_whole` can write the file: for commands that work long before they write."""
    target = _regular(path)
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def _regular(path: str | Path) -> Path:
    """Return the path; raise ZermeloError for a folder or a device, which a rename would replace."""
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


@contextmanager
def appended_alone(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to append to; raise ZermeloError if another process does the same for long. Windows does not check."""
    with path.open("ab") as file:
        deadline = monotonic() + LOCK_SECONDS
        while sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                    break
            except BlockingIOError:
                if monotonic() < deadline:
                    sleep(0.1)
                    continue
            except FileNotFoundError:
                pass  # the other process has finished it and given it another name
            raise ZermeloError(f"{path}: another process is writing it")
        yield file


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def mapped(path: str | Path) -> mmap.mmap | bytes:
    """Map a file into memory, so that only the parts in use are read from the disk."""
    try:
        with open_file(path) as file:
            if os.fstat(file.fileno()).st_size == 0:
                return b""
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, OverflowError) as error:
        raise ZermeloError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
