"""A real lab on a free port of the loopback, in a thread of the test, and small ways to talk to it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from zermelo.catalogue import TURN_GAMES
from zermelo.lab.server.live import Hub
from zermelo.lab.server.serve import listen, make_server

HANGS = 120.0
"""Seconds after which a test gives up waiting. No test depends on how quick anything is; this only ends one that hangs."""
CLASSROOM = "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"
COURSE_TEST = """alg: "MinimaxAgent"
depth: "1"
start_state: "A"
successors: \"""
A Left B
A Right C
B x D
B y E
C x F
C y G
E q H
F q I
\"""
evaluation: \"""
A 0
B 1
C 2
D 3
E 4
F 5
G 6
H 100
I -7
\"""
"""


class Lab:
    """A running server: `hub` is its inside, `connections` are those that are open."""

    def __init__(self, address: str, hub: Hub, connections: Collection[object]) -> None:
        self.address, self.hub, self.connections = address, hub, connections
        self.client = httpx.Client(base_url=f"http://{address}", timeout=HANGS)

    def post(self, path: str, body: Any) -> Any:
        """The answer to a question that is in order."""
        response = self.client.post(path, content=json.dumps(body))
        assert response.status_code == 200, response.text
        return response.json()

    def refusal(self, path: str, body: Any, status: int = 400) -> str:
        """Why a question is refused."""
        content = body if isinstance(body, bytes) else json.dumps(body)
        response = self.client.post(path, content=content)
        assert response.status_code == status, response.text
        error: str = response.json()["error"]
        assert error
        assert "\n" not in error
        return error

    @contextmanager
    def visit(self, **options: Any) -> Iterator[Visitor]:
        address = f"ws://{self.address}/api/live"
        with connect(address, max_size=None, open_timeout=HANGS, ping_timeout=HANGS, **options) as connection:
            yield Visitor(connection)

    def ask_and_leave(self, path: str, body: Any) -> None:
        """Ask a question that searches, and leave once a worker has it."""
        host, _, port = self.address.partition(":")
        content = json.dumps(body)
        with socket.create_connection((host, int(port))) as raw:
            head = f"POST {path} HTTP/1.1\r\nHost: {self.address}\r\nContent-Length: {len(content)}\r\n\r\n"
            raw.sendall((head + content).encode())
            self.wait_until_busy()

    def wait_until_idle(self) -> None:
        """Wait until no worker has a search."""
        searches = self.hub.pools.searches
        wait_until(lambda: not searches.busy and not searches.waiting)

    def wait_until_busy(self, workers: int = 1) -> None:
        """Wait until so many workers have a search."""
        wait_until(lambda: self.hub.pools.searches.busy >= workers)


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once a condition holds."""
    deadline = monotonic() + HANGS
    while not condition():
        assert monotonic() < deadline, "this never happens"
        sleep(0.002)


class Visitor:
    """One page, as the server sees it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def get(self, seconds: float = HANGS) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(seconds))
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.get())["type"] not in kinds:
            pass
        return message

    def watch(self, **message: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """All steps of a search, and how it ended."""
        self.send({"type": "watch", "id": 1, **message})
        steps: list[dict[str, Any]] = []
        while (answer := self.get())["type"] == "steps":
            assert answer["first"] == len(steps)
            steps += answer["steps"]
            self.send({"type": "more", "id": answer["id"]})
        return steps, answer


def tree(text: str = CLASSROOM, **options: Any) -> dict[str, Any]:
    return {"type": "tree", "text": text, **options}


def game(slug: str, *moves: str, position: str | None = None) -> dict[str, Any]:
    return {"type": "game", "game": slug, "position": position, "moves": list(moves)}


@contextmanager
def running(folder: Path, games: dict[str, str] | None = None, **options: Any) -> Iterator[Lab]:
    """A lab that serves the files of a folder; `options` are those of `make_server`, and `games` those beside Zermelo's."""
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("<!doctype html><title>Zermelo</title>")
    (folder / "assets").mkdir(exist_ok=True)
    (folder / "assets" / "main-abc.js").write_text("// " + "x" * 2000)
    server = make_server({**TURN_GAMES, **(games or {})}, folder=folder, **options)
    server.config.ws_ping_timeout = HANGS
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    host, port = listening.getsockname()[:2]
    app: Any = server.config.app
    hub: Hub = app.state.hub
    lab = Lab(f"{host}:{port}", hub, server.server_state.connections)
    try:
        wait_until(lambda: server.started)
        yield lab
    finally:
        lab.client.close()
        server.should_exit = True
        thread.join(HANGS)
        assert not thread.is_alive(), "the server does not stop"
