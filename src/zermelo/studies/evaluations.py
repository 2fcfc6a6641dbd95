"""Static evaluations against depth: minimax, and alpha-beta with the worst, a random and the best order of moves.

Sources: Knuth and Moore, "An analysis of alpha-beta pruning", 1975, for the best order; Pearl, "The solution for the branching
factor of the alpha-beta pruning algorithm and its optimality", 1982, for random order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.state import State
from zermelo.studies.study import Column, Findings, Plot, Series, Study, mean, shows
from zermelo.textbook import alpha_beta, minimax
from zermelo.trees.generate import best_ordered_tree, random_tree

BRANCHING = 4
DEEPEST = 7


class Task(NamedTuple):
    """Trees of one depth."""

    depth: int
    seed: int
    trees: int


class Counts(NamedTuple):
    """Leaves evaluated at one depth; `random` is the mean over the random trees."""

    depth: int
    minimax: int
    worst: int
    random: float
    best: int


def best_case(branching: int, depth: int) -> int:
    """Return b^⌈d/2⌉ + b^⌊d/2⌋ - 1, the fewest leaves that any search must evaluate.

    >>> [best_case(4, depth) for depth in (1, 2, 3, 4)]
    [4, 7, 19, 31]
    """
    half, rest = divmod(depth, 2)
    return int(branching ** (half + rest) + branching**half - 1)


def random_order_factor(branching: int) -> float:
    """Return ξ / (1 - ξ) with ξ^b + ξ = 1: Pearl's branching factor of alpha-beta in random order.

    >>> round(random_order_factor(2), 3)
    1.618
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(depth, seed, size) for depth in range(1, DEEPEST + 1)]


def _reversed(state: State[str]) -> Sequence[str]:
    return list(reversed(state.moves()))


def measure(task: Task) -> Counts:
    """Count the leaves that each search evaluates."""
    ordered = best_ordered_tree(BRANCHING, task.depth)
    values = (0, 100 * BRANCHING**DEEPEST)
    shuffled = (
        random_tree(f"{task.seed} {task.depth} {number}", branching=BRANCHING, depth=task.depth, values=values)
        for number in range(task.trees)
    )
    return Counts(
        depth=task.depth,
        minimax=minimax(ordered).evaluations,
        worst=alpha_beta(ordered, order=_reversed).evaluations,
        random=mean([alpha_beta(tree).evaluations for tree in shuffled]),
        best=alpha_beta(ordered).evaluations,
    )


def conclude(counts: Sequence[Counts]) -> Findings:
    last, before = counts[-1], counts[-3]
    growth = (last.random / before.random) ** 0.5
    exact = all(
        each.minimax == each.worst == BRANCHING**each.depth and each.best == best_case(BRANCHING, each.depth)
        for each in counts
    )
    pearl = random_order_factor(BRANCHING)
    depths = [each.depth for each in counts]
    return Findings(
        columns=(
            Column("depth"),
            Column("minimax"),
            Column("worst order"),
            Column("random order", "{:,.1f}"),
            Column("best order"),
            Column("b^d"),
            Column("b^⌈d/2⌉ + b^⌊d/2⌋ - 1"),
        ),
        rows=tuple((*each, BRANCHING**each.depth, best_case(BRANCHING, each.depth)) for each in counts),
        plot=Plot(
            x="depth",
            y="leaves evaluated",
            y_scale="log",
            series=(
                Series(label="minimax, and worst order", points=tuple((each.depth, each.minimax) for each in counts)),
                Series(label="random order", points=tuple((each.depth, each.random) for each in counts)),
                Series(label="best order", points=tuple((each.depth, each.best) for each in counts)),
                Series(label="b^d", points=tuple((depth, BRANCHING**depth) for depth in depths), law=True),
                Series(label="b^(d/2)", points=tuple((depth, BRANCHING ** (depth / 2)) for depth in depths), law=True),
            ),
        ),
        paragraphs=(
            f"Minimax evaluates all b^d leaves of a uniform tree; alpha-beta, with the best move first, needs only "
            f"b^⌈d/2⌉ + b^⌊d/2⌋ - 1. With b = {BRANCHING}, {_agreement(exact)}: at depth {last.depth} these are "
            f"{last.minimax:,} and {last.best:,} leaves. In the worst order alpha-beta {_worst(last)}.",
            f"In random order it evaluates {last.random:,.0f} leaves at depth {last.depth}, "
            f"{last.random / last.minimax:.0%} of minimax's; two plies more multiply them by {growth**2:.1f}, so a ply costs a "
            f"factor of {growth:.2f}, between √b = {BRANCHING**0.5:.2f} and b = {BRANCHING}. Pearl's limit for very deep trees is "
            f"{pearl:.2f}. In the time of minimax to depth d, the best order reaches nearly depth 2d; an order that is merely "
            f"arbitrary already saves {1 - last.random / last.minimax:.0%} here.",
        ),
        verdict=shows(exact and before.random < last.random < last.minimax),
    )


def _agreement(exact: bool) -> str:
    return "both formulas hold exactly at every depth" if exact else "the counts differ from these formulas"


def _worst(counts: Counts) -> str:
    return "cuts off nothing" if counts.worst == counts.minimax else f"evaluates {counts.worst:,}"


EVALUATIONS = Study(
    name="evaluations",
    title="Evaluations against depth",
    claim="Minimax evaluates b^d leaves, and alpha-beta about b^(d/2) of them if the best moves come first.",
    unit="random trees of each depth",
    size=20,
    most=10_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
