"""The messages between a game manager and its players, as text: INFO, START, PREVIEW, PLAY, STOP and ABORT.

A message is one list in prefix syntax, such as `(PLAY match.1 ((mark 1 1) noop))`, and so is a list of moves; an answer is a word
or a move. Words are read in any case. The protocol is that of the GGP competitions at Stanford.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NamedTuple, TypeAlias

from zermelo.games.gdl.mistakes import shortened
from zermelo.state import ZermeloError, format_number

LONGEST_CLOCK = 1e6
"""Seconds of the longest clock."""
_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();]+")


class Info(NamedTuple):
    """Ask whether the player is free."""

    def __str__(self) -> str:
        return "(INFO)"


class Start(NamedTuple):
    """Begin a match: the player has `start_clock` seconds to prepare, and `play_clock` seconds for every move."""

    match: str
    role: str
    rules: str
    start_clock: float
    play_clock: float

    def __str__(self) -> str:
        clocks = f"{format_number(self.start_clock)} {format_number(self.play_clock)}"
        return f"(START {self.match} {self.role} (\n{self.rules}\n) {clocks})"


class Preview(NamedTuple):
    """Show the rules of a match that may come."""

    rules: str
    clock: float

    def __str__(self) -> str:
        return f"(PREVIEW (\n{self.rules}\n) {format_number(self.clock)})"


class Play(NamedTuple):
    """Ask for a move; `moves` are those just made, one per role, and none before the first."""

    match: str
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"(PLAY {self.match} {format_moves(self.moves)})"


class Stop(NamedTuple):
    """End a match with its last moves."""

    match: str
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"(STOP {self.match} {format_moves(self.moves)})"


class Abort(NamedTuple):
    """End a match that cannot go on."""

    match: str

    def __str__(self) -> str:
        return f"(ABORT {self.match})"


Message: TypeAlias = Info | Start | Preview | Play | Stop | Abort


def parse_message(text: str) -> Message:
    """Read a message.

    Raises
    ------
    ZermeloError
        If it is none.

    Examples
    --------
    >>> parse_message("(play match.1 ((mark 1 1) noop))")
    Play(match='match.1', moves=('(mark 1 1)', 'noop'))
    >>> parse_message("(START m white ((role white)) 30 10)").rules
    '(role white)'
    """
    words = _parts(text, "a message")
    kind, arguments = words[0].upper() if words else "", words[1:]
    forms = {"INFO": 0, "START": 5, "PREVIEW": 2, "PLAY": 2, "STOP": 2, "ABORT": 1}
    if kind not in forms:
        raise ZermeloError(
            f"a message begins with one of {', '.join(forms)}, not {shortened(words[0]) if words else ')'}"
        )
    if len(arguments) != forms[kind]:
        raise ZermeloError(f"{kind} takes {forms[kind]} arguments, not {len(arguments)}")
    match kind, arguments:
        case "START", [name, role, rules, start, play]:
            return Start(_name(name), _name(role), _inside(rules), _clock(start), _clock(play))
        case "PREVIEW", [rules, clock]:
            return Preview(_inside(rules), _clock(clock))
        case "PLAY", [name, moves]:
            return Play(_name(name), parse_moves(moves))
        case "STOP", [name, moves]:
            return Stop(_name(name), parse_moves(moves))
        case "ABORT", [name]:
            return Abort(_name(name))
    return Info()


def parse_moves(text: str) -> tuple[str, ...]:
    """Read a list of moves, one per role; `NIL` is the empty list.

    >>> parse_moves("( ( mark 1 2 ) noop )"), parse_moves("nil")
    (('(mark 1 2)', 'noop'), ())
    """
    if text.strip().upper() == "NIL":
        return ()
    return tuple(map(canonical, _parts(text, "a list of moves")))


def format_moves(moves: Sequence[str]) -> str:
    """Write a list of moves; none is `NIL`."""
    return f"({' '.join(moves)})" if moves else "NIL"


def canonical(text: str) -> str:
    """Return a term with one space between its parts.

    >>> canonical("( mark  1 2 )")
    '(mark 1 2)'
    """
    return " ".join(_TOKEN.findall(text)).replace("( ", "(").replace(" )", ")")


def _parts(text: str, what: str) -> list[str]:
    """Return the parts of the list that a text is, each as text."""
    text = text.strip()
    parts, depth, start = list[str](), 0, 0
    for token, begin, end in _tokens(text):
        if token == "(":
            depth += 1
            start = begin if depth == 2 else start
        elif token == ")":
            depth -= 1
            if depth == 1:
                parts.append(text[start:end])
            elif depth == 0:
                if end != len(text):
                    raise ZermeloError(f"{what} ends before {shortened(text[end:].strip())!r}")
                return parts
        elif depth == 1:
            parts.append(token)
        if depth <= 0:
            raise ZermeloError(f"{what} begins with a parenthesis, not with {shortened(text)!r}")
    raise ZermeloError(f"{what} is a list in parentheses, and this one is not closed: {shortened(text)!r}")


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    return ((found[0], found.start(), found.end()) for found in _TOKEN.finditer(text) if found[0][0] != ";")


def _inside(rules: str) -> str:
    """Return what stands in the parentheses around the rules."""
    if not rules.startswith("("):
        raise ZermeloError(f"the rules are a list, not {shortened(rules)!r}")
    return rules[1:-1].strip()


def _name(text: str) -> str:
    if text.startswith("("):
        raise ZermeloError(f"a name is expected, not {shortened(text)!r}")
    return text


def _clock(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (isfinite(seconds) and 0 < seconds <= LONGEST_CLOCK):
        raise ZermeloError(f"a clock is a number of seconds, not {shortened(text)!r}")
    return seconds
