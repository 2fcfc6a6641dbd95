"""Monte-Carlo tree search: simulations a second beside OpenSpiel's, solved positions of Connect Four, and matches.

    python -m benchmarks.mcts gnugo LOG [--games 100] [--seconds 1] [--simulations N] [--handicap 0]
    python -m benchmarks.mcts gain NAME LOG [--games 100] [--seconds 0.1] [--simulations N]
    python -m benchmarks.mcts report FOLDER

The first plays Go on 9x9 with komi 7.5 against GNU Go 3.8 at level 10 (the command gnugo), the second lets the search with an
addition play the same search without it, at equal time; `GAINS` lists them. With --simulations a move has that many simulations
instead of seconds, for a machine that is busy with other work; two threads then have 1.9 times as many. Both play the games that
are not yet in LOG, a file of JSON lines, so that a match can be stopped and started again. `report` writes the scores of all logs
of a folder to mcts_matches.json, for the docs, beside those that are there. Games are scored by area, as they lie after two passes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import click

from benchmarks.table import Table
from zermelo import search, solve
from zermelo._core import load_go_gammas
from zermelo.engine import Table as KeptTable
from zermelo.games import load_game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.learning.training import Training
from zermelo.native.weights import read_shipped
from zermelo.state import State

MATCHES = Path(__file__).with_name("mcts_matches.json")
PEERS: dict[str, tuple[str, int]] = {
    "connect_four": ("connect_four", 100_000),
    "breakthrough": ("breakthrough", 20_000),
    "othello": ("othello", 4_000),
    "chess": ("chess", 1_000),
    "go": ("go(board_size=9,komi=7.5)", 10_000),
}
"""OpenSpiel's name of each game, and the simulations of one run of it."""
TARGETS = {"connect_four": 5, "breakthrough": 10, "othello": 10, "chess": 10, "go": 6}
MORE = 10
"""How many times as many simulations we play, so that the runs are of a similar length."""
SOLVED, SEED = 200, 2017
GNUGO = ("gnugo", "--mode", "gtp", "--level", "10", "--chinese-rules")
GAINS: dict[str, tuple[str, Mapping[str, Any], Mapping[str, Any]]] = {
    "priors": ("go", {}, {"selection": "uct"}),
    "rave": ("go", {"rave": 300}, {}),
    "patterns": ("go", {}, {"playouts": "uniform"}),
    "reuse": ("go", {}, {"reuse": False}),
    "solver": ("connect_four", {}, {"solver": False}),
    "threads": ("go", {"threads": 2}, {}),
    "gammas": ("go", {"gammas": "learnt"}, {"gammas": "set by hand"}),
    "mast": ("othello", {"playouts": "mast"}, {}),
    "mast_connect_four": ("connect_four", {"playouts": "mast"}, {}),
    "grave": ("hex", {"grave": 50}, {}),
    "rave_hex": ("hex", {}, {"rave": 0}),
}
"""An addition: the game, its options with the addition, and those without."""


# ---- simulations a second


def rates() -> Table:
    """Measure simulations a second with uniform playouts, the tree included, beside OpenSpiel's MCTSBot in the same run."""
    import pyspiel

    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for slug, (name, simulations) in PEERS.items():
        game = pyspiel.load_game(name)
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, SEED), sqrt(2), simulations, 4096, False, SEED, False
        )
        theirs = simulations / _cpu_seconds(partial(bot.mcts_search, game.new_initial_state()))
        ours = _rate(load_game(slug), MORE * simulations, playouts="uniform", solver=False)
        ratio = ours / theirs
        rows.append([slug, f"{theirs:,.0f}", f"{ours:,.0f}", f"{ratio:.1f}", f"{TARGETS[slug]}"])
        figures |= {f"mcts_{slug}_rate": round(ours), f"mcts_{slug}_against_open_spiel": round(ratio, 1)}
    return Table(
        "Monte-Carlo simulations a second",
        "From the start of each game, uniform playouts, one thread, by processor time; OpenSpiel's C++ MCTSBot in the same run.",
        ["game", "OpenSpiel", "Zermelo", "ratio", "target"],
        rows,
        figures,
    )


def variants() -> Table:
    """Measure patterned playouts, two threads and a compiled game."""
    from zermelo import compiled
    from zermelo.imports import import_object

    go, four = Go(), ConnectFour()
    patterned = _rate(go, 100_000)
    times = {threads: _wall_seconds(partial(_simulate, go, 200_000, threads=threads)) for threads in (1, 2)}
    example = Path(__file__).parents[1] / "examples" / "connect_four_compiled.py"
    written = compiled(import_object(f"{example}:ConnectFour"))()
    plain = {"playouts": "uniform", "solver": False}
    share = _rate(written, 500_000, **plain) / _rate(four, 1_000_000, **plain)
    return Table(
        "Monte-Carlo search: variants",
        "Go is played on 9x9 from the empty board. Targets: 25,000 patterned simulations a second, two threads 1.6 times the "
        "simulations of one, a compiled Python game 30 % of the native one.",
        ["run", "result"],
        [
            ["Go, patterned playouts with priors", f"{patterned:,.0f} simulations/s"],
            ["Go, two threads against one", f"{times[1] / times[2]:.2f}"],
            ["Connect Four as a compiled Python class, against the native game", f"{100 * share:.0f} %"],
        ],
        {
            "mcts_go_patterned_rate": round(patterned),
            "mcts_threads": round(times[1] / times[2], 2),
            "mcts_compiled_share": round(share, 2),
        },
    )


def solved_positions() -> Table:
    """Count the positions of Connect Four in which a second of search keeps the solved value."""
    random, kept, exact, count = Random(SEED), 0, 0, 0
    while count < SOLVED:
        state = ConnectFour()
        for _ in range(random.randrange(8, 25)):
            if state.utility() is None:
                state = state.play(random.choice(state.moves()))
        if state.utility() is not None:
            continue
        values = {move: _solved(state.play(move)) for move in state.moves()}
        best = (max if state.player == 0 else min)(values.values())
        if all(_sign(value) == _sign(best) for value in values.values()):
            continue  # no move can go wrong
        count += 1
        chosen = values[search(state, method="mcts", seconds=1.0, seed=SEED).move]
        kept += _sign(chosen) == _sign(best)
        exact += chosen == best
    return Table(
        "Connect Four by simulation",
        f"{SOLVED} random positions with 8 to 24 stones in which some move throws the result away; one second each, one thread. "
        "Target: 95 % keep who wins.",
        ["measure", "share"],
        [
            ["keeps win, draw or loss", f"{100 * kept / count:.1f} %"],
            ["keeps the score", f"{100 * exact / count:.1f} %"],
        ],
        {"mcts_connect_four_kept": round(100 * kept / count, 1)},
    )


def _solved(state: ConnectFour) -> float:
    utility = state.utility()
    value = solve(state).value if utility is None else utility
    assert isinstance(value, int | float)
    return value


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _simulate(state: State, simulations: int, **options: Any) -> None:
    search(state, method="mcts", simulations=simulations, table=1024, **options)


def _rate(state: State, simulations: int, **options: Any) -> float:
    return simulations / _cpu_seconds(lambda: _simulate(state, simulations, **options))


def _cpu_seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _wall_seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


# ---- matches

Chooser = Callable[[State], Any]


Limit = Mapping[str, Any]
"""What a move has: `seconds`, or `simulations`."""
SHARE_OF_THREADS = 1.9
"""How many times the simulations of one thread two are given where moves have no time; `variants` measures more."""


def searcher(limit: Limit, options: Mapping[str, Any], seed: int) -> Chooser:
    """Return a player that keeps its tree from move to move, unless it has the option reuse=False.

    With the option gammas, a Go player searches with the priors that ship with the package or with those that training begins with.
    """
    options = dict(options)
    reuse, kept, gammas = options.pop("reuse", True), KeptTable(1), options.pop("gammas", None)
    priors = read_shipped("go", "go.gammas") if gammas == "learnt" else Training("go").weights if gammas else b""
    if "simulations" in limit and options.get("threads", 1) == 2:
        limit = {"simulations": round(SHARE_OF_THREADS * limit["simulations"])}

    def choose(state: State) -> Any:
        table = kept if reuse else 256
        if priors:
            load_go_gammas(priors)
        return search(state, method="mcts", seed=seed, table=table, **limit, **options).move

    return choose


def play_gain(number: int, name: str, limit: Limit) -> dict[str, Any]:
    """Play one game of a search with an addition against the one without; the result is the former's."""
    slug, having, lacking = GAINS[name]
    colour, random = number % 2, Random(f"{SEED} {number // 2}")
    state: Any = load_game(slug)
    moves: list[Any] = []
    players = [searcher(limit, options, number) for options in (having, lacking)]
    while state.utility() is None and len(moves) < 300:
        opening = [move for move in state.moves() if move != "pass"]
        move = random.choice(opening) if len(moves) < 2 else players[(state.player + colour) % 2](state)
        moves.append(move)
        state = state.play(move)
    value = state.utility() or 0
    return {"game": number, "result": (_sign(value if colour == 0 else -value) + 1) / 2, "moves": moves}


def play_gnugo(number: int, limit: Limit, handicap: int) -> dict[str, Any]:
    """Play one game against GNU Go; the result is ours. With a handicap GNU Go has Black and that many stones."""
    from zermelo.players.gtp_program import GtpProgram

    colour = 1 if handicap else number % 2
    choose = searcher(limit, {}, number)
    with GtpProgram(list(GNUGO)) as program:
        state: Any = Go(komi=0.5 if handicap else 7.5)
        program.new_game(state.size, state.komi)
        if handicap:
            stones = program.command(f"fixed_handicap {handicap}").split()
            points = [f"{letter}{row}" for row in range(9, 0, -1) for letter in "ABCDEFGHJ"]
            state = Go(state.compose(["black" if point in stones else "" for point in points], 1, {}), komi=0.5)
        moves: list[str] = []
        while state.utility() is None and len(moves) < 300:
            if state.player == colour:
                move = choose(state)
                program.play(state.player, move)
            else:
                move = program.genmove(state.player, timeout=120).move
                if move == "resign":
                    return {"game": number, "result": 1.0, "reason": "resigned", "moves": moves}
            moves.append(move)
            state = state.play(move)
    value = state.score() if colour == 0 else -state.score()
    return {"game": number, "result": (_sign(value) + 1) / 2, "score": value, "moves": moves}


def play_missing(log: Path, games: int, play: Callable[[int], dict[str, Any]]) -> None:
    """Play the games that a log lacks, and print the score after each."""
    done = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    played = {each["game"] for each in done}
    with log.open("a") as file:
        for number in range(games):
            if number in played:
                continue
            done.append(play(number))
            print(json.dumps(done[-1]), file=file, flush=True)
            score = sum(each["result"] for each in done) / len(done)
            print(f"{len(done)} games: {100 * score:.1f} % +- {98 / sqrt(len(done)):.1f}", flush=True)


@click.group()
def main() -> None:
    """Play matches."""


@main.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--games", default=100)
@click.option("--seconds", default=1.0)
@click.option("--simulations", type=int)
@click.option("--handicap", default=0)
def gnugo(log: Path, games: int, seconds: float, simulations: int | None, handicap: int) -> None:
    """Play Go against GNU Go."""
    play_missing(log, games, lambda number: play_gnugo(number, _limit(seconds, simulations), handicap))


@main.command()
@click.argument("name", type=click.Choice(sorted(GAINS)))
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--games", default=100)
@click.option("--seconds", default=0.1)
@click.option("--simulations", type=int)
def gain(name: str, log: Path, games: int, seconds: float, simulations: int | None) -> None:
    """Play a search with an addition against the same without it."""
    play_missing(log, games, lambda number: play_gain(number, name, _limit(seconds, simulations)))


def _limit(seconds: float, simulations: int | None) -> Limit:
    return {"seconds": seconds} if simulations is None else {"simulations": simulations}


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
