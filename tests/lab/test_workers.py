"""Searches run where they can be stopped: a search ends when its visitor leaves, a game that hangs is killed, visitors take
turns, and nothing piles up."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.test_driver import needs_proc, wait_until_ended
from tests.event_loop import run_async
from tests.lab.lab_server import HANGS, Lab, Visitor, game, running, tree, wait_until
from zermelo.lab.messages import Caps
from zermelo.lab.server import frames, shares
from zermelo.lab.server.pool import Job, WorkerPool
from zermelo.lab.server.settings import Settings, WorkerOptions
from zermelo.lab.server.worker_process import TimedOut, WorkerDied

OWN = {
    name.lower(): f"tests.lab.own_games:{name}" for name in ("Breeding", "Greedy", "Hanging", "Slow")
}  # fmt: skip
ENDLESS = Settings(
    caps=Caps(2_000_000, 10**12, 10**6, 4), quick=600.0, steps=10**12, bytes=2**60, spool=2**60, grace=HANGS, spare=0
)
"""A search ends only if it is cancelled, and has all the time it needs to notice."""


def begin(visitor: Visitor, number: int, kind: str) -> None:
    """Start a search that goes on for long."""
    if kind == "engine":
        source = game("othello")
        visitor.send({"type": "think", "id": number, "source": source, "player": kind, "seconds": 3600})
    elif kind in ("hanging", "slow"):
        visitor.send({"type": "watch", "id": number, "source": game(kind), "search": "minimax"})
    else:
        visitor.send({"type": "watch", "id": number, "source": game("othello"), "search": kind})


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running(tmp_path_factory.mktemp("endless") / "pages", games=OWN, settings=ENDLESS) as lab:
        yield lab


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    settings = Settings(caps=Caps(2_000_000, 100_000, 600.0, 4), quick=600.0)
    with running(tmp_path_factory.mktemp("workers") / "pages", games=OWN, settings=settings) as lab:
        yield lab


@pytest.mark.parametrize("kind", ["engine", "minimax", "alpha_beta", "sss_star", "mtdf", "slow"])
@pytest.mark.parametrize("how", ["leaves", "cancels", "vanishes"])
def test_a_search_stops_when_its_visitor_leaves(endless: Lab, kind: str, how: str) -> None:
    """It stops by itself: no worker is killed."""
    with endless.visit(close_timeout=0.1) as visitor:
        begin(visitor, 1, kind)
        assert visitor.get()["type"] in ("steps", "progress")
        workers = set(endless.hub.pools.searches.workers)
        if how == "cancels":
            visitor.send({"type": "cancel", "id": 1})
            assert visitor.until("cancelled")["id"] == 1
        elif how == "vanishes":
            visitor.socket.socket.close()
        else:
            visitor.socket.close()
        endless.wait_until_idle()
    assert endless.hub.pools.searches.workers == workers
    assert endless.hub.spooled == 0


@pytest.mark.parametrize(("player", "strength"), [("engine", 9), ("alpha_beta", 12), ("mcts", 100_000)])
def test_a_player_of_a_slow_game_stops_too(endless: Lab, player: str, strength: int) -> None:
    """To the end this would take at least half an hour."""
    with endless.visit(close_timeout=0.1) as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("slow"), "player": player, "strength": strength})
        endless.wait_until_busy()
        workers = set(endless.hub.pools.searches.workers)
    endless.wait_until_idle()
    assert endless.hub.pools.searches.workers == workers


def test_a_question_stops_when_its_visitor_leaves(endless: Lab) -> None:
    body = {"source": game("connect_four"), "format": "json", "search": "minimax"}
    endless.ask_and_leave("/api/tree/export", body)
    workers = set(endless.hub.pools.searches.workers)
    endless.wait_until_idle()
    assert endless.hub.pools.searches.workers == workers
    assert endless.post("/api/tree/export", {"source": tree(), "format": "svg"})["text"]


def test_a_game_that_hangs_is_killed_when_its_visitor_leaves(own: Lab) -> None:
    with own.visit() as visitor:
        begin(visitor, 1, "hanging")
        own.wait_until_busy()
        before = set(own.hub.pools.searches.workers)
    own.wait_until_idle()
    assert own.hub.pools.searches.workers != before
    with own.visit() as visitor:
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_a_game_that_hangs_is_refused(tmp_path: Path) -> None:
    caps = Caps(2_000_000, 100_000, 0.2, 4)
    with running(tmp_path / "pages", games=OWN, settings=Settings(caps=caps, quick=0.3)) as lab:
        assert "longer than 0.3 seconds" in lab.refusal("/api/play/position", game("hanging", "hang"), 422)
        with lab.visit() as visitor:
            _, end = visitor.watch(source=game("hanging"), search="minimax")
            assert end["type"] == "refused"
            assert "0.2 seconds" in end["error"]


def test_a_worker_that_was_killed_is_replaced() -> None:
    async def ask() -> bytes:
        pool = WorkerPool(WorkerOptions(Settings(), {**OWN, "nim": "nim"}), 1)
        hanging, fine = (json.dumps(each).encode() for each in (game("hanging", "hang"), game("nim")))
        me = shares.Visitor("me", 0)
        try:
            with pytest.raises(TimedOut):
                await pool.run(Job(me), "/api/play/position", hanging, _ignore, 0.3)
            kind, _ = await pool.run(Job(me), "/api/play/position", fine, _ignore, HANGS)
            return kind
        finally:
            await pool.close()

    assert run_async(ask()) == frames.DONE


@needs_proc
def test_what_a_game_has_started_ends_with_its_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bred = tmp_path / "bred"
    monkeypatch.setenv("BRED", str(bred))

    async def ask() -> None:
        pool = WorkerPool(WorkerOptions(Settings(), OWN), 1)
        body = json.dumps(game("breeding", "hang")).encode()
        job = asyncio.create_task(pool.run(Job(shares.Visitor("me", 0)), "/api/play/position", body, _ignore, HANGS))
        while not (bred.exists() and bred.read_text().endswith("\n")):
            assert not job.done()
            await asyncio.sleep(0.02)
        await pool.close()
        with pytest.raises(WorkerDied):
            await job

    run_async(ask())
    wait_until_ended(int(bred.read_text()))


def _ignore(kind: bytes, payload: bytes) -> None:
    pass


def test_a_worker_that_dies_is_replaced(own: Lab) -> None:
    with own.visit() as visitor:
        begin(visitor, 1, "engine")
        visitor.until("progress")
        busy = own.hub.pools.searches.workers - set(own.hub.pools.searches.idle)
        for worker in busy:
            os.kill(worker.process.pid, signal.SIGKILL)
        refused = visitor.until("refused")
        assert "ended unexpectedly" in refused["error"]
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"
    own.wait_until_idle()


def test_a_worker_that_dies_while_idle_is_replaced(own: Lab) -> None:
    own.post("/api/tree/read", {"text": "[1, 2]"})
    idle = list(own.hub.pools.quick.idle)
    for worker in idle:
        os.kill(worker.process.pid, signal.SIGKILL)
    wait_until(lambda: not any(worker.alive for worker in idle))
    assert own.post("/api/tree/read", {"text": "[1, 2]"})["leaves"] == 2


def test_the_number_of_searches_at_once_is_limited(own: Lab) -> None:
    with own.visit() as visitor:
        for number in (1, 2, 3, 4, 5):
            begin(visitor, number, "engine")
        refused = visitor.until("refused")
        assert refused["id"] == 5
        assert refused["retry_after"] > 0
        assert "at most 4 searches" in refused["error"]
        begin(visitor, 2, "engine")
        assert "still running" in visitor.until("refused")["error"]
        visitor.send({"type": "cancel", "id": 1})
        visitor.until("cancelled")
        visitor.send({"type": "cancel", "id": 77})
    own.wait_until_idle()


def test_a_full_queue_is_refused(tmp_path: Path) -> None:
    caps = Caps(1000, 100_000, 600.0, 10)
    with running(tmp_path / "pages", settings=Settings(caps=caps, waiting=2)) as lab, lab.visit() as visitor:
        for number in range(1, lab.hub.pools.searches.size + 5):
            begin(visitor, number, "engine")
        refused = visitor.until("refused")
        assert "waiting already" in refused["error"]
        assert refused["retry_after"] > 0


def test_steps_do_not_pile_up(tmp_path: Path) -> None:
    """A page that never asks for more keeps no worker, and the steps that wait for it have a limit."""
    settings = Settings(caps=Caps(1000, 10**9, 600.0, 4), spool=1_000_000)
    with running(tmp_path / "pages", settings=settings) as lab:
        with lab.visit() as visitor:
            begin(visitor, 1, "minimax")
            for _ in range(4):
                assert visitor.get()["type"] == "steps"
            lab.wait_until_idle()
            assert 0 < lab.hub.spooled < 1_100_000
            visitor.send({"type": "more", "id": 1, "batches": 64})
            while (end := visitor.get())["type"] == "steps":
                visitor.send({"type": "more", "id": 1})
            assert "more steps wait" in end["error"]
            assert end["retry_after"] > 0
        lab.wait_until_idle()
        assert lab.hub.spooled == 0


def test_a_search_stops_at_the_caps(tmp_path: Path) -> None:
    settings = Settings(caps=Caps(1000, 2_000, 600.0, 4))
    with running(tmp_path / "pages", settings=settings) as lab, lab.visit() as visitor:
        _, end = visitor.watch(source=game("connect_four"), search="minimax")
        assert end["report"]["stopped"] == "nodes"
        assert end["report"]["nodes"] == 2_000
    settings = Settings(caps=Caps(1000, 10**9, 600.0, 4), steps=1_000)
    with running(tmp_path / "more", settings=settings) as lab, lab.visit() as visitor:
        steps, end = visitor.watch(source=game("connect_four"), search="minimax")
        assert len(steps) == end["steps"] == 1_000
        assert end["report"]["stopped"] == "nodes"
    with running(tmp_path / "time", settings=Settings(caps=Caps(1000, 10**9, 0.3, 4))) as lab, lab.visit() as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("othello"), "player": "minimax", "strength": 12})
        # To its end this search would take days.
        assert visitor.until("chosen")["move"] in ("d3", "c4", "f5", "e6")


def test_memory_is_limited(own: Lab, tmp_path: Path) -> None:
    asked = game("greedy", "take")
    assert own.post("/api/play/position", asked)["over"]
    with running(tmp_path / "pages", games=OWN, settings=Settings(memory=700 * 2**20, quick=600)) as lab:
        assert "more memory than the lab allows" in lab.refusal("/api/play/position", asked)
        assert lab.post("/api/tree/read", {"text": "[1, 2]"})["leaves"] == 2


def test_a_slow_reader_gets_only_what_it_reads(own: Lab) -> None:
    """A page that asks for everything and reads nothing stops the server from sending; the others get their answers."""
    with own.visit(max_queue=1, close_timeout=0.1) as slow:
        slow.send(
            {"type": "watch", "id": 1, "source": game("tic_tac_toe"), "search": "minimax", "options": {"depth": 6}}
        )
        for _ in range(20):
            slow.send({"type": "more", "id": 1, "batches": 64})
        own.wait_until_busy()
        own.wait_until_idle()
        with own.visit() as other:
            assert other.watch(source=tree(), search="alpha_beta")[1]["type"] == "finished"
        assert own.hub.spooled > 0
    wait_until(lambda: own.hub.spooled == 0)


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Lab]:
    """A lab with one worker for all searches of an address, in which a search ends as soon as somebody else waits."""
    settings = Settings(caps=Caps(2_000_000, 10**12, 10**6, 4), slice=0.0, last_words=HANGS, grace=HANGS)
    with running(tmp_path / "pages", games=OWN, settings=settings) as lab:
        lab.hub.pools.searches.size = 2
        yield lab


def test_a_search_ends_for_a_visitor_who_waits(crowded: Lab) -> None:
    with crowded.visit() as first, crowded.visit() as second:
        begin(first, 1, "minimax")
        assert first.get()["type"] == "steps"
        first.send({"type": "more", "id": 1, "batches": 60})
        assert second.watch(source=tree(), search="alpha_beta")[1]["type"] == "finished"
        while (end := first.get())["type"] == "steps":
            first.send({"type": "more", "id": 1})
        assert end["type"] == "finished"
        assert end["report"]["stopped"] == "cancelled"


def test_a_player_moves_for_a_visitor_who_waits(crowded: Lab) -> None:
    with crowded.visit() as first, crowded.visit() as second:
        begin(first, 1, "engine")
        first.until("progress")
        assert second.watch(source=tree(), search="alpha_beta")[1]["type"] == "finished"
        assert first.until("chosen", "refused")["move"] in ("d3", "c4", "f5", "e6")


def test_a_question_that_searches_is_refused_for_a_visitor_who_waits(crowded: Lab) -> None:
    def ask() -> None:
        body = {"source": game("connect_four"), "format": "json", "search": "minimax"}
        refusals.append(crowded.refusal("/api/tree/export", body, 429))

    refusals: list[str] = []
    asking = threading.Thread(target=ask)
    asking.start()
    crowded.wait_until_busy()
    with crowded.visit() as second:
        assert second.watch(source=tree(), search="alpha_beta")[1]["type"] == "finished"
    asking.join(HANGS)
    assert "other visitors wait" in refusals[0]


def test_large_questions_wait_with_the_searches(own: Lab) -> None:
    used = own.hub.pools.searches.shares.used
    before = used["127.0.0.1"]
    own.post("/api/tree/read", {"text": "[1, 2]"})
    assert used["127.0.0.1"] == before
    assert own.post("/api/tree/read", {"text": f"[{'1, ' * 20_000} 2]"})["leaves"] == 20_001
    wait_until(lambda: used["127.0.0.1"] > before)


@pytest.mark.parametrize("text", ["(" * 95_000, "[" * 1_001 + "]" * 1_001, "A(" * 1_001 + "B=1" + ")" * 1_001])
def test_trees_that_are_too_deep_are_refused_before_they_are_read(own: Lab, text: str) -> None:
    assert "nested more than 1,000 levels deep" in own.refusal("/api/tree/read", {"text": text})
    with own.visit() as visitor:
        _, end = visitor.watch(source=tree(text), search="minimax")
        assert "nested more than 1,000 levels deep" in end["error"]


def test_a_deep_random_tree_is_refused(own: Lab) -> None:
    refusal = own.refusal("/api/tree/random", {"seed": 1, "depth": 95_000, "branching": 1})
    assert refusal == "depth must be at most 1,000 here, not 95,000"


def test_the_search_that_waits_with_most_steps_makes_room(tmp_path: Path) -> None:
    """A page that reads its steps does not pay for one that does not."""
    settings = Settings(caps=Caps(1000, 10**9, 600.0, 4), spool=1_000_000)
    with running(tmp_path / "pages", settings=settings) as lab, lab.visit() as slow, lab.visit() as quick:
        begin(slow, 1, "minimax")
        wait_until(lambda: lab.hub.spooled > 500_000)
        assert quick.watch(source=tree(), search="minimax")[1]["type"] == "finished"
        lab.wait_until_idle()
        assert quick.watch(source=tree(), search="minimax")[1]["type"] == "finished"
        slow.send({"type": "more", "id": 1, "batches": 64})
        while (end := slow.get())["type"] == "steps":
            slow.send({"type": "more", "id": 1})
        assert "more steps wait" in end["error"]
