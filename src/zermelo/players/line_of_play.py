"""The moves between the states of a game: programs outside are told moves, while players are given states."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Any

from zermelo.state import ZermeloError


class LineOfPlay:
    """The states of a game so far and the moves between them.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> line, start = LineOfPlay(), TicTacToe()
    >>> line.follow([start, start.play(4), start.play(4).play(0)])
    >>> line.moves
    [4, 0]
    """

    def __init__(self) -> None:
        self.states: list[Any] = []
        self.moves: list[Any] = []

    def follow(self, states: Sequence[Any]) -> None:
        """Find the moves between the states; those that were found for an earlier move still hold."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.states, states, strict=False)))
        del self.moves[max(same - 1, 0) :]
        self.states = list(states)
        for one, other in pairwise(states[max(same - 1, 0) :]):
            moves = getattr(one, "legal_moves", one.moves)()  # chess goes on after a draw that nobody claimed
            move = next((move for move in moves if one.play(move) == other), None)
            if move is None:
                raise ZermeloError(f"no move leads from one state to the next, after {len(self.moves)} moves")
            self.moves.append(move)
