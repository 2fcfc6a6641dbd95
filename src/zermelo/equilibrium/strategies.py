"""Strategies for a repeated game of two actions.

A strategy is a function of the player's own moves so far, the other player's moves so far, and a random number generator.
A move is True to cooperate (the first action of the game) and False to defect (the second).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

Moves: TypeAlias = Sequence[bool]
Decide: TypeAlias = Callable[[Moves, Moves, Random], bool]


class Strategy(NamedTuple):
    """A named strategy with a one-line description; `source` is its author, if known."""

    name: str
    decide: Decide
    description: str
    source: str = ""


def _tit_for_tat(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return not theirs or theirs[-1]


def _suspicious(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return bool(theirs) and theirs[-1]


def _tit_for_two_tats(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return any(theirs[-2:]) or len(theirs) < 2


def _two_tits_for_tat(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return all(theirs[-2:])


def _generous(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return not theirs or theirs[-1] or rng.random() < 1 / 3


def _grudger(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return all(theirs)


def _pavlov(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return not mine or mine[-1] == theirs[-1]


def _majority(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return 2 * theirs.count(True) >= len(theirs)


def _joss(mine: Moves, theirs: Moves, rng: Random) -> bool:
    return (not theirs or theirs[-1]) and rng.random() >= 0.1


def _prober(mine: Moves, theirs: Moves, rng: Random) -> bool:
    if len(mine) < 3:
        return len(mine) > 0
    return theirs[-1] if not (theirs[1] and theirs[2]) else False


STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("always_cooperate", lambda mine, theirs, rng: True, "always cooperates"),
        Strategy("always_defect", lambda mine, theirs, rng: False, "always defects"),
        Strategy("random", lambda mine, theirs, rng: rng.random() < 0.5, "tosses a coin every round"),
        Strategy("tit_for_tat", _tit_for_tat, "cooperates first, then repeats the other's last move", "Rapoport"),
        Strategy("suspicious_tit_for_tat", _suspicious, "is tit for tat, but defects first"),
        Strategy("tit_for_two_tats", _tit_for_two_tats, "defects only after two defections in a row", "Axelrod"),
        Strategy("two_tits_for_tat", _two_tits_for_tat, "answers every defection with two of its own"),
        Strategy("generous_tit_for_tat", _generous, "is tit for tat, but forgives one time in three", "Nowak, Sigmund"),
        Strategy("grudger", _grudger, "cooperates until the first defection, then always defects", "Friedman"),
        Strategy("pavlov", _pavlov, "cooperates if both made the same move last: win-stay, lose-shift", "Kraines"),
        Strategy("majority", _majority, "plays the other's more frequent move"),
        Strategy("joss", _joss, "is tit for tat, but defects one time in ten", "Joss"),
        Strategy("prober", _prober, "starts D, C, C, and defects for ever if the other did not retaliate"),
    )
}
