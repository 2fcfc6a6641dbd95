"""What Numba could not compile, in words for somebody who does not know Numba, with the author's own line."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any

_HINT = (
    "a compiled game may use ints, bools, floats, tuples, NumPy's arrays, loops, plain functions and the methods of its own class, "
    "but no dicts, sets, texts or other objects"
)
CHANGED = (
    "an array that belongs to a state is changed, and states are values: copy it first, as in cells = self.cells.copy()"
)
_CRASH = "'NoneType' object has no attribute 'args'"
"""What Numba says to an array that cannot be changed before `+=` and the like."""


def in_words(game: Any, error: Exception) -> str:
    """What Numba could not compile, with the author's own line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    own = Path(game.moves.__code__.co_filename)
    places = re.findall(r'File "([^"]*)", line (\d+)', text) + re.findall(r" (?:at|from) (\S+) \((\d+)\)", text)
    lines = [line for file, line in places if Path(file).name == own.name]
    lines += map(str, _lines_of(error, own)) if _CRASH in text else []
    if unknown := re.search(r"name '(\w+)' is not defined", text):
        lines += map(str, _lines_with(game, unknown[1]))
    for function in ("move", "chance"):
        if not lines and f"a {function} of a compiled game" in text:
            lines.append(str(getattr(game, f"{function}s").__code__.co_firstlineno))
    where = f"{own}, line {lines[0]}: " if lines else f"{game.__name__}: "
    cause = _cause(text)
    return f"{where}{cause}" if cause == CHANGED else f"{where}{cause}; {_HINT}"


def _lines_of(error: Exception, own: Path) -> Iterator[int]:
    """The lines of the author's that Numba had in hand when it failed, the last one first."""
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        place: Any = getattr(frame.f_locals.get("self"), "loc", None)
        if Path(getattr(place, "filename", "")).name == own.name:
            yield place.line


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
    (r"the field '\w+' becomes [^\n]*", lambda found: found[0]),
    (r"tolist\(\) is compiled for [^\n]*|tobytes\(\) is for [^\n]*", lambda found: found[0]),
    (rf">>> (?:setitem|arr_fill|run_quicksort|shuffle)\(readonly array|{_CRASH}", lambda found: CHANGED),
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
