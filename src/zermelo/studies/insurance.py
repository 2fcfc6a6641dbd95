"""The insurance cost of progressive deepening: what the passes before the last one add to its cost.

Source: Slate and Atkin, "Chess 4.5", 1977; the lectures compare the passes' leaves, b + b^2 + ... + b^(d-1), with b^d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from zermelo.studies.study import Column, Findings, Plot, Series, Study, mean, shows
from zermelo.studies.trees import incremental_tree
from zermelo.textbook import deepening, minimax

DEPTHS = {2: 10, 3: 7, 4: 6, 5: 5, 6: 5, 8: 4, 10: 4}
"""Branching factor -> depth of the last pass."""


class Task(NamedTuple):
    """Trees of one branching factor."""

    branching: int
    seed: int
    trees: int


class Premium(NamedTuple):
    """The leaves of all earlier passes as a share of the last one's: of minimax exactly, of alpha-beta the mean over trees."""

    branching: int
    depth: int
    before: int
    last: int
    alpha_beta: float
    reordered: float


def premium(branching: int, depth: int) -> Fraction:
    """Return (b + ... + b^(d-1)) / b^d, which is near 1 / (b - 1).

    >>> premium(3, 3)
    Fraction(4, 9)
    """
    return Fraction(sum(branching**each for each in range(1, depth)), branching**depth)


def _tasks(seed: int, size: int) -> list[Task]:
    return [Task(branching, seed, size) for branching in DEPTHS]


def measure(task: Task) -> Premium:
    """Search trees to every depth up to the last."""
    branching, depth = task.branching, DEPTHS[task.branching]
    trees = [incremental_tree(f"{task.seed} {branching} {number}", branching, depth) for number in range(task.trees)]
    passes = [minimax(trees[0], depth=each).evaluations for each in range(1, depth + 1)]
    plain = [deepening(tree, reorder=False).insurance for tree in trees]
    reordered = [deepening(tree).insurance for tree in trees]
    return Premium(branching, depth, sum(passes[:-1]), passes[-1], mean(plain), mean(reordered))


def conclude(premiums: Sequence[Premium]) -> Findings:
    exact = all(Fraction(each.before, each.last) == premium(each.branching, each.depth) for each in premiums)
    falls = all(one.before / one.last > other.before / other.last for one, other in pairwise(premiums))
    first, last = premiums[0], premiums[-1]
    dearer = sum(each.alpha_beta > each.before / each.last for each in premiums)
    factors = [each.branching for each in premiums]

    def line(label: str, shares: Sequence[float], law: bool = False) -> Series:
        return Series(label=label, points=tuple(zip(map(float, factors), shares, strict=True)), law=law)

    return Findings(
        columns=(
            Column("b"),
            Column("depth"),
            Column("leaves before"),
            Column("last pass"),
            Column("minimax", "{:.1%}"),
            Column("1 / (b - 1)", "{:.1%}"),
            Column("alpha-beta", "{:.1%}"),
            Column("reordering", "{:.1%}"),
        ),
        rows=tuple(
            (
                each.branching,
                each.depth,
                each.before,
                each.last,
                each.before / each.last,
                1 / (each.branching - 1),
                each.alpha_beta,
                each.reordered,
            )
            for each in premiums
        ),
        plot=Plot(
            x="branching factor b",
            y="leaves of earlier passes / leaves of the last",
            series=(
                line("minimax", [each.before / each.last for each in premiums]),
                line("alpha-beta", [each.alpha_beta for each in premiums]),
                line("alpha-beta with reordering", [each.reordered for each in premiums]),
                line("1 / (b - 1)", [1 / (each.branching - 1) for each in premiums], law=True),
            ),
        ),
        paragraphs=(
            f"To have an answer at any time, search to depth 1, then 2, and so on. With minimax all passes before the last one "
            f"together evaluate (b + ... + b^(d-1)) / b^d of its leaves, a little less than 1 / (b - 1). "
            f"{'The counts agree exactly' if exact else 'The counts do not agree'}: {first.before / first.last:.0%} "
            f"where b = {first.branching}, {last.before / last.last:.0%} where b = {last.branching}"
            f"{', and always less with more moves' if falls else ''}. In a game such as chess, with some 35 moves in a "
            f"position, the insurance costs {1 / 34:.0%}.",
            f"Alpha-beta's passes grow more slowly, nearly as b^(d/2), so that its earlier passes weigh more: for {dearer} of the "
            f"{len(premiums)} branching factors the share is above minimax's, {first.alpha_beta:.0%} where b = {first.branching} "
            f"and {last.alpha_beta:.0%} where b = {last.branching}. With reordering they are {first.reordered:.0%} and "
            f"{last.reordered:.0%}, of another last pass: the study of reordering counts what it saves in all.",
        ),
        verdict=shows(exact and falls),
    )


INSURANCE = Study(
    name="insurance",
    title="The insurance cost of progressive deepening",
    claim="With minimax, all passes before the last one together cost about 1 / (b - 1) of it.",
    unit="trees of each branching factor",
    size=10,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
