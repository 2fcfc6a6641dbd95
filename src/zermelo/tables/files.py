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


@contextmanager
def written_whole(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write to under a temporary name, which gets its own once all is written; if not, nothing is left."""
    target = Path(path)
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
