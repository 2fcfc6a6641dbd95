"""Actions that a rational player never takes, and what is left of a game without them.

An action is *strictly dominated* where some other action, or a mix of others, pays more whatever the rest choose; *weakly*
where it pays never less and sometimes more. Taking strictly dominated actions away, one after another, never loses an
equilibrium and leaves the same game in whichever order it is done. Taking weakly dominated ones away can lose equilibria,
and then the order matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import prod
from operator import ge, gt
from typing import Literal, TypeAlias

from zermelo.equilibrium.game import MatrixGame, Mix
from zermelo.equilibrium.numbers import whole
from zermelo.equilibrium.simplex import maximise
from zermelo.equilibrium.zero_sum import solve_table

MOST_MIXED = 400
"""Cells of the largest game in which mixes are tried as dominators; in a larger one only single actions are."""
_MOST_NUMBERS = 4

Kind = Literal["strict", "weak"]
Kept: TypeAlias = tuple[tuple[int, ...], ...]
"""The actions of each player that are left."""


@dataclass(frozen=True)
class Domination:
    """`action` of `player` is dominated by the mix `by`, which has a probability for each of the player's actions."""

    player: int
    action: int
    by: Mix
    kind: Kind
    says: str


@dataclass(frozen=True)
class Step:
    """One action taken away; `kept` are the actions of everybody that are left then."""

    domination: Domination
    kept: Kept


@dataclass(frozen=True)
class Elimination:
    """Numbers of actions are those of the whole game throughout; `game` is what is left."""

    steps: tuple[Step, ...]
    kept: Kept
    game: MatrixGame

    @property
    def mixes_tried(self) -> bool:
        """Whether nothing that is left is dominated by a mix either; in a large game only single actions were tried."""
        return _tries_mixes(self.kept)

    @property
    def solved(self) -> bool:
        """Whether one action is left to everybody."""
        return all(len(each) == 1 for each in self.kept)


def dominated(game: MatrixGame, kind: Kind = "strict") -> tuple[Domination, ...]:
    """Every dominated action, with one that dominates it: a single action where there is one, else a mix.

    >>> from zermelo.equilibrium import matrix_game
    >>> print(dominated(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))[0].says)
    Row never plays r1: r2 pays more whatever Column does (0 > -1, -3 > -4).
    """
    return tuple(_Payoffs(game).all_dominated(_everything(game), kind))


def eliminate(game: MatrixGame, weak: bool = False) -> Elimination:
    """Takes dominated actions away, one at a time, until none is left; with `weak` also weakly dominated ones, but never
    one of them while there is a strictly dominated one.

    >>> from zermelo.equilibrium import matrix_game
    >>> eliminate(matrix_game("-1,-1 -4,0; 0,-4 -3,-3")).kept
    ((1,), (1,))
    """
    payoffs, kept = _Payoffs(game), _everything(game)
    steps: list[Step] = []
    kinds: tuple[Kind, ...] = ("strict", "weak") if weak else ("strict",)
    settled: dict[tuple[Kind, int], set[int]] = {}
    while True:
        mixed = _tries_mixes(kept)
        found = next((each for kind in kinds for each in payoffs.all_dominated(kept, kind, settled)), None)
        if found is None:
            return Elimination(tuple(steps), kept, game.restricted(kept))
        kept = tuple(
            tuple(action for action in those if (player, action) != (found.player, found.action))
            for player, those in enumerate(kept)
        )
        steps.append(Step(found, kept))
        # An action that has gone dominates nothing any more, so that only the others' actions are looked at anew.
        alike = _tries_mixes(kept) == mixed
        settled = {key: those for key, those in settled.items() if alike and key[1] == found.player}


def _everything(game: MatrixGame) -> Kept:
    return tuple(tuple(range(count)) for count in game.shape)


class _Payoffs:
    """Each player's payoffs in whole numbers, which compare much faster than fractions, and what they were multiplied by."""

    def __init__(self, game: MatrixGame) -> None:
        self.game = game
        self.scaled = [whole(game.against(player)) for player in range(len(game.players))]

    def all_dominated(
        self, kept: Kept, kind: Kind, settled: dict[tuple[Kind, int], set[int]] | None = None
    ) -> Iterator[Domination]:
        """The dominated actions of the game that has only these actions. `settled` are those of each player that are known not
        to be dominated in it, and grows."""
        mixed = _tries_mixes(kept)
        for player, those in enumerate(kept):
            known = set[int]() if settled is None else settled.setdefault((kind, player), set())
            table = self._left(player, kept)
            shown = list(islice(zip(*table, strict=True), _MOST_NUMBERS + 1))
            for place, action in enumerate(those):
                if action in known:
                    continue
                by = _dominator(table, place, kind, mixed)
                if by is None:
                    known.add(action)
                    continue
                mix = [Fraction(0)] * self.game.shape[player]
                for each, part in by.items():
                    mix[those[each]] = part
                scale = self.scaled[player][1]
                pairs = [
                    (sum(part * column[each] for each, part in by.items()) / scale, Fraction(column[place], scale))
                    for column in shown
                ]
                later = any(len(kept[each]) < count for each, count in enumerate(self.game.shape) if each != player)
                says = _sentence(self.game, player, action, tuple(mix), kind, pairs, later)
                yield Domination(player, action, tuple(mix), kind, says)

    def _left(self, player: int, kept: Kept) -> list[list[int]]:
        """The player's payoffs: one row for each action kept, one column for each choice of the others among theirs."""
        columns = [0]
        for other, those in enumerate(kept):
            if other != player:
                columns = [start * self.game.shape[other] + each for start in columns for each in those]
        return [[self.scaled[player][0][action][column] for column in columns] for action in kept[player]]


def _tries_mixes(kept: Kept) -> bool:
    return prod(map(len, kept)) <= MOST_MIXED


def _dominator(table: list[list[int]], action: int, kind: Kind, mixed: bool) -> dict[int, Fraction] | None:
    """The rows that dominate this one together, each with its part in the mix, if there are any."""
    own = table[action]
    compare = gt if kind == "strict" else ge
    for place, row in enumerate(table):
        if row != own and all(map(compare, row, own)):
            return {place: Fraction(1)}
    if not mixed or len(table) < 3:
        return None
    lead = [[a - b for a, b in zip(row, own, strict=True)] for place, row in enumerate(table) if place != action]
    mix = _always_ahead(lead) if kind == "strict" else _never_behind(lead)
    if mix is None:
        return None
    return {place + (place >= action): part for place, part in enumerate(mix) if part}


def _always_ahead(lead: list[list[int]]) -> Mix | None:
    """A mix that is ahead in every column: the leads are a zero-sum game, and its value must be positive."""
    if any(max(column) <= 0 for column in zip(*lead, strict=True)):
        return None
    found = solve_table([list(map(Fraction, row)) for row in lead])
    return found.mixes[0] if found.low > 0 else None


def _never_behind(lead: list[list[int]]) -> Mix | None:
    """A mix that is behind in no column and has the largest sum of leads, if that is positive."""
    if any(max(column) < 0 for column in zip(*lead, strict=True)):
        return None
    rows = [[-each for each in column] for column in zip(*lead, strict=True)]
    found = maximise([sum(row) for row in lead], [*rows, [1] * len(lead)], [*([0] * len(rows)), 1])
    return found.point if found.value > 0 else None


def _sentence(
    game: MatrixGame,
    player: int,
    action: int,
    by: Mix,
    kind: Kind,
    pairs: list[tuple[Fraction, Fraction]],
    later: bool,
) -> str:
    """Why an action goes. `pairs` are what pays more and what pays less, as far as they are shown; `later` says that some
    action of the others has gone before."""
    names, who = game.actions[player], game.players[player]
    others = [name for each, name in enumerate(game.players) if each != player]
    rest = f"{others[0]} does" if len(others) == 1 else "the others do"
    parts = [(part, each) for each, part in enumerate(by) if part]
    if len(parts) == 1:
        subject = names[parts[0][1]]
    else:
        subject = "the mix " + " + ".join(f"{part} {names[each]}" for part, each in parts)
    if later:
        subject = f"in what is left, {subject}"
    shown = ", ".join(f"{mine} {'>' if mine > other else '='} {other}" for mine, other in pairs[:_MOST_NUMBERS])
    more = ", ..." if len(pairs) > _MOST_NUMBERS else ""
    if kind == "strict":
        return f"{who} never plays {names[action]}: {subject} pays more whatever {rest} ({shown}{more})."
    return (
        f"{who} does without {names[action]}: {subject} pays never less, and sometimes more, "
        f"whatever {rest} ({shown}{more})."
    )
