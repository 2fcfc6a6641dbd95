"""Games of very long lines, and games in which states repeat: no search may use up the stack, and none may guess."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError
from zermelo.methods import METHOD_NAMES, search, solve
from zermelo.state import CHANCE

LONG = 100_000


class Countdown(NamedTuple):
    """Players take one from a heap in turn; whoever takes the last one wins."""

    left: int = LONG
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1,)

    def play(self, move: int) -> Countdown:
        return Countdown(self.left - move, 1 - self.player)

    def utility(self) -> int | None:
        return None if self.left else 2 * self.player - 1

    def evaluate(self) -> float:
        return 0.0


class Ring(NamedTuple):
    """Players go on or turn round on a ring; place 3 ends the game, and MIN would have to go there."""

    place: int = 0
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1, -1)

    def play(self, move: int) -> Ring:
        return Ring((self.place + move) % 6 if self.player == 0 else (self.place - move) % 6, 1 - self.player)

    def utility(self) -> int | None:
        return 1 if self.place == 3 and self.player == 0 else None

    def evaluate(self) -> float:
        return 0.0


class Coin(NamedTuple):
    """A coin decides at every other step who loses a point, for ever."""

    score: int = 0
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (0,)

    def chances(self) -> tuple[tuple[int, float], ...]:
        return ((-1, 0.5), (1, 0.5))

    def play(self, move: int) -> Coin:
        return Coin((self.score + move) % 5, CHANCE if self.player == 0 else 0)

    def utility(self) -> int | None:
        return None

    def evaluate(self) -> float:
        return 0.0


class Three(NamedTuple):
    """Three players count down."""

    left: int = LONG
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1,)

    def play(self, move: int) -> Three:
        return Three(self.left - move, (self.player + 1) % 3)

    def utility(self) -> tuple[int, ...] | None:
        return None if self.left else (1, 0, 0)

    def evaluate(self) -> tuple[int, ...]:
        return (0, 0, 0)


@pytest.mark.parametrize("state", [Countdown(), Ring()], ids=["long", "cyclic"])
def test_the_solver_gives_no_value(state: Any) -> None:
    result = solve(state, nodes=100_000)
    assert (result.value, result.move) == (None, None)
    assert result.stopped in {"depth", "nodes", "endless"}


def test_the_solver_sees_the_end_of_a_line_within_its_reach() -> None:
    assert solve(Countdown(100)).value == -1
    assert solve(Countdown(1000)).stopped == "depth"


@pytest.mark.parametrize("state", [Countdown(), Ring(), Coin(), Three()], ids=["long", "cyclic", "chance", "three"])
@pytest.mark.parametrize("method", METHOD_NAMES)
def test_every_search_ends(state: Any, method: str) -> None:
    try:
        result = search(state, method=method, nodes=5_000, seconds=5)
    except ZermeloError:
        return  # the method does not suit the game, or says that the game does not end
    assert result.move in {*state.moves(), None}


class Endless(NamedTuple):
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("on", "further")

    def play(self, move: str) -> Endless:
        return self

    def utility(self) -> None:
        return None


def test_simulations_without_an_end_leave_a_move_when_the_time_is_over() -> None:
    found = search(Endless(), method="mcts", seconds=1)
    assert (found.move in ("on", "further"), found.value, found.stopped) == (True, None, "seconds")
    with pytest.raises(ZermeloError, match="a simulation did not end after 100,000 moves"):
        search(Endless(), method="mcts", simulations=10)
