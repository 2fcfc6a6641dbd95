"""Short games of chess on a busy machine: how often the clock of a program falls below zero.

    python -m benchmarks.clocks [PROGRAM] [PROGRAM] [--games 64] [--clock 1+0.02] [--busy 4]

A program is a UCI command line, Zermelo by default; the second one plays against the first. While they play, other
processes keep every core busy. The clock is this process's own, from the line `go` to the line `bestmove`, as that of any arbiter
is: what the machine takes in between counts. A clock below zero ends the game.
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random

import click

from benchmarks.table import Table
from zermelo.games.chess import Chess
from zermelo.kinds.outcome import outcome
from zermelo.players import TimeControl
from zermelo.players.uci_program import UciProgram

GAMES, CLOCK, BUSY = 64, "1+0.02", 4
ZERMELO = f"{sys.executable} -m zermelo uci"
MOST_PLIES = 300
"""Moves after which a game is drawn."""
OPENING = 6
"""Random moves at the beginning of a game."""
PATIENCE = 10.0


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep processes busy that end with the block."""
    work = [sys.executable, "-c", "while True: pass"]
    # Sessions of their own: where the kernel shares the processor by sessions, each takes as much as a program.
    processes = [subprocess.Popen(work, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def play_game(programs: Sequence[UciProgram], time: TimeControl, seed: int) -> tuple[list[list[float]], list[float]]:
    """Play a game; return the seconds of every move of both sides, and what both clocks have in the end."""
    random, states = Random(seed), [Chess()]
    for _ in range(OPENING):
        states.append(states[-1].play(random.choice(states[-1].legal_moves())))
    start, moves = states[-1], list[str]()
    left, spent = [time.base or 0.0] * 2, [list[float](), list[float]()]
    for program in programs:
        program.new_game()
    while min(left) >= 0 and len(moves) < MOST_PLIES and outcome(states[-1], states[:-1]) is None:
        mover = states[-1].player
        white, black = (max(round(1000 * each), 0) for each in left)
        extra = round(1000 * time.increment)
        position = f"fen {start.fen}" + (f" moves {' '.join(moves)}" if moves else "")
        answer = programs[mover].go(
            position, f"wtime {white} btime {black} winc {extra} binc {extra}", left[mover] + PATIENCE
        )
        spent[mover].append(answer.seconds)
        left[mover] -= answer.seconds
        if left[mover] >= 0:
            left[mover] += time.increment
        moves.append(answer.move)
        states.append(states[-1].play(answer.move))
    return spent, left


def overruns(first: str, second: str, games: int, clock: str, processes: int) -> Table:
    """Play games between two programs, each with both colours, beside busy processes."""
    time, below, seconds = (
        TimeControl.parse(clock),
        defaultdict[int, list[float]](list),
        defaultdict[int, list[float]](list),
    )
    unspent = defaultdict[int, list[float]](list)
    with ExitStack() as stack:
        pair = [stack.enter_context(UciProgram(command)) for command in (first, second)]
        stack.enter_context(busy(processes))
        for number in range(games):
            seats = (0, 1) if number % 2 == 0 else (1, 0)
            spent, left = play_game([pair[seat] for seat in seats], time, number // 2)
            for colour, seat in enumerate(seats):
                seconds[seat] += spent[colour]
                (below if left[colour] < 0 else unspent)[seat].append(left[colour])
    rows = [
        [
            command if first != second else f"{command} ({name})",
            str(games),
            f"{len(seconds[seat])}",
            str(len(below[seat])),
            f"{-1000 * min(below[seat], default=0.0):.0f} ms",
            f"{1000 * sum(unspent[seat]) / max(len(unspent[seat]), 1):.0f} ms",
        ]
        for seat, (command, name) in enumerate(((first, "first"), (second, "second")))
    ]
    return Table(
        f"Chess at {clock} beside {processes} busy processes",
        "Games in which a clock fell below zero, by an arbiter's clock.",
        ["program", "games", "moves", "games below zero", "worst", "left at the end"],
        rows,
        {"clock_games": games, "clock_overruns": sum(map(len, below.values()))},
    )


@click.command()
@click.argument("first", default=ZERMELO)
@click.argument("second", required=False)
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True)
@click.option("--clock", default=CLOCK, show_default=True)
@click.option("--busy", "processes", type=click.IntRange(0, 64), default=BUSY, show_default=True)
def main(first: str, second: str | None, games: int, clock: str, processes: int) -> None:
    table = overruns(first, second or first, games, clock, processes)
    for row in (table.columns, *table.rows):
        click.echo(" | ".join(row))


if __name__ == "__main__":
    main()
