"""Kalah as a Python class with a tuple as its board, and the same class compiled.

    python kalah.py
    zermelo play kalah:Kalah

Each player has six pits with four seeds each, and a store. A player empties a pit and sows its seeds one by one into the
following pits and the player's own store. After a last seed in the store the player moves again; a last seed in an empty pit of
the player's own captures it and the seeds in the opposite pit. A player who cannot move leaves the rest to the other.
"""

from __future__ import annotations

from typing import NamedTuple

PITS = 6
ROUND = 2 * (PITS + 1)
STORES = (PITS, ROUND - 1)


class Kalah(NamedTuple):
    """The pits and the store of MAX, then those of MIN, in sowing order. A move is the number of a pit."""

    seeds: tuple[int, ...] = ((4,) * PITS + (0,)) * 2
    player: int = 0

    most_moves = PITS

    @property
    def first(self) -> int:
        """The index of the first pit of the player to move."""
        return self.player * (PITS + 1)

    def moves(self) -> list[int]:
        return [pit for pit in range(self.first, self.first + PITS) if self.seeds[pit]]

    def play(self, pit: int) -> Kalah:
        store, other = STORES[self.player], STORES[1 - self.player]
        seeds = list(self.seeds)
        hand, seeds[pit] = seeds[pit], 0
        at = pit
        while hand:
            at = (at + 1) % ROUND
            if at != other:
                seeds[at] += 1
                hand -= 1
        across = ROUND - 2 - at
        if at != store and seeds[at] == 1 and at // (PITS + 1) == self.player and seeds[across]:
            seeds[store] += 1 + seeds[across]
            seeds[at] = seeds[across] = 0
        return Kalah(tuple(seeds), self.player if at == store else 1 - self.player)

    def utility(self) -> int | None:
        """Return MAX's lead in seeds at the end."""
        if any(self.seeds[self.first + pit] for pit in range(PITS)):
            return None
        return sum(self.seeds[: PITS + 1]) - sum(self.seeds[PITS + 1 :])

    def evaluate(self) -> int:
        return self.seeds[STORES[0]] - self.seeds[STORES[1]]

    def __str__(self) -> str:
        theirs = " ".join(f"{seeds:2}" for seeds in reversed(self.seeds[PITS + 1 : -1]))
        ours = " ".join(f"{seeds:2}" for seeds in self.seeds[:PITS])
        return f"    {theirs}\n{self.seeds[STORES[1]]:2}  {'':{3 * PITS - 1}}  {self.seeds[STORES[0]]}\n    {ours}"


if __name__ == "__main__":
    import zermelo

    for start in (Kalah(), zermelo.compiled(Kalah)()):
        result = zermelo.search(start, depth=12)
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, value {result.value}: {result.line}")
