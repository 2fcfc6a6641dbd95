"""Pig, a game of chance, as a plain class of Python, and the same class compiled.

    python pig.py
    zermelo check pig:Pig

In your turn you roll a die as often as you dare: every roll adds to the pot, but a 1 loses it and ends the turn. Holding puts the
pot into your bank and ends the turn too. Whoever reaches the target wins; a game that is not won after some turns is a draw.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.state import CHANCE

TARGET, TURNS, FACES = 10, 12, 6
ROLL, HOLD = 0, 1


class Pig(NamedTuple):
    """The players' banks, and what the one to move has in the pot. Where the die is rolling, a move is the face that it shows."""

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
        """How far MAX is ahead; what is in the pot may still be lost, so it counts half."""
        pot = self.pot if self.mover == 0 else -self.pot
        return (2 * (self.bank[0] - self.bank[1]) + pot) / (2 * TARGET)

    def __str__(self) -> str:
        return f"{self.bank[0]} : {self.bank[1]}, {self.pot} in the pot, {self.turns} turns left"


if __name__ == "__main__":
    import zermelo
    from zermelo.textbook import expectiminimax

    for result in (expectiminimax(Pig(), depth=10), zermelo.search(zermelo.compiled(Pig)(), depth=10)):
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, value {result.value:.4f}: {result.move}")
