"""The auditor's words: where in a game something happened, a value in a few words, an error with the line that raised it."""

from __future__ import annotations

import sys
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any

from zermelo.audit.comparing import held, is_array

_MOST_NAMED = 12  # moves written out to say where something happened
_LONGEST = 200


class Line:
    """The moves that led to a state, last one first, so that a step costs nothing however long the game is."""

    def __init__(self, above: Line | None = None, move: Any = None) -> None:
        self.above, self.move = above, move
        self.length: int = above.length + 1 if above else 0

    def __str__(self) -> str:
        moves: list[str] = []
        path: Line | None = self
        while path is not None and path.above is not None and len(moves) < _MOST_NAMED:
            moves.append(show(path.move))
            path = path.above
        line = ", ".join(reversed(moves))
        if self.length > len(moves):
            return f"after {self.length:,} moves, the last of them {line}"
        return f"after {line}" if moves else "at the start"


def show(value: Any) -> str:
    try:
        has_own_words = "__str__" in type(value).__dict__ and not isinstance(value, str)
        text = " ".join((str(value) if has_own_words else repr(value)).split())
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def describe_error(error: BaseException) -> str:
    """What was raised, with the line of somebody's own code that did it."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    text = f"{type(error).__name__}: {words[:_LONGEST]}" if words else type(error).__name__
    place = None if isinstance(error, SyntaxError) else own_place(error)  # which tells its place itself
    return f"{text} ({place})" if place else text


def lines_of_a_value(state: Any) -> str | None:
    """The lines to add to a class whose states hold arrays, so that they are equal and hashable; None for other states."""
    fields = held(state)
    if not any(map(is_array, fields.values())):
        return None
    name = type(state).__name__
    parts = [f"self.{field}.tobytes()" if is_array(value) else f"self.{field}" for field, value in fields.items()]
    lines = {
        "key": f"def key(self): return {', '.join(parts)}",
        "__eq__": f"def __eq__(self, other): return isinstance(other, {name}) and self.key() == other.key()",
        "__ne__": "def __ne__(self, other): return not self == other",
        "__hash__": "def __hash__(self): return hash(self.key())",
    }
    if not isinstance(state, tuple):
        del lines["__ne__"]  # which only tuples have of their own, and would go on comparing arrays
    wanted = [line for member, line in lines.items() if not _is_written(getattr(type(state), member, None))]
    told = f"add to {name}: " + "; ".join(wanted) if wanted else "write .tobytes() after it in key()"
    return f"an array is neither equal nor hashable as a value is; {told}"


def _is_written(member: Any) -> bool:
    """Whether somebody wrote a method, neither Python itself nor a dataclass."""
    return isinstance(member, FunctionType) and member.__code__.co_filename != "<string>"


def copying(state: Any, fields: list[str]) -> str:
    """What to do where fields of a state were changed in place, if one of them is an array."""
    arrays = [name for name in fields if is_array(held(state).get(name))]
    return f"; copy the array first, as in {arrays[0]} = self.{arrays[0]}.copy()" if arrays else ""


def own_place(error: BaseException) -> str | None:
    """The last line of somebody's own code at which something was raised; None where none of it was running."""
    others = (Path(__file__).parents[1], Path(sys.prefix), Path(sys.base_prefix))
    place = None
    known: dict[str, bool] = {}
    for frame, line in walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if name not in known:
            file = Path(name).resolve()
            known[name] = file.is_file() and not any(map(file.is_relative_to, others))
        if known[name]:
            place = f"{Path(name).name}, line {line}"
    return place


def with_article(thing: str) -> str:
    """One of a kind of things.

    >>> with_article("int"), with_article("set")
    ('an int', 'a set')
    """
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"
