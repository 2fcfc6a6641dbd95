"""Benchmarks of games given by rules: how soon a sheet is ready, its net, and the rates of random play.

    python -m benchmarks.gdl FOLDER [--record]

measures public rule sheets: FOLDER has SHEET.kif and SHEET.jsonl, games recorded by another program. Each line of the latter is one
game: its `roles`, and its `plies` with the `state`, the `legal` moves of every role and the `move`; the last one may be `terminal`
and have `goals`. With --record the tables go to RESULTS.md.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from benchmarks.table import Table
from zermelo._core import GdlRules
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.ggp.messages import canonical
from zermelo.games.gdl.grounding import ground
from zermelo.games.gdl.reader import load_text
from zermelo.games.gdl.sheets import sheet_names, sheet_text

SECONDS, RUNS = 0.5, 3
SANCHO = {
    "ticTacToe": 1_140_000,
    "connectFour": 1_550_000,
    "breakthrough": 1_220_000,
    "reversi": 105_000,
    "pentago": 496_000,
    "dotsAndBoxes": 1_410_000,
    "speedChess": 242_000,
    "hex": 68_000,
}
"""Steps a second in random play of the propositional net of Sancho, champion of 2014, on a machine of this kind."""
COLUMNS = [
    "sheet",
    "ready, s",
    "facts",
    "moves",
    "ground rules",
    "gates",
    "steps/s, counters",
    "steps/s, slices",
    "ratio",
]


def processor_seconds() -> float:
    """The processor time of this process and of those that it has waited for, such as clingo's."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def step_rates(rules: GdlRules) -> tuple[float, float]:
    """Return the steps a second by counters and in slices: the best of several runs of random play on one thread."""
    counters, slices = (
        max(steps / seconds for steps, seconds in (rules.random_play(SECONDS, seed, in_slices) for seed in range(RUNS)))
        for in_slices in (False, True)
    )
    return counters, slices


def measure(name: str, text: str) -> tuple[list[str], float, float]:
    """Return a row of the table, and the two rates."""
    started = processor_seconds()
    rules = ground(load_rules(text))
    ready = processor_seconds() - started
    counters, slices = step_rates(rules)
    sizes = len(rules.facts), sum(map(len, rules.moves)), rules.ground_rules, rules.gates
    rates = f"{counters:,.0f}", f"{slices:,.0f}", f"{slices / counters:.1f}"
    return [name, f"{ready:.2f}", *(f"{size:,}" for size in sizes), *rates], counters, slices


def rates() -> Table:
    """Measure random play of the shipped rule sheets."""
    measured = {name: measure(name, sheet_text(name)) for name in sheet_names()}
    figures: dict[str, float] = {f"gdl_{name}_steps": round(counters) for name, (_, counters, _) in measured.items()}
    return Table(
        "Games given by rules",
        "From the text of a rule sheet to random play: seconds of processor time until it is ready, clingo's included, the size of "
        "its net, and steps a second of processor time on one thread, where a step is a move of every role: one game by counters, "
        "and 512 games in slices.",
        COLUMNS,
        [row for row, _, _ in measured.values()],
        figures | {f"gdl_{name}_sliced_steps": round(slices) for name, (_, _, slices) in measured.items()},
    )


def against_sancho(folder: Path) -> Table:
    """Compare the rates of random play with those of Sancho."""
    rows: list[list[str]] = []
    level = sliced = 0
    for name, theirs in SANCHO.items():
        counters, slices = step_rates(ground(load_rules(load_text(folder / f"{name}.kif"))))
        ratios = f"{counters / theirs:.2f}", f"{slices / theirs:.1f}", f"{slices / counters:.1f}"
        rows.append([name, f"{theirs:,}", f"{counters:,.0f}", ratios[0], f"{slices:,.0f}", *ratios[1:]])
        level += counters >= theirs
        sliced += slices >= 5 * theirs
    return Table(
        "Rule sheets: beside Sancho",
        "Steps a second of random play on one thread, by processor time, on public sheets of the ggp-repository. Sancho's figures "
        "were measured on a machine of this kind, not in this run. Targets: counters at least level on 6 of 8 sheets, slices at "
        "least 5 times as fast on 6.",
        ["sheet", "Sancho", "counters", "to Sancho", "slices", "to Sancho", "to counters"],
        rows,
        {"gdl_level_with_sancho": level, "gdl_sliced_five_times_sancho": sliced},
    )


def replays(folder: Path) -> Table:
    """Replay recorded games, and count where they differ."""
    rows: list[list[str]] = []
    games = steps = differences = 0
    slowest = 0.0
    for file in sorted(folder.glob("*.kif")):
        started = processor_seconds()
        game = make_game(load_text(file))
        ready = processor_seconds() - started
        traces = [json.loads(line) for line in file.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
        plies = sum(len(trace["plies"]) for trace in traces)
        found = sum(count_differences(game, trace) for trace in traces)
        kind = "interpreted" if game.note else "net"
        rows.append([file.stem, f"{ready:.2f}", kind, f"{len(traces)}", f"{plies:,}", f"{found}"])
        games, steps, differences, slowest = (
            games + len(traces),
            steps + plies,
            differences + found,
            max(slowest, ready),
        )
    rows.append(["all", f"at most {slowest:.2f}", "", f"{games}", f"{steps:,}", f"{differences}"])
    return Table(
        "Rule sheets: ready to play, and replays of recorded games",
        "Seconds of processor time until a public sheet of the ggp-repository is ready to play, clingo's included; and games that "
        "an independent prover recorded: states whose facts, legal moves, end or goals differ from ours. Targets: ready within 15 "
        "seconds, small sheets within 2, and no difference.",
        ["sheet", "ready, s", "played by", "games", "states", "differences"],
        rows,
        {
            "gdl_public_sheets": len(rows) - 1,
            "gdl_replayed_states": steps,
            "gdl_replay_differences": differences,
            "gdl_slowest_ready": round(slowest, 2),
        },
    )


def count_differences(game: Any, trace: Any) -> int:
    """Return the number of states of a recorded game that differ from ours; after a wrong state no others are compared."""
    state: Any = game()
    differences = int(list(state.seats) != trace["roles"])
    for ply in trace["plies"]:
        if _sorted(state.facts()) != _sorted(ply["state"]):
            return differences + 1
        over = state.utility() is not None
        same = over == bool(ply.get("terminal"))
        if "legal" in ply:
            same &= [_sorted(state.legal(role)) for role in range(len(state.seats))] == [*map(_sorted, ply["legal"])]
        if "goals" in ply:
            same &= list(state.goals()) == ply["goals"]
        differences += not same
        if "move" in ply:
            state = state.play(tuple(map(canonical, ply["move"])))
    return differences


def _sorted(terms: Any) -> list[str]:
    return sorted(map(canonical, terms))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--record", is_flag=True, help="Write the tables to RESULTS.md.")
def main(folder: Path, record: bool) -> None:
    """Compare the sheets in FOLDER with Sancho, and replay its recorded games."""
    from benchmarks.__main__ import write_results

    tables = {"gdl_sancho": against_sancho(folder), "gdl_replays": replays(folder)}
    for table in tables.values():
        click.echo(table.title)
        for row in [table.columns, *table.rows]:
            click.echo(" | ".join(row))
    if record:
        write_results(tables)


if __name__ == "__main__":
    main()
