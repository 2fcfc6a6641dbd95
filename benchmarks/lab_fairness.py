"""The lab beside attackers: how long an ordinary visitor waits for a first answer while somebody else takes all they can.

    python -m benchmarks --only lab_fairness

The real program runs on a free port of the loopback. The attackers come from an address of their own (127.0.0.2) and then
from the visitor's own; each attack lasts a few seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.table import Table

VISITS = 3
"""Ordinary visitors in each row, one after another; the slowest counts."""
PAUSE = 1.0
LIMIT = 60.0
"""Seconds after which a row ends, whatever happens."""
SECONDS = 30.0
CLASSROOM = "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"
DEEP = "".join(f"N{level}(" for level in range(95_000)) + "Z=1" + ")" * 95_000
WIDE = "[" + ", ".join(["[" + ", ".join(["1"] * 300) + "]"] * 300) + "]"

Attack = Callable[[str, str], Any]


@asynccontextmanager
async def nobody(lab: str, address: str) -> AsyncIterator[None]:
    yield


def searchers(sockets: int) -> Attack:
    """Each with four searches that take as long as the lab allows."""

    @asynccontextmanager
    async def attack(lab: str, address: str) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            readers = []
            for _ in range(sockets):
                visit = await stack.enter_async_context(_connect(lab, address))
                for number in range(1, 5):
                    await visit.send(json.dumps(_think(number)))
                readers.append(asyncio.create_task(_search_on(visit)))
            try:
                yield
            finally:
                for reader in readers:
                    reader.cancel()
                await asyncio.gather(*readers, return_exceptions=True)

    return attack


def idle_sockets(count: int) -> Attack:
    @asynccontextmanager
    async def attack(lab: str, address: str) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for _ in range(count):
                await stack.enter_async_context(_connect(lab, address))
            yield

    return attack


def half_requests(count: int) -> Attack:
    @asynccontextmanager
    async def attack(lab: str, address: str) -> AsyncIterator[None]:
        host, _, port = lab.partition(":")
        writers = []
        for _ in range(count):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
            writer.write(f"GET / HTTP/1.1\r\nHost: {lab}\r\nX".encode())
            writers.append(writer)
        try:
            yield
        finally:
            for writer in writers:
                writer.close()

    return attack


def posters(count: int, text: str) -> Attack:
    """All at once, and each again as soon as there is an answer."""

    async def post(lab: str, address: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(base_url=f"http://{lab}", transport=transport, timeout=LIMIT) as client:
            while True:
                with suppress(httpx.HTTPError):
                    await client.post("/api/tree/read", json={"text": text})

    @asynccontextmanager
    async def attack(lab: str, address: str) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(post(lab, address)) for _ in range(count)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    return attack


ATTACKS: dict[str, Attack] = {
    "nobody": nobody,
    "one visitor with four searches of 30 s": searchers(1),
    "45 sockets with four searches of 30 s each": searchers(45),
    "eight posts of a tree 95,000 levels deep, again and again": posters(8, DEEP),
    "eight posts of a tree of 90,301 nodes, again and again": posters(8, WIDE),
    "200 idle sockets": idle_sockets(200),
    "900 half requests": half_requests(900),
}


def _connect(lab: str, address: str) -> connect:
    return connect(
        f"ws://{lab}/api/live", max_size=None, local_addr=(address, 0), open_timeout=LIMIT, close_timeout=0.1
    )


def _think(number: int) -> dict[str, Any]:
    source = {"type": "game", "game": "othello"}
    return {"type": "think", "id": number, "source": source, "player": "engine", "seconds": SECONDS}


async def _search_on(visit: ClientConnection) -> None:
    """Start a search again whenever it has ended."""
    with suppress(WebSocketException):
        async for message in visit:
            answer = json.loads(message)
            if answer["type"] in ("chosen", "refused"):
                await asyncio.sleep(answer.get("retry_after") or 0)
                await visit.send(json.dumps(_think(answer["id"])))


async def first_answer(lab: str) -> float:
    """Return the seconds until an ordinary visitor sees the first steps of a search of the classroom tree."""
    start = perf_counter()
    async with httpx.AsyncClient(base_url=f"http://{lab}", timeout=LIMIT) as client:
        for path in ("/", "/api/about"):
            (await client.get(path)).raise_for_status()
        tree = (await client.post("/api/tree/read", json={"text": CLASSROOM})).raise_for_status().json()
    async with _connect(lab, "127.0.0.1") as visit:
        source = {"type": "tree", "text": tree["text"]}
        await visit.send(json.dumps({"type": "watch", "id": 1, "source": source, "search": "alpha_beta"}))
        answer = json.loads(await visit.recv())
        assert answer["type"] == "steps", answer
    return perf_counter() - start


async def _slowest(lab: str, attack: Attack, address: str) -> float:
    # What the server does once, after its start, is not the attacker's doing.
    await first_answer(lab)
    async with asyncio.timeout(LIMIT), attack(lab, address):
        waits = []
        for _ in range(VISITS):
            await asyncio.sleep(PAUSE)
            waits.append(await first_answer(lab))
        return max(waits)


def fairness() -> Table:
    """Return the slowest first answer beside each attacker."""
    rows, worst, load = [], 0.0, os.getloadavg()[0]
    for name, attack in ATTACKS.items():
        waits = [_beside(attack, address) for address in ("127.0.0.2", "127.0.0.1")]
        worst = max(worst, *waits)
        rows.append([name, *(f"{wait:.2f} s" for wait in waits)])
    return Table(
        "The lab beside attackers",
        f"Seconds from opening the lab to the first steps of a search of the classroom tree, the slowest of {VISITS} "
        "visitors, while somebody else does what the row says. The load of the machine before the first of them was "
        f"{load:.1f}.",
        ["attacker", "from another address", "from the visitor's own address"],
        rows,
        {"lab_first_answer_seconds": round(worst, 2)},
    )


def _beside(attack: Attack, address: str) -> float:
    with lab() as at:
        return asyncio.run(_slowest(at, attack, address))


@contextmanager
def lab() -> Iterator[str]:
    """The real program, just started; gives its host and port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("zermelo")
    server = subprocess.Popen([program, "lab", "--no-browser", "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)
