"""Count lines of play, as perft tables do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any

from zermelo.native.faces import NativeState
from zermelo.records.positions import format_move
from zermelo.state import SIMULTANEOUS, State, ZermeloError

UNINTERRUPTED = 10**9
"""The estimated number of lines that one native call may count; Ctrl-C waits until it returns."""


def perft(state: State, depth: int, on_count: Callable[[int], object] | None = None) -> int:
    """Return the number of lines of play of `depth` moves; a game that ends earlier counts once.

    Where players move at the same time, every combination of their moves is one move. Chess and anti-chess follow the published
    tables: only full lines count, and play goes on after a draw by rule. `on_count` is called now and then with the number of
    lines counted since the last call.

    >>> from zermelo.games.chess import Chess
    >>> perft(Chess(), 3)
    8902
    """
    over = state.utility() is not None
    if depth == 0 or (over and not isinstance(state, NativeState)):
        return 1  # also of a state that is over, and may have no player
    together, moves = state.player == SIMULTANEOUS, state.moves()
    small = over or (len(moves) + 6) ** depth <= UNINTERRUPTED  # the branching may grow
    if isinstance(state, NativeState) and small and not together:
        count = _native_perft(state, depth)
    elif over:
        return 1
    elif depth > 1:
        return sum(perft(state.play(move), depth - 1, on_count) for move in _moves(state))
    else:
        count = prod(map(len, moves)) if together else len(moves)
    if on_count is not None:
        on_count(count)
    return count


def divide(state: State, depth: int, on_count: Callable[[int], object] | None = None) -> Iterator[tuple[str, int]]:
    """Yield every first move with its perft; nothing if the game is over.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> dict(divide(TicTacToe(), 2))["4"]
    8
    """
    if state.utility() is None:
        for move in _moves(state):
            yield format_move(state, move), perft(state.play(move), depth - 1, on_count)


def _native_perft(state: NativeState, depth: int) -> int:
    try:
        count: int = state.native.perft(depth)
    except ValueError as error:  # a broken promise of the rules
        raise ZermeloError(str(error)) from None
    return count


def _moves(state: State) -> Iterator[Any]:
    return product(*state.moves()) if state.player == SIMULTANEOUS else iter(state.moves())
