"""A table that several searches use at the same time, from threads or from the callbacks of a search: what the core cannot share
belongs to one search, and the others have their own."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from tests.event_loop import run_async
from zermelo import search
from zermelo.engine import Table
from zermelo.games.connect_four import ConnectFour
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.sheets import sheet_text
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search_async
from zermelo.result import Result

SIMULATIONS = 300
STARTS: list[Any] = [Hex(), ConnectFour("44"), TicTacToe(), make_game(sheet_text("tic_tac_toe"), "tic_tac_toe")()]


def simulate(state: Any, table: Table | None, **options: Any) -> Result[Any]:
    return search(state, method="mcts", simulations=SIMULATIONS, seed=1, table=table, **options)


def assert_fresh(found: Result[Any], state: Any) -> None:
    """Nothing of another search is in the answer."""
    fresh = simulate(state, None)
    assert (found.moves, found.nodes, found.line) == (fresh.moves, fresh.nodes, fresh.line)


@pytest.mark.parametrize("state", STARTS, ids=lambda state: type(state).__name__)
def test_a_search_within_a_search_has_a_tree_of_its_own(state: Any) -> None:
    table, inner = Table(1), list[Result[Any]]()
    child = state.play(state.moves()[0])

    def poll() -> bool:
        if not inner:
            inner.append(simulate(child, table))
        return False

    outer = simulate(state, table, cancel=poll)
    if inner:  # a quick search may end before it is polled
        assert_fresh(inner[0], child)
    assert_fresh(outer, state)


@pytest.mark.parametrize("state", STARTS, ids=lambda state: type(state).__name__)
def test_a_table_may_be_cleared_while_a_search_uses_it(state: Any) -> None:
    table, polls = Table(1), 0

    def clear() -> bool:
        nonlocal polls
        polls += 1
        table.clear()
        return False

    assert_fresh(simulate(state, table, cancel=clear), state)
    after = simulate(state, table)
    if polls:
        assert_fresh(after, state)


def test_threads_that_meet_in_one_table_search_as_alone() -> None:
    """The first search waits, in the middle, for the others to end."""
    table, begun, done = Table(1), threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        done.wait()
        return False

    with ThreadPoolExecutor(1) as pool:
        state = Go(size=5)
        first = pool.submit(lambda: search(state, method="mcts", simulations=3000, seed=1, table=table, cancel=wait))
        begun.wait()
        assert_fresh(simulate(Hex(), table), Hex())
        again = search(state, method="mcts", simulations=3000, seed=1, table=table)
        done.set()
        found = first.result()
    alone = search(state, method="mcts", simulations=3000, seed=1)
    assert (found.moves, again.moves) == (alone.moves, alone.moves)


def test_awaited_searches_share_a_table() -> None:
    table = Table(1)

    async def ask() -> list[Result[Any]]:
        return list(
            await asyncio.gather(*(search_async(Hex(), method="mcts", simulations=200, table=table) for _ in range(6)))
        )

    for found in run_async(ask()):
        assert found.move in Hex().moves()


def test_the_tree_is_kept_when_searches_follow_each_other() -> None:
    table, state = Table(1), Hex()
    first = simulate(state, table)
    second = simulate(state.play(first.move), table)
    assert sum(move.visits or 0 for move in second.moves) > SIMULATIONS


@pytest.mark.parametrize("method", ["mcts", "alpha_beta"])
def test_what_a_failed_search_leaves_is_not_used(method: str) -> None:
    """Where a function raises, the core goes on with 0 for a moment: such values must not stay in the table."""
    table, state, fails = Table(1), ConnectFour("44"), True

    def evaluate(position: Any) -> float:
        if fails:
            raise LookupError("for once")
        return float(position.moves()[0]) if position.moves() else 0.0

    asked: dict[str, Any] = {"method": method, "evaluate": evaluate}
    asked |= {"depth": 5} if method == "alpha_beta" else {"simulations": 100, "plies": 0}
    with pytest.raises(LookupError):
        search(state, table=table, **asked)
    fails = False
    after, fresh = search(state, table=table, **asked), search(state, **asked)
    assert (after.moves, after.nodes) == (fresh.moves, fresh.nodes)


# ---- games written in Python


class Sums(NamedTuple):
    """Add 1, 2 or 3 in turn; whoever reaches 30 wins. Without key(): whole states are compared."""

    total: int = 0
    misere: bool = False

    @property
    def player(self) -> int:
        return self.total % 2

    def moves(self) -> list[int]:
        return [1, 3, 5]

    def play(self, move: int) -> Sums:
        return self._replace(total=self.total + move)

    def utility(self) -> int | None:
        if self.total < 31:
            return None
        return (-1 if self.misere else 1) * (self.total % 5 - 2)


def test_games_written_in_python_use_what_the_table_keeps() -> None:
    table = Table(1)
    first, again = (search(Sums(), table=table) for _ in range(2))
    assert again.nodes < first.nodes
    assert (again.value, again.move) == (first.value, first.move)


def test_unequal_states_share_nothing() -> None:
    table = Table(1)
    search(Sums(), table=table)
    other = search(Sums(misere=True), table=table)
    fresh = search(Sums(misere=True))
    assert (other.value, other.move, other.nodes) == (fresh.value, fresh.move, fresh.nodes)
    other = search(Sums(), table=table, depth=3, evaluate=lambda state: state.total)
    fresh = search(Sums(), depth=3, evaluate=lambda state: state.total)
    assert (other.value, other.move, other.nodes) == (fresh.value, fresh.move, fresh.nodes)


def test_a_search_within_a_search_numbers_states_itself() -> None:
    table, inner = Table(1), list[Result[Any]]()

    def on_depth(report: Any) -> None:
        inner.append(search(Sums(), table=table, depth=4, evaluate=lambda state: 0))

    outer = search(Sums(), table=table, on_depth=on_depth)
    fresh = search(Sums())
    assert (outer.value, outer.move) == (fresh.value, fresh.move)
    assert inner


def test_the_table_keeps_no_states_of_a_game_that_is_cleared() -> None:
    table = Table(1)
    first = search(Sums(), table=table)
    table.clear()
    assert search(Sums(), table=table).nodes == first.nodes
