"""Dominated actions, and their iterated elimination.

An action is *strictly dominated* if another action, or a mix of others, pays more whatever the other players choose;
*weakly* if it never pays less and sometimes more. Iterated elimination of strictly dominated actions never loses an
equilibrium and gives the same game in any order. Elimination of weakly dominated actions can lose equilibria, and its
result depends on the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from operator import ge, gt
from typing import Literal, TypeAlias

from zermelo.equilibrium.game import MatrixGame, Mix
from zermelo.equilibrium.numbers import to_integers
from zermelo.equilibrium.simplex import maximise
from zermelo.equilibrium.zero_sum import solve_table
from zermelo.registry import format_some

MAX_MIXED_CELLS = 400
"""The largest game in which mixes are tried as dominators; in larger games only single actions are."""
_MAX_NUMBERS = 4

Kind = Literal["strict", "weak"]
Kept: TypeAlias = tuple[tuple[int, ...], ...]
"""The remaining actions of each player."""


@dataclass(frozen=True)
class Domination:
    """A dominated action: `action` of `player` by the mix `by` of the player's actions; `explanation` is a sentence."""

    player: int
    action: int
    by: Mix
    kind: Kind
    explanation: str


@dataclass(frozen=True)
class Step:
    """The elimination of one action; `kept` are all actions that remain after it."""

    domination: Domination
    kept: Kept


@dataclass(frozen=True)
class Elimination:
    """An iterated elimination; `kept` numbers actions as in the original game, `game` is the reduced game."""

    steps: tuple[Step, ...]
    kept: Kept
    game: MatrixGame

    @property
    def mixes_tried(self) -> bool:
        """Whether mixes were tried as dominators of the remaining actions; in a large game only single actions are."""
        return _tries_mixes(self.kept)

    @property
    def solved(self) -> bool:
        """Whether exactly one action of each player remains."""
        return all(len(actions) == 1 for actions in self.kept)


def dominated(game: MatrixGame, kind: Kind = "strict") -> tuple[Domination, ...]:
    """Find every dominated action of a game.

    Parameters
    ----------
    game : MatrixGame
    kind : {"strict", "weak"}

    Returns
    -------
    tuple of Domination
        Each with a dominator: a single action if there is one, otherwise a mix.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> print(dominated(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))[0].explanation)
    Row never plays r1: r2 pays more whatever Column does (0 > -1, -3 > -4).
    """
    return tuple(_Payoffs(game).dominations(_all_actions(game), kind))


def eliminate(game: MatrixGame, weak: bool = False) -> Elimination:
    """Eliminate dominated actions one at a time until none is left.

    Parameters
    ----------
    game : MatrixGame
    weak : bool
        Eliminate weakly dominated actions too, whenever no action is strictly dominated.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> eliminate(matrix_game("-1,-1 -4,0; 0,-4 -3,-3")).kept
    ((1,), (1,))
    """
    payoffs, kept = _Payoffs(game), _all_actions(game)
    steps: list[Step] = []
    kinds: tuple[Kind, ...] = ("strict", "weak") if weak else ("strict",)
    undominated: dict[tuple[Kind, int], set[int]] = {}
    while True:
        mixed = _tries_mixes(kept)
        domination = next((each for kind in kinds for each in payoffs.dominations(kept, kind, undominated)), None)
        if domination is None:
            return Elimination(tuple(steps), kept, game.restricted(kept))
        kept = tuple(
            tuple(action for action in actions if (player, action) != (domination.player, domination.action))
            for player, actions in enumerate(kept)
        )
        steps.append(Step(domination, kept))
        # Removing an action of a player can only make actions of the other players dominated.
        same_tests = _tries_mixes(kept) == mixed
        undominated = {
            key: actions for key, actions in undominated.items() if same_tests and key[1] == domination.player
        }


def _all_actions(game: MatrixGame) -> Kept:
    return tuple(tuple(range(count)) for count in game.shape)


class _Payoffs:
    """Each player's payoffs scaled to integers, which compare much faster than fractions."""

    def __init__(self, game: MatrixGame) -> None:
        self.game = game
        self.scaled = [to_integers(game.payoff_table(player)) for player in range(len(game.players))]

    def dominations(
        self, kept: Kept, kind: Kind, undominated: dict[tuple[Kind, int], set[int]] | None = None
    ) -> Iterator[Domination]:
        """Yield the dominated actions of the game restricted to `kept`.

        `undominated` has the actions of each player that are known not to be dominated, and is extended.
        """
        mixed = _tries_mixes(kept)
        for player, actions in enumerate(kept):
            known = set[int]() if undominated is None else undominated.setdefault((kind, player), set())
            table = self._restricted(player, kept)
            shown = list(zip(*table, strict=True))
            for row, action in enumerate(actions):
                if action in known:
                    continue
                by = _dominator(table, row, kind, mixed)
                if by is None:
                    known.add(action)
                    continue
                mix = [Fraction(0)] * self.game.shape[player]
                for other, part in by.items():
                    mix[actions[other]] = part
                scale = self.scaled[player][1]
                pairs = [
                    (sum(part * column[other] for other, part in by.items()) / scale, Fraction(column[row], scale))
                    for column in shown
                ]
                reduced = any(
                    len(kept[other]) < count for other, count in enumerate(self.game.shape) if other != player
                )
                explanation = _explain(self.game, player, action, tuple(mix), kind, pairs, reduced)
                yield Domination(player, action, tuple(mix), kind, explanation)

    def _restricted(self, player: int, kept: Kept) -> list[list[int]]:
        """Return a player's payoffs: a row for each kept action, a column for each combination of the others' kept actions."""
        columns = [0]
        for other, actions in enumerate(kept):
            if other != player:
                columns = [start * self.game.shape[other] + action for start in columns for action in actions]
        return [[self.scaled[player][0][action][column] for column in columns] for action in kept[player]]


def _tries_mixes(kept: Kept) -> bool:
    return prod(map(len, kept)) <= MAX_MIXED_CELLS


def _dominator(table: list[list[int]], action: int, kind: Kind, mixed: bool) -> dict[int, Fraction] | None:
    """Return the mix of rows that dominates the row `action`, if there is one."""
    payoffs = table[action]
    compare = gt if kind == "strict" else ge
    for place, row in enumerate(table):
        if row != payoffs and all(map(compare, row, payoffs)):
            return {place: Fraction(1)}
    if not mixed or len(table) < 3:
        return None
    lead = [[a - b for a, b in zip(row, payoffs, strict=True)] for place, row in enumerate(table) if place != action]
    mix = _always_ahead(lead) if kind == "strict" else _never_behind(lead)
    if mix is None:
        return None
    return {place + (place >= action): part for place, part in enumerate(mix) if part}


def _always_ahead(lead: list[list[int]]) -> Mix | None:
    """Return a mix with a positive lead in every column: the leads are a zero-sum game with a positive value."""
    if any(max(column) <= 0 for column in zip(*lead, strict=True)):
        return None
    solution = solve_table([list(map(Fraction, row)) for row in lead])
    return solution.mixes[0] if solution.low > 0 else None


def _never_behind(lead: list[list[int]]) -> Mix | None:
    """Return the mix with the largest sum of leads among those with no negative lead, if that sum is positive."""
    if any(max(column) < 0 for column in zip(*lead, strict=True)):
        return None
    rows = [[-entry for entry in column] for column in zip(*lead, strict=True)]
    optimum = maximise([sum(row) for row in lead], [*rows, [1] * len(lead)], [*([0] * len(rows)), 1])
    return optimum.point if optimum.value > 0 else None


def _explain(
    game: MatrixGame,
    player: int,
    action: int,
    by: Mix,
    kind: Kind,
    pairs: list[tuple[Fraction, Fraction]],
    reduced: bool,
) -> str:
    """Explain a domination. `pairs` are payoffs of the dominator and of the action; `reduced` says that actions of other
    players were eliminated before."""
    names, who = game.actions[player], game.players[player]
    others = [name for other, name in enumerate(game.players) if other != player]
    rest = f"{others[0]} does" if len(others) == 1 else "the others do"
    subject = (
        f"{'in the reduced game, ' if reduced else ''}{'' if 1 in by else 'the mix '}{game.format_mix(player, by)}"
    )
    shown = format_some([f"{better} {'>' if better > worse else '='} {worse}" for better, worse in pairs], _MAX_NUMBERS)
    if kind == "strict":
        return f"{who} never plays {names[action]}: {subject} pays more whatever {rest} ({shown})."
    return (
        f"{who} can do without {names[action]}: {subject} never pays less, and sometimes more, "
        f"whatever {rest} ({shown})."
    )
