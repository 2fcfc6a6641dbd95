"""Pig, a race with one die. A player rolls any number of times: each roll adds to the pot, but a 1 loses it and ends the
turn. Holding moves the pot to the player's bank and ends the turn. The first to reach the target wins.

Rolling is a move of the player; the result is a move of chance. A game that is not won after a number of turns is a draw,
so that every game ends.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from zermelo.kinds.profile import declare
from zermelo.state import CHANCE, illegal_move

FACES = (1, 2, 3, 4, 5, 6)


@declare(
    title="Pig",
    position_help="The moves and throws, as in: roll 4 roll 6 hold.",
    values_help="Values are for the first player: 1 is a certain win, 0 an even game, -1 a certain loss.",
    expected_scale=0.5,
)
class Pig(NamedTuple):
    """A position; `mover` has the turn, and `player` is CHANCE while the die is rolling."""

    target: int = 10
    turns: int = 12
    bank: tuple[int, int] = (0, 0)
    pot: int = 0
    mover: int = 0
    player: int = 0

    def moves(self) -> tuple[str, ...] | tuple[int, ...]:
        if self.player == CHANCE:
            return FACES
        return ("roll", "hold") if self.pot else ("roll",)

    def chances(self) -> tuple[tuple[int, Fraction], ...]:
        return tuple((face, Fraction(1, 6)) for face in FACES)

    def play(self, move: str | int) -> Pig:
        if move not in self.moves():
            raise illegal_move(move)
        if move == "roll":
            return self._replace(player=CHANCE)
        if isinstance(move, int) and move > 1:
            return self._replace(player=self.mover, pot=self.pot + move)
        banked = list(self.bank)
        banked[self.mover] += self.pot if move == "hold" else 0
        other = 1 - self.mover
        return Pig(self.target, self.turns - 1, (banked[0], banked[1]), 0, other, other)

    def utility(self) -> int | None:
        if self.bank[self.mover] + self.pot >= self.target:
            return 1 if self.mover == 0 else -1
        if self.bank[1 - self.mover] >= self.target:
            return -1 if self.mover == 0 else 1
        return None if self.turns else 0

    def evaluate(self) -> float:
        """Return MAX's lead as a share of the target; the pot counts half, since it may still be lost."""
        pot = self.pot / 2 if self.mover == 0 else -self.pot / 2
        return (self.bank[0] - self.bank[1] + pot) / self.target

    def __str__(self) -> str:
        return f"{self.bank[0]} : {self.bank[1]}, {self.pot} in the pot, {self.turns} turns left"
