"""Programs that are asked for moves: how they start, how long they are waited for, and clocks that make no sense."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cluster.test_driver import needs_proc, wait_until_ended
from zermelo.arena import Adjudication, Event, RoundRobin, run_event
from zermelo.cluster.processes import ProcessExecutor
from zermelo.games.chess import Chess
from zermelo.players import PlayerSpec
from zermelo.players.clock import TimeControl
from zermelo.players.uci_program import UciProgram
from zermelo.state import ZermeloError


def test_a_program_that_does_not_start_is_named() -> None:
    with pytest.raises(ZermeloError, match="'no-such-program' does not start: No such file"):
        UciProgram("no-such-program --fast")
    with pytest.raises(ZermeloError, match="exited without answering uciok"):
        UciProgram([sys.executable, "-c", "pass"])


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "nan", "1+inf", "1+-1"])
def test_invalid_clocks_are_refused(text: str) -> None:
    with pytest.raises(ZermeloError, match="clock"):
        TimeControl.parse(text)
    assert TimeControl.parse("2+") == TimeControl(2, 0)


def test_a_program_gets_the_time_that_is_left_for_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    now, waits = 100.0, list[float]()

    def read(_: UciProgram, seconds: float) -> bytes:
        nonlocal now
        waits.append(seconds)
        now += 2.0
        return b"readyok\n" if len(waits) == 3 else b"info string thinking\n"

    monkeypatch.setattr("zermelo.players.program.perf_counter", lambda: now)
    monkeypatch.setattr(UciProgram, "read", read)
    program = UciProgram.__new__(UciProgram)
    assert len(program.read_until("readyok", 5.0)) == 3
    assert waits == [5.0, 3.0, 1.0]


FAKE = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()} {child.pid}\\n")
for line in sys.stdin:
    word = line.split()[0]
    if word in ("uci", "isready"):
        print("uciok" if word == "uci" else "readyok", flush=True)
    elif word == "position":
        asked = line.split()
    elif word == "go" and len(sys.argv) > 2:
        print("info depth 7 score cp 900 nodes 123 pv e2e4\\nbestmove", "e2e4" if "moves" not in asked else "e7e5", flush=True)
while True:  # it takes no notice of the end
    time.sleep(1)
"""


@pytest.fixture
def fake(tmp_path: Path) -> str:
    """The command of a program that starts another, writes the numbers of both into a file, and ends neither."""
    (tmp_path / "fake.py").write_text(FAKE)
    return shlex.join([sys.executable, str(tmp_path / "fake.py"), str(tmp_path / "children")])


def started(folder: Path) -> list[int]:
    file = folder / "children"
    return [int(word) for word in file.read_text().split()] if file.exists() else []


@needs_proc
def test_what_a_program_has_started_ends_with_it(fake: str, tmp_path: Path) -> None:
    with UciProgram(fake):
        pass
    for each in started(tmp_path):
        wait_until_ended(each)


def use_program(command: str) -> None:
    with UciProgram(command) as program:
        program.go("startpos", "infinite", 1000.0)


@needs_proc
def test_programs_end_with_the_worker_that_asks_them(fake: str, tmp_path: Path) -> None:
    with ProcessExecutor(1) as executor:
        running = executor.run(use_program, [fake], cancel=lambda: len(started(tmp_path)) == 2)
        assert list(running) == []
    for each in started(tmp_path):
        wait_until_ended(each)


def test_the_values_of_a_program_decide_its_games(fake: str, tmp_path: Path) -> None:
    players = (PlayerSpec.parse(f"uci:{fake} answers"), PlayerSpec.parse("engine:1"))
    rule = Adjudication(win=500.0, win_moves=1)
    event = Event(
        Chess(), players, RoundRobin(2), openings=0, time=TimeControl(nodes=9), adjudication=rule, game="chess"
    )
    first = next(game for game in run_event(event) if game.players[0].startswith("uci:"))
    assert (first.reason, first.points, len(first.moves)) == ("adjudicated", (1.0, 0.0), 1)
    (figures,) = first.figures
    assert (figures.depth, figures.nodes, figures.value) == (7, 123, 900.0)
