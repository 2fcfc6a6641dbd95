"""Matches between ways to play rule sheets at equal time.

    python -m benchmarks.gdl_matches interpreter SHEET LOG [--games 50] [--seconds 0.2]
    python -m benchmarks.gdl_matches variants SHEET FIRST SECOND LOG [--games 40] [--seconds 0.1]
    python -m benchmarks.gdl_matches report FOLDER

SHEET is a shipped sheet, such as connect_four, or a file. The first lets our player, prepared by a start clock, meet plain UCT over
the interpreter; the second lets two of `VARIANTS` meet. Both play the games that are not yet in LOG, a file of JSON lines, so
that a match can be stopped and started again. Every opening of two random moves is played twice, with colours changed. `report`
writes the scores of all logs of a folder to gdl_matches.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.mcts import play_missing
from zermelo import search
from zermelo.engine import Table as KeptTable
from zermelo.games.gdl.game import GdlGame, load_sheet
from zermelo.games.gdl.interpreted import interpret
from zermelo.games.gdl.preparation import prepare

MATCHES = Path(__file__).with_name("gdl_matches.json")
SEED = 2018
OPENING = 2
LONGEST = 400
START_CLOCK = 10.0
"""Seconds to learn weights, and to choose between alpha-beta and simulations."""
PLAIN: Mapping[str, Any] = {"method": "mcts", "playouts": "uniform", "solver": False, "reuse": False}
VARIANTS: dict[str, Mapping[str, Any]] = {
    "prepared": {},
    "default": {"method": "mcts"},
    "plain": PLAIN,
    "uct": {"method": "mcts", "playouts": "uniform"},
    "batch16": {"method": "mcts", "batch": 16, "exploration": 1.4},
    "batch8": {"method": "mcts", "batch": 8},
    "batch32": {"method": "mcts", "batch": 32},
    "alpha_beta": {"method": "alpha_beta"},
    "leaves": {"method": "mcts", "plies": 0, "exploration": 0.3},
    "cut": {"method": "mcts", "plies": 4, "exploration": 0.5},
    "rave": {"method": "mcts", "playouts": "uniform", "rave": 500},
    "grave": {"method": "mcts", "playouts": "uniform", "rave": 500, "grave": 50},
    "mast": {"method": "mcts", "playouts": "mast"},
}
"""Options of `search`; with reuse=False nothing is kept from move to move."""
Chooser = Callable[[Any], Any]


@cache
def start_of(sheet: str) -> GdlGame:
    """Return the first state of a sheet after a start clock."""
    state = load_sheet(sheet if sheet.endswith(".kif") else f"{sheet}.kif")
    prepare(state, START_CLOCK)
    print(f"{sheet}: {'simulations' if state.prefers_mcts else 'alpha-beta'}")
    return state


@cache
def interpreted_start(sheet: str) -> GdlGame:
    """Return the same without a net."""
    game = type(start_of(sheet))
    rules = interpret(game.sheet)
    members = {"__slots__": (), "rules": rules, "_weights": {}}
    return type(f"Interpreted{game.__name__}", (game,), members)()  # type: ignore[no-any-return]


def searcher(options: Mapping[str, Any], seconds: float, seed: int) -> Chooser:
    """Return a player by options of `search`."""
    options = dict(options)
    reuse, kept = options.pop("reuse", True), KeptTable(64)
    if options.get("method") == "mcts":
        options["seed"] = seed

    def choose(state: Any) -> Any:
        return search(state, seconds=seconds, table=kept if reuse else 64, **options).move

    return choose


def play(number: int, first: tuple[GdlGame, Chooser], second: tuple[GdlGame, Chooser]) -> dict[str, Any]:
    """Play one game; the result is the first player's. Each player has a state of its own."""
    colour, random = number % 2, Random(f"{SEED} {number // 2}")
    states = [first[0], second[0]]
    players = [first[1], second[1]]
    moves: list[str] = []
    while states[0].utility() is None and len(moves) < LONGEST:
        mover = (states[0].player + colour) % 2
        opening = len(moves) < OPENING
        move = random.choice(sorted(states[0].moves())) if opening else players[mover](states[mover])
        moves.append(move)
        states = [state.play(move) for state in states]
    value = states[0].utility() or 0
    value = -value if colour else value
    return {"game": number, "result": ((value > 0) - (value < 0) + 1) / 2, "moves": moves}


@click.group()
def main() -> None:
    """Play matches."""


@main.command()
@click.argument("sheet")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--games", default=50)
@click.option("--seconds", default=0.2)
def interpreter(sheet: str, log: Path, games: int, seconds: float) -> None:
    """Play against plain UCT over the interpreter."""

    def play_one(number: int) -> dict[str, Any]:
        ours = start_of(sheet), searcher({}, seconds, number)
        theirs = interpreted_start(sheet), searcher(PLAIN, seconds, number)
        return play(number, ours, theirs)

    play_missing(log, games, play_one)


@main.command()
@click.argument("sheet")
@click.argument("first", type=click.Choice(sorted(VARIANTS)))
@click.argument("second", type=click.Choice(sorted(VARIANTS)))
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--games", default=40)
@click.option("--seconds", default=0.1)
def variants(sheet: str, first: str, second: str, log: Path, games: int, seconds: float) -> None:
    """Play two ways to search against each other."""

    def play_one(number: int) -> dict[str, Any]:
        players = [(start_of(sheet), searcher(VARIANTS[name], seconds, number)) for name in (first, second)]
        return play(number, players[0], players[1])

    play_missing(log, games, play_one)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
def report(folder: Path) -> None:
    """Write the scores of all logs of a folder, and keep those of other matches."""
    scores = json.loads(MATCHES.read_text())
    for log in sorted(folder.glob("*.jsonl")):
        results = [json.loads(line)["result"] for line in log.read_text().splitlines()]
        scores[log.stem] = {"games": len(results), "score": round(100 * sum(results) / len(results), 1)}
    MATCHES.write_text(json.dumps(scores, indent=1) + "\n")


if __name__ == "__main__":
    main()
