"""zermelo ggp as a program of its own on the loopback, and rule sheets as the games of other commands."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.cli.starting import answer, refusal, zermelo
from zermelo.cli import cli
from zermelo.games.gdl.game import load_sheet
from zermelo.games.gdl.grounding import GroundingError
from zermelo.games.gdl.sheets import sheet_text

NIM = sheet_text("nim")
ENDLESS = """(role x) (role y) (init (at 0)) (succ 0 1) (succ 1 0) (legal x left) (legal x right) (legal y go)
(<= (next (at ?m)) (true (at ?n)) (succ ?n ?m)) (<= terminal (true (at 9))) (goal x 50) (goal y 50)
"""
GROWING = """(role x) (init (at 0)) (legal x go) (legal x on) (<= (next (at (s ?n))) (true (at ?n)))
(<= terminal (true (at (s (s 0))))) (<= (goal x 100) terminal) (<= (goal x 0) (not terminal))
"""
"""Facts grow with every move, so that no grounding ends, but a game does."""


# ---- the player


class Server:
    """`zermelo ggp serve` in a process of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "zermelo", "ggp", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"Waiting for a game manager at (http://127\.0\.0\.1:(\d+)/) \(Ctrl-C ends it\)\.\n", line)
        assert found, line
        self.url, self.port = found[1], int(found[2])

    def ask(self, message: str) -> str:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("POST", "/", message.encode(), {"Content-Type": "text/acl"})
            response = connection.getresponse()
            assert response.status == 200
            assert response.headers["Content-Type"].startswith("text/acl")
            return response.read().decode()
        finally:
            connection.close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server("--player", "random", "--name", "tester")
    yield made
    made.process.kill()
    made.process.communicate()


def test_a_manager_asks_the_program(server: Server) -> None:
    start = f"(START one first ({NIM}) 60 60)"
    assert server.ask("(INFO)") == "((name tester) (status available))"
    assert server.ask(f"(PREVIEW ({NIM}) 60)") == "ready"
    assert server.ask("(PLAY one NIL)") == "busy"
    assert server.ask(start) == "ready"
    assert server.ask("(INFO)") == "((name tester) (status busy))"
    assert server.ask(start.replace("one", "two")) == "busy"
    state: Any = load_sheet("nim.kif")
    moves = "NIL"
    while state.utility() is None:
        move = server.ask(f"(PLAY one {moves})")
        assert move in state.legal(0)
        joint = (move, state.legal(1)[0])
        state, moves = state.play(joint), f"({' '.join(joint)})"
    assert server.ask(f"(STOP one {moves})") == "done"
    assert server.ask(start.replace("one", "two")) == "ready"
    assert server.ask("(ABORT two)") == "aborted"
    assert server.ask("(INFO)") == "((name tester) (status available))"
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(60) == 0
    assert server.process.stderr is not None
    assert server.process.stderr.read() == ""


def test_a_match_with_the_program_and_its_log(server: Server, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    options = ["--players", f"{server.url},random", "--start-clock", "60", "--play-clock", "60", "--log", str(log)]
    done = zermelo("ggp", "match", "nim", *options)
    assert (done.returncode, done.stderr) == (0, "")
    *steps, first, second = done.stdout.splitlines()
    records = [json.loads(line) for line in log.read_text().splitlines()]
    assert steps == [f"{each['step']:4}  {'  '.join(each['moves'])}" for each in records]
    state: Any = load_sheet("nim.kif")
    for number, record in enumerate(records, 1):
        state = state.play(tuple(record["moves"]))
        assert (record["sheet"], record["step"], record["substitutions"]) == ("nim", number, [])
        assert record["goals"] == (None if state.utility() is None else list(state.goals()))
    assert (first, second) == (
        f"first (ggp:{server.url}): {state.goals()[0]}",
        f"second (random): {state.goals()[1]}",
    )
    zermelo("ggp", "match", "nim", "--players", "random,random", "--log", str(log))
    assert len(log.read_text().splitlines()) > len(records), "a log is appended to"


def test_an_unknown_port_or_name() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal("ggp", "serve", "--port", str(port)).startswith(f"cannot listen on 127.0.0.1:{port}: ")
    assert "--name must be one word" in refusal("ggp", "serve", "--port", "0", "--name", "two words")


# ---- the manager


def test_substitutions_are_printed_and_logged(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    log = tmp_path / "match.jsonl"
    done = zermelo("ggp", "match", "tic_tac_toe", "--players", f"random,{url}", "--seed", "5", "--log", str(log))
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    record = json.loads(log.read_text().splitlines()[0])
    (substitution,) = record["substitutions"]
    assert (substitution["seat"], substitution["move"]) == (1, "noop")
    assert substitution["reason"].startswith(f"{url.removeprefix('http://')} cannot be asked: ")
    assert lines[0] == f"   1  {record['moves'][0]}  noop"
    assert lines[1] == f"      o gets noop at random: {substitution['reason']}"
    again = zermelo("ggp", "match", "tic_tac_toe", "--players", f"random,{url}", "--seed", "5")
    assert again.stdout == done.stdout


def test_a_log_that_cannot_be_written_is_refused_before_the_match(tmp_path: Path) -> None:
    log = str(tmp_path / "absent" / "match.jsonl")
    match = ["ggp", "match", "nim", "--players", "random,random", "--log"]
    assert refusal(*match, log) == f"{log} cannot be written: No such file or directory"
    assert refusal(*match, str(tmp_path)) == f"{tmp_path} cannot be written: it is a folder"


def test_a_game_without_an_end(tmp_path: Path) -> None:
    file = tmp_path / "endless.kif"
    file.write_text(ENDLESS)
    done = zermelo("ggp", "match", str(file), "--players", "random,random", "--max-steps", "12")
    assert (done.returncode, done.stderr) == (0, "")
    *steps, last = done.stdout.splitlines()
    assert len(steps) == 12
    assert last == "The match ends without goals: it is not over after 12 steps."


def test_a_match_needs_a_player_for_each_role() -> None:
    said = refusal("ggp", "match", "nim", "--players", "random")
    assert said == "nim has the roles first, second: name a player for each, not 1"


# ---- other commands


@pytest.fixture
def interpreted(tmp_path: Path) -> str:
    """A sheet that cannot be grounded."""
    file = tmp_path / "growing.kif"
    file.write_text(GROWING)
    return str(file)


@pytest.mark.parametrize(
    "arguments",
    [("play", "--both", "--json"), ("ggp", "match", "--players", "random"), ("check",)],
    ids=["play", "match", "check"],
)
def test_commands_say_that_rules_are_interpreted(
    interpreted: str, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_: Any, **limits: Any) -> None:
        raise GroundingError("the rules have too many instances")  # without the wait until that is known

    monkeypatch.setattr("zermelo.games.gdl.game.ground", give_up)
    done = CliRunner().invoke(cli, [*arguments, interpreted], standalone_mode=False, catch_exceptions=False)
    said = f"{interpreted}: the rules are interpreted, which is slower: the rules have too many instances\n"
    assert done.stderr == said


def test_describe() -> None:
    described = answer("describe", "nim.kif")
    assert (described["players"], described["sums"]) == (2, "zero-sum")
    assert "two players" in zermelo("describe", "nim.kif").stdout.lower()


def test_play() -> None:
    done = zermelo("play", "nim.kif", "--level", "1", stdin="moves\n(take 1 2)\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "(take 3 5)" in done.stdout
    assert re.search(r"I play \(take \d \d\)", done.stdout)
    played = answer("play", "nim.kif", "--both")
    state: Any = load_sheet("nim.kif")
    for move in played["moves"]:
        state = state.play(move)
    assert state.utility() == played["value"]


def test_tournament() -> None:
    done = zermelo("arena", "nim.kif", "mcts:200", "random", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert all(player in done.stdout for player in ("mcts:200", "random"))
