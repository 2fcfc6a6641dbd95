"""The text of the CS188 course's autograder files, `.test` and `.solution` (Berkeley, the Pac-Man projects).

A file is a list of keys, each with a value in double quotes or a block in triple ones; # begins a comment:

    class: "PacmanGameTreeTest"
    depth: "2"
    layout: \"\"\"
    %%%%%
    %P.G%
    %%%%%
    \"\"\"
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple, NoReturn

from zermelo.state import ZermeloError

_ENTRY = re.compile(r'\s*(\w+)\s*:\s*(?:"""|"([^"]*)"\s*$)')


class Line(NamedTuple):
    """A line of a value, and its number in the file."""

    text: str
    at: int

    @property
    def words(self) -> list[str]:
        return self.text.split()


Entries = dict[str, list[Line]]
"""The lines of every key; a value in double quotes is one line. Blocks have no empty lines."""


def fail(at: int, what: str) -> NoReturn:
    """Raise ZermeloError for a line."""
    raise ZermeloError(f"line {at}: {what}")


def read_entries(text: str, keys: Collection[str]) -> Entries:
    """Read a file that may have these keys; raise ZermeloError, with the line, for text of another form.

    >>> read_entries('depth: "2"', ["depth"])
    {'depth': [Line(text='2', at=1)]}
    """
    entries: Entries = {}
    block: list[Line] | None = None
    opened = 0
    for at, raw in enumerate(text.split("\n"), 1):
        line = raw.split("#", 1)[0]
        if block is None:
            if not line.strip():
                continue
            found = _ENTRY.match(line)
            if found is None:
                fail(at, f'{line.strip()[:40]!r} is not of the form key: "value"')
            key = found[1]
            if key not in keys:
                fail(at, f"{key[:40]} is not a key of this format: {', '.join(keys)} are")
            if key in entries:
                fail(at, f"{key} is given twice")
            if found[2] is not None:
                entries[key] = [Line(found[2], at)]
                continue
            block, opened, line = entries.setdefault(key, []), at, line[found.end() :]
        inside, closing, rest = line.partition('"""')
        if inside.strip():
            block.append(Line(inside.strip(), at))
        if closing:
            block = None
            if rest.strip():
                fail(at, f"{rest.strip()[:40]!r} stands after the end of a block")
    if block is not None:
        fail(opened, 'the block that begins here has no closing """')
    return entries


def single(entries: Entries, key: str) -> Line:
    """Return the only line of an entry, empty if the entry is missing."""
    lines = entries.get(key) or [Line("", 1)]
    if len(lines) > 1:
        fail(lines[1].at, f"{key} takes one line")
    return lines[0]


def whole_number(entries: Entries, key: str, default: int, least: int = 1) -> int:
    """Return the number of an entry, or the default if the entry is missing or empty."""
    line = single(entries, key)
    if not line.words:
        return default
    if not re.fullmatch("[0-9]{1,6}", line.text.strip(), re.ASCII) or int(line.text) < least:
        fail(line.at, f"{key} must be a whole number from {least} up, not {line.text.strip()[:40]!r}")
    return int(line.text)


def named_search(agent: str) -> str | None:
    """Return the search that an agent's name stands for, or None.

    >>> named_search("AlphaBetaAgent"), named_search("ContestAgent")
    ('alpha_beta', None)
    """
    spelled = agent.lower().replace("_", "")
    for word, search in (("expectimax", "expectimax"), ("alphabeta", "alpha_beta"), ("minimax", "minimax")):
        if word in spelled:
            return search
    return None


def named_class(text: str) -> Line | None:
    """Return the class that a test file names, as in GraphGameTreeTest; None if the text names none."""
    found = re.search(r'^[ \t]*class[ \t]*:[ \t]*"(\w+)"[ \t\r]*(?:#.*)?$', text, re.MULTILINE)
    return Line(found[1], text.count("\n", 0, found.start(1)) + 1) if found else None
