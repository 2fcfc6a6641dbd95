"""The share of a move in a game's clock, and the reserve for moves that arrive later than planned; no test waits for a clock."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.long import LONG
from zermelo.players.clock import OVERHEAD, Reserve, allow

SECONDS = st.floats(0, 2)


def lowest(latenesses: Sequence[float], random: Random, base: float = 1.0, increment: float = 0.02) -> float:
    """Play a game on a made-up clock: a move ends before its plan and is late on the way, or is also late by the player's own
    clock. Return the least time that is left after a move."""
    reserve, left, least = Reserve(), base, base
    for late in latenesses:
        most, seen = reserve.allow(left, increment).most, max(random.uniform(-1, 1), 0.0)
        assert most <= max(left - reserve.seconds, 0.001)
        taken = most + seen * late if seen else most * random.uniform(0.3, 1)
        reserve.spend(most, taken)
        left -= taken + (1 - seen) * late
        least = min(least, left)
        left += increment
    return least


@given(left=SECONDS, increment=SECONDS, moves=st.none() | st.integers(1, 60), reserve=SECONDS, late=SECONDS)
def test_the_reserve_is_never_planned_for(
    left: float, increment: float, moves: int | None, reserve: float, late: float
) -> None:
    share = allow(left, increment, moves, reserve=reserve, usually_late=late)
    assert 0 <= share.enough <= share.most
    assert share.most <= max(left - reserve, 0.001) + 0.0005
    assert share.at_once == (share.most <= 0.001)


@given(st.lists(st.tuples(SECONDS, SECONDS), min_size=1, max_size=80), SECONDS)
def test_no_plan_is_late_beyond_the_clock_if_it_is_late_as_one_before(
    moves: list[tuple[float, float]], left: float
) -> None:
    reserve, latest = Reserve(), 0.0
    for seen, on_the_way in moves:
        clock = 10.0
        most = reserve.allow(clock).most
        reserve.spend(most, most + seen)
        reserve.allow(clock - most - seen - on_the_way)
        reserve.forget()
        latest = max(latest, min(seen + on_the_way, 2.0))
        assert reserve.seconds >= OVERHEAD + 2 * latest - 1e-9
        share = reserve.allow(left)
        reserve.forget()
        assert share.most + latest <= left or share.at_once


@pytest.mark.parametrize(("worst", "share"), [(0.01, 0.9), (0.02, 0.8), (0.05, 0.4), (0.05, 0.8)])
def test_games_are_not_lost_on_time_where_the_increments_pay_for_late_moves(worst: float, share: float) -> None:
    """Random latenesses up to the worst, which has been seen, with a given share of the increment as their average."""
    for seed in range(40 * LONG):
        random = Random(seed)
        power = max(worst / (share * 0.02) - 1, 0.25)
        latenesses = [worst, *(worst * random.random() ** power for _ in range(300))]
        assert lowest(latenesses, random) >= 0, seed


def test_two_very_late_moves_close_together_are_paid_for() -> None:
    for seed in range(40 * LONG):
        random, latenesses = Random(seed), [0.26]
        while len(latenesses) < 300:
            latenesses += [random.uniform(0, 0.004) for _ in range(random.randint(60, 100))]
            latenesses += [0.26, *(random.uniform(0, 0.004) for _ in range(random.randrange(4))), 0.26]
        assert lowest(latenesses, random) >= 0, seed


def test_moves_in_time_cost_nothing() -> None:
    reserve = Reserve()
    for left in (60.0, 50.0, 40.0):
        assert reserve.allow(left, 0.5) == allow(left, 0.5)
        reserve.spend(5.0, 4.0)
        reserve.forget()
    assert reserve.seconds == OVERHEAD


def test_what_the_clock_charges_beyond_the_own_count_is_late() -> None:
    reserve = Reserve(0.0)
    reserve.allow(10.0, 1.0)
    reserve.spend(0.5, 0.4)
    reserve.allow(10.0, 1.0)  # 1 s was charged for 0.4 s
    assert reserve.usually_late == pytest.approx(0.6 / 32)
    reserve.spend(0.5, 0.4)
    reserve.allow(20.0, 1.0)  # another period begins
    assert reserve.usually_late == pytest.approx(0.6 / 32)
    reserve.spend(0.5, 0.4)
    reserve.forget()
    reserve.allow(3.0, 1.0)  # another game
    assert reserve.usually_late == pytest.approx(0.6 / 32)


def test_another_game_may_find_the_machine_idle() -> None:
    reserve = Reserve(0.0)
    reserve.spend(0.1, 0.9)
    before = reserve.seconds
    reserve.new_game()
    for _ in range(32):
        reserve.spend(0.1, 0.1)
    assert reserve.seconds == pytest.approx(0.8)
    assert before == pytest.approx(2.4)
