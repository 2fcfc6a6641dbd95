"""Files of positions and games: which format and game they have, and their text, read in pieces and decompressed.

The name tells the format (`games.pgn.xz`); the first bytes tell the compression, so that standard input may be compressed
too. Data that ends too early or is damaged is read as far as it goes, and then counts as one bad line.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from errno import EACCES
from functools import partial
from hashlib import blake2b
from pathlib import PurePath
from typing import IO, Any, NamedTuple

from zermelo.analysis.formats import CHUNK, FORMATS, STANDARD_INPUT, Entry, called, check_game
from zermelo.catalogue import FILES
from zermelo.files import open_file
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_GAMES = dict(FILES.values())
_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class Input(NamedTuple):
    """A file to analyse: its name as it was given, - for standard input, its format, and the game it is about."""

    name: str
    format: str
    game: str

    @property
    def repeatable(self) -> bool:
        """Whether it can be read again, so that an analysis can go on after it was stopped."""
        return self.name != STANDARD_INPUT and os.path.isfile(self.name)

    def digest(self) -> str:
        """Return a hash of the whole file."""
        found = blake2b(digest_size=16)
        with open_input(self.name) as file:
            while piece := file.read(1 << 20):
                found.update(piece)
        return found.hexdigest()


def open_inputs(names: Sequence[str], *, game: str | None = None, format_name: str | None = None) -> tuple[Input, ...]:
    """Return the files to analyse, each with its format and game.

    Parameters
    ----------
    names
        Files, or - for standard input.
    game
        The game, as `zermelo.games.load_game` takes it; by default that of the format.
    format_name
        One of `FORMATS`; by default what the names say, and else one position a line.

    Raises
    ------
    ZermeloError
        If a file cannot be read, or its game is not known.

    >>> open_inputs(["-"], game="nim")
    (Input(name='-', format='positions', game='nim'),)
    """
    if format_name is not None and format_name not in FORMATS:
        raise unknown_name("format", format_name, FORMATS)
    if list(names).count(STANDARD_INPUT) > 1:
        raise ZermeloError("standard input can be read only once")
    found = []
    for name in names:
        usual_format, usual_game = FILES.get(_suffix(name), ("positions", None))
        chosen = format_name or usual_format
        about = game or _GAMES.get(chosen) or usual_game
        if about is None:
            raise ZermeloError(f"{called(name)} may be about any game: name it with --game")
        check_game(chosen, about)
        _check_readable(name)
        found.append(Input(name, chosen, about))
    return tuple(found)


def read_entries(inputs: Iterable[Input]) -> Generator[Entry, None, None]:
    """Read the positions and games of files one by one, in order; bad lines are entries too, with an error."""
    for each in inputs:
        with open_input(each.name) as file, closing(Decompressed(file)) as content:
            number = 0
            for entry in FORMATS[each.format](each.name, each.game, content):
                number = max(number, entry.line_number)
                yield entry
            if content.damage:
                place = f"{called(each.name)}, after line {number}"
                yield Entry(each.name, number + 1, each.game, error=f"{place}: {content.damage}")


def _check_readable(name: str) -> None:
    """Raise ZermeloError if a file cannot be read. A pipe is not opened, since its writer would see it close again."""
    if name == STANDARD_INPUT:
        return
    if os.path.isfile(name) or os.path.isdir(name) or not os.path.exists(name):
        open_input(name).close()
    elif not os.access(name, os.R_OK):
        raise ZermeloError(f"{name} cannot be read: {os.strerror(EACCES)}")


def open_input(name: str) -> IO[bytes]:
    """Open a file or standard input; raise ZermeloError if that is impossible."""
    if name != STANDARD_INPUT:
        return open_file(name, pipes=True)
    try:
        return _standard_input()
    except (OSError, ValueError) as error:
        raise ZermeloError(f"{called(name)} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _standard_input() -> IO[bytes]:
    if sys.stdin is None:
        raise OSError("it is closed")
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except io.UnsupportedOperation:  # a stand-in without a descriptor
        return io.BufferedReader(io.BytesIO(sys.stdin.buffer.read()))


class Decompressed:
    """The content of a file that may be compressed by gzip, bzip2 or xz.

    Reading ends where the compressed data are damaged; `damage` then says so. A file that cannot be read raises ZermeloError.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.damage = ""
        self._name = getattr(file, "name", "")
        with self._explained():
            begin: bytes = file.peek(6)  # type: ignore[attr-defined]
        self._file: Any = file
        if begin.startswith(b"\x1f\x8b"):
            self._file = gzip.GzipFile(fileobj=file)
        elif begin.startswith(b"BZh"):
            self._file = _Streams(file, bz2.BZ2Decompressor)
        elif begin.startswith(b"\xfd7zXZ\x00"):
            self._file = _Streams(file, partial(lzma.LZMADecompressor, lzma.FORMAT_XZ), padding=b"\0")
        elif begin.startswith(_ZSTANDARD):
            self.damage = "data compressed by zstd are not read here: use zstd -dc FILE | zermelo analyse -"

    def read(self, size: int = -1) -> bytes:
        """Return up to this many bytes, fewer only at the end."""
        pieces, missing = [], size if size >= 0 else sys.maxsize
        while missing and not self.damage:
            with self._explained():
                piece = self._file.read1(min(missing, CHUNK))
            if self.damage or not piece:
                break
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def close(self) -> None:
        """Close what this has opened; the file itself belongs to the caller."""
        if isinstance(self._file, gzip.GzipFile):
            self._file.close()

    def _explained(self) -> Any:
        return _Explained(self)


class _Streams:
    """Compressed streams one after another. BZ2File and LZMAFile ignore what follows a stream unless it begins one."""

    def __init__(self, file: IO[bytes], begin: Callable[[], Any], *, padding: bytes = b"") -> None:
        self._file, self._begin, self._padding = file, begin, padding
        self._stream = begin()

    def read1(self, size: int) -> bytes:
        """Return at most this many bytes, none only at the end."""
        while True:
            data = b""
            if self._stream.eof:
                data = self._stream.unused_data.lstrip(self._padding)
                while not data:
                    if not (more := self._file.read(CHUNK)):
                        return b""
                    data = more.lstrip(self._padding)
                self._stream = self._begin()
            elif self._stream.needs_input and not (data := self._file.read(CHUNK)):
                raise EOFError
            if piece := self._stream.decompress(data, size):
                found: bytes = piece
                return found


class _Explained(NamedTuple):
    """Turns errors of reading into the damage of a file, or into a ZermeloError if the file itself cannot be read."""

    content: Any

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if isinstance(error, OSError) and error.errno is not None:
            raise ZermeloError(f"{self.content._name} cannot be read: {error.strerror}") from None
        if isinstance(error, EOFError | OSError | zlib.error | lzma.LZMAError):
            ended = isinstance(error, EOFError)
            self.content.damage = (
                "the compressed data end too early" if ended else "the compressed data are damaged from here on"
            )
            return True
        return False


def _suffix(name: str) -> str:
    path = PurePath(name)
    return (path.with_suffix("") if path.suffix.lower() in COMPRESSED else path).suffix.lower()
