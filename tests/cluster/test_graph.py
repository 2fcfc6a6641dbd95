"""Tasks that need others: each begins after those it needs, in one process and in several."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster.tasks import die_once, double, fail_at_five
from zermelo.cluster import open_executor
from zermelo.cluster.graph import run_graph

NEEDS = {number: [each for each in range(number) if number % (each + 2) == 0] for number in reversed(range(30))}


@pytest.mark.parametrize("jobs", [1, 3])
def test_each_item_begins_after_those_it_needs(jobs: int) -> None:
    with open_executor(jobs) as executor:
        done = list(run_graph(executor, double, NEEDS))
        again = list(run_graph(executor, double, {7: [99]}))  # an item that is elsewhere
    assert {each.item: each.value for each in done} == {number: 2 * number for number in range(30)}
    place = {each.item: at for at, each in enumerate(done)}
    assert all(place[need] < place[item] for item, needed in NEEDS.items() for need in needed)
    assert [each.value for each in again] == [14]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_needs_a_failed_item_or_itself_never_runs(jobs: int) -> None:
    needs = {5: [1], 1: [], 6: [5], 7: [6], 8: [1], 9: [10], 10: [9]}
    with open_executor(jobs) as executor:
        done = {each.item: each.error for each in run_graph(executor, fail_at_five, needs)}
    assert done == {1: None, 8: None, 5: "ValueError: five is right out"}


def test_an_item_whose_worker_died_runs_again(tmp_path: Path) -> None:
    names = [(str(tmp_path), number) for number in range(20)]
    needs = {name: names[max(0, at - 3) : at] for at, name in enumerate(names)}
    with open_executor(2) as executor:
        done = [(each.item[1], each.value, each.error) for each in run_graph(executor, die_once, needs)]
    assert done == [(number, 2 * number, None) for number in range(20)]
