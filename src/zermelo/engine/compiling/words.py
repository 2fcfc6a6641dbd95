"""What Numba could not compile, in words for somebody who does not know Numba, with the author's own line."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

_HINT = (
    "a compiled game may use ints, bools, floats, tuples, loops, plain functions and the methods of its own class, but no "
    "dicts, sets, texts or other objects"
)


def in_words(game: Any, error: Exception) -> str:
    """What Numba could not compile, with the author's own line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    own = Path(game.moves.__code__.co_filename)
    places = re.findall(r'File "([^"]*)", line (\d+)', text) + re.findall(r" (?:at|from) (\S+) \((\d+)\)", text)
    lines = [line for file, line in places if Path(file).name == own.name]
    if unknown := re.search(r"name '(\w+)' is not defined", text):
        lines += map(str, _lines_with(game, unknown[1]))
    for function in ("move", "chance"):
        if not lines and f"a {function} of a compiled game" in text:
            lines.append(str(getattr(game, f"{function}s").__code__.co_firstlineno))
    where = f"{own}, line {lines[0]}: " if lines else f"{game.__name__}: "
    return f"{where}{_cause(text)}; {_HINT}"


def _lines_with(game: Any, name: str) -> Iterator[int]:
    """The lines of a game's own methods in which a name is used."""
    for member in vars(game).values():
        function = member.fget if isinstance(member, property) else member
        if isinstance(function, FunctionType):
            line = 0
            for each in dis.get_instructions(function):
                line = each.starts_line or line
                if each.argval == name:
                    yield line


_CAUSES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"a (?:move|chance) of a compiled game must be [^\n]*", lambda found: found[0]),
    (
        r"The use of yield in a closure",
        lambda found: "a generator is compiled only in any(), all(), sum() and next() with a default: write a loop",
    ),
    (r"Untyped global name '(\w+)'", lambda found: f"{found[1]} is nothing that can be compiled"),
    (r"name '(\w+)' is not defined", lambda found: f"{found[1]} is not defined"),
    (r"Unknown attribute '(\w+)' of type ([^\n]*)", lambda found: f"{found[2].strip()} has no {found[1]}"),
    (
        r"Cannot unify (\S.*?) and (\S.*?) for '(\w+?)(?:\.\d+)?'",
        lambda found: f"{found[3]} is now {found[1]}, now {found[2]}, and must be of one type",
    ),
    (
        r"Cannot unify (\S.*?) and (\S.*?) for '\$",
        lambda found: f"what is given here is now {found[1]}, now {found[2]}, and must be of one type",
    ),
    (
        r"Can't unify return type from the following types: ([^\n]*)",
        lambda found: (
            f"what is returned is now one, now another of {found[1].strip()}, and must be of one type (compiled, a state is made "
            "with all its fields, also those that have defaults)"
        ),
    ),
    (
        r"No implementation of function Function\(<[^\n]*?((?!0x)[\w.]+)'?(?: at \w+)?>\)[^\n]*\n\s*>>> \S*?\(([^\n]*)\)",
        lambda found: f"{found[1].removeprefix('operator.')} does not take ({found[2]})",
    ),
    (r"Use of unsupported opcode \(IMPORT_", lambda found: "import at the top of the file, not in a method"),
    (r"Use of unsupported opcode \((\w+)\)", lambda found: f"the instruction {found[1]} cannot be compiled"),
)
"""What Numba says, and how to say it to somebody who does not know Numba; the first that fits."""


def _cause(text: str) -> str:
    for pattern, say in _CAUSES:
        if found := re.search(pattern, text):
            return say(found).strip().rstrip(".")
    text = re.sub(r"\s*Raised from \S+ \(\d+\)", "", text)
    lines = [line.strip() for line in text.splitlines() if line.strip() and "nopython" not in line]
    return (lines[0] if lines else "it cannot be compiled").rstrip(".:")
