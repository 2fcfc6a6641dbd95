"""Our player of rule sheets against a short UCT in Python, at equal processor time.

    python -m benchmarks.gdl_uct FOLDER SHEET... [--games 10] [--seconds 0.2] [--start-clock 5]

SHEET is a shipped sheet, such as connect_four, or a .kif file of two roles that move in turn. Both players use the same states,
which step by the same net. Ours has so many seconds for a move; the other has the processor time that ours has taken on average,
so that a busy machine is fair to both. Openings are random and are played twice, with colours changed. The games
are kept in FOLDER, one file of JSON lines for each sheet, so that a match can be stopped and started again. At the end a table
has the score of each sheet with its 95 % interval (Wilson 1927).
"""

from __future__ import annotations

import json
from functools import partial
from math import log, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import click

from benchmarks.mcts import play_missing
from zermelo import search
from zermelo.engine import Table as KeptTable
from zermelo.games.gdl.game import load_sheet
from zermelo.games.gdl.preparation import prepare
from zermelo.state import MAX

OPENING, LONGEST = 2, 400


class Node:
    """A node of the tree: the player who chose it, and the rewards of that player."""

    def __init__(self, state: Any, move: Any = None, parent: Node | None = None) -> None:
        self.state, self.move, self.parent = state, move, parent
        self.chooser = parent.state.player if parent else None
        self.untried = list(state.moves()) if state.utility() is None else []
        self.children: list[Node] = []
        self.visits, self.reward = 0, 0.0

    def best(self) -> Node:
        """Return the child with the highest upper confidence bound."""
        return max(
            self.children, key=lambda child: child.reward / child.visits + sqrt(2 * log(self.visits) / child.visits)
        )


def uct(state: Any, seconds: float, random: Random) -> Any:
    """Return the move with the most simulations (Kocsis and Szepesvari 2006) after some seconds of processor time."""
    root, deadline = Node(state), process_time() + seconds
    while process_time() < deadline or not root.children:
        node = root
        while not node.untried and node.children:
            node = node.best()
        if node.untried:
            move = node.untried.pop(random.randrange(len(node.untried)))
            node.children.append(Node(node.state.play(move), move, node))
            node = node.children[-1]
        end = node.state
        while (utility := end.utility()) is None:
            end = end.play(random.choice(end.moves()))
        at: Node | None = node
        while at is not None:
            at.visits += 1
            at.reward += (1 + (utility if at.chooser == MAX else -utility) / 100) / 2
            at = at.parent
    return max(root.children, key=lambda child: child.visits).move


def play(start: Any, seconds: float, number: int) -> dict[str, Any]:
    """Play a game; the result is ours, from 0 to 1."""
    random, table, state = Random(f"{number // 2}"), KeptTable(64), start
    ours, spent = number % 2, list[float]()
    for ply in range(LONGEST):
        if state.utility() is not None:
            break
        legal = state.moves()
        if ply < OPENING or len(legal) == 1:
            move = random.choice(sorted(legal))
        elif state.player == ours:
            began = process_time()
            move = search(state, seconds=seconds, table=table).move
            spent.append(process_time() - began)
        else:
            move = uct(state, sum(spent) / len(spent) if spent else seconds / 2, random)
        state = state.play(move)
    value = (state.utility() or 0) * (1 if ours == MAX else -1)
    mean = sum(spent) / len(spent) if spent else 0.0
    return {"game": number, "result": ((value > 0) - (value < 0) + 1) / 2, "processor": round(mean, 3)}


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    middle, weight = share + z * z / (2 * games), 1 + z * z / games
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - reach) / weight, (middle + reach) / weight


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("sheets", nargs=-1, required=True)
@click.option("--games", default=10)
@click.option("--seconds", default=0.2)
@click.option("--start-clock", default=5.0)
def main(folder: Path, sheets: tuple[str, ...], games: int, seconds: float, start_clock: float) -> None:
    """Play a match on each sheet, and print the scores."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = list[str]()
    for sheet in sheets:
        start = load_sheet(sheet if sheet.endswith(".kif") else f"{sheet}.kif")
        prepare(start, start_clock)
        games_log = folder / f"{sheet.strip('/').replace('/', '_')}.jsonl"
        play_missing(games_log, games, partial(play, start, seconds))
        results = [json.loads(line)["result"] for line in games_log.read_text().splitlines()]
        share, (low, high) = sum(results) / len(results), wilson(sum(results) / len(results), len(results))
        way = "simulations" if start.prefers_mcts else "alpha-beta"
        lines.append(f"| {Path(sheet).stem} | {way} | {len(results)} | {share:.0%} | {low:.0%} to {high:.0%} |")
        print(lines[-1], flush=True)
    print("\n".join(["", "| sheet | our way | games | score | 95 % interval |", "|---|---|---|---|---|", *lines]))


if __name__ == "__main__":
    main()
