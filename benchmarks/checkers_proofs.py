"""Prove 8x8 checkers positions of 8 to 10 pieces from self-play.

    python -m benchmarks.checkers_proofs draw
    python -m benchmarks.checkers_proofs prove FOLDER SECONDS [PIECES]
    python -m benchmarks.checkers_proofs report FOLDER

`draw` wrote checkers_positions.txt, once: the positions follow from the seed and from the engine as it was then. `prove` spends
SECONDS of processor time for each position, with endgame tables of up to PIECES pieces (6) and two processes. It goes round:
every position gets a sixteenth, then those that are still open get twice as much, and so on, until the time of all is spent.
The folder keeps the proofs and `results.jsonl`, so the same command goes on after an interruption. `report` writes
checkers_proofs.json for the docs, with what a thousand machines would need at the measured rates. Its part `tables` is entered
by hand after `/usr/bin/time -v zermelo table build --game checkers --pieces 6 --threads 2`.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import msgspec

from zermelo import search
from zermelo.games.checkers import Checkers
from zermelo.games.checkers.proof import prove_checkers

POSITIONS = Path(__file__).with_name("checkers_positions.txt")
REPORT = Path(__file__).with_name("checkers_proofs.json")
CHINOOK_POSITIONS, CHINOOK_NODES = 39e12, 1e14
"""Positions in the tables of up to ten pieces, and calculations of the whole proof (Schaeffer et al. 2007)."""
CORES = 2 * 1000
SEED = 2007
COUNT = 20
OPENING = 6
"""Random plies at the start of each game."""
NODES = 2000
"""Of each search for a move."""
TABLE_MB = 1024
"""Of each process."""


class Run(msgspec.Struct, frozen=True):
    """What is shown about a position after some processor time; `value` is None as long as it is open."""

    number: int
    fen: str
    value: str | None
    shown: str
    seconds: float
    """Of processor time in this run, with the check."""
    wall_seconds: float
    nodes: int
    """In all runs."""
    positions: int
    """In the proof."""


def draw() -> list[str]:
    """Return a random position with 8 to 10 pieces from each of so many games of the engine against itself."""
    random = Random(SEED)
    found: list[str] = []
    while len(found) < COUNT:
        state, candidates = Checkers(), []
        for ply in range(200):
            if state.utility() is not None:
                break
            if 8 <= sum(letter != "." for row in state.rows() for letter in row) <= 10:
                candidates.append(state.fen)
            state = state.play(random.choice(state.moves()) if ply < OPENING else search(state, nodes=NODES).move)
        if candidates:
            found.append(random.choice(candidates))
    return found


def prove(number: int, fen: str, folder: Path, pieces: int, seconds: float) -> Run:
    """Go on with the proof of a position for some processor time."""
    start = process_time()
    proof = prove_checkers(
        Checkers(fen),
        folder / f"{number}.proof",
        pieces=pieces,
        moves=False,
        table=TABLE_MB,
        watch=lambda nodes, positions: process_time() - start >= seconds,
    )
    spent = process_time() - start
    return Run(number, proof.fen, proof.value, proof.shown, spent, proof.seconds, proof.nodes, proof.positions)


def prove_all(folder: Path, seconds: float, pieces: int) -> None:
    """Print what is shown about each position after each round, and at the end how many values are proven."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "results.jsonl"
    fens = POSITIONS.read_text().split()
    runs = [msgspec.json.decode(line, type=Run) for line in log.read_bytes().splitlines()] if log.exists() else []
    spent = {number: sum(run.seconds for run in runs if run.number == number) for number in range(len(fens))}
    proven = {run.number for run in runs if run.value}
    share = seconds / 16
    with ProcessPoolExecutor(2) as pool, log.open("ab") as out:
        while (left := seconds * len(fens) - sum(spent.values())) > 1 and len(proven) < len(fens):
            turn = [number for number in spent if number not in proven and spent[number] < share]
            if not turn:
                share *= 2
                continue
            length = min(share, left / len(turn))
            jobs = [pool.submit(partial(prove, number, fens[number], folder, pieces, length)) for number in turn]
            for job in jobs:
                run = job.result()
                spent[run.number] += run.seconds
                proven |= {run.number} if run.value else set()
                out.write(msgspec.json.encode(run) + b"\n")
                out.flush()
                size = f"{run.nodes:,} nodes, {run.positions:,} positions"
                print(f"{run.number:2} {run.fen}: {run.shown}; {spent[run.number]:.0f} s, {size}", flush=True)
    print(f"{len(proven)} of {len(fens)} proven in {sum(spent.values()):.0f} s of processor time")


def report(folder: Path) -> None:
    """Write the results and what follows from them."""
    runs = [msgspec.json.decode(line, type=Run) for line in (folder / "results.jsonl").read_bytes().splitlines()]
    tables: dict[str, float] = json.loads(REPORT.read_text())["tables"] if REPORT.exists() else {}
    last = {run.number: run for run in runs}
    seconds = {number: sum(run.seconds for run in runs if run.number == number) for number in last}
    nodes = sum(run.nodes for run in last.values()) / sum(seconds.values())
    table_seconds = CHINOOK_POSITIONS / tables["positions_per_second"]
    search_seconds = CHINOOK_NODES / nodes
    document = {
        "tables": tables,
        "proven": sum(run.value is not None for run in last.values()),
        "half_shown": sum(run.value is None and run.shown != "nothing yet" for run in last.values()),
        "seconds": round(sum(seconds.values())),
        "most_seconds": round(max(seconds.values())),
        "nodes_per_second": round(nodes / 1e4) * 10_000,
        "table_core_days": round(table_seconds / 86400),
        "table_hours": round(table_seconds / CORES / 3600, 1),
        "table_gigabytes": round(CHINOOK_POSITIONS * tables["bits_per_position"] / 8e10) * 10,
        "search_core_years": round(search_seconds / 86400 / 365),
        "search_days": round(search_seconds / CORES / 86400, 1),
        "positions": [
            {
                "fen": run.fen,
                "shown": run.shown,
                "seconds": round(seconds[number], 1),
                "nodes": run.nodes,
                "proof": run.positions,
            }
            for number, run in sorted(last.items())
        ],
    }
    REPORT.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["draw"]:
        POSITIONS.write_text("".join(f"{fen}\n" for fen in draw()))
    elif sys.argv[1] == "report":
        report(Path(sys.argv[2]))
    else:
        prove_all(Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 6)
