"""Games in which everybody chooses at once: a table of payoffs, one for each player in each cell.

A `MatrixGame` is a value: it never changes, and equal tables are equal. Its actions are counted from 0, and a *profile*
is one action of each player. Payoffs are exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, TypeAlias

from zermelo.equilibrium.numbers import fraction
from zermelo.state import ZermeloError

Profile: TypeAlias = tuple[int, ...]
Mix: TypeAlias = tuple[Fraction, ...]
"""A probability for each action."""

MOST_PLAYERS = 8
MOST_CELLS = 10_000
LARGEST_SIDE = 500
"""Actions of one player: each of them is compared with each other for dominance."""
LONGEST_NAME = 60
MOST_DIGITS = 100
"""Digits of a denominator that all payoffs have in common: exact arithmetic becomes slow with it."""


@dataclass(frozen=True)
class MatrixGame:
    """`cells` has the payoffs of every profile, the last player's action changing fastest."""

    cells: tuple[tuple[Fraction, ...], ...]
    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ZermeloError(f"a matrix game has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        if len(self.actions) != len(self.players):
            raise ZermeloError(f"{len(self.players)} players need as many lists of actions, not {len(self.actions)}")
        _check_names(self.players, "players")
        for player, names in zip(self.players, self.actions, strict=True):
            _check_names(names, f"actions of {player}")
        if not self.title.isprintable():
            raise ZermeloError("the title of a game is one line of plain text")
        _check_size(self.shape)
        if len(self.cells) != prod(self.shape) or any(len(cell) != len(self.players) for cell in self.cells):
            raise ZermeloError("every cell needs one payoff for each player")
        _check_denominators(self.cells)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many actions each player has."""
        return tuple(map(len, self.actions))

    @property
    def zero_sum(self) -> bool:
        """Two players, and what one wins the other loses."""
        return len(self.players) == 2 and all(sum(cell) == 0 for cell in self.cells)

    def profiles(self) -> Iterator[Profile]:
        """Every choice of one action each, in the order of the cells."""
        return product(*map(range, self.shape))

    def payoffs(self, profile: Sequence[int]) -> tuple[Fraction, ...]:
        """What each player gets.

        >>> matrix_game([[(3, 1), (0, 0)], [(0, 0), (1, 3)]]).payoffs((1, 1))
        (Fraction(1, 1), Fraction(3, 1))
        """
        place = 0
        for action, count in zip(profile, self.shape, strict=True):
            if not 0 <= action < count:
                raise ZermeloError(f"there is no action {action} among {count}")
            place = place * count + action
        return self.cells[place]

    def against(self, player: int) -> list[list[Fraction]]:
        """The player's own payoffs: one row for each action, one column for each choice of all the others."""
        others = list(product(*(range(count) for each, count in enumerate(self.shape) if each != player)))
        return [
            [self.payoffs((*rest[:player], action, *rest[player:]))[player] for rest in others]
            for action in range(self.shape[player])
        ]

    def restricted(self, kept: Sequence[Sequence[int]]) -> MatrixGame:
        """The game with only these actions of each player."""
        return MatrixGame(
            tuple(self.payoffs(profile) for profile in product(*kept)),
            self.players,
            tuple(tuple(names[each] for each in those) for names, those in zip(self.actions, kept, strict=True)),
            self.title,
        )

    def __str__(self) -> str:
        from zermelo.equilibrium.table import format_table

        return format_table(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows: the table, as `print` does."""
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; nothing, and then the text, where it cannot be drawn."""
        from zermelo.equilibrium.picture import drawable, svg

        return svg(self) if drawable(self) else None

    def called(self, profile: Sequence[int]) -> str:
        """A profile by its names, as in (C, D)."""
        return "(" + ", ".join(names[each] for names, each in zip(self.actions, profile, strict=True)) + ")"


def matrix_game(
    payoffs: Any,
    players: Sequence[str] | None = None,
    actions: Sequence[Sequence[str]] | None = None,
    title: str = "",
) -> MatrixGame:
    """A game from nested lists, one level for each player, with one payoff for each player inside; or from a text, as
    `parse_matrix` reads it. A cell with a single number is MAX's payoff in a game of two players who share nothing.

    >>> matrix_game([[1, -1], [-1, 1]]).players
    ('MAX', 'MIN')
    >>> matrix_game("3,1 0,0; 0,0 1,3", actions=[["opera", "fight"], ["opera", "fight"]]).called((0, 1))
    '(opera, fight)'
    """
    if isinstance(payoffs, str):
        from zermelo.equilibrium.reading import parse_matrix

        found = parse_matrix(payoffs)
        players, actions = players or found.players, actions or found.actions
        return MatrixGame(found.cells, tuple(players), tuple(map(tuple, actions)), title or found.title)
    cells, shape, alone = _unfold(payoffs.tolist() if hasattr(payoffs, "tolist") else payoffs)  # arrays of NumPy
    return MatrixGame(
        cells,
        tuple(players or usual_players(len(shape), alone)),
        tuple(map(tuple, actions or usual_actions(shape))),
        title,
    )


def usual_players(count: int, alone: bool) -> tuple[str, ...]:
    """What players are called who have no names: rows and columns, MAX and MIN where cells hold one number alone."""
    if count == 2:
        return ("MAX", "MIN") if alone else ("Row", "Column")
    return tuple(f"Player {number + 1}" for number in range(count))


def usual_actions(shape: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """What actions are called that have no names.

    >>> usual_actions((2, 3))
    (('r1', 'r2'), ('c1', 'c2', 'c3'))
    """
    letters = "rc" if len(shape) == 2 else "abcdefgh"
    return tuple(
        tuple(f"{letter}{number + 1}" for number in range(count)) for letter, count in zip(letters, shape, strict=False)
    )


def _unfold(payoffs: Any) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[int, ...], bool]:
    """The cells of nested lists in their order, how many there are on each level, and whether they hold single numbers."""
    shape: list[int] = []
    inner = payoffs
    while _is_list(inner):
        if not inner or len(shape) > MOST_PLAYERS:
            raise ZermeloError(f"{_place(())} {'is empty' if not inner else 'is nested too deeply'}")
        shape.append(len(inner))
        inner = inner[0]
    # The innermost lists are the payoffs of a cell, unless two levels are a table of single numbers.
    alone = len(shape) == 2
    if len(shape) < 2 or (len(shape) > 2 and shape[-1] != len(shape) - 1):
        raise ZermeloError(
            "payoffs are lists in lists, one level for each player, with a payoff for each in every cell"
        )
    if not alone:
        shape.pop()
    _check_size(shape)
    cells = [_cell(each, place, len(shape), alone) for place, each in _walk(payoffs, shape, ())]
    return tuple(cells), tuple(shape), alone


def _walk(inner: Any, shape: Sequence[int], place: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    if len(place) == len(shape):
        yield place, inner
        return
    wanted = shape[len(place)]
    if not _is_list(inner) or len(inner) != wanted:
        count = len(inner) if _is_list(inner) else "no list"
        raise ZermeloError(f"{_place(place)} has {count} where {wanted} entries are expected, as in the first")
    for number, each in enumerate(inner):
        yield from _walk(each, shape, (*place, number))


def _cell(cell: Any, place: tuple[int, ...], players: int, alone: bool) -> tuple[Fraction, ...]:
    try:
        if alone:
            value = fraction(cell)
            return value, -value
        if not _is_list(cell) or len(cell) != players:
            raise ZermeloError(f"{players} payoffs are expected, one for each player")
        return tuple(map(fraction, cell))
    except ZermeloError as error:
        raise ZermeloError(f"{_place(place)}: {error}") from None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _place(place: tuple[int, ...]) -> str:
    """A place in nested lists, in words."""
    if not place:
        return "the list of payoffs"
    if len(place) <= 2:
        words = ("row", "column")
        return ", ".join(f"{word} {number + 1}" for word, number in zip(words, place, strict=False))
    return f"cell ({', '.join(str(number + 1) for number in place)})"


def _check_names(names: Sequence[str], what: str) -> None:
    if not names:
        raise ZermeloError(f"there must be {what}")
    seen = set[str]()
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ZermeloError(
                f"{str(name)[:40]!r} will not do among the {what}: a name is one line of 1 to {LONGEST_NAME} characters"
            )
        if name in seen:
            raise ZermeloError(f"two of the {what} are called {name!r}")
        seen.add(name)


def _check_size(shape: Sequence[int]) -> None:
    if prod(shape) > MOST_CELLS:
        raise ZermeloError(f"a game of {prod(shape):,} cells is too large: {MOST_CELLS:,} is the most")
    if max(shape) > LARGEST_SIDE:
        raise ZermeloError(f"{max(shape):,} actions of one player are too many: {LARGEST_SIDE:,} is the most")


def _check_denominators(cells: Sequence[Sequence[Fraction]]) -> None:
    common = 1
    for denominator in {payoff.denominator for cell in cells for payoff in cell}:
        common = lcm(common, denominator)
        if common >= 10**MOST_DIGITS:
            raise ZermeloError(
                f"the fractions of this game have no common denominator of {MOST_DIGITS} digits or fewer: round them"
            )
