"""What a search, a game or a player declares about itself: its name, what it is for, and its options.

The command line, the lab's menus, `zermelo describe`, refusals and the docs are derived from these declarations. Each package
keeps one explicit list of its own, such as `zermelo.textbook.SEARCHES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, Literal, TypeAlias

from zermelo.reading import MAX_PLAYERS, exact, parse_player
from zermelo.state import Number, ZermeloError

OptionKind: TypeAlias = Literal[
    "integer", "number", "text", "range", "choice", "flag", "order", "players", "depths", "parts"
]
"""What an option holds: `range` is a smaller and a larger number, `order` names an order of moves, `players` are counted from
0, `depths` are numbers of moves, None standing for the end of the game, and `parts` names parts of a search."""


MOST_LISTED = 30
"""How many names an error lists; chess has 900 features."""

_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class Option:
    """An option of a search that can be set from outside Python.

    Parameters
    ----------
    name
        The keyword of the function; the command line writes it with dashes.
    kind
        What it holds.
    help
        One sentence for help texts and tooltips.
    default
        The default of the function.
    choices
        The allowed values of a `choice`, and the named orders of an `order`.
    required
        There is no default, except for an explicit tree, which can tell.
    least, most
        The smallest and the largest number, both or neither.
    """

    name: str
    kind: OptionKind
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    required: bool = False
    least: int | None = None
    most: int | None = None

    def parse(self, text: str, called: str | None = None) -> Any:
        """Return what a text from outside Python stands for; `order` and `text` stay texts.

        Parameters
        ----------
        text
            What the user wrote.
        called
            The name of the option in errors.

        Raises
        ------
        ZermeloError
            If the text is not what the option holds.

        >>> Option("depths", "depths", "").parse("2, 4, end"), Option("window", "range", "").parse("-1, 5/2")
        ([2, 4, None], (-1, Fraction(5, 2)))
        """
        name, text = called or self.name, text.strip()
        if self.choices and self.kind != "order":
            if text not in self.choices:
                raise ZermeloError(f"{name} must be {' or '.join(self.choices)}, not {text[:40]!r}")
            return text
        match self.kind:
            case "integer":
                return self._bounded(_parse_whole, name, text)
            case "number":
                return self._bounded(_parse_number, name, text)
            case "range":
                low, _, high = (part.strip() for part in text.partition(","))
                if not (low and high):
                    raise ZermeloError(
                        f"{name} must be two numbers with a comma between them, as in -1,5/2, not {text[:40]!r}"
                    )
                return _parse_number(name, low), _parse_number(name, high)
            case "flag":
                if text.lower() not in _FLAGS:
                    raise ZermeloError(f"{name} must be yes or no, not {text[:40]!r}")
                return _FLAGS[text.lower()]
            case "players":
                players = [parse_player(word) for word in text.replace(",", " ").split()]
                if not players or any(player is None or not 0 <= player < MAX_PLAYERS for player in players):
                    raise ZermeloError(
                        f"{name} must be players with commas between them, as in p1,p3, not {text[:40]!r}"
                    )
                return tuple(players)
            case "depths":
                words = text.replace(",", " ").split()
                if not all(word == "end" or re.fullmatch(r"\d{1,9}", word, re.ASCII) for word in words):
                    raise ZermeloError(
                        f"{name} must be whole numbers with commas between them, as in 2,4,end, not {text[:40]!r}"
                    )
                return [None if word == "end" else int(word) for word in words]
            case "parts":
                return text.replace(",", " ").split()
            case _:
                return text

    def has_default(self, value: float | str) -> bool:
        """Return whether a text need not name this value, as long as no other follows it."""
        return (bool(self.choices) or self.kind == "number") and value == self.default

    def _bounded(self, parse: Callable[[str, str], Number], name: str, text: str) -> Number:
        if self.least is None or self.most is None:
            return parse(name, text)
        try:
            number = parse(name, text)
        except ZermeloError:
            number = inf
        if not self.least <= number <= self.most:
            raise ZermeloError(f"{name} must be from {self.least:,} to {self.most:,}, not {text[:40]!r}")
        return number


def _parse_whole(name: str, text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII):
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}")
    return int(text)


def _parse_number(name: str, text: str) -> Number:
    try:
        number = exact(text)
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or not isfinite(number):
        raise ZermeloError(f"{name} must be a number such as 9, 2.5 or 7/2, not {text[:40]!r}")
    return number


@dataclass(frozen=True)
class Suits:
    """The games that something is for.

    Parameters
    ----------
    players
        The largest number of players; None is any number.
    chance
        Games may have chance moves.
    opponent_and_chance
        Games with chance moves may have more than one player.
    payoffs
        Games may end with one payoff per player instead of one number for MAX.
    simultaneous
        Players may move at the same time.
    turns
        Players may take turns all through the game.
    hidden
        Players may not see everything.
    needs
        Members that states must have beside those of `zermelo.State`, such as "evaluate".
    """

    players: int | None = 2
    chance: bool = False
    opponent_and_chance: bool = True
    payoffs: bool = False
    simultaneous: bool = False
    turns: bool = True
    hidden: bool = False
    needs: tuple[str, ...] = ()


TWO_PLAYERS = Suits()
WITH_CHANCE = Suits(chance=True)
MANY_PLAYERS = Suits(players=None, payoffs=True)
ANY_TURNS = Suits(players=None, payoffs=True, chance=True)
"""Every game in which players take turns."""
ANY_GAME = Suits(players=None, payoffs=True, chance=True, simultaneous=True)
SIMULTANEOUS_MOVES = Suits(players=None, payoffs=True, chance=True, simultaneous=True, turns=False)
"""Every game in which players move at the same time, at least somewhere."""


@dataclass(frozen=True)
class Declaration:
    """What something is called, which games it suits and which options it has.

    Parameters
    ----------
    name
        The name of the function, in Python, on the command line and in messages.
    title
        The name in menus.
    summary
        One sentence on what it does.
    suits
        The games it is for.
    options
        Its options, in the order of help texts and forms.
    """

    name: str
    title: str
    summary: str
    suits: Suits = TWO_PLAYERS
    options: tuple[Option, ...] = ()

    def has_option(self, name: str) -> bool:
        """Return whether there is an option of this name."""
        return any(option.name == name for option in self.options)


def format_choice(names: Iterable[str]) -> str:
    """Join names to choose from.

    >>> format_choice(["max_n"]), format_choice(["star1", "star2", "mcts"])
    ('max_n', 'star1, star2 or mcts')
    """
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def format_some(things: Sequence[object], most: int = MOST_LISTED) -> str:
    """Join the first things of a list, and say how many more there are.

    >>> format_some(["a2", "b3"]), format_some(range(1, 21), 3)
    ('a2, b3', '1, 2, 3 … and 17 more')
    """
    return ", ".join(map(str, things[:most])) + and_more(things, most)


def and_more(things: Sized, most: int) -> str:
    """Return the end of a list that shows only its first `most` things: how many more there are.

    >>> and_more("abc", 2), and_more("abc", 3)
    (' … and 1 more', '')
    """
    return f" … and {len(things) - most:,} more" if len(things) > most else ""


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """Return the known name that is most similar to one that is not known, or None if none is similar.

    >>> did_you_mean("minmax", ["minimax", "negamax", "scout"]), did_you_mean("xyz", ["minimax"])
    ('minimax', None)
    """
    from difflib import get_close_matches  # only needed after a typing error

    by_lower = {known.lower().replace("-", "_"): known for known in names}
    close = get_close_matches(name.lower().replace("-", "_"), by_lower, n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None


def unknown_name(thing: str, name: str, names: Iterable[str], otherwise: str = "") -> ZermeloError:
    """Return the error for a name that is not known: it suggests a similar one, or lists all and says what works otherwise.

    >>> print(unknown_name("search", "minmax", ["minimax", "scout"]))
    there is no search called 'minmax': did you mean minimax?
    >>> print(unknown_name("search", "magic", ["minimax", "scout"]))
    there is no search called 'magic': use minimax or scout
    """
    known = list(names)
    close = did_you_mean(str(name), known)
    listed = format_choice(known) if len(known) <= MOST_LISTED else format_some(known)
    advice = f"did you mean {close}?" if close else f"use {listed}{otherwise}"
    return ZermeloError(f"there is no {thing} called {name!r}: {advice}")
