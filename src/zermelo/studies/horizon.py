"""The horizon effect: fixed-depth search of chess with and without quiescence, judged by a much deeper search.

Sources: Berliner, "Some necessary conditions for a master chess program", 1973, for the name; Shannon, "Programming a computer for
playing chess", 1950, for the remedy. Positions come from games that begin with random moves and go on with a shallow engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from zermelo.catalogue import load_game
from zermelo.methods import search
from zermelo.state import MAX, as_number
from zermelo.studies.positions import SELECTIVE
from zermelo.studies.study import Column, Findings, Plot, Series, Study, half_interval, mean, shows

DEPTHS = (1, 2, 3, 4, 5)
TOLD = 2
"""The depth that the text reports."""
JUDGE = 10
"""The depth of the search that judges moves; one ply less after the move."""
BLUNDER = 100
"""What a blunder loses at least, in hundredths of a pawn."""
MOST = 1_000
"""Values beyond this count as this: a mate is not worth so much more than a queen."""
RANDOM_MOVES, PLAYED_MOVES = 6, 40
_PARTS: dict[str, Any] = {"method": "alpha_beta", "table": 4}


class Task(NamedTuple):
    """One position."""

    seed: str


class Judged(NamedTuple):
    """What one search chose: how far its value is from the judge's, what its move loses, both in pawns, and its nodes."""

    error: float
    loss: float
    nodes: int


class Pair(NamedTuple):
    """A position searched to each depth, without and with quiescence."""

    without: tuple[Judged, ...]
    quiescent: tuple[Judged, ...]


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(f"{seed} {number}") for number in range(size)]


def _position(seed: str) -> Any:
    """Return a middle-game position in which there is something to choose."""
    random = Random(seed)
    while True:
        state, last = load_game("chess"), RANDOM_MOVES + random.randrange(PLAYED_MOVES)
        for ply in range(last):
            if state.utility() is not None:
                break
            if ply < RANDOM_MOVES:
                state = state.play(random.choice(list(state.moves())))
            else:
                state = state.play(search(state, depth=2, without=("knowledge",), **_PARTS).move)
        if state.utility() is None and len(state.moves()) > 1 and abs(_judge(state, JUDGE)) < MOST:
            return state


def _judge(state: Any, depth: int) -> float:
    """Return MAX's value, searched as well as the engine can."""
    ended = state.utility()
    value = (
        ended * MOST if isinstance(ended, int) else search(state, depth=depth, without=("knowledge",), **_PARTS).value
    )
    return float(min(max(as_number(value if value is not None else 0), -MOST), MOST))


def measure(task: Task) -> Pair:
    """Search a position to every depth in both ways."""
    state = _position(task.seed)
    best = _judge(state, JUDGE)
    side = 1 if state.player == MAX else -1
    after: dict[Any, float] = {}

    def judged(depth: int, *without: str) -> Judged:
        found = search(state, depth=depth, without=("knowledge", *SELECTIVE, *without), **_PARTS)
        if found.move not in after:
            after[found.move] = _judge(state.play(found.move), JUDGE - 1)
        value = min(max(float(as_number(found.value or 0)), -MOST), MOST)
        loss = max(side * (best - after[found.move]), 0.0)
        return Judged(abs(value - best) / 100, loss / 100, found.nodes)

    return Pair(tuple(judged(depth, "quiescence") for depth in DEPTHS), tuple(judged(depth) for depth in DEPTHS))


class _Summary(NamedTuple):
    error: float
    blunders: float
    nodes: float


def _summary(searches: Sequence[Judged]) -> _Summary:
    return _Summary(
        mean([each.error for each in searches]),
        mean([each.loss >= BLUNDER / 100 for each in searches]),
        mean([each.nodes for each in searches]),
    )


def conclude(pairs: Sequence[Pair]) -> Findings:
    without = [_summary([pair.without[at] for pair in pairs]) for at in range(len(DEPTHS))]
    quiescent = [_summary([pair.quiescent[at] for pair in pairs]) for at in range(len(DEPTHS))]
    better = sum(one.blunders > other.blunders for one, other in zip(without, quiescent, strict=True))
    nearer = sum(one.error > other.error for one, other in zip(without, quiescent, strict=True))
    worth = next(
        (
            depth
            for depth, each in zip(DEPTHS, without, strict=True)
            if each.blunders <= quiescent[DEPTHS.index(TOLD)].blunders
        ),
        0,
    )

    def line(label: str, summaries: Sequence[_Summary]) -> Series:
        points = tuple((float(depth), each.blunders) for depth, each in zip(DEPTHS, summaries, strict=True))
        errors = tuple(half_interval(each.blunders, len(pairs)) for each in summaries)
        return Series(label=label, points=points, errors=errors)

    middle = DEPTHS.index(TOLD)
    return Findings(
        columns=(
            Column("depth"),
            Column("error", "{:.2f}"),
            Column("blunders", "{:.1%}"),
            Column("nodes", "{:,.0f}"),
            Column("error, quiescent", "{:.2f}"),
            Column("blunders, quiescent", "{:.1%}"),
            Column("nodes, quiescent", "{:,.0f}"),
        ),
        rows=tuple((depth, *one, *other) for depth, one, other in zip(DEPTHS, without, quiescent, strict=True)),
        plot=Plot(
            x="depth",
            y="moves that lose a pawn or more",
            series=(line("without quiescence", without), line("with quiescence", quiescent)),
        ),
        paragraphs=(
            f"A search that stops after a fixed number of plies takes a piece and does not see it retaken. In {len(pairs)} "
            f"positions of chess, judged by a search to depth {JUDGE}, the value at depth {TOLD} is wrong by "
            f"{without[middle].error:.2f} pawns on average without quiescence and by {quiescent[middle].error:.2f} with it; the "
            f"value with it is nearer at {nearer} of {len(DEPTHS)} depths.",
            f"Moves that lose a pawn or more are {without[middle].blunders:.1%} of those chosen at depth {TOLD} without and "
            f"{quiescent[middle].blunders:.1%} with quiescence, and fewer with it at {better} of {len(DEPTHS)} depths. "
            f"{_worth(worth)} The quiescent search visits {quiescent[middle].nodes:,.0f} nodes at depth {TOLD}, and the one "
            f"without it {without[middle].nodes:,.0f}.",
        ),
        verdict=shows(better > len(DEPTHS) / 2 and nearer > len(DEPTHS) / 2),
    )


def _worth(depth: int) -> str:
    if depth:
        return f"Without it the search first blunders as rarely as a quiescent search of depth {TOLD} at depth {depth}."
    return (
        f"Even at depth {DEPTHS[-1]} the search without it blunders more often than a quiescent search of depth {TOLD}."
    )


HORIZON = Study(
    name="horizon",
    title="The horizon effect",
    claim="Searching on until the position is quiet avoids many blunders of a search that stops at a fixed depth.",
    unit="positions",
    size=400,
    most=10_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
