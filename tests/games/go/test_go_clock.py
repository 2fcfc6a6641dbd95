"""The clocks of Go: how long to think with main time and with both kinds of byo-yomi, and what is kept for late answers."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.go.gtp.commands import GoGtp, GoOptions
from zermelo.players.clock import Reserve
from zermelo.protocols.gtp_clock import GoClock
from zermelo.result import Result, RootMove


def test_clocks() -> None:
    assert GoClock(60).seconds(0) < 3
    clock = GoClock(10, 30, 1)
    assert clock.seconds(0) > 5, "a period follows"
    clock.set_left(0, 30, 1)
    assert 25 < clock.seconds(0) < 30
    canadian = GoClock(0, 100, 10)
    assert 9 < canadian.seconds(1) <= 10
    canadian.set_left(1, 5, 5)
    assert canadian.seconds(1) <= 1
    for left in (0.0, 0.001, 0.5):
        for stones in (0, 1, 7):
            clock.set_left(1, left, stones)
            assert 0 < clock.seconds(1) <= 40
    absolute = GoClock(10)
    for _ in range(200):
        absolute.spend(0, absolute.seconds(0))
    assert absolute.sides[0].left >= 0
    assert absolute.sides[1].left == 10


def test_own_time_is_counted_in_periods() -> None:
    clock = GoClock(0, 10, 2)
    clock.spend(0, 4)
    assert (clock.sides[0].left, clock.sides[0].stones) == (6, 1)
    clock.spend(0, 4)
    assert (clock.sides[0].left, clock.sides[0].stones) == (10, 2)
    main = GoClock(5, 10, 1)
    main.spend(0, 6)
    assert (main.sides[0].left, main.sides[0].stones) == (10, 1)


@given(left=st.floats(0, 100), stones=st.integers(0, 30), late=st.floats(0, 2))
def test_every_clock_keeps_the_reserve(left: float, stones: int, late: float) -> None:
    reserve = Reserve()
    reserve.spend(1.0, 1.0 + late)
    for clock in (GoClock(60, 0, 0, reserve), GoClock(60, 30, 1, reserve), GoClock(60, 30, 10, reserve)):
        clock.set_left(0, left, stones)
        follows = clock.period if stones == 0 else 0.0
        assert clock.seconds(0) <= max(left + follows - reserve.seconds, 0.01) + 0.001


def test_late_answers_shorten_the_next_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = 0.0, list[float]()

    def search(*_: object, seconds: float, **__: Any) -> Result[Any]:
        nonlocal now
        asked.append(seconds)
        now += seconds + 0.1
        move = RootMove(move="C3", value=0.0, bound="estimate", visits=3, line=("C3",), win_rate=0.5)
        return Result(method="mcts", value=0.0, move="C3", line=("C3",), moves=(move,))

    monkeypatch.setattr("zermelo.protocols.gtp.search", search)
    monkeypatch.setattr("zermelo.protocols.gtp.perf_counter", lambda: now)
    gtp = GoGtp(io.StringIO(), GoOptions(size=5))
    gtp.run(iter(["time_settings 0 10 1", "reg_genmove b", "reg_genmove b"]))
    first, second = asked
    assert second == pytest.approx(first - 0.9 * 0.3, abs=0.002)
