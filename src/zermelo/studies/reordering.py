"""What reordering saves: progressive deepening with and without putting the best moves of each pass first in the next one.

Source: Slate and Atkin, "Chess 4.5", 1977.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.studies.positions import GAMES, random_positions, title_of
from zermelo.studies.study import Column, Findings, Plot, Series, Study, join, shows
from zermelo.studies.trees import incremental_tree
from zermelo.textbook import alpha_beta, deepening
from zermelo.trees.generate import random_tree

DEPTH = {
    "independent": 6,
    "incremental": 6,
    "connect_four": 7,
    "othello": 5,
    "checkers": 6,
    "breakthrough": 4,
    "chess": 4,
}
"""What is searched -> depth of the last pass."""
TREES = {"independent": "trees, independent values", "incremental": "trees, related values"}
BRANCHING = 5
PLIES = 8


class Task(NamedTuple):
    """Positions of one kind."""

    source: str
    seed: int
    positions: int


class Cost(NamedTuple):
    """Leaves evaluated, summed over the positions: by alpha-beta to the last depth at once, which is also the last pass without
    reordering; by the last pass with it; and by all passes without and with it."""

    source: str
    depth: int
    direct: int
    last_reordered: int
    all: int
    all_reordered: int

    @property
    def title(self) -> str:
        """What was searched, in words."""
        return TREES.get(self.source) or title_of(self.source)

    @property
    def saved(self) -> float:
        """The share of all leaves that reordering saves."""
        return 1 - self.all_reordered / self.all


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(source, seed, size) for source in DEPTH]


def _positions(task: Task) -> list[Any]:
    depth = DEPTH[task.source]
    names = [f"{task.seed} {task.source} {number}" for number in range(task.positions)]
    if task.source == "independent":
        return [random_tree(name, branching=BRANCHING, depth=depth, values=(-99, 99), statics=True) for name in names]
    if task.source == "incremental":
        return [incremental_tree(name, BRANCHING, depth) for name in names]
    return random_positions(task.source, task.seed, task.positions, PLIES)


def measure(task: Task) -> Cost:
    """Search positions in the three ways."""
    depth, counts = DEPTH[task.source], [0] * 4
    for state in _positions(task):
        plain = deepening(state, depth=depth, reorder=False)
        reordered = deepening(state, depth=depth)
        found = (
            alpha_beta(state, depth=depth).evaluations,
            reordered.history[-1].evaluations,
            plain.evaluations,
            reordered.evaluations,
        )
        counts = [one + other for one, other in zip(counts, found, strict=True)]
    return Cost(task.source, depth, *counts)


def conclude(costs: Sequence[Cost]) -> Findings:
    by_source = {cost.source: cost for cost in costs}
    games = [by_source[game] for game in GAMES]
    most, least = max(games, key=lambda cost: cost.saved), min(games, key=lambda cost: cost.saved)
    independent, related = by_source["independent"], by_source["incremental"]
    free = [cost for cost in games if cost.all_reordered < cost.direct]
    saving = [cost for cost in games if cost.saved > 0]
    names = tuple(cost.title for cost in costs)

    def line(label: str, shares: Sequence[float]) -> Series:
        return Series(label=label, points=tuple((float(place), share) for place, share in enumerate(shares)))

    return Findings(
        columns=(
            Column("searched"),
            Column("depth"),
            Column("last pass"),
            Column("last, reordered"),
            Column("all passes"),
            Column("all, reordered"),
            Column("saved", "{:.1%}"),
        ),
        rows=tuple((cost.title, *cost[1:], cost.saved) for cost in costs),
        plot=Plot(
            x="",
            y="leaves evaluated / alpha-beta's at once",
            x_names=names,
            level=1.0,
            series=(
                line("all passes", [cost.all / cost.direct for cost in costs]),
                line("all passes, reordered", [cost.all_reordered / cost.direct for cost in costs]),
                line("last pass, reordered", [cost.last_reordered / cost.direct for cost in costs]),
            ),
        ),
        paragraphs=(
            f"After each pass of progressive deepening the moves of every position are put in the order of their values, so that "
            f"alpha-beta looks at the likely best ones first. {_savings(saving, games)} from {least.saved:.0%} ({least.title}) to "
            f"{most.saved:.0%} ({most.title}). {_free(free, games)}",
            f"It works because a shallow value predicts a deep one. In trees where a move changes the value a little, reordering "
            f"saves {related.saved:.0%} of the leaves; in trees whose values are all independent it "
            f"{_independent(independent)}: "
            f"there a shallow pass knows nothing that the next one could use.",
        ),
        verdict=shows(len(saving) == len(games) and len(free) > len(games) / 2),
    )


def _savings(saving: Sequence[Cost], games: Sequence[Cost]) -> str:
    if len(saving) == len(games):
        return f"In all {len(games)} games that saves leaves, all passes counted:"
    return f"That saves leaves in {len(saving)} of {len(games)} games, all passes counted: the share goes"


def _independent(cost: Cost) -> str:
    if cost.saved > 0:
        return f"saves {cost.saved:.0%}"
    return f"saves nothing and costs {-cost.saved:.0%} more"


def _free(free: Sequence[Cost], games: Sequence[Cost]) -> str:
    if not free:
        return (
            "It does not pay for the insurance: one alpha-beta search to the last depth still evaluates fewer leaves."
        )
    where = "In every one of them" if len(free) == len(games) else f"In {join([cost.title for cost in free])}"
    return (
        f"{where} the passes together even evaluate fewer leaves than one alpha-beta search to the last depth: the insurance "
        f"costs less than nothing."
    )


REORDERING = Study(
    name="reordering",
    title="What reordering saves",
    claim="Taking the moves in the order of the last pass saves leaves, often more than the earlier passes cost.",
    unit="positions of each game",
    size=20,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
