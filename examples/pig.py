"""Pig, a game of chance, as a Python class, and the same class compiled.

    python pig.py
    zermelo check pig:Pig

A player rolls a die any number of times: each roll adds to the pot, but a 1 loses it and ends the turn. Holding moves the pot to
the player's bank and ends the turn. The first to reach the target wins; after a number of turns the game is a draw.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.state import CHANCE

TARGET, TURNS, FACES = 10, 12, 6
ROLL, HOLD = 0, 1


class Pig(NamedTuple):
    """The players' banks and the pot of the player to move. At a chance state a move is the face of the die."""

    bank: tuple[int, int] = (0, 0)
    pot: int = 0
    turns: int = TURNS
    mover: int = 0
    rolling: bool = False

    most_moves = FACES

    @property
    def player(self) -> int:
        return CHANCE if self.rolling else self.mover

    def moves(self) -> list[int]:
        if self.rolling:
            return list(range(1, FACES + 1))
        return [ROLL, HOLD] if self.pot else [ROLL]

    def chances(self) -> list[tuple[int, float]]:
        return [(face, 1 / FACES) for face in range(1, FACES + 1)]

    def play(self, move: int) -> Pig:
        if not self.rolling and move == ROLL:
            return self._replace(rolling=True)
        if self.rolling and move > 1:
            return self._replace(pot=self.pot + move, rolling=False)
        bank = list(self.bank)
        bank[self.mover] += 0 if self.rolling else self.pot
        return Pig((bank[0], bank[1]), 0, self.turns - 1, 1 - self.mover, False)

    def utility(self) -> int | None:
        mine = 1 if self.mover == 0 else -1
        if self.bank[self.mover] + self.pot >= TARGET:
            return mine
        if self.bank[1 - self.mover] >= TARGET:
            return -mine
        return None if self.turns else 0

    def evaluate(self) -> float:
        """Return MAX's lead; the pot counts half, since it may still be lost."""
        pot = self.pot if self.mover == 0 else -self.pot
        return (2 * (self.bank[0] - self.bank[1]) + pot) / (2 * TARGET)

    def __str__(self) -> str:
        return f"{self.bank[0]} : {self.bank[1]}, {self.pot} in the pot, {self.turns} turns left"


if __name__ == "__main__":
    import zermelo
    from zermelo.textbook import expectiminimax

    for result in (expectiminimax(Pig(), depth=10), zermelo.search(zermelo.compiled(Pig)(), depth=10)):
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, value {result.value:.4f}: {result.move}")
