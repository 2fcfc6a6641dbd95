"""Games as people write them for the first time: Onitama, a race of three, the Royal Game of Ur, Clobber, Kalah and Nim.

They were written before anyone asked what the compiler takes: loops, lists that become tuples again, tables of moves of
different lengths, nested tuples, named tuples in a tuple, an array, chance and three players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

# Onitama

SIZE = 5
TIGER = ((-2, 0), (1, 0))
CRAB = ((-1, 0), (0, -2), (0, 2))
MONKEY = ((-1, -1), (-1, 1), (1, -1), (1, 1))
CRANE = ((-1, 0), (1, -1), (1, 1))
DRAGON = ((-1, -2), (-1, 2), (1, -1), (1, 1))
CARDS = [TIGER, CRAB, MONKEY, CRANE, DRAGON]
PAWN, MASTER = 1, 2
TEMPLES = (2, 22)
FIRST_BOARD = (-1, -1, -2, -1, -1) + (0,) * 15 + (1, 1, 2, 1, 1)


class Onitama(NamedTuple):
    """Pieces are 1 and 2 for MAX, -1 and -2 for MIN, who moves down. A move is (card * 25 + from) * 25 + to."""

    board: tuple[int, ...] = FIRST_BOARD
    cards: tuple[int, ...] = (0, 1, 2, 3, 4)
    player: int = 0

    def moves(self) -> list[int]:
        found = []
        sign = 1 if self.player == 0 else -1
        hand = self.cards[:2] if self.player == 0 else self.cards[2:4]
        for card in hand:
            for square, piece in enumerate(self.board):
                if piece * sign <= 0:
                    continue
                for down, right in CARDS[card]:
                    row, column = square // SIZE + sign * down, square % SIZE + sign * right
                    if 0 <= row < SIZE and 0 <= column < SIZE and self.board[row * SIZE + column] * sign <= 0:
                        found.append((card * 25 + square) * 25 + row * SIZE + column)
        if not found:
            found = [card * 625 for card in hand]
        return found

    def play(self, move: int) -> Onitama:
        card, square, target = move // 625, move // 25 % 25, move % 25
        board = list(self.board)
        if square != target:
            board[target] = board[square]
            board[square] = 0
        cards = list(self.cards)
        place = cards.index(card)
        cards[place], cards[4] = cards[4], cards[place]
        return Onitama(tuple(board), tuple(cards), 1 - self.player)

    def utility(self) -> int | None:
        if -MASTER not in self.board or self.board[TEMPLES[0]] == MASTER:
            return 1
        if MASTER not in self.board or self.board[TEMPLES[1]] == -MASTER:
            return -1
        return None

    def evaluate(self) -> float:
        return sum(self.board) / 10


# A race of three

GOAL = 12
TRAPS = (4, 9)


class Runner(NamedTuple):
    place: int = 0
    fuel: int = 8


class Race(NamedTuple):
    """Runners take one to three steps for as much fuel, or rest. Who lands on another sends them back to the start."""

    runners: tuple[Runner, ...] = (Runner(), Runner(1), Runner(2))
    turn: int = 0

    @property
    def player(self) -> int:
        return self.turn % 3

    @property
    def me(self) -> Runner:
        return self.runners[self.player]

    def moves(self) -> list[int]:
        return [0] + [step for step in (1, 2, 3) if step <= self.me.fuel]

    def play(self, steps: int) -> Race:
        runners = list(self.runners)
        place = self.me.place + steps
        if place in TRAPS:
            place -= 2
        for other, runner in enumerate(runners):
            if steps and other != self.player and runner.place == place:
                runners[other] = runner._replace(place=0)
        runners[self.player] = Runner(place, self.me.fuel - steps if steps else self.me.fuel + 1)
        return self._replace(runners=tuple(runners), turn=self.turn + 1)

    def utility(self) -> tuple[int, ...] | None:
        if max(runner.place for runner in self.runners) < GOAL and self.turn < 45:
            return None
        first = max(runner.place for runner in self.runners)
        return tuple(2 if runner.place == first else -1 for runner in self.runners)

    def evaluate(self) -> tuple[float, ...]:
        return tuple(runner.place / GOAL + runner.fuel / 100 for runner in self.runners)


# The Royal Game of Ur

STONES, LAST = 3, 15
ROSETTES = {4, 8, 14}
ODDS = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]
SHARED = range(5, 13)


class Ur(NamedTuple):
    """Each player's stones by their place on the path: 0 is off the board, 15 is home; places 5 to 12 are shared."""

    stones: tuple[tuple[int, ...], ...] = ((0,) * STONES, (0,) * STONES)
    mover: int = 0
    roll: int = -1
    left: int = 60

    @property
    def player(self) -> int:
        return self.mover if self.roll >= 0 else -1

    def chances(self) -> list[tuple[int, float]]:
        return [(roll, chance) for roll, chance in enumerate(ODDS)]

    def can_move(self, stone: int) -> bool:
        mine, theirs = self.stones[self.mover], self.stones[1 - self.mover]
        target = mine[stone] + self.roll
        if self.roll == 0 or target > LAST or (target < LAST and target in mine):
            return False
        return not (target == 8 and target in theirs)

    def moves(self) -> list[int]:
        if self.roll < 0:
            return list(range(5))
        moves = [stone for stone in range(STONES) if self.can_move(stone)]
        return moves or [STONES]

    def play(self, move: int) -> Ur:
        if self.roll < 0:
            return self._replace(roll=move)
        if move == STONES:
            return Ur(self.stones, 1 - self.mover, -1, self.left - 1)
        stones = [list(row) for row in self.stones]
        target = stones[self.mover][move] + self.roll
        stones[self.mover][move] = target
        if target in SHARED:
            for other in range(STONES):
                if stones[1 - self.mover][other] == target:
                    stones[1 - self.mover][other] = 0
        mover = self.mover if target in ROSETTES else 1 - self.mover
        return Ur(tuple(tuple(row) for row in stones), mover, -1, self.left - 1)

    def utility(self) -> int | None:
        for player in range(2):
            if all(place == LAST for place in self.stones[player]):
                return 1 if player == 0 else -1
        return 0 if self.left == 0 else None

    def evaluate(self) -> float:
        return (sum(self.stones[0]) - sum(self.stones[1])) / (STONES * LAST)


# Clobber

ROWS, COLUMNS = 4, 5
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def checkered() -> Any:
    board: Any = np.zeros((ROWS, COLUMNS), dtype=np.int8)
    for row in range(ROWS):
        for column in range(COLUMNS):
            board[row, column] = 1 if (row + column) % 2 == 0 else -1
    return board


class Clobber(NamedTuple):
    """A stone moves onto a neighbouring stone of the other colour. A move is 4 * square + direction."""

    board: Any = checkered()
    player: int = 0

    def moves(self) -> list[int]:
        mine = 1 if self.player == 0 else -1
        moves = []
        for row in range(ROWS):
            for column in range(COLUMNS):
                if self.board[row, column] != mine:
                    continue
                for direction, (down, right) in enumerate(STEPS):
                    inside = 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
                    if inside and self.board[row + down, column + right] == -mine:
                        moves.append(4 * (COLUMNS * row + column) + direction)
        return moves

    def play(self, move: int) -> Clobber:
        square, direction = divmod(move, 4)
        row, column = divmod(square, COLUMNS)
        down, right = STEPS[direction]
        board = self.board.copy()
        board[row + down, column + right] = board[row, column]
        board[row, column] = 0
        return Clobber(board, 1 - self.player)

    def utility(self) -> int | None:
        if len(self.moves()) > 0:
            return None
        return -1 if self.player == 0 else 1

    def key(self) -> tuple[bytes, int]:
        return self.board.tobytes(), self.player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clobber) and self.key() == other.key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key())


# Kalah


class Mancala(NamedTuple):
    """Six pits and a store for each player. A move is a pit from 0 to 5, as the player to move counts."""

    mine: tuple[int, ...] = (3,) * 6
    theirs: tuple[int, ...] = (3,) * 6
    stores: tuple[int, int] = (0, 0)
    player: int = 0

    def moves(self) -> list[int]:
        return [pit for pit, seeds in enumerate(self.mine) if seeds > 0]

    def play(self, move: int) -> Mancala:
        pits = list(self.mine) + list(self.theirs)
        store = self.stores[self.player]
        seeds = pits[move]
        pits[move] = 0
        at, again = move, False
        while seeds > 0:
            at += 1
            again = False
            if at == 6:
                store += 1
                seeds -= 1
                again = True
                if seeds == 0:
                    break
            at %= 12
            pits[at] += 1
            seeds -= 1
            again = False
        if not again and at < 6 and pits[at] == 1 and pits[11 - at] > 0:
            store += 1 + pits[11 - at]
            pits[at] = pits[11 - at] = 0
        stores = (store, self.stores[1]) if self.player == 0 else (self.stores[0], store)
        if again:
            return Mancala(tuple(pits[:6]), tuple(pits[6:]), stores, self.player)
        return Mancala(tuple(pits[6:]), tuple(pits[:6]), stores, 1 - self.player)

    def utility(self) -> int | None:
        if any(self.mine):
            return None
        rest = sum(self.theirs)
        lead = self.stores[0] - self.stores[1]
        return lead - rest if self.player == 0 else lead + rest

    def evaluate(self) -> int:
        return self.stores[0] - self.stores[1]


@dataclass(frozen=True)
class Nim:
    """The same state as a dataclass: take one or two from a heap; who takes the last stone of all wins."""

    heaps: tuple[int, ...] = (3, 2, 2)
    player: int = 0

    def moves(self) -> list[int]:
        return [3 * heap + number for heap, size in enumerate(self.heaps) for number in (1, 2) if number <= size]

    def play(self, move: int) -> Nim:
        heap, number = divmod(move, 3)
        heaps = tuple(size - number if at == heap else size for at, size in enumerate(self.heaps))
        return replace(self, heaps=heaps, player=1 - self.player)

    def utility(self) -> int | None:
        return None if any(self.heaps) else -1 if self.player == 0 else 1


FIRST_GAMES = [Onitama, Race, Ur, Clobber, Mancala, Nim]
