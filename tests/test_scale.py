"""The simulation behind `docs/scale.md`: schedules counted by hand, and slices of tables as the builder numbers them."""

from __future__ import annotations

import pytest
from benchmarks.scale import Cluster, durations, leads_to, positions, simulate, slices, tables

from zermelo.games.checkers.endgames import count_positions

CALM = Cluster(workers=2, between=1e12, slow=0.0, dispatch=0.0)


def test_tasks_and_those_they_need() -> None:
    assert simulate(CALM, [3, 2, 2]).seconds == 4
    assert simulate(CALM, [3, 2, 2], [(), (0,), (0,)]).seconds == 5
    chain = simulate(CALM, [1, 1, 1], [(1,), (2,), ()])
    assert (chain.seconds, chain.efficiency, chain.retries) == (3, 0.5, 0)
    assert simulate(Cluster(workers=10, between=1e12, slow=0.0, dispatch=1.0), [0.0] * 5).seconds == 5, "one driver"


def test_backup_tasks_help_where_one_worker_is_slow() -> None:
    half_slow = Cluster(workers=10, between=1e12, slow=0.5, slowdown=10.0, dispatch=0.0)
    late, backed = (simulate(half_slow, [1.0] * 10, backup=backup) for backup in (False, True))
    assert late.seconds == 10
    assert backed.seconds == 2


def test_failures_are_repeated() -> None:
    tasks = durations(2_000, 10.0, 0.3)
    assert sum(tasks) / len(tasks) == pytest.approx(10, rel=0.05)
    failing = simulate(Cluster(workers=20, between=200.0, repair=50.0, slow=0.0), tasks)
    calm = simulate(Cluster(workers=20, between=1e12, repair=50.0, slow=0.0), tasks)
    assert calm.retries == 0
    assert failing.retries > 50
    assert calm.seconds * 1.2 < failing.seconds < calm.seconds * 2


@pytest.mark.parametrize("pieces", [2, 3, 4, 5, 6])
def test_the_slices_have_the_positions_of_the_tables(pieces: int) -> None:
    assert sum(map(positions, slices(pieces))) == count_positions(pieces)[1]


def test_each_slice_can_be_built_once_those_it_leads_to_are_there() -> None:
    every = {each for pieces in range(2, 6) for each in slices(pieces)}
    built = set[object]()
    while ready := {each for each in every - built if leads_to(each) <= built}:
        built |= ready
    assert built == every
    whole, divided = tables(whole=True), tables(whole=False)
    assert sum(whole.durations) == pytest.approx(sum(divided.durations))
    assert max(whole.durations) > 5 * max(divided.durations)
