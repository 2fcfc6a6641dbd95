"""Games in strategic form: all players choose at once, and a table gives each player's payoff for every combination.

Actions are numbered from 0. A *profile* is one action of each player; a *mix* (mixed strategy) gives a probability to each
action of one player. Payoffs are exact fractions, each from the view of its own player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, TypeAlias

from zermelo.equilibrium.numbers import to_fraction
from zermelo.state import ZermeloError, format_count

Profile: TypeAlias = tuple[int, ...]
Mix: TypeAlias = tuple[Fraction, ...]
"""A mixed strategy: a probability for each action of a player."""

MAX_PLAYERS = 8
MAX_CELLS = 10_000
MAX_ACTIONS_PER_PLAYER = 500
"""Dominance compares every action with every other."""
MAX_NAME = 60
MAX_DIGITS = 100
"""The most digits of the common denominator of all payoffs; exact arithmetic slows down with them."""


@dataclass(frozen=True)
class MatrixGame:
    """An immutable matrix game; `matrix_game` builds one from lists or text.

    Attributes
    ----------
    cells : tuple of tuple of Fraction
        The payoffs of every profile, one per player; the last player's action changes fastest.
    players : tuple of str
        The names of 2 to 8 players.
    actions : tuple of tuple of str
        The names of each player's actions.
    title : str
        Shown above the table; it does not count for equality.
    """

    cells: tuple[tuple[Fraction, ...], ...]
    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise ZermeloError(f"a matrix game has 2 to {MAX_PLAYERS} players, not {len(self.players)}")
        if len(self.actions) != len(self.players):
            raise ZermeloError(
                f"{len(self.players)} players need {len(self.players)} lists of actions, not {len(self.actions)}"
            )
        _check_names(self.players, "players")
        for player, names in zip(self.players, self.actions, strict=True):
            _check_names(names, f"actions of {player}")
        if not self.title.isprintable():
            raise ZermeloError("the title of a game must be one line of printable text")
        _check_size(self.shape)
        if len(self.cells) != prod(self.shape) or any(len(cell) != len(self.players) for cell in self.cells):
            raise ZermeloError("every cell must have one payoff for each player")
        _check_denominators(self.cells)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of actions of each player."""
        return tuple(map(len, self.actions))

    @property
    def zero_sum(self) -> bool:
        """Whether it has two players whose payoffs add up to 0 in every cell."""
        return len(self.players) == 2 and all(sum(cell) == 0 for cell in self.cells)

    def profiles(self) -> Iterator[Profile]:
        """Iterate over all profiles in the order of `cells`."""
        return product(*map(range, self.shape))

    def payoffs(self, profile: Sequence[int]) -> tuple[Fraction, ...]:
        """Return the payoff of each player for one profile.

        >>> matrix_game([[(3, 1), (0, 0)], [(0, 0), (1, 3)]]).payoffs((1, 1))
        (Fraction(1, 1), Fraction(3, 1))
        """
        index = 0
        for action, count in zip(profile, self.shape, strict=True):
            if not 0 <= action < count:
                raise ZermeloError(f"action {action} is out of range: there are {count}, numbered from 0")
            index = index * count + action
        return self.cells[index]

    def payoff_table(self, player: int) -> list[list[Fraction]]:
        """Return one player's payoffs: a row for each of their actions, a column for each combination of all the others'."""
        others = list(product(*(range(count) for other, count in enumerate(self.shape) if other != player)))
        return [
            [self.payoffs((*rest[:player], action, *rest[player:]))[player] for rest in others]
            for action in range(self.shape[player])
        ]

    def restricted(self, kept: Sequence[Sequence[int]]) -> MatrixGame:
        """Return the game with only the actions `kept` of each player."""
        return MatrixGame(
            tuple(self.payoffs(profile) for profile in product(*kept)),
            self.players,
            tuple(
                tuple(names[action] for action in actions) for names, actions in zip(self.actions, kept, strict=True)
            ),
            self.title,
        )

    def __str__(self) -> str:
        from zermelo.equilibrium.table import format_table

        return format_table(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the table in IPython, as `print` does."""
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        """Show the drawing in a notebook; None, and so the text, if the game is too large to draw."""
        from zermelo.equilibrium.picture import drawable, svg

        return svg(self) if drawable(self) else None

    def format_profile(self, profile: Sequence[int]) -> str:
        """Write a profile with the names of its actions, as in (C, D)."""
        return "(" + ", ".join(names[action] for names, action in zip(self.actions, profile, strict=True)) + ")"

    def format_mix(self, player: int, mix: Mix) -> str:
        """Write a mix with the names of its actions, as in 1/2 heads + 1/2 tails."""
        parts = [(part, name) for part, name in zip(mix, self.actions[player], strict=True) if part]
        return parts[0][1] if len(parts) == 1 else " + ".join(f"{part} {name}" for part, name in parts)


def matrix_game(
    payoffs: Any,
    players: Sequence[str] | None = None,
    actions: Sequence[Sequence[str]] | None = None,
    title: str = "",
) -> MatrixGame:
    """Build a game from payoffs.

    Parameters
    ----------
    payoffs : nested sequences or str
        One level for each player, and in every cell one payoff for each player. With two levels of single numbers the
        numbers are MAX's payoffs in a zero-sum game. NumPy arrays are accepted, and texts that `parse_matrix` reads.
    players : sequence of str, optional
        Names of the players; by default Row and Column, or MAX and MIN.
    actions : sequence of sequence of str, optional
        Names of each player's actions; by default r1, r2, ... and c1, c2, ...
    title : str
        Shown above the table.

    Raises
    ------
    ZermeloError
        If the lists do not form a table, or something is not a number; the message names the place.

    Examples
    --------
    >>> matrix_game([[1, -1], [-1, 1]]).players
    ('MAX', 'MIN')
    >>> matrix_game("3,1 0,0; 0,0 1,3", actions=[["opera", "fight"], ["opera", "fight"]]).format_profile((0, 1))
    '(opera, fight)'
    """
    if isinstance(payoffs, str):
        from zermelo.equilibrium.notation import parse_matrix

        game = parse_matrix(payoffs)
        players, actions = players or game.players, actions or game.actions
        return MatrixGame(game.cells, tuple(players), tuple(map(tuple, actions)), title or game.title)
    cells, shape, single = _flatten(payoffs.tolist() if hasattr(payoffs, "tolist") else payoffs)  # NumPy arrays
    return MatrixGame(
        cells,
        tuple(players or default_players(len(shape), single)),
        tuple(map(tuple, actions or default_actions(shape))),
        title,
    )


def default_players(count: int, single: bool) -> tuple[str, ...]:
    """Return names for players: Row and Column, or MAX and MIN if cells hold `single` numbers."""
    if count == 2:
        return ("MAX", "MIN") if single else ("Row", "Column")
    return tuple(f"Player {number + 1}" for number in range(count))


def default_actions(shape: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Return names for actions.

    >>> default_actions((2, 3))
    (('r1', 'r2'), ('c1', 'c2', 'c3'))
    """
    letters = "rc" if len(shape) == 2 else "abcdefgh"
    return tuple(
        tuple(f"{letter}{number + 1}" for number in range(count)) for letter, count in zip(letters, shape, strict=False)
    )


def _flatten(payoffs: Any) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[int, ...], bool]:
    """Return the cells of nested lists in order, the length of each level, and whether cells are single numbers."""
    shape: list[int] = []
    inner = payoffs
    while _is_list(inner):
        if not inner or len(shape) > MAX_PLAYERS:
            raise ZermeloError(f"the list of payoffs {'is empty' if not inner else 'is nested too deeply'}")
        shape.append(len(inner))
        inner = inner[0]
    # The innermost lists are the payoffs of a cell, unless there are only two levels: a table of single numbers.
    single = len(shape) == 2
    if len(shape) < 2 or (len(shape) > 2 and shape[-1] != len(shape) - 1):
        raise ZermeloError(
            "payoffs must be nested lists: one level for each player, and in every cell one payoff for each player"
        )
    if not single:
        shape.pop()
    _check_size(shape)
    cells = [_cell(cell, index, len(shape), single) for index, cell in _walk(payoffs, shape, ())]
    return tuple(cells), tuple(shape), single


def _walk(inner: Any, shape: Sequence[int], index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    if len(index) == len(shape):
        yield index, inner
        return
    expected = format_count(shape[len(index)], "item")
    if not _is_list(inner):
        raise ZermeloError(f"{_place(index)} must be a list of {expected}, as the first one is")
    if len(inner) != shape[len(index)]:
        raise ZermeloError(f"{_place(index)} must have {expected}, as the first one has, not {len(inner)}")
    for number, entry in enumerate(inner):
        yield from _walk(entry, shape, (*index, number))


def _cell(cell: Any, index: tuple[int, ...], players: int, single: bool) -> tuple[Fraction, ...]:
    try:
        if single:
            value = to_fraction(cell)
            return value, -value
        if not _is_list(cell) or len(cell) != players:
            raise ZermeloError(f"a cell must have {players} payoffs, one for each player")
        return tuple(map(to_fraction, cell))
    except ZermeloError as error:
        raise ZermeloError(f"{_place(index)}: {error}") from None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _place(index: tuple[int, ...]) -> str:
    """Describe a place in nested lists."""
    if not index:
        return "the list of payoffs"
    if len(index) <= 2:
        words = ("row", "column")
        return ", ".join(f"{word} {number + 1}" for word, number in zip(words, index, strict=False))
    return f"cell ({', '.join(str(number + 1) for number in index)})"


def _check_names(names: Sequence[str], what: str) -> None:
    if not names:
        raise ZermeloError(f"the list of {what} is empty")
    seen = set[str]()
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
            raise ZermeloError(
                f"{str(name)[:40]!r} is not a name for one of the {what}: a name has one line of 1 to {MAX_NAME} characters"
            )
        if name in seen:
            raise ZermeloError(f"two of the {what} are called {name!r}")
        seen.add(name)


def _check_size(shape: Sequence[int]) -> None:
    if prod(shape) > MAX_CELLS:
        raise ZermeloError(f"a game may have at most {MAX_CELLS:,} cells, not {prod(shape):,}")
    if max(shape) > MAX_ACTIONS_PER_PLAYER:
        raise ZermeloError(f"a player may have at most {MAX_ACTIONS_PER_PLAYER:,} actions, not {max(shape):,}")


def _check_denominators(cells: Sequence[Sequence[Fraction]]) -> None:
    common = 1
    for denominator in {payoff.denominator for cell in cells for payoff in cell}:
        common = lcm(common, denominator)
        if common >= 10**MAX_DIGITS:
            raise ZermeloError(f"the common denominator of the payoffs has more than {MAX_DIGITS} digits: round them")
