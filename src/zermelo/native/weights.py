"""Weights of static evaluations in files that end in a checksum.

A `.polynomial` file is readable: one `name weight` per line, `#` begins a comment. Othello's `.patterns` file is binary after its
first lines. The last line of either is a comment such as `# crc32 1a2b3c4d`, the CRC-32 of all bytes before it. Files that ship
with the package or that `zermelo train` has written are refused without it; text for `read_weights` needs none.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import isfinite
from pathlib import Path
from zlib import crc32

from zermelo.state import ZermeloError

_CHECKSUM_LENGTH = len("# crc32 00000000\n")


def add_checksum(content: bytes) -> bytes:
    r"""Append the checksum line.

    >>> add_checksum(b"mobility 2.5\n")
    b'mobility 2.5\n# crc32 930a31e5\n'
    """
    return b"%b# crc32 %08x\n" % (content, crc32(content))


def remove_checksum(data: bytes, place: str = "weights") -> bytes:
    """Return what `add_checksum` was given; raise ZermeloError if any byte of the file has changed or is missing."""
    content = data[:-_CHECKSUM_LENGTH]
    if add_checksum(content) != data:
        raise ZermeloError(f"{place} is damaged: its content does not match the checksum in its last line")
    return content


def replace_checksum(path: str | Path) -> None:
    """Give a file that was edited by hand the checksum of its new content; its last line must be the old checksum."""
    file = Path(path)
    file.write_bytes(add_checksum(file.read_bytes()[:-_CHECKSUM_LENGTH]))


def read_shipped(game: str, name: str) -> bytes:
    """Read a file of weights that ships with a game, and check it."""
    try:
        data = (files("zermelo") / "games" / game / name).read_bytes()
    except OSError as error:
        raise ZermeloError(f"{name} cannot be read: {error.strerror}") from None
    return remove_checksum(data, name)


def read_weights(text: str, names: tuple[str, ...], place: str = "weights") -> dict[str, float]:
    """Read weights from the text of a `.polynomial` file.

    Parameters
    ----------
    text : str
        One `name weight` per line; `#` begins a comment.
    names : tuple of str
        The features of the game; any other name is an error.
    place : str
        What to call the text in errors.

    Raises
    ------
    ZermeloError
        If a line is wrong; it names the line.

    >>> read_weights("mobility 2.5  # per move", ("mobility", "corners"))
    {'mobility': 2.5}
    """
    weights: dict[str, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2:
            raise ZermeloError(f"{place}, line {number}: expected a feature and its weight, not {line.strip()!r}")
        name, weight = words
        if name not in names:
            raise ZermeloError(f"{place}, line {number}: {name!r} is not a feature; choose from {', '.join(names)}")
        if name in weights:
            raise ZermeloError(f"{place}, line {number}: {name} is given twice")
        try:
            weights[name] = float(weight)
        except ValueError:
            raise ZermeloError(f"{place}, line {number}: {weight!r} is not a number") from None
        if not isfinite(weights[name]):
            raise ZermeloError(f"{place}, line {number}: a weight must be finite, not {weight}")
    return weights


@cache
def shipped_weights(slug: str, names: tuple[str, ...]) -> dict[str, float]:
    """Return the weight of every feature of a game that ships with the package: 0 for those its file leaves out."""
    file = f"{slug}.polynomial"
    if not (files("zermelo") / "games" / slug / file).is_file():
        return dict.fromkeys(names, 0.0)
    return dict.fromkeys(names, 0.0) | read_weights(read_shipped(slug, file).decode(), names, file)
