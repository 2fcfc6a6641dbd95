"""Explain Numba's errors to users who do not know Numba, with the line of their code."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any

_HINT = (
    "a compiled game may use ints, bools, floats, tuples, NumPy arrays, loops, functions and the methods of its own class, but no "
    "dicts, sets, strings or other objects"
)
CHANGED = "an array of a state is changed, but states are immutable: copy it first, as in cells = self.cells.copy()"
_CRASH = "'NoneType' object has no attribute 'args'"
"""How Numba fails at `+=` and the like on a read-only array."""


def explain_numba_error(game: Any, error: Exception) -> str:
    """Return one sentence on what Numba could not compile, with the line of the user's code."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    source = Path(game.moves.__code__.co_filename)
    places = re.findall(r'File "([^"]*)", line (\d+)', text) + re.findall(r" (?:at|from) (\S+) \((\d+)\)", text)
    lines = [line for file, line in places if Path(file).name == source.name]
    lines += map(str, _lines_of(error, source)) if _CRASH in text else []
    if unknown := re.search(r"name '(\w+)' is not defined", text):
        lines += map(str, _lines_with(game, unknown[1]))
    for function in ("move", "chance"):
        if not lines and f"a {function} of a compiled game" in text:
            lines.append(str(getattr(game, f"{function}s").__code__.co_firstlineno))
    where = f"{source}, line {lines[0]}: " if lines else f"{game.__name__}: "
    cause = _cause(text)
    return f"{where}{cause}" if cause == CHANGED else f"{where}{cause}; {_HINT}"


def _lines_of(error: Exception, source: Path) -> Iterator[int]:
    """Yield the user's lines that Numba was compiling when it failed, innermost first."""
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        place: Any = getattr(frame.f_locals.get("self"), "loc", None)
        if Path(getattr(place, "filename", "")).name == source.name:
            yield place.line


def _lines_with(game: Any, name: str) -> Iterator[int]:
    """Yield the lines of a game's methods that use a name."""
    for member in vars(game).values():
        function = member.fget if isinstance(member, property) else member
        if isinstance(function, FunctionType):
            line = 0
            for instruction in dis.get_instructions(function):
                line = instruction.starts_line or line
                if instruction.argval == name:
                    yield line


_CAUSES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"a (?:move|chance) of a compiled game must be [^\n]*", lambda match: match[0]),
    (r"the field '\w+' becomes [^\n]*", lambda match: match[0]),
    (r"tolist\(\) is compiled for [^\n]*|tobytes\(\) is for [^\n]*", lambda match: match[0]),
    (rf">>> (?:setitem|arr_fill|run_quicksort|shuffle)\(readonly array|{_CRASH}", lambda match: CHANGED),
    (
        r"The use of yield in a closure",
        lambda match: "a generator is compiled only in any(), all(), sum() and next() with a default: write a loop",
    ),
    (r"Untyped global name '(\w+)'", lambda match: f"{match[1]} cannot be compiled"),
    (r"name '(\w+)' is not defined", lambda match: f"{match[1]} is not defined"),
    (r"Unknown attribute '(\w+)' of type ([^\n]*)", lambda match: f"{match[2].strip()} has no {match[1]}"),
    (
        r"Cannot unify (\S.*?) and (\S.*?) for '(\w+?)(?:\.\d+)?'",
        lambda match: f"{match[3]} must have one type, but is {match[1]} or {match[2]}",
    ),
    (
        r"Cannot unify (\S.*?) and (\S.*?) for '\$",
        lambda match: f"this expression must have one type, but is {match[1]} or {match[2]}",
    ),
    (
        r"Can't unify return type from the following types: ([^\n]*)",
        lambda match: (
            f"the function must return one type, but returns {match[1].strip()} (compiled code must give all fields of a state, "
            "also those with defaults)"
        ),
    ),
    (
        r"No implementation of function Function\(<[^\n]*?((?!0x)[\w.]+)'?(?: at \w+)?>\)[^\n]*\n\s*>>> \S*?\(([^\n]*)\)",
        lambda match: f"{match[1].removeprefix('operator.')} does not take ({match[2]})",
    ),
    (r"Use of unsupported opcode \(IMPORT_", lambda match: "import at the top of the file, not in a method"),
    (r"Use of unsupported opcode \((\w+)\)", lambda match: f"the instruction {match[1]} cannot be compiled"),
)
"""Patterns of Numba's messages and our explanations; the first match applies."""


def _cause(text: str) -> str:
    for pattern, explain in _CAUSES:
        if match := re.search(pattern, text):
            return explain(match).strip().rstrip(".")
    text = re.sub(r"\s*Raised from \S+ \(\d+\)", "", text)
    lines = [line.strip() for line in text.splitlines() if line.strip() and "nopython" not in line]
    return (lines[0] if lines else "it cannot be compiled").rstrip(".:")
