"""Nim: heaps of objects; a move takes one or more from a single heap, and whoever takes the last object wins.

Bouton's theorem (1901): the player to move loses exactly when the exclusive or of all the heaps is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor
from typing import NamedTuple

from zermelo.kinds.board import Board, Cell
from zermelo.kinds.profile import declare
from zermelo.state import ZermeloError, illegal_move

MOST_HEAPS, LARGEST_HEAP = 20, 50


class Take(NamedTuple):
    """A move: take `objects` from a heap; heaps are counted from 1."""

    heap: int
    objects: int

    def __str__(self) -> str:
        return f"{self.objects} from heap {self.heap}"


@declare(
    title="Nim",
    position_help="The heaps, as in 3 4 5; then the word second if the second player moves.",
    values_help="Values are for the first player: 1 is a win, -1 a loss.",
)
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
        if not (
            isinstance(move, Take) and type(move.heap) is type(move.objects) is int and 0 < move.heap <= len(self.heaps)
        ):
            raise illegal_move(move)
        heaps = list(self.heaps)
        if not 0 < move.objects <= heaps[move.heap - 1]:
            raise illegal_move(move)
        heaps[move.heap - 1] -= move.objects
        return Nim(tuple(heaps), 1 - self.player)

    def utility(self) -> int | None:
        if any(self.heaps):
            return None
        # The player to move did not take the last object.
        return 1 if self.player == 1 else -1

    def key(self) -> tuple[int, tuple[int, ...]]:
        """Sort the heaps: their order does not matter."""
        return self.player, tuple(sorted(self.heaps))

    def rules(self) -> Iterator[tuple[str, list[Take]]]:
        return rules(self)

    def strategy(self) -> tuple[Take, str]:
        return strategy(self)

    @classmethod
    def parse(cls, text: str) -> Nim:
        """Parse a position: the heaps, and the word second if the second player moves.

        >>> Nim.parse("3 4 5 second")
        Nim(heaps=(3, 4, 5), player=1)
        """
        *words, last = text.lower().split() or [""]
        sizes = words if last in ("first", "second") else [*words, last]
        if not 1 <= len(sizes) <= MOST_HEAPS or not all(
            size.isascii() and size.isdigit() and len(size) <= 2 and int(size) <= LARGEST_HEAP for size in sizes
        ):
            raise ZermeloError(
                f"{text[:40]!r} is not a position: write 1 to {MOST_HEAPS} heaps of at most {LARGEST_HEAP}, as in 3 4 5, "
                "and second if the second player moves"
            )
        return cls(tuple(map(int, sizes)), int(last == "second"))

    def notation(self) -> str:
        return f"{self} second" if self.player else str(self)

    def board(self) -> Board:
        """Return stacks of stones; a click on a stone takes it and all above it."""
        rows = max(self.heaps, default=0)
        cells = tuple(
            Cell("stone", str(Take(heap, size - height))) if height < size else Cell()
            for height in reversed(range(rows))
            for heap, size in enumerate(self.heaps, 1)
        )
        labels = tuple(str(heap) for heap in range(1, len(self.heaps) + 1))
        return Board("heaps", len(self.heaps), rows, cells, column_labels=labels)

    def __str__(self) -> str:
        return " ".join(map(str, self.heaps))


# ---- playing well, by Bouton's theorem and by rules of thumb that do not need it


def strategy(state: Nim) -> tuple[Take, str]:
    """Return Bouton's move, which leaves heaps whose exclusive or is 0, and the reason."""
    total = reduce(xor, state.heaps)
    for heap, size in enumerate(state.heaps, 1):
        if size ^ total < size:
            return Take(heap, size - (size ^ total)), "leaves heaps whose exclusive or is 0"
    return _delay(state), "the exclusive or is 0 already, so every move loses: take as little as possible"


def rules(state: Nim) -> Iterator[tuple[str, list[Take]]]:
    """Yield the rules, the most important first, each with the moves that it proposes. They do not win every won position."""
    sizes = {heap: size for heap, size in enumerate(state.heaps, 1) if size}
    large = sorted((heap for heap in sizes if sizes[heap] > 1), key=sizes.__getitem__)
    ones = len(sizes) - len(large)
    yield (
        "one large heap: leave an even number of heaps of 1",
        ([Take(large[0], sizes[large[0]] - ones % 2)] if len(large) == 1 else []),
    )
    surplus = sizes[large[-1]] - sizes[large[0]] if len(sizes) == len(large) == 2 else 0
    yield "two heaps: make them equal", [Take(large[-1], surplus)] if surplus else []
    odd = [heap for heap in sizes if list(sizes.values()).count(sizes[heap]) == 1]
    yield (
        "two of three heaps are alike: take the third",
        ([Take(odd[0], sizes[odd[0]])] if len(sizes) == 3 and len(odd) == 1 else []),
    )
    yield "take 1 from the largest heap", [_delay(state)]


def _delay(state: Nim) -> Take:
    return Take(state.heaps.index(max(state.heaps)) + 1, 1)
