"""What a search takes before and after its time: tables that cost nothing until they are used, records that are quick to hand over,
and stated limits of what the textbook keeps. Counted in memory, moves and nodes, never in seconds."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.cli.starting import refusal
from zermelo import ZermeloError, tree
from zermelo.engine.request import MAX_RECORD
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search
from zermelo.textbook import decoupled_uct, ledger, mcts, run

MOST_MEGABYTES = 700
"""Far less than the tables below, and far more than the rest takes."""


@pytest.mark.parametrize(
    "search",
    [
        "prove(AntiChess(), nodes=100, table=2000)",
        "prove(Chess(), seconds=0.001, table=2000)",
        "solve(ConnectFour(), nodes=16_500, threads=2, table=2000)",
        "search(ConnectFour(), nodes=1000, table=2000)",
        "search(ConnectFour(), method='mcts', simulations=100, table=2000)",
        "search(Goofspiel(), method='mcts', simulations=100, table=2000)",
    ],
)
def test_a_large_table_takes_no_memory_before_it_is_used(search: str) -> None:
    """To clear two gigabytes takes most of a second, whatever the limit of the search."""
    games = "antichess:AntiChess chess:Chess connect_four:ConnectFour goofspiel:Goofspiel"
    imports = [
        f"from zermelo.games.{module} import {name}" for module, name in (each.split(":") for each in games.split())
    ]
    # ru_maxrss would count what the process held before it became this program.
    told = "print(next(int(line.split()[1]) >> 10 for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    lines = ["from zermelo import prove, search, solve", *imports, search, told]
    ran = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < MOST_MEGABYTES


COUNTED: Counter[str] = Counter()


class Counting(NamedTuple):
    """Add up to 40; counts how often a move is played."""

    sum: int = 0

    @property
    def player(self) -> int:
        return self.sum % 2

    def moves(self) -> list[int]:
        return [1, 3]

    def play(self, move: int) -> Counting:
        COUNTED["play"] += 1
        return Counting(self.sum + move)

    def utility(self) -> int | None:
        return self.sum % 3 - 1 if self.sum > 40 else None


def test_a_record_is_translated_with_one_move_a_node() -> None:
    """And not with all moves from the root to each node."""
    plays = {}
    for record in (None, 1000):
        COUNTED.clear()
        found = search(Counting(), record=record, without=["table"], depth=12, evaluate=lambda state: 0)
        plays[record] = COUNTED["play"]
    assert max(node.ply for node in found.record) > 5
    assert plays[1000] - plays[None] <= 2 * len(found.record)


def test_a_record_has_a_limit() -> None:
    with pytest.raises(ZermeloError, match=f"record must be at most {MAX_RECORD:,}"):
        search(Counting(), record=MAX_RECORD + 1)


def test_simulations_of_the_textbook_are_limited_before_the_work() -> None:
    said = "--simulations must be at most 1,000,000, not"
    assert said in refusal("tree", "A(B=1 C=2)", "--search", "mcts", "--simulations", str(2**70))
    assert said in refusal("tree", "A(B=1 C=2)", "--search", "mcts", "--simulations", "1000001")
    for textbook_search, state in ((mcts, TicTacToe()), (decoupled_uct, Goofspiel())):
        any_search: Any = textbook_search
        with pytest.raises(ZermeloError, match="simulations must be at most"):
            any_search(state, simulations=2**70)
        with pytest.raises(ZermeloError, match="simulations must be a whole number"):
            any_search(state, simulations=2.5)
    with pytest.raises(ZermeloError, match="simulations must be at most"):
        search(TicTacToe(), method="mcts", simulations=2**70)


def test_the_tree_of_the_textbook_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MAX_TREE", 50)
    for textbook_search, state in ((mcts, TicTacToe()), (decoupled_uct, Goofspiel())):
        any_search: Any = textbook_search
        with pytest.raises(ZermeloError, match="the tree has 50 nodes, and the textbook keeps no more"):
            any_search(state, simulations=1000)
        assert any_search(state, simulations=20).value is not None


def test_the_events_of_a_run_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MAX_EVENTS", 100)
    start = tree("A(B=1 C=2)")
    with pytest.raises(ZermeloError, match="takes more than 100 steps, and no more are kept"):
        run.run(start, "mcts", {"simulations": 40})
    assert len(run.run(start, "mcts", {"simulations": 10}).events) < 100
    assert run.run(start, "mcts", {"simulations": 40}, watched=False).result.move == "C"
