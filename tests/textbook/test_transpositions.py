"""The transposition table: which entries decide, and how positions are recognised."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo.textbook import minimax, mtdf, transpositions


class Detour(NamedTuple):
    """A game in which position p is reached after three moves (x, y, p), and after one.

    At depth 4 the first visit sees one move beyond p, which is worth 3; the second sees the end of the game, which is worth 5.
    """

    at: str = "start"

    @property
    def player(self) -> int:
        return 1 if self.at in ("p", "x", "r") else 0

    def moves(self) -> list[str]:
        return {"start": ["x", "p"], "x": ["y"], "y": ["p"], "p": ["q"], "q": ["r"]}.get(self.at, [])

    def play(self, move: str) -> Detour:
        return Detour(move)

    def utility(self) -> int | None:
        return 5 if self.at == "r" else None

    def evaluate(self) -> int:
        return {"p": -9, "q": 3, "x": 1, "y": 1, "start": 0}[self.at]


@pytest.mark.parametrize("depth", range(1, 8))
@pytest.mark.parametrize("search", [transpositions, mtdf])
def test_an_entry_of_another_depth_does_not_decide(search: object, depth: int) -> None:
    assert callable(search)
    assert search(Detour(), depth=depth).value == minimax(Detour(), depth=depth).value
