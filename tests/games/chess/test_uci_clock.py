"""How the engine spends a game's clock over UCI: on a made-up clock, which only moves where the tests say."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from zermelo.games.chess.uci.engine import NODES_AT_ONCE, Uci
from zermelo.methods import search
from zermelo.players.clock import OVERHEAD, allow

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"


class Conversation:
    """An engine whose searches take as long as `takes` says, and what it searched for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.takes = 0.0, 0.0
        self.limits: list[dict[str, Any]] = []
        self.uci = Uci(io.StringIO())
        monkeypatch.setattr("zermelo.games.chess.uci.engine.perf_counter", lambda: self.now)
        monkeypatch.setattr("zermelo.games.chess.uci.engine.search", self._search)

    def _search(self, state: Any, **given: Any) -> Any:
        self.limits.append({name: given[name] for name in ("seconds", "nodes", "threads") if name in given})
        self.now += self.takes
        return search(state, method="alpha_beta", depth=1)

    def go(self, number: int, words: str) -> dict[str, Any]:
        """Ask for White's move of a number; return the limits of the search."""
        self.uci.execute(f"position fen {START} {number}")
        self.uci.execute(f"go {words}")
        if self.uci.task is not None and self.uci.task.thread is not None:
            self.uci.task.thread.join()
        return self.limits[-1]

    def said(self) -> list[str]:
        out = self.uci.out
        assert isinstance(out, io.StringIO)
        return out.getvalue().splitlines()


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Conversation:
    return Conversation(monkeypatch)


def test_move_overhead_is_kept_of_every_clock(talk: Conversation) -> None:
    talk.uci.execute("uci")
    assert "option name Move Overhead type spin default 20 min 0 max 5000" in talk.said()
    assert talk.go(1, "wtime 2000")["seconds"] == allow(2.0).most
    talk.uci.execute("setoption name Move Overhead value 1000")
    assert talk.go(1, "wtime 2000")["seconds"] == allow(2.0, reserve=1.0).most
    talk.uci.execute("setoption name Move Overhead value 9999")
    assert talk.said()[-1] == "info string Move Overhead must be from 0 to 5000, not 9999"


def test_late_answers_make_the_reserve_larger(talk: Conversation) -> None:
    talk.takes = allow(1.0, 0.02).most + 0.1
    first = talk.go(1, "wtime 1000 winc 20")["seconds"]
    assert talk.uci.reserve.seconds == pytest.approx(OVERHEAD + 0.3)
    second = talk.go(2, "wtime 798 winc 20")["seconds"]
    assert second < first


@pytest.mark.parametrize(
    ("between", "learns"),
    [
        (lambda uci: None, True),
        (lambda uci: uci.execute("isready"), True),
        (lambda uci: uci.execute("ucinewgame"), False),
        (lambda uci: (uci.execute(f"position fen {START} 7"), uci.execute("go depth 1"), uci.stop()), False),
    ],
)
def test_the_other_clock_says_what_was_lost_on_the_way(
    talk: Conversation, between: Callable[[Uci], object], learns: bool
) -> None:
    talk.go(1, "wtime 1000 winc 20")
    between(talk.uci)
    talk.go(2, "wtime 820 winc 20")
    assert (talk.uci.reserve.usually_late > 0) == learns
    assert not learns or talk.uci.reserve.usually_late == pytest.approx(0.2 / 32)


def test_the_clock_of_another_position_says_nothing(talk: Conversation) -> None:
    talk.go(1, "wtime 1000 winc 20")
    talk.go(4, "wtime 500 winc 20")
    talk.go(5, "wtime 5000 winc 20")
    assert talk.uci.reserve.usually_late == 0


def test_without_time_the_answer_comes_at_once_and_from_the_thread_that_reads(talk: Conversation) -> None:
    talk.uci.execute("setoption name Threads value 2")
    assert talk.go(1, "wtime 10 winc 20") == {"nodes": NODES_AT_ONCE, "threads": 1}
    assert talk.uci.task is not None
    assert talk.uci.task.thread is None
    assert talk.said()[-1].startswith("bestmove ")
    assert talk.go(1, "wtime 10 nodes 7")["nodes"] == 7


@pytest.mark.parametrize("words", ["infinite", "ponder"])
def test_what_waits_does_not_keep_the_reader_even_without_time(talk: Conversation, words: str) -> None:
    talk.uci.execute(f"position fen {START} 1")
    talk.uci.execute(f"go {words} wtime 1")
    assert not any(line.startswith("bestmove") for line in talk.said())
    talk.uci.execute("stop")
    assert talk.said()[-1].startswith("bestmove ")
    assert talk.uci.reserve.usually_late == 0, "no clock ran"


def test_time_of_pondering_is_not_late(talk: Conversation) -> None:
    talk.uci.execute(f"position fen {START} 1")
    talk.uci.execute("go ponder wtime 1000 winc 20")
    talk.now += 50.0
    talk.uci.execute("ponderhit")
    talk.uci.stop()
    assert talk.uci.reserve.usually_late == 0


def test_a_table_has_its_memory_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[int]()
    monkeypatch.setattr("zermelo.engine.Table.allocate", lambda table: taken.append(table.bytes))
    uci = Uci(io.StringIO())
    uci.execute("setoption name Hash value 2")
    uci.execute("isready")
    table = uci.table
    uci.execute("ucinewgame")
    assert taken == [2 << 20]
    assert uci.table is table, "which is cleared, and keeps its memory"
    uci.execute("go infinite")
    uci.execute("isready")
    uci.stop()
    assert len(taken) == 1, "not while it is in use"
