"""Searches run where they can be stopped: whoever leaves takes them along, what hangs is ended, what waits waits fairly,
and nothing piles up."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest

from tests.lab.serving import Lab, Visitor, game, running, tree
from zermelo.lab.caps import Settings
from zermelo.lab.messages import Caps

HANGING = {"hanging": "tests.lab.own_games:Hanging", "slow": "tests.lab.own_games:Slow"}
LEAVES_WITHIN = 0.2


def begin(visitor: Visitor, number: int, kind: str) -> None:
    """Starts a search that goes on for long."""
    if kind == "engine":
        source = game("connect_four")
        visitor.send({"type": "think", "id": number, "source": source, "player": "engine", "seconds": 25})
    elif kind == "mcts":
        source = game("othello")
        visitor.send({"type": "think", "id": number, "source": source, "player": "mcts", "strength": 100_000})
    elif kind == "hanging":
        visitor.send({"type": "watch", "id": number, "source": game("hanging"), "search": "minimax"})
    else:
        visitor.send({"type": "watch", "id": number, "source": game("othello"), "search": kind})


def wait_until_busy(lab: Lab, workers: int = 1) -> None:
    deadline = monotonic() + 10
    while lab.hub.pool.searches.busy < workers:
        assert monotonic() < deadline
        sleep(0.005)
    sleep(0.1)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Any:
    settings = Settings(caps=Caps(2_000_000, 100_000, 25.0, 4), quick=1.0)
    with running(tmp_path_factory.mktemp("workers") / "pages", games=HANGING, settings=settings) as lab:
        yield lab


@pytest.mark.parametrize("kind", ["engine", "mcts", "minimax", "alpha_beta", "sss_star", "mtdf"])
@pytest.mark.parametrize("how", ["leaves", "cancels", "vanishes"])
def test_whoever_leaves_takes_the_search_along(own: Lab, kind: str, how: str) -> None:
    """Within a fifth of a second, and by stopping: nothing has to be ended. A busy machine has three tries."""
    tries = [leave(own, kind, how) for _ in range(3 if os.getloadavg()[0] > 1.5 else 1)]
    assert min(seconds for seconds, _ in tries) < LEAVES_WITHIN
    assert any(stopped for _, stopped in tries)


def leave(lab: Lab, kind: str, how: str) -> tuple[float, bool]:
    """How long a search goes on without its visitor, and whether it stopped by itself."""
    lab.idle()
    with lab.visit(close_timeout=0.1) as visitor:
        begin(visitor, 1, kind)
        wait_until_busy(lab)
        workers = set(lab.hub.pool.searches.workers)
        if how == "cancels":
            visitor.send({"type": "cancel", "id": 1})
            assert visitor.until("cancelled")["id"] == 1
        elif how == "vanishes":
            visitor.socket.socket.close()
        else:
            visitor.socket.close()
        seconds = lab.idle()
    assert lab.hub.spooled == 0
    return seconds, lab.hub.pool.searches.workers == workers


def test_whoever_gives_up_on_a_question_takes_it_along(own: Lab) -> None:
    own.idle()
    body = {"source": game("connect_four"), "format": "json", "search": "minimax"}
    with pytest.raises(httpx.ReadTimeout):
        own.client.post("/api/tree/export", json=body, timeout=0.7)
    assert own.idle() < 2 * LEAVES_WITHIN
    assert own.post("/api/tree/export", {"source": tree(), "format": "svg"})["text"]


@pytest.mark.parametrize("player", ["engine", "alpha_beta", "mcts"])
def test_a_slow_game_of_ones_own_stops_too(own: Lab, player: str) -> None:
    own.idle()
    with own.visit(close_timeout=0.1) as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("slow"), "player": player, "seconds": 20})
        wait_until_busy(own)
    # By itself or not, but in time.
    assert own.idle() < LEAVES_WITHIN + own.hub.settings.grace


def test_a_game_that_hangs_is_ended_when_its_visitor_leaves(own: Lab) -> None:
    with own.visit() as visitor:
        begin(visitor, 1, "hanging")
        wait_until_busy(own)
        before = set(own.hub.pool.searches.workers)
    assert own.idle() < LEAVES_WITHIN + own.hub.settings.grace
    assert own.hub.pool.searches.workers != before
    with own.visit() as visitor:
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_a_game_that_hangs_is_answered(tmp_path: Path) -> None:
    caps = Caps(2_000_000, 100_000, 0.2, 4)
    with running(tmp_path / "pages", games=HANGING, settings=Settings(caps=caps, quick=0.3)) as lab:
        assert "longer than 0.3 seconds" in lab.refusal("/api/play/position", game("hanging", "hang"), 422)
        assert lab.post("/api/play/position", game("nim"))["moves"]
        with lab.visit() as visitor:
            _, end = visitor.watch(source=game("hanging"), search="minimax")
            assert end["type"] == "refused"
            assert "0.2 seconds" in end["error"]
            assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_a_worker_that_dies_is_replaced(own: Lab) -> None:
    with own.visit() as visitor:
        begin(visitor, 1, "engine")
        wait_until_busy(own)
        busy = own.hub.pool.searches.workers - set(own.hub.pool.searches.idle)
        for worker in busy:
            os.kill(worker.process.pid, signal.SIGKILL)
        refused = visitor.until("refused")
        assert "before its time" in refused["error"]
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"
    own.idle()


def test_a_worker_that_dies_while_nobody_needs_it_is_not_missed(own: Lab) -> None:
    own.post("/api/tree/read", {"text": "[1, 2]"})
    for worker in list(own.hub.pool.quick.idle):
        os.kill(worker.process.pid, signal.SIGKILL)
    sleep(0.2)
    assert own.post("/api/tree/read", {"text": "[1, 2]"})["leaves"] == 2


def test_only_so_many_searches_at_once(own: Lab) -> None:
    with own.visit() as visitor:
        for number in (1, 2, 3, 4, 5):
            begin(visitor, number, "engine")
        refused = visitor.until("refused")
        assert refused["id"] == 5
        assert refused["retry_after"] > 0
        assert "4 searches at once" in refused["error"]
        begin(visitor, 2, "engine")
        assert "still running" in visitor.until("refused")["error"]
        visitor.send({"type": "cancel", "id": 1})
        visitor.until("cancelled")
        visitor.send({"type": "cancel", "id": 77})
    own.idle()


def test_those_who_wait_take_turns(own: Lab) -> None:
    """Two searches of one visitor keep both workers; of the waiting, one who asks once goes before one who asks often."""
    lane = own.hub.pool.searches
    with own.visit() as first, own.visit() as often, own.visit() as once:
        for number in range(1, lane.size + 1):
            begin(first, number, "engine")
        wait_until_busy(own, lane.size)
        for number in (1, 2, 3):
            often.send({"type": "watch", "id": number, "source": tree(), "search": "minimax"})
        sleep(0.1)
        once.send({"type": "watch", "id": 1, "source": tree(), "search": "minimax"})
        sleep(0.1)
        assert lane.waiting == 4
        # Somebody who gives up waiting is forgotten.
        often.send({"type": "cancel", "id": 3})
        often.until("cancelled")
        sleep(0.05)
        assert lane.waiting == 3
        order = [len(futures) for futures in lane._waiting.values()]
        assert order == [2, 1]
        first.send({"type": "cancel", "id": 1})
        assert once.until("finished")["id"] == 1
        assert often.until("finished")["id"] == 1
        assert often.until("finished")["id"] == 2
    own.idle()


def test_a_full_queue_is_told(tmp_path: Path) -> None:
    caps = Caps(1000, 100_000, 25.0, 10)
    with running(tmp_path / "pages", settings=Settings(caps=caps, waiting=2)) as lab, lab.visit() as visitor:
        for number in range(1, lab.hub.pool.searches.size + 5):
            begin(visitor, number, "engine")
        refused = visitor.until("refused")
        assert "waiting already" in refused["error"]
        assert refused["retry_after"] > 0


def test_too_many_visitors_are_turned_away(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(visitors=1)) as lab:
        with lab.visit() as first:
            with pytest.raises(Exception, match="HTTP 403"), lab.visit():
                pass
            assert first.watch(source=tree(), search="minimax")[1]["type"] == "finished"
        sleep(0.2)
        with lab.visit() as second:
            assert second.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_steps_do_not_pile_up(tmp_path: Path) -> None:
    """A page that never asks for more keeps no worker, and what waits for it has a limit."""
    settings = Settings(caps=Caps(1000, 100_000, 20.0, 4), spool=1_000_000)
    with running(tmp_path / "pages", settings=settings) as lab:
        with lab.visit() as visitor:
            begin(visitor, 1, "minimax")
            for _ in range(4):
                assert visitor.get()["type"] == "steps"
            lab.idle()
            assert 0 < lab.hub.spooled < 1_100_000
            visitor.send({"type": "more", "id": 1, "batches": 64})
            while (end := visitor.get())["type"] == "steps":
                visitor.send({"type": "more", "id": 1})
            assert "more steps wait" in end["error"]
            assert end["retry_after"] > 0
        lab.idle()
        assert lab.hub.spooled == 0


def test_a_search_stops_at_the_caps(tmp_path: Path) -> None:
    settings = Settings(caps=Caps(1000, 2_000, 20.0, 4))
    with running(tmp_path / "pages", settings=settings) as lab, lab.visit() as visitor:
        _, end = visitor.watch(source=game("connect_four"), search="minimax")
        assert end["report"]["stopped"] == "nodes"
        assert end["report"]["nodes"] == 2_000
    with running(tmp_path / "more", settings=Settings(steps=1_000)) as lab, lab.visit() as visitor:
        steps, end = visitor.watch(source=game("connect_four"), search="minimax")
        assert len(steps) == end["steps"] == 1_000
        assert end["report"]["stopped"] == "nodes"
    with running(tmp_path / "time", settings=Settings(caps=Caps(1000, 10**9, 0.3, 4))) as lab, lab.visit() as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("othello"), "player": "minimax", "strength": 12})
        chosen = visitor.until("chosen")
        assert chosen["move"] in ("d3", "c4", "f5", "e6")
        assert chosen["seconds"] < 1


def test_memory_is_bounded(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(memory=600 * 2**20, quick=20)) as lab:
        assert lab.post("/api/tree/read", {"text": "[1, 2]"})["leaves"] == 2


def test_a_slow_reader_gets_only_what_it_reads(own: Lab) -> None:
    """A page that asks for everything and reads nothing stops the server from sending, and nobody else notices."""
    with own.visit(max_queue=1, close_timeout=0.1) as slow:
        slow.send(
            {"type": "watch", "id": 1, "source": game("tic_tac_toe"), "search": "minimax", "options": {"depth": 6}}
        )
        for _ in range(20):
            slow.send({"type": "more", "id": 1, "batches": 64})
        sleep(0.5)
        with own.visit() as other:
            start = monotonic()
            assert other.watch(source=tree(), search="alpha_beta")[1]["type"] == "finished"
            assert monotonic() - start < 2
    own.idle()
    deadline = monotonic() + 2
    while own.hub.spooled:
        assert monotonic() < deadline
        sleep(0.01)
