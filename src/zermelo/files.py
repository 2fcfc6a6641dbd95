"""Read the files that users name: every reader opens them here.

A file is a regular one, or a pipe where a command waits for it as for standard input. Folders and devices, some of which never
end, are refused, and a file that is read whole has a largest size.
"""

from __future__ import annotations

import os
from errno import EISDIR
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO, S_ISREG
from typing import BinaryIO, Protocol

from zermelo.state import ZermeloError

LARGEST = 64 * 2**20
"""Bytes of the largest file that is read whole, if its reader knows no smaller size."""

_LONGEST_NAME = 200


class Readable(Protocol):
    """What a format reads from."""

    def read(self, size: int = -1, /) -> bytes:
        """Return up to this many bytes, fewer only at the end."""


def open_file(path: str | Path, *, pipes: bool = False) -> BinaryIO:
    """Open a file to read its bytes.

    Parameters
    ----------
    path
        Its name.
    pipes
        Whether it may be a pipe, which is waited for until another program writes to it.

    Raises
    ------
    ZermeloError
        If it cannot be read or is something else; the message names it.
    """
    try:
        mode = os.stat(path).st_mode
        if S_ISREG(mode) or (pipes and S_ISFIFO(mode)):
            return Path(path).open("rb")
        reason = os.strerror(EISDIR) if S_ISDIR(mode) else "it is not a regular file"
    except (OSError, ValueError) as error:  # a ValueError for a name that no file can have
        reason = getattr(error, "strerror", None) or str(error)
    raise ZermeloError(f"{_shown(path)} cannot be read: {reason}")


def _shown(path: str | Path) -> str:
    name = str(path)
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..."


def read_file(path: str | Path, largest: int = LARGEST, *, pipes: bool = False) -> bytes:
    """Return the bytes of a file; raise ZermeloError, as `open_file` does, and if there are more than `largest` of them."""
    with open_file(path, pipes=pipes) as file:
        try:
            content = file.read(largest + 1)
        except OSError as error:
            raise ZermeloError(f"{_shown(path)} cannot be read: {error.strerror or error}") from None
    check_size(content, path, largest)
    return content


def check_size(content: bytes, where: str | Path, largest: int = LARGEST) -> None:
    """Raise ZermeloError if a content is too large."""
    if len(content) > largest:
        size = f"{largest // 2**20} MB" if largest >= 2**20 else f"{largest:,} bytes"
        raise ZermeloError(f"{where}: more than {size} is too large")


def read_text_file(path: str | Path, largest: int = LARGEST) -> str:
    """Return the text of a file in UTF-8; raise ZermeloError, as `read_file` does, and if it is not one."""
    return decode(read_file(path, largest), path)


def decode(content: bytes, where: str | Path) -> str:
    """Return a content as text in UTF-8, without the byte order mark of some editors; raise ZermeloError if it is not."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ZermeloError(f"{where}: byte {error.start + 1} is not UTF-8 text") from None
