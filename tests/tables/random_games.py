"""Random games for the tests of books."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from zermelo.state import State

Played = tuple[Sequence[Any], int | None]
SEEDS = st.lists(st.integers(0, 2**32), max_size=25)


def played(start: State, seed: int, plies: int = 16) -> Played:
    """A random game with a random outcome; few moves are tried, so that games meet."""
    random, state, moves = Random(seed), start, []
    for _ in range(plies):
        if state.utility() is not None:
            break
        few = list(state.moves())[:: random.choice((2, 5))]
        moves.append(random.choice(few))
        state = state.play(moves[-1])
    return moves, random.choice((1, 0, -1, None))
