"""The program `zermelo lab`: how it opens, how it closes, what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.lab.lab_server import HANGS, wait_until
from tests.lab.own_players import ANCESTOR
from zermelo.cli.lab import lab, playable
from zermelo.lab.server import files
from zermelo.state import ZermeloError

PROGRAM = (
    "import sys; from pathlib import Path; import zermelo.lab.server.files as files; files.STATIC = Path(sys.argv.pop(1)); "
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from zermelo.cli import main; main()"
)
OWN = "tests.lab.own_games:Countdown"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html><title>Zermelo</title>")
    return tmp_path


def start(pages: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(pages), "lab", "--no-browser", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def refusal(*arguments: str) -> str:
    with pytest.raises(ZermeloError) as refused:
        lab.main(["--no-browser", *arguments], standalone_mode=False)
    return str(refused.value)


@pytest.fixture
def opened(pages: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = start(pages, OWN)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://(127\.0\.0\.1:\d+)/", line)
    assert found, line
    yield process, found[1]
    process.kill()
    process.communicate()


def children(process: subprocess.Popen[str]) -> list[int]:
    found = []
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        found += [int(each) for each in (task / "children").read_text().split()]
    return found


@contextmanager
def searching(address: str) -> Iterator[ClientConnection]:
    """A visitor with searches that would go on for long."""
    with connect(f"ws://{address}/api/live", close_timeout=0.1) as socket:
        for number in (1, 2, 3):
            source = {"type": "game", "game": "connect_four"}
            message = {"type": "think", "id": number, "source": source, "player": "engine", "seconds": 25}
            socket.send(json.dumps(message))
        socket.recv(HANGS)
        yield socket


def rest_of(visitor: ClientConnection) -> Iterator[str]:
    """The types of the messages until the connection closes."""
    with suppress(ConnectionClosed):
        while True:
            yield json.loads(visitor.recv(HANGS))["type"]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_closes_at_once_with_searches_running(
    opened: tuple[subprocess.Popen[str], str], sign: signal.Signals
) -> None:
    process, address = opened
    slugs = [game["slug"] for game in httpx.get(f"http://{address}/api/about", timeout=HANGS).json()["games"]]
    assert OWN in slugs
    with searching(address) as visitor:
        workers = children(process)
        assert workers
        process.send_signal(sign)
        out, error = process.communicate(timeout=HANGS)
        # It did not wait for the searches: none of them came to its end.
        assert set(rest_of(visitor)) <= {"progress"}
    assert error == ""
    if sign == signal.SIGINT:
        assert process.returncode == 0
        assert out == "The lab is closed.\n"
    wait_for_the_end_of(workers)


def test_workers_do_not_outlive_the_server(opened: tuple[subprocess.Popen[str], str]) -> None:
    process, address = opened
    with searching(address):
        workers = children(process)
        process.kill()
        process.wait()
    wait_for_the_end_of(workers)


def wait_for_the_end_of(workers: list[int]) -> None:
    wait_until(lambda: not any(map(alive, workers)))


def alive(worker: int) -> bool:
    try:
        return Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_it_refuses(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "STATIC", pages)
    assert "give --token with --host" in refusal("--host", "0.0.0.0")
    assert "--token must have at least eight" in refusal("--host", "0.0.0.0", "--token", "short")
    assert "there is no module called nowhere" in refusal("nowhere:Game")
    assert "OrderedDict has no player; add: player: int = 0" in refusal("collections:OrderedDict")
    assert "there is no game called 'shogi'" in refusal("shogi")
    assert "there is no store called nowhere.db" in refusal("--store", "nowhere.db")
    assert "is not a store of games" in refusal("--store", __file__) or "not a database" in refusal("--store", __file__)
    assert "is not an address" in refusal("--host", "no.such.host.invalid", "--token", "12345678")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is in use" in refusal("--port", str(port))
    monkeypatch.setattr(files, "STATIC", pages / "nothing")
    assert "make lab" in refusal()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="This platform has no alarms.")
def test_games_that_cannot_be_played_on_the_pages_are_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(playable(["goofspiel", OWN])) == [OWN]
    assert "goofspiel is not offered: players of Goofspiel move at the same time" in capsys.readouterr().err
    monkeypatch.setattr("zermelo.cli.lab.GAME_SECONDS", 0.01)
    assert list(playable(["tests.lab.own_games:Hanging"])) == []
    assert "Hanging is not offered: it does not answer within 0.01 seconds" in capsys.readouterr().err


def test_players_are_tried_in_processes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """So one that hangs or exits does not take the program along."""
    monkeypatch.setenv(ANCESTOR, str(os.getpid()))
    assert "there is no store" in refusal("--player", "tests.lab.own_players:Apart", "--store", "nowhere.db")
    assert "no luck" in refusal("--player", "tests.lab.own_players:Unstarted")


def test_a_refusal_is_one_sentence_and_exit_code_2(pages: Path) -> None:
    process = start(pages, "--host", "0.0.0.0")
    out, error = process.communicate(timeout=HANGS)
    assert process.returncode == 2
    assert out == ""
    assert error.startswith("zermelo: the lab opens to other machines only with a token")
    assert error.count("\n") == 1


def test_a_port_is_chosen_where_none_is_given(pages: Path) -> None:
    first, second = start(pages), start(pages)
    assert first.stdout is not None
    assert second.stdout is not None
    assert first.stdout.readline() != second.stdout.readline()
    for process in (first, second):
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS)


def test_a_token_is_printed_with_the_address(pages: Path) -> None:
    process = start(pages, "--token", "abcdefgh")
    assert process.stdout is not None
    assert "/?token=abcdefgh" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=HANGS)


def test_a_worker_prints_nothing_among_its_frames() -> None:
    options: dict[str, Any] = {"settings": {}, "games": {}}
    program = "from zermelo.lab import worker; print('noise'); worker.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    out, _ = process.communicate(b"", timeout=HANGS)
    assert out.startswith(b"noise\n")
    assert process.returncode == 0


def test_it_closes_without_a_word_on_pages_that_do_not_read(pages: Path) -> None:
    (pages / "large.js").write_text(" " * 2**25)
    process = start(pages)
    assert process.stdout is not None
    found = re.search(r"http://(127\.0\.0\.1:\d+)/", process.stdout.readline())
    assert found
    host, _, port = found[1].partition(":")
    with ExitStack() as readers:
        for _ in range(5):
            reader = readers.enter_context(socket.create_connection((host, int(port))))
            reader.sendall(f"GET /large.js HTTP/1.1\r\nHost: {found[1]}\r\n\r\n".encode())
            assert reader.recv(1), "the answer has begun, and is too long for what the system keeps of it"
        watcher = readers.enter_context(connect(f"ws://{found[1]}/api/live", max_queue=1, close_timeout=0.1))
        source = {"type": "game", "game": "tic_tac_toe"}
        watcher.send(
            json.dumps({"type": "watch", "id": 1, "source": source, "search": "minimax", "options": {"depth": 6}})
        )
        watcher.send(json.dumps({"type": "more", "id": 1, "batches": 64}))
        watcher.recv(HANGS)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=HANGS)
    assert (process.returncode, out, error) == (0, "The lab is closed.\n", "")
