"""Many visitors at once, each stepping through searches, asking questions and letting the engine think, while somebody
counts what arrives. The load test and the benchmark are made of it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from zermelo.games import load_game
from zermelo.textbook.run import run
from zermelo.trees import format_tree, random_tree

SEARCHES = ("alpha_beta", "minimax", "scout", "deepening")


@dataclass
class Tally:
    """What all visitors saw: seconds from asking for a batch to getting it, and what should not have happened."""

    batches: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    steps: int = 0
    searches: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)


def expected_steps(depth: int) -> dict[tuple[int, str], int]:
    """How many steps each search has, found out directly."""
    return {(seed, search): len(run(_tree(seed, depth), search, {}).events) for seed in range(4) for search in SEARCHES}


def _tree(seed: int, depth: int) -> Any:
    return random_tree(seed, depth=depth, branching=3, statics=True)


async def visit(
    address: str, number: int, rounds: int, depth: int, pause: float, expected: dict[Any, int], tally: Tally
) -> None:
    """One visitor: in every round a search stepped to its end, a batch at a time, and a move by the engine."""
    random = Random(number)
    async with connect(f"ws://{address}/api/live", max_size=None, open_timeout=30) as socket:
        for round_ in range(1, rounds + 1):
            seed, search = random.randrange(4), random.choice(SEARCHES)
            source = {"type": "tree", "text": format_tree(_tree(seed, depth))}
            steps = await _step(
                socket, {"type": "watch", "id": 2 * round_, "source": source, "search": search}, pause, tally
            )
            if steps != expected[seed, search]:
                tally.lost.append(f"visitor {number}: {steps} of {expected[seed, search]} steps of {search}")
            await _think(socket, 2 * round_ + 1, tally)


async def _step(socket: ClientConnection, message: dict[str, Any], pause: float, tally: Tally) -> int:
    await socket.send(json.dumps(message))
    steps, asked, first_batches = 0, perf_counter(), 4
    while True:
        answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if answer["type"] == "finished":
            tally.searches += 1
            return steps if steps == answer["steps"] else -1
        if answer["type"] == "refused":
            tally.refused += 1
            return -1
        if answer["first"] != steps:
            tally.lost.append(f"a batch from {answer['first']} after {steps} steps")
        steps += len(answer["steps"])
        tally.steps += len(answer["steps"])
        if first_batches:
            first_batches -= 1
        else:
            tally.batches.append(perf_counter() - asked)
        if not first_batches:
            await asyncio.sleep(pause)
            asked = perf_counter()
            await socket.send(json.dumps({"type": "more", "id": message["id"]}))


async def _think(socket: ClientConnection, number: int, tally: Tally) -> None:
    started = perf_counter()
    source = {"type": "game", "game": "connect_four"}
    await socket.send(json.dumps({"type": "think", "id": number, "source": source, "player": "engine", "strength": 5}))
    while True:
        answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if answer["type"] == "chosen":
            tally.moves.append(perf_counter() - started)
            if int(answer["move"]) not in load_game("connect_four").moves():
                tally.lost.append(f"the engine chose {answer['move']}")
            return
        if answer["type"] == "refused":
            tally.refused += 1
            return


async def crowd(address: str, visitors: int, rounds: int, depth: int, pause: float = 0.0) -> Tally:
    """All visitors at once, each of whom looks at a batch for `pause` seconds before asking for the next."""
    tally, expected = Tally(), expected_steps(depth)
    await asyncio.gather(*(visit(address, number, rounds, depth, pause, expected, tally) for number in range(visitors)))
    return tally
