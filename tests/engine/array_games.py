"""Games with NumPy arrays and records in their states: correct ones, and ways to get them wrong."""

from __future__ import annotations

from collections import namedtuple
from types import new_class
from typing import Any, NamedTuple

import numpy as np

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])
PITS = np.dtype([("free", np.int8, 6), ("last", np.int64), ("odd", bool)])


class Objects:
    """Tic-tac-toe as a first board is written: its states are objects, not values."""

    def __init__(self, cells: Any = None, player: int = 0) -> None:
        self.cells = np.zeros(9, dtype=np.int8) if cells is None else cells
        self.player = player

    def moves(self) -> Any:
        return np.flatnonzero(self.cells == 0).tolist()

    def play(self, move: Any) -> Any:
        cells = self.cells.copy()
        cells[move] = -1 if self.player else 1
        return type(self)(cells, 1 - self.player)

    def utility(self) -> Any:
        totals = self.cells[LINES].sum(axis=1)
        if abs(totals).max() == 3:
            return totals[abs(totals).argmax()] // 3
        return None if (self.cells == 0).any() else np.int8(0)


class Noughts(Objects):
    """The same, and a value."""

    def key(self) -> Any:
        return self.cells.tobytes(), self.player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Noughts) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Numbers(Noughts):
    """Everything is a number of NumPy's, and payoffs have no sign: MIN gets nothing for a win."""

    def moves(self) -> Any:
        return list(np.flatnonzero(self.cells == 0))

    def utility(self) -> Any:
        worth = super().utility()
        return None if worth is None else np.uint8(max(worth, 0))


class Mixed(NamedTuple):
    """Fields of many kinds: boards in a tuple that change places and lie the other way round, and a record. Two players take cells
    in turn, and what is on the boards in the end is for the last one."""

    boards: tuple[Any, ...] = (np.zeros(6, np.int16), np.ones(6, np.int16))
    pits: Any = np.array([([1] * 6, -1, False)], dtype=PITS)[0]
    first: bool = True
    left: int = 6

    @property
    def player(self) -> int:
        return 0 if self.first else 1

    def moves(self) -> list[int]:
        return [move for move in range(6) if self.pits["free"][move]]

    def play(self, move: int) -> Mixed:
        pits = self.pits.copy()
        pits["free"][move] = 0
        pits["odd"] = not self.pits["odd"]
        pits["last"] = move
        own = self.boards[0].copy()
        own[move] += move
        return self._replace(boards=(self.boards[1][::-1], own), pits=pits, left=self.left - 1, first=not self.first)

    def utility(self) -> int | None:
        if self.left:
            return None
        total = 0
        for cell in range(6):
            total += (cell + 1) * (self.boards[0][cell] - 2 * self.boards[1][cell])
        return int(total) if self.first else -int(total)


def unchanged(self: Any, move: int) -> Any:
    return self.cells


def board(cells: Any = None, change: Any = None, **members: Any) -> Any:
    """A class of games in which nine cells are marked one after the other, with a first board and a way to change it."""
    first = np.zeros(9, dtype=np.int8) if cells is None else cells
    made: Any = new_class("Board", (namedtuple("Board", ["cells", "left"], defaults=[first, 9]),))
    change = change or unchanged

    def play(self: Any, move: int) -> Any:
        return made(change(self, move), self.left - 1)

    usual = {
        "player": property(lambda self: self.left % 2),
        "moves": lambda self: [9 - self.left],
        "play": play,
        "utility": lambda self: None if self.left else 0,
    }
    for name, member in {**usual, **members}.items():
        setattr(made, name, member)
    return made


def marks_it(self: Any, move: int) -> Any:
    self.cells[move] = 1
    return self.cells


def adds_to_it(self: Any, move: int) -> Any:
    cells = self.cells
    cells += 1
    return cells


def marks_it_flat(self: Any, move: int) -> Any:
    self.cells.flat[move] = 1
    return self.cells


def marks_it_seldom(self: Any, move: int) -> Any:
    if move > 9:
        self.cells[0] = 1
    return self.cells


def adds_seldom(self: Any, move: int) -> Any:
    cells = self.cells
    if move > 9:
        cells += 1
    return cells


def grows(self: Any, move: int) -> Any:
    return np.append(self.cells, self.cells)


def widens(self: Any, move: int) -> Any:
    return self.cells.astype(np.int64)


def becomes_a_matrix_seldom(self: Any, move: int) -> Any:
    return self.cells if move < 9 else self.cells.reshape(3, 3)
