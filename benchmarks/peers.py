"""Plain alpha-beta on Connect Four in other libraries. Each function returns nodes and seconds."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from benchmarks.table import best_of


def open_spiel(depth: int) -> tuple[int, float]:
    """Run OpenSpiel's Python alpha-beta over its C++ Connect Four.

    OpenSpiel's Python package does not expose its C++ alpha-beta.
    """
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")

    def search() -> None:
        minimax.alpha_beta_search(game, value_function=lambda _: 0.0, maximum_depth=depth)

    visited = 0
    usual = minimax._alpha_beta

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal visited
        visited += 1
        return usual(*given, **named)

    minimax._alpha_beta = counted
    try:
        search()
    finally:
        minimax._alpha_beta = usual
    return visited, best_of(3, search)


def easy_ai(depth: int, table: bool = False, weights: Sequence[tuple[int, int]] = ()) -> tuple[int, float]:
    """Run easyAI's Negamax, optionally with its table, on a Connect Four written on bitboards, so that its rules are fast.

    `weights` holds pairs of a mask of squares and the value of a stone there.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

    class FourInARow(TwoPlayerGame):  # type: ignore[misc]
        moves_made = 0

        def __init__(self, players: Any) -> None:
            self.players, self.current_player = players, 1
            self.boards, self.heights = [0, 0], [7 * column for column in range(7)]

        def possible_moves(self) -> list[int]:
            return [column for column in range(7) if self.heights[column] < 7 * column + 6]

        def make_move(self, column: int) -> None:
            FourInARow.moves_made += 1
            self.boards[self.current_player - 1] |= 1 << self.heights[column]
            self.heights[column] += 1

        def unmake_move(self, column: int) -> None:
            self.heights[column] -= 1
            self.boards[self.current_player - 1] &= ~(1 << self.heights[column])

        def lose(self) -> bool:
            board = self.boards[self.opponent_index - 1]
            return any((pairs := board & board >> step) & pairs >> 2 * step for step in (1, 6, 7, 8))

        def is_over(self) -> bool:
            return self.lose() or not self.possible_moves()

        def scoring(self) -> int:
            if self.lose():
                return -100
            own, theirs = self.boards[self.current_player - 1], self.boards[self.opponent_index - 1]
            return sum(weight * ((own & mask).bit_count() - (theirs & mask).bit_count()) for mask, weight in weights)

        def ttentry(self) -> tuple[int, ...]:
            return (self.current_player, *self.boards)

    def search() -> None:
        mind = Negamax(depth, tt=TranspositionTable() if table else None)
        mind(FourInARow([AI_Player(mind), AI_Player(mind)]))

    search()
    visited = FourInARow.moves_made + 1
    return visited, best_of(1, search)
