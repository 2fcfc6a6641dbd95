"""Ways of playing a dilemma again and again: each sees all moves so far and says whether to cooperate now.

A strategy is a function of the player's own moves, the other's moves, and a source of chance. Moves are True for
cooperation, the first action of the game, and False for defection, the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

Moves: TypeAlias = Sequence[bool]
Decide: TypeAlias = Callable[[Moves, Moves, Random], bool]


class Strategy(NamedTuple):
    """`says` describes it in a sentence; `source` is who thought of it, where that is known."""

    name: str
    decide: Decide
    says: str
    source: str = ""


def _tit_for_tat(own: Moves, other: Moves, chance: Random) -> bool:
    return not other or other[-1]


def _suspicious(own: Moves, other: Moves, chance: Random) -> bool:
    return bool(other) and other[-1]


def _tit_for_two_tats(own: Moves, other: Moves, chance: Random) -> bool:
    return any(other[-2:]) or len(other) < 2


def _two_tits_for_tat(own: Moves, other: Moves, chance: Random) -> bool:
    return all(other[-2:])


def _generous(own: Moves, other: Moves, chance: Random) -> bool:
    return not other or other[-1] or chance.random() < 1 / 3


def _grudger(own: Moves, other: Moves, chance: Random) -> bool:
    return all(other)


def _pavlov(own: Moves, other: Moves, chance: Random) -> bool:
    return not own or own[-1] == other[-1]


def _majority(own: Moves, other: Moves, chance: Random) -> bool:
    return 2 * other.count(True) >= len(other)


def _joss(own: Moves, other: Moves, chance: Random) -> bool:
    return (not other or other[-1]) and chance.random() >= 0.1


def _prober(own: Moves, other: Moves, chance: Random) -> bool:
    if len(own) < 3:
        return len(own) > 0
    return other[-1] if not (other[1] and other[2]) else False


STRATEGIES: dict[str, Strategy] = {
    each.name: each
    for each in (
        Strategy("always_cooperate", lambda own, other, chance: True, "cooperates, whatever happens"),
        Strategy("always_defect", lambda own, other, chance: False, "defects, whatever happens"),
        Strategy("random", lambda own, other, chance: chance.random() < 0.5, "throws a coin every time"),
        Strategy("tit_for_tat", _tit_for_tat, "begins kindly, then does what the other did last", "Rapoport"),
        Strategy("suspicious_tit_for_tat", _suspicious, "is tit for tat that begins with a defection"),
        Strategy("tit_for_two_tats", _tit_for_two_tats, "defects only after two defections in a row", "Axelrod"),
        Strategy("two_tits_for_tat", _two_tits_for_tat, "answers every defection with two of its own"),
        Strategy("generous_tit_for_tat", _generous, "is tit for tat that forgives one time in three", "Nowak, Sigmund"),
        Strategy("grudger", _grudger, "cooperates until the first defection, and never again after", "Friedman"),
        Strategy("pavlov", _pavlov, "cooperates where both did the same last time: win, stay; lose, shift", "Kraines"),
        Strategy("majority", _majority, "does what the other did most of the time"),
        Strategy("joss", _joss, "is tit for tat that tries a defection one time in ten", "Joss"),
        Strategy("prober", _prober, "begins D, C, C, and exploits whoever has not answered the first"),
    )
}
