"""The Go Text Protocol for Hex, as Hex programs speak it (HTP): Black is Red, moves first and connects top and bottom.

A move is a cell, "a1" at the top left. There are no passes, and no swap.
"""

from __future__ import annotations

import re
from typing import TextIO

from zermelo.games.hex.rules import COLUMNS, SIZE, Hex
from zermelo.protocols.gtp import Gtp, Options, SyntaxProblem
from zermelo.state import ZermeloError

_CELL = re.compile(r"([a-s])([1-9]\d?)")


class HexBoard:
    """A game in progress."""

    def __init__(self, size: int = SIZE) -> None:
        self.states = [Hex(size=size)]
        self.moves: list[tuple[int, str]] = []

    @property
    def state(self) -> Hex:
        return self.states[-1]

    @property
    def size(self) -> int:
        return len(self.state.rows())

    def clear(self, size: int | None = None) -> None:
        self.states, self.moves = [Hex(size=self.size if size is None else size)], []

    def turn_of(self, player: int) -> Hex:
        if self.state.utility() is not None:
            raise ZermeloError("the game is over")
        if self.state.player != player:
            raise ZermeloError("illegal move: it is the turn of the other colour")
        return self.state

    def play(self, player: int, move: str) -> None:
        self.states.append(self.turn_of(player).play(move))
        self.moves.append((player, move))

    def undo(self) -> bool:
        if not self.moves:
            return False
        self.states.pop()
        self.moves.pop()
        return True

    def text(self) -> str:
        return str(self.state)


class HexGtp(Gtp):
    """A conversation about Hex."""

    def __init__(self, out: TextIO | None = None, options: Options | None = None) -> None:
        options = options or Options(size=SIZE)
        super().__init__(HexBoard(options.size), options, out)

    def vertex(self, text: str) -> str:
        cell, size = _CELL.fullmatch(text.lower()), self.board.size
        if cell is None or cell[1] not in COLUMNS[:size] or int(cell[2]) > size:
            raise SyntaxProblem("invalid color or coordinate")
        return cell[0]
