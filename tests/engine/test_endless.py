"""Games that never end, or end only against one player's will."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo.engine.auto import METHODS
from zermelo.games.gdl.game import make_game
from zermelo.methods import search, solve
from zermelo.players.describe import describe
from zermelo.state import ZermeloError

SHEET = """(role x) (role y) (init (at 0)) (succ 0 1) (succ 1 0) (legal x left) (legal x right) (legal y go)
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m)) (<= terminal (true (at 9))) (goal x 50) (goal y 50)"""


class Loop(NamedTuple):
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("on",)

    def play(self, move: str) -> Loop:
        return Loop(1 - self.player)

    def utility(self) -> int | None:
        return None


class Ring(NamedTuple):
    """One player may end the game, which MAX wins, by moving to place 2; between the other two it may go on for ever."""

    place: int = 0
    player: int = 0
    open_to: int = 1

    def moves(self) -> tuple[int, ...]:
        return (0, 1, 2) if self.player == self.open_to else (0, 1)

    def play(self, move: int) -> Ring:
        return self._replace(place=move, player=1 - self.player)

    def utility(self) -> int | None:
        return 1 if self.place == 2 else None


class Counting(NamedTuple):
    """Positions never repeat, so that no search sees all of them."""

    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 2

    def moves(self) -> tuple[str, ...]:
        return ("on",)

    def play(self, move: str) -> Counting:
        return Counting(self.plies + 1)

    def utility(self) -> int | None:
        return 0 if self.plies == 100_000_000 else None


def test_a_search_that_reaches_its_deepest_pass_is_not_complete() -> None:
    for state in (Loop(), Counting()):
        found = search(state)
        assert (found.value, found.bound, found.proven, found.stopped) == (None, "estimate", False, "depth")
        assert found.move == "on"
    assert search(Loop(), depth=5).stopped == "complete"
    assert search(Loop(), depth=5_000).stopped == "depth", "passes are not that deep"
    assert search(Loop(), evaluate=lambda _: 1).stopped == "depth"


@pytest.mark.parametrize("weak", [False, True])
def test_the_solver_says_that_a_game_goes_on_for_ever(weak: bool) -> None:
    for state in (Loop(), Ring()):
        solved = solve(state, weak=weak)
        assert (solved.value, solved.move, solved.stopped) == (None, None, "endless")
        assert solved.nodes > 0


def test_a_game_that_is_only_too_long_is_not_endless() -> None:
    assert solve(Ring(open_to=0)).stopped == "depth", "MAX can end it at once"
    solved = solve(Counting(), nodes=40_000)
    assert solved.stopped == "depth"
    assert solved.nodes <= 40_000


def test_rules_without_an_end_get_a_move_and_no_value() -> None:
    state = make_game(SHEET, "endless_sheet")()
    for nodes in (500, 2000, 10_000):
        found = search(state, nodes=nodes)
        assert found.move in state.moves()
        assert (found.value, found.bound, found.proven) == (None, "estimate", False)


def test_what_describe_lists_is_not_refused_as_unsuitable() -> None:
    state: Any = make_game(SHEET, "described_sheet")()
    described = describe(state)
    assert described.players == 2
    assert described.sums is None
    for name in {method.name for method in METHODS} | {"solve"}:
        options: dict[str, Any] = {"partners": (0,)} if name == "coalition" else {}
        try:
            search(state, method=name, nodes=500, **options)
            suits = True
        except ZermeloError as error:
            suits = "does not suit" not in str(error)
        assert suits == (name in described.methods), name
