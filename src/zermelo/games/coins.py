"""Coins: three players take turns; each takes the first or the last coin of a row until none is left.

A player's payoff is the sum of the coins taken. The payoffs add up to the whole row: a constant-sum game.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.kinds.profile import declare
from zermelo.state import illegal_move

PLAYERS = 3


@declare(
    title="Coins",
    seats=("Player 1", "Player 2", "Player 3"),
    position_help="The moves, as in: first last first.",
    values_help="Values are the coins that Player 1 gets.",
)
class Coins(NamedTuple):
    """A position: the coins still in the row, and what each player has.

    >>> print(Coins((3, 1, 4)).play("last"))
    3 1 left, 4 0 0 taken
    """

    row: tuple[int, ...] = (5, 1, 4, 2, 8, 3)
    taken: tuple[int, ...] = (0,) * PLAYERS
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("first", "last") if len(self.row) > 1 else ("last",)

    def play(self, move: str) -> Coins:
        if move not in self.moves():
            raise illegal_move(move)
        coin, rest = (self.row[0], self.row[1:]) if move == "first" else (self.row[-1], self.row[:-1])
        taken = tuple(had + coin if player == self.player else had for player, had in enumerate(self.taken))
        return Coins(rest, taken, (self.player + 1) % PLAYERS)

    def utility(self) -> tuple[int, ...] | None:
        return None if self.row else self.taken

    def evaluate(self) -> tuple[int, ...]:
        """Return the coins taken so far, one sum per player."""
        return self.taken

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.row)) or 'none'} left, {' '.join(map(str, self.taken))} taken"
