"""Whether a game of Python can go on for ever: retrograde analysis, as the core's solver does for games that it knows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from zermelo.state import MAX, Number, State

MOST_STATES = 100_000
"""Beyond these a game counts as long, not as endless."""


def goes_on_for_ever(start: State, most: int, stops: Callable[[], bool]) -> tuple[bool, int]:
    """Return whether neither player can force an end from `start` without losing, and how many states were visited.

    It is not known, and the answer is False, where there are more than `most` states or `stops()` is true.

    `lows` holds what MAX can force in a finite number of moves, `highs` what MIN can; both are worked back from the ends until
    nothing changes.
    """
    numbers: dict[Hashable, int] = {_key(start): 0}
    states: list[State] = [start]
    children: list[list[int]] = []
    lows: list[Number] = []
    highs: list[Number] = []
    for state in states:
        if len(states) > most or stops():
            return False, len(children)
        utility: Any = state.utility()
        lows.append(-inf if utility is None else utility)
        highs.append(inf if utility is None else utility)
        children.append([])
        for move in () if utility is not None else state.moves():
            child = state.play(move)
            number = numbers.setdefault(_key(child), len(states))
            if number == len(states):
                states.append(child)
            children[-1].append(number)
    parents: list[list[int]] = [[] for _ in states]
    for at, below in enumerate(children):
        for child_number in below:
            parents[child_number].append(at)
    for bounds in (lows, highs):
        waiting = {at for at, below in enumerate(children) if below}
        while waiting and not stops():
            at = waiting.pop()
            choose = max if states[at].player == MAX else min
            best = choose(bounds[child] for child in children[at])
            if best != bounds[at]:
                bounds[at] = best
                waiting.update(parents[at])
        if waiting:
            return False, len(states)
    return lows[0] < 0 < highs[0], len(states)


def _key(state: Any) -> Hashable:
    return (state.key() if hasattr(state, "key") else state, state.player)
