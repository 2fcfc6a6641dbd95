"""Executors in this process and in others: every result once, whatever the tasks and the caller do."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from tests.cluster import tasks
from zermelo.cluster import Executor, in_order, open_executor, warm
from zermelo.cluster.processes import ProcessExecutor
from zermelo.cluster.serial import SerialExecutor
from zermelo.cluster.todo import LARGEST_BATCH
from zermelo.state import ZermeloError
from zermelo.terminal.cluster_options import cluster_options


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with open_executor(jobs=2) as executor:
        yield executor


@pytest.fixture(params=["serial", "processes"])
def executor(request: pytest.FixtureRequest) -> Executor:
    found: Executor = SerialExecutor() if request.param == "serial" else request.getfixturevalue("processes")
    return found


def test_every_value_comes_once(executor: Executor) -> None:
    done = list(executor.run(tasks.double, range(2000)))
    assert sorted((each.number, each.item, each.value, each.error) for each in done) == [
        (number, number, 2 * number, None) for number in range(2000)
    ]
    assert all(each.seconds >= 0 for each in done)


def test_nothing_to_do(executor: Executor) -> None:
    assert list(executor.run(tasks.double, [])) == []


def test_results_in_order(executor: Executor) -> None:
    assert [each.number for each in in_order(executor.run(tasks.double, range(500)))] == list(range(500))


def test_a_partial_is_a_task(executor: Executor) -> None:
    assert sorted(str(each.value) for each in executor.run(partial(pow, 2), range(4))) == ["1", "2", "4", "8"]


@pytest.mark.parametrize(
    ("task", "error"),
    [(tasks.fail_at_five, "ValueError: five is right out"), (tasks.exit_at_five, "SystemExit: five")],
)
def test_a_failure_is_one_sentence_and_the_rest_goes_on(executor: Executor, task: Any, error: str) -> None:
    done = list(in_order(executor.run(task, range(50))))
    assert [(each.value, each.error) for each in done] == [
        (None, error) if number == 5 else (2 * number, None) for number in range(50)
    ]


def test_items_are_read_as_they_are_needed(executor: Executor) -> None:
    read = 0

    def items() -> Iterator[int]:
        nonlocal read
        for number in range(5000):
            read += 1
            yield number

    window = 2 * LARGEST_BATCH * executor.workers + executor.workers
    answered = 2 * LARGEST_BATCH * executor.workers  # of which the caller has not asked for all
    for ended, _ in enumerate(executor.run(tasks.double, items())):
        assert read - ended <= window + answered


def test_endless_items_can_be_left(executor: Executor) -> None:
    done = executor.run(tasks.double, count())
    assert len(list(islice(done, 100))) == 100
    done.close()  # type: ignore[attr-defined]
    assert [each.value for each in executor.run(tasks.double, [4])] == [8]


def test_cancel_ends_the_run(executor: Executor) -> None:
    seen: list[int] = []
    for each in executor.run(tasks.double, count(), cancel=lambda: len(seen) >= 20):
        seen.append(each.number)
    assert len(seen) >= 20


def test_an_error_of_the_items_reaches_the_caller(executor: Executor) -> None:
    def items() -> Iterator[int]:
        yield from range(3)
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(executor.run(tasks.double, items()))
    assert [each.value for each in executor.run(tasks.double, [4])] == [8]


def test_serial_runs_a_task_when_its_result_is_asked_for() -> None:
    ran: list[int] = []
    done = SerialExecutor().run(ran.append, range(10))
    assert ran == []
    next(done)
    assert ran == [0]


def test_serial_lets_an_interrupt_through() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(SerialExecutor().run(interrupt, [1]))


# ---- workers that die


def test_dead_workers_are_replaced_and_their_tasks_run_again(processes: Executor, tmp_path: Path) -> None:
    done = in_order(processes.run(tasks.die_once, [(str(tmp_path), number) for number in range(60)]))
    assert [(each.value, each.error) for each in done] == [(2 * number, None) for number in range(60)]


@pytest.mark.parametrize(("retries", "times"), [(0, "1 time"), (2, "3 times")])
def test_a_task_that_kills_its_worker_is_reported_once(processes: Executor, retries: int, times: str) -> None:
    done = list(in_order(processes.run(tasks.die_at_five, range(300), retries=retries)))
    assert [each.value for each in done] == [None if number == 5 else 2 * number for number in range(300)]
    assert [each.error for each in done if each.error] == [f"the worker that ran it died {times}"]


def test_cancel_ends_tasks_that_hang(processes: Executor) -> None:
    asked = count()
    assert list(processes.run(tasks.hang, range(20), cancel=lambda: next(asked) == 5)) == []
    assert [each.value for each in processes.run(tasks.double, [4])] == [8]


# ---- what travels


def test_a_worker_keeps_warm_objects(processes: Executor) -> None:
    counts: dict[int, list[int]] = {}
    for each in processes.run(tasks.count_in_worker, range(100)):
        assert each.value is not None
        counts.setdefault(each.value[0], []).append(each.value[1])
    assert os.getpid() not in counts
    assert len(counts) <= 2
    for numbers in counts.values():
        assert sorted(numbers) == list(range(min(numbers), min(numbers) + len(numbers)))
    assert warm("tests.other", list) is warm("tests.other", list)


def test_long_values_and_items(processes: Executor) -> None:
    done = in_order(processes.run(tasks.long_text, range(40)))
    assert [each.value for each in done] == [str(number % 10) * 300_000 for number in range(40)]
    texts = ["x" * 400_000] * 20
    assert [each.value for each in processes.run(len, texts)] == [400_000] * 20


def test_what_cannot_be_pickled_fails_alone(processes: Executor) -> None:
    with pytest.raises(ZermeloError, match="define it at the top level of a module"):
        processes.run(lambda item: item, [1])
    done = list(in_order(processes.run(tasks.give_lambda, range(20))))
    assert [each.number for each in done if each.error] == [5]
    items = [1, tasks.Unpicklable(), 3]
    problems = [each.error for each in in_order(processes.run(str, items))]
    assert problems == [None, "the item cannot be sent to a worker: ValueError: no pickle for you", None]


def test_one_run_at_a_time(processes: Executor) -> None:
    first = processes.run(tasks.double, range(3))
    next(first)
    with pytest.raises(ZermeloError, match="finish or close"):
        next(processes.run(tasks.double, range(3)))
    assert len(list(first)) == 2


def test_only_needed_workers_start() -> None:
    with ProcessExecutor(40) as executor:
        assert [each.value for each in executor.run(tasks.double, [1])] == [2]
        assert executor._started == 1


# ---- opening one


@pytest.mark.parametrize("jobs", [0, -1, 257, 10**30, 1.5, True, "2"])
def test_bad_jobs_are_refused(jobs: Any) -> None:
    with pytest.raises(ZermeloError, match="jobs must be from 1 to 256, not"):
        open_executor(jobs)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ZermeloError, match=r"there is no module called ray: pip install '.\[cluster\]'"):
        open_executor(ray="local")


def test_the_options_of_commands() -> None:
    @click.command()
    @cluster_options
    def command(jobs: int, ray: str | None) -> None:
        click.echo(f"{jobs} {ray}")

    def run(*arguments: str) -> str:
        return CliRunner().invoke(command, arguments).output

    assert run() == "1 None\n"
    assert run("--jobs", "2", "--ray", "auto") == "2 auto\n"
    assert "0 is not in the range 1<=x<=256" in run("--jobs", "0")
