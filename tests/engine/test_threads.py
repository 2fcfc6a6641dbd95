"""Searches from several threads at once, and from asyncio."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.event_loop import run_async
from zermelo import ZermeloError, search, solve
from zermelo.engine import Table
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search_async

THREADS = 6
ASKED: list[tuple[Any, dict[str, Any]]] = [
    (ConnectFour("44"), {"depth": 11}),
    (Othello("f5d6c3"), {"depth": 7}),
    (Chess(), {"depth": 7}),
    (TicTacToe(), {}),
    (Pig(), {"depth": 3, "evaluate": lambda state: 0}),
    (ConnectFour("44"), {"depth": 5, "evaluate": lambda state: state.moves()[0]}),
    (ConnectFour(), {"method": "mcts", "simulations": 300, "seed": 1}),
    (ConnectFour("5554224333234511"), {"method": "solve"}),
]


def test_threads_with_tables_of_their_own_find_what_one_thread_finds() -> None:
    expected = [search(state, **options) for state, options in ASKED]
    barrier = threading.Barrier(THREADS)

    def ask(first: int) -> list[Any]:
        barrier.wait()
        return [search(state, **options) for state, options in ASKED[first:] + ASKED[:first]]

    with ThreadPoolExecutor(THREADS) as pool:
        for first, found in enumerate(pool.map(ask, range(THREADS))):
            for one, other in zip(found, expected[first:] + expected[:first], strict=True):
                assert (one.value, one.move, one.nodes) == (other.value, other.move, other.nodes)


def test_threads_may_share_one_table() -> None:
    """Entries of other threads save nodes, and must not change a proven value; games do not mix."""
    table, barrier = Table(8), threading.Barrier(THREADS)
    starts: list[Any] = [
        ConnectFour("5554224333234511764415115"),
        ConnectFour("52753311433677442422121"),
        ConnectFour("1122334", columns=5, rows=4),
    ]
    expected = {state: solve(state).value for state in starts}

    def ask(first: int) -> dict[Any, Any]:
        barrier.wait()
        order = starts[first % 3 :] + starts[: first % 3]
        return {state: search(state, method="alpha_beta", table=table).value for state in order}

    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(ask, range(THREADS))) == [expected] * THREADS


def test_threads_give_every_key_one_salt() -> None:
    """Two threads that give a new key a salt at the same time must agree on it."""
    for _ in range(50):
        table, barrier = Table(1), threading.Barrier(THREADS)

        def ask(_: int, table: Table = table, barrier: threading.Barrier = barrier) -> list[int]:
            barrier.wait()
            return [table.salt(("game", number)) for number in range(20)]

        with ThreadPoolExecutor(THREADS) as pool:
            salts = list(pool.map(ask, range(THREADS)))
        assert all(each == salts[0] for each in salts)
        assert len(set(salts[0])) == 20


def test_a_search_in_one_thread_lets_the_others_go_on() -> None:
    ready, done = threading.Event(), threading.Event()

    def poll() -> bool:
        ready.set()
        return done.is_set()

    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(search, ConnectFour(), method="alpha_beta", cancel=poll)
        assert ready.wait(60)
        assert solve(ConnectFour("5554224333234511")).proven, "while the other thread searches"
        done.set()
        found = work.result(60)
    assert (found.stopped, found.move is not None) == ("cancelled", True)


def test_an_awaited_search_gives_the_result() -> None:
    async def ask() -> list[Any]:
        return list(
            await asyncio.gather(
                search_async(TicTacToe()),
                search_async(ConnectFour("44"), depth=9),
                search_async(ConnectFour("44"), depth=9, cancel=lambda: True),
            )
        )

    small, native, stopped = run_async(ask())
    assert (small.value, native.move) == (0, search(ConnectFour("44"), depth=9).move)
    assert stopped.stopped in ("cancelled", "complete")


def test_cancelling_the_task_stops_the_search() -> None:
    async def ask() -> bool:
        loop, ready = asyncio.get_running_loop(), asyncio.Event()

        def poll() -> bool:
            loop.call_soon_threadsafe(ready.set)
            return False

        task = asyncio.create_task(search_async(ConnectFour(), method="alpha_beta", cancel=poll))
        await ready.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return task.cancelled()

    assert run_async(ask()), "run_async waits for the thread: it would never return if the search went on"


def test_errors_come_through_an_awaited_search() -> None:
    async def ask() -> None:
        await search_async(TicTacToe(), depth=0)

    with pytest.raises(ZermeloError, match="depth must be at least 1, not 0"):
        run_async(ask())
