"""Actions that a rational player never takes, and what is left of a game without them.

An action is *strictly dominated* where some other action, or a mix of others, pays more whatever the rest choose; *weakly*
where it pays never less and sometimes more. Taking strictly dominated actions away, one after another, never loses an
equilibrium and leaves the same game in whichever order it is done. Taking weakly dominated ones away can lose equilibria,
and then the order matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from zermelo.equilibrium.game import MatrixGame, Mix
from zermelo.equilibrium.numbers import dot, whole
from zermelo.equilibrium.simplex import maximise
from zermelo.equilibrium.zero_sum import solve_table

MOST_MIXED = 400
"""Cells of the largest game in which mixes are tried as dominators; in a larger one only single actions are."""
_MOST_NUMBERS = 4

Kind = Literal["strict", "weak"]


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
    kept: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Elimination:
    """Numbers of actions are those of the whole game throughout; `game` is what is left."""

    steps: tuple[Step, ...]
    kept: tuple[tuple[int, ...], ...]
    game: MatrixGame

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
    whole_game = tuple(tuple(range(count)) for count in game.shape)
    return tuple(_all_dominated(game, whole_game, kind))


def eliminate(game: MatrixGame, weak: bool = False) -> Elimination:
    """Takes dominated actions away, one at a time, until none is left; with `weak` also weakly dominated ones, but never
    one of them while there is a strictly dominated one.

    >>> from zermelo.equilibrium import matrix_game
    >>> eliminate(matrix_game("-1,-1 -4,0; 0,-4 -3,-3")).kept
    ((1,), (1,))
    """
    kept = tuple(tuple(range(count)) for count in game.shape)
    steps: list[Step] = []
    kinds: tuple[Kind, ...] = ("strict", "weak") if weak else ("strict",)
    while True:
        found = next((each for kind in kinds for each in _all_dominated(game, kept, kind)), None)
        if found is None:
            return Elimination(tuple(steps), kept, game.restricted(kept))
        kept = tuple(
            tuple(action for action in those if (player, action) != (found.player, found.action))
            for player, those in enumerate(kept)
        )
        steps.append(Step(found, kept))


def _all_dominated(game: MatrixGame, kept: tuple[tuple[int, ...], ...], kind: Kind) -> Iterator[Domination]:
    left = game.restricted(kept)
    for player, those in enumerate(kept):
        table = left.against(player)
        for place, action in enumerate(those):
            by = _dominator(table, place, kind, len(left.cells) <= MOST_MIXED)
            if by is not None:
                mix = [Fraction(0)] * game.shape[player]
                for each, part in zip(those, by, strict=True):
                    mix[each] = part
                later = any(
                    len(left.actions[each]) < len(game.actions[each]) for each in range(len(kept)) if each != player
                )
                says = _sentence(left, player, table, place, by, kind, later)
                yield Domination(player, action, tuple(mix), kind, says)


def _dominator(table: list[list[Fraction]], action: int, kind: Kind, mixed: bool) -> Mix | None:
    """A mix of rows that dominates this one, if there is any."""
    own = table[action]
    beats: Callable[[list[Fraction]], bool]
    if kind == "strict":
        beats = lambda row: all(a > b for a, b in zip(row, own, strict=True))  # noqa: E731
    else:
        beats = lambda row: row != own and all(a >= b for a, b in zip(row, own, strict=True))  # noqa: E731
    for place, row in enumerate(table):
        if beats(row):
            return tuple(Fraction(place == each) for each in range(len(table)))
    if not mixed or len(table) < 3:
        return None
    lead = [[a - b for a, b in zip(row, own, strict=True)] for place, row in enumerate(table) if place != action]
    mix = _always_ahead(lead) if kind == "strict" else _never_behind(lead)
    return None if mix is None else (*mix[:action], Fraction(0), *mix[action:])


def _always_ahead(lead: list[list[Fraction]]) -> Mix | None:
    """A mix that is ahead in every column: the leads are a zero-sum game, and its value must be positive."""
    if any(max(column) <= 0 for column in zip(*lead, strict=True)):
        return None
    found = solve_table(lead)
    return found.mixes[0] if found.low > 0 else None


def _never_behind(lead: list[list[Fraction]]) -> Mix | None:
    """A mix that is behind in no column and has the largest sum of leads, if that is positive."""
    if any(max(column) < 0 for column in zip(*lead, strict=True)):
        return None
    integers, _ = whole(lead)
    rows = [[-each for each in column] for column in zip(*integers, strict=True)]
    found = maximise([sum(row) for row in integers], [*rows, [1] * len(lead)], [*([0] * len(rows)), 1])
    return found.point if found.value > 0 else None


def _sentence(
    game: MatrixGame, player: int, table: list[list[Fraction]], action: int, by: Mix, kind: Kind, later: bool
) -> str:
    """Why an action goes; `later` says that some action of the others has gone before."""
    names, who = game.actions[player], game.players[player]
    others = [name for each, name in enumerate(game.players) if each != player]
    rest = f"{others[0]} does" if len(others) == 1 else "the others do"
    parts = [(part, each) for each, part in enumerate(by) if part]
    if len(parts) == 1:
        subject = names[parts[0][1]]
    else:
        subject = "the mix " + " + ".join(f"{part} {names[each]}" for part, each in parts)
    pairs = [(dot(by, column), column[action]) for column in zip(*table, strict=True)]
    shown = ", ".join(f"{mine} {'>' if mine > other else '='} {other}" for mine, other in pairs[:_MOST_NUMBERS])
    more = ", ..." if len(pairs) > _MOST_NUMBERS else ""
    if later:
        subject = f"in what is left, {subject}"
    if kind == "strict":
        return f"{who} never plays {names[action]}: {subject} pays more whatever {rest} ({shown}{more})."
    return (
        f"{who} does without {names[action]}: {subject} pays never less, and sometimes more, "
        f"whatever {rest} ({shown}{more})."
    )
