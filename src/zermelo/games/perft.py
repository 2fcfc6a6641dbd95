"""Count lines of play, as perft tables do."""

from __future__ import annotations

from zermelo.games.faces import NativeState
from zermelo.state import State

AT_ONCE = 10**9
"""Lines of play, by a guess, that the core counts without a pause, in which Ctrl-C would not be heard."""


def perft(state: State, depth: int) -> int:
    """How many lines of play of `depth` moves there are; a game that is over earlier counts once.

    Chess and anti-chess count as their published tables do: only full lines, and on where a game is drawn by rule.
    """
    moves, over = state.moves(), state.utility() is not None
    if isinstance(state, NativeState) and (over or (len(moves) + 6) ** depth <= AT_ONCE):  # there may be more later
        count: int = state.native.perft(depth)
        return count
    if depth == 0 or over:
        return 1
    return len(moves) if depth == 1 else sum(perft(state.play(move), depth - 1) for move in moves)


def divide(state: State, depth: int) -> dict[str, int]:
    """The lines of play of `depth` moves, counted for each first move."""
    return {str(move): perft(state.play(move), depth - 1) for move in state.moves()}
