"""Explain problems with a game: the moves that led to a state, values in short, errors with the line that raised them."""

from __future__ import annotations

import sys
from pathlib import Path as FilePath
from traceback import walk_tb
from types import FunctionType
from typing import Any

from zermelo.audit.comparison import is_array, state_fields

_MOST_NAMED = 12  # moves shown of a path
_LONGEST = 200  # characters shown of an error message


class Path:
    """The moves that led to a state, as a linked list: extending it takes constant time."""

    def __init__(self, above: Path | None = None, move: Any = None) -> None:
        self.above, self.move = above, move
        self.length: int = above.length + 1 if above else 0

    def __str__(self) -> str:
        moves: list[str] = []
        path: Path | None = self
        while path is not None and path.above is not None and len(moves) < _MOST_NAMED:
            moves.append(shorten(path.move))
            path = path.above
        line = ", ".join(reversed(moves))
        if self.length > len(moves):
            return f"after {self.length:,} moves, the last of them {line}"
        return f"after {line}" if moves else "at the start"


def shorten(value: Any) -> str:
    """Return a value as text of at most 80 characters."""
    try:
        has_str = "__str__" in type(value).__dict__ and not isinstance(value, str)
        text = " ".join((str(value) if has_str else repr(value)).split())
    except Exception:
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= 80 else text[:77] + "..."


def not_a_state(thing: Any) -> str | None:
    """Return what to write instead of something that was never meant as a state; None for an object of anybody's own class.

    >>> print(not_a_state("chess"))
    'chess' is a text, not a state: zermelo.games.load_game('chess') begins a game of that name
    """
    if isinstance(thing, type):
        return f"{thing.__name__} is a class, not a state: {thing.__name__}() begins a game"
    if type(thing).__module__ != "builtins":
        return None
    text = shorten(thing)
    if thing is None:
        return "None is not a state: did the function that made it return nothing?"
    if isinstance(thing, str):
        return f"{text} is a text, not a state: zermelo.games.load_game({text}) begins a game of that name"
    if isinstance(thing, list | dict):
        return f"{with_article(type(thing).__name__)} is not a state: zermelo.tree({text}) makes a game tree of it"
    return f"{with_article(type(thing).__name__)} is not a state, which has player, moves(), play() and utility()"


def mistyped_field(start: Any) -> str | None:
    """Return what is wrong with a field that is a number where its default is a tuple, and the like; None if nothing is.

    >>> from zermelo.games.nim import Nim
    >>> print(mistyped_field(Nim(3)))
    at the start: heaps is 3, which is not a tuple, as (1, 2, 3) is
    """
    defaults: dict[str, Any] = getattr(type(start), "_field_defaults", {})
    for name, default in defaults.items():
        given = getattr(start, name, default)
        if isinstance(default, tuple | str | frozenset) and not isinstance(given, type(default) | None):
            kind = with_article(type(default).__name__)
            return f"at the start: {name} is {shorten(given)}, which is not {kind}, as {shorten(default)} is"
    return None


def describe_error(error: BaseException) -> str:
    """Return the message of an error and the line of the user's code that raised it."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    text = f"{type(error).__name__}: {words[:_LONGEST]}" if words else type(error).__name__
    place = None if isinstance(error, SyntaxError) else user_line(error)
    return f"{text} ({place})" if place else text


def equality_hint(state: Any) -> str | None:
    """Return the methods to add to a class whose states hold arrays, so that they can be compared and hashed; None for others."""
    fields = state_fields(state)
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
        del lines["__ne__"]  # only tuples define __ne__ themselves, comparing the arrays
    missing = [line for member, line in lines.items() if not _is_user_defined(getattr(type(state), member, None))]
    advice = f"add to {name}: " + "; ".join(missing) if missing else "write .tobytes() after it in key()"
    return f"arrays cannot be compared or hashed as values; {advice}"


def _is_user_defined(member: Any) -> bool:
    """Return whether a method was written by the user, not generated by a dataclass or built in."""
    return isinstance(member, FunctionType) and member.__code__.co_filename != "<string>"


def copy_hint(state: Any, fields: list[str]) -> str:
    """Return advice if one of the fields that were changed in place is an array."""
    arrays = [name for name in fields if is_array(state_fields(state).get(name))]
    return f"; copy the array first, as in {arrays[0]} = self.{arrays[0]}.copy()" if arrays else ""


def user_line(error: BaseException) -> str | None:
    """Return the innermost line of the user's code in a traceback, or None if there is none."""
    libraries = (FilePath(__file__).parents[1], FilePath(sys.prefix), FilePath(sys.base_prefix))
    place = None
    known: dict[str, bool] = {}
    for frame, line in walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if name not in known:
            file = FilePath(name).resolve()
            known[name] = file.is_file() and not any(map(file.is_relative_to, libraries))
        if known[name]:
            place = f"{FilePath(name).name}, line {line}"
    return place


def with_article(thing: str) -> str:
    """Return a noun with its indefinite article.

    >>> with_article("int"), with_article("set")
    ('an int', 'a set')
    """
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"
