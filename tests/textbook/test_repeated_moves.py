"""A game may list a move twice: it is searched twice, and the answer lists it once."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError
from zermelo.textbook import SEARCHES


class Steps(NamedTuple):
    """Go one or two steps, one of two ways that are the same."""

    sum: int = 0

    @property
    def player(self) -> int:
        return self.sum % 2

    def moves(self) -> list[int]:
        return [1, 2, 2, 1]

    def play(self, move: int) -> Steps:
        return Steps(self.sum + move)

    def utility(self) -> int | None:
        return self.sum % 3 - 1 if self.sum > 4 else None


@pytest.mark.parametrize("start", [Steps(), Steps(1)])
def test_root_moves_are_listed_once(start: Steps) -> None:
    listed = 0
    for name, search in SEARCHES.items():
        search_anything: Any = search
        try:
            found = search_anything(start, **({"bounds": (-1, 1)} if name.startswith("star") else {}))
        except ZermeloError:  # it does not suit the game
            continue
        moves = [each.move for each in found.moves]
        assert len(moves) == len(set(moves)), found.method
        listed += set(moves) == {1, 2}
    assert listed > 10
