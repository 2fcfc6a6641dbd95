"""Nim by Bouton's theorem, and by rules of thumb that do not need it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from zermelo.games.nim import Nim, Take


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
