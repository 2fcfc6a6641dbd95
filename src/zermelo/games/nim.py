"""Nim: heaps of objects; a move takes one or more from a single heap, and whoever takes the last object wins.

Bouton's theorem (1901): the player to move loses exactly when the exclusive or of all the heaps is 0.
"""

from __future__ import annotations

from typing import NamedTuple


class Take(NamedTuple):
    """A move: so many objects from that heap, counted from 1."""

    heap: int
    objects: int

    def __str__(self) -> str:
        return f"{self.objects} from heap {self.heap}"


class Nim(NamedTuple):
    """A position.

    >>> print(Nim((1, 2)).play(Take(heap=2, objects=1)))
    1 1
    """

    heaps: tuple[int, ...] = (1, 2, 3)
    player: int = 0

    def moves(self) -> tuple[Take, ...]:
        return tuple(Take(heap, objects) for heap, size in enumerate(self.heaps, 1) for objects in range(1, size + 1))

    def play(self, move: Take) -> Nim:
        heaps = list(self.heaps)
        heaps[move.heap - 1] -= move.objects
        return Nim(tuple(heaps), 1 - self.player)

    def utility(self) -> int | None:
        if any(self.heaps):
            return None
        # The one who would have to move now did not take the last object.
        return 1 if self.player == 1 else -1

    def key(self) -> tuple[int, tuple[int, ...]]:
        """Heaps may change places without changing the game."""
        return self.player, tuple(sorted(self.heaps))

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))
