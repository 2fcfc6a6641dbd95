"""Count lines of play, as perft tables do."""

from __future__ import annotations

from collections.abc import Callable

from zermelo.games.faces import NativeState
from zermelo.state import State

UNINTERRUPTED = 10**9
"""The estimated number of lines that one native call may count; Ctrl-C waits until it returns."""


def perft(state: State, depth: int, on_count: Callable[[int], object] | None = None) -> int:
    """Return the number of lines of play of `depth` moves; a game that ends earlier counts once.

    Chess and anti-chess follow the published tables: only full lines count, and play goes on after a draw by rule. `on_count` is
    called now and then with the number of lines counted since the last call.

    >>> from zermelo.games.chess import Chess
    >>> perft(Chess(), 3)
    8902
    """
    moves, over = state.moves(), state.utility() is not None
    if isinstance(state, NativeState) and (
        over or (len(moves) + 6) ** depth <= UNINTERRUPTED
    ):  # the branching may grow
        count: int = state.native.perft(depth)
    elif depth == 0 or over:
        return 1
    elif depth > 1:
        return sum(perft(state.play(move), depth - 1, on_count) for move in moves)
    else:
        count = len(moves)
    if on_count is not None:
        on_count(count)
    return count


def divide(state: State, depth: int) -> dict[str, int]:
    """Return the perft of every first move.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> divide(TicTacToe(), 2)["4"]
    8
    """
    return {str(move): perft(state.play(move), depth - 1) for move in state.moves()}
