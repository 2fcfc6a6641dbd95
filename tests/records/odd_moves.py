"""Games whose moves are hard to write: with commas, spaces, brackets, numbers and the words of `zermelo play` in them."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.state import SIMULTANEOUS
from zermelo.trees import parse_tree

MOVES: tuple[Any, ...] = (
    ("boar", 0, 5),
    ("boar", 0, 15),
    (("deer", (1, 2)), ()),
    "a",
    "a, b",
    "A",
    "to_b",
    "go b",
    "1.",
    "12. x",
    "- ;",
    "help",
    "undo",
    "level 3",
    "back",
    "/hint",
    "één",
    "İ",
    -1,
    1,
    10,
    0.5,
    frozenset({3}),
)


class Odd(NamedTuple):
    """Three moves, any of them, in turn."""

    played: tuple[Any, ...] = ()

    @property
    def player(self) -> int:
        return len(self.played) % 2

    def moves(self) -> tuple[Any, ...]:
        return MOVES if len(self.played) < 3 else ()

    def play(self, move: Any) -> Odd:
        return Odd((*self.played, move))

    def utility(self) -> int | None:
        return None if len(self.played) < 3 else MOVES.index(self.played[0]) % 3 - 1

    def evaluate(self) -> float:
        return 0.0


class Together(Odd):
    """Both players make any of the moves at the same time, three times."""

    @property
    def player(self) -> int:
        return SIMULTANEOUS

    def moves(self) -> Any:
        return (MOVES, MOVES[::-1]) if len(self.played) < 3 else ()

    def play(self, move: Any) -> Together:
        return Together((*self.played, move))

    def utility(self) -> int | None:
        return None if len(self.played) < 3 else 1


TREE = parse_tree("A(B(D=2 E=7) C(F=1 G(H=8 I=3)))")
