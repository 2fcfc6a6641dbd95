"""Minimax pathology: whether looking deeper makes decisions better, on two kinds of synthetic trees.

Sources: Nau, "An investigation of the causes of pathology in games", 1982; Pearl, "On the nature of pathology in game searching",
1983. In P-games the leaves are won or lost independently of each other; in N-games every move adds 1 or -1, and a leaf is won if
the sum is positive, so that the values of neighbours are related. The static value of a node is the share of the leaves below it
that MAX wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from zermelo.studies.study import Column, Findings, Plot, Series, Study, half_interval, shows

BRANCHING = 2
HEIGHT = 11
"""Moves from the root to a leaf; odd, so that no sum is 0."""
DEEPEST = 9
WIN = (3 - 5**0.5) / 2
"""The chance that a leaf of a P-game is won. MAX makes the last move: only with this chance deep trees are neither nearly all won
nor nearly all lost."""
PART = 50
"""Trees of one task."""
Kind: TypeAlias = Literal["independent", "related"]
KINDS: tuple[Kind, ...] = ("independent", "related")


class Task(NamedTuple):
    """Some trees of one kind."""

    kind: Kind
    seed: str
    trees: int


class Hits(NamedTuple):
    """How often each depth chose a winning move; `trees` are those where one move wins and the other does not."""

    kind: Kind
    trees: int
    right: tuple[float, ...]


def draw_leaves(kind: Kind, random: Random, height: int = HEIGHT) -> list[int]:
    """Return the leaves of a tree from left to right, 1 where MAX wins, else 0."""
    if kind == "independent":
        return [int(random.random() < WIN) for _ in range(BRANCHING**height)]
    sums = [0]
    for _ in range(height):
        sums = [each + random.choice((-1, 1)) for each in sums for _ in range(BRANCHING)]
    return [int(each > 0) for each in sums]


def back_up(values: Sequence[float], depth: int, to: int = 0) -> list[float]:
    """Return the minimax values of the nodes at depth `to`, from those at `depth`; MAX moves at the root.

    >>> back_up([3, 1, 2, 0], 2)
    [1]
    """
    level = list(values)
    for at in range(depth - 1, to - 1, -1):
        best = min if at % 2 else max
        level = [best(level[each : each + BRANCHING]) for each in range(0, len(level), BRANCHING)]
    return level


def _tasks(seed: int, size: int) -> list[Task]:
    starts = range(0, size, PART)
    return [Task(kind, f"{seed} {kind} {start}", min(PART, size - start)) for kind in KINDS for start in starts]


def measure(task: Task) -> Hits:
    """Draw trees until enough of them have a right and a wrong move, and choose a move by every depth."""
    random, right, trees = Random(task.seed), [0.0] * DEEPEST, 0
    while trees < task.trees:
        leaves = draw_leaves(task.kind, random)
        truth = back_up(leaves, HEIGHT, 1)
        if truth[0] == truth[1]:
            continue
        trees += 1
        shares: list[float] = list(leaves)
        for depth in range(HEIGHT - 1, 0, -1):
            shares = [(shares[at] + shares[at + 1]) / 2 for at in range(0, len(shares), BRANCHING)]
            if depth <= DEEPEST:
                values = back_up(shares, depth, 1)
                # Equal values are decided by a coin.
                right[depth - 1] += (values[0] == values[1]) / 2 or float(
                    (values[0] > values[1]) == (truth[0] > truth[1])
                )
    return Hits(task.kind, trees, tuple(right))


def _rates(hits: Sequence[Hits], kind: Kind) -> list[float]:
    mine = [each for each in hits if each.kind == kind]
    trees = sum(each.trees for each in mine)
    return [sum(each.right[depth] for each in mine) / trees for depth in range(DEEPEST)]


def conclude(hits: Sequence[Hits]) -> Findings:
    independent, related = (_rates(hits, kind) for kind in KINDS)
    trees = sum(each.trees for each in hits) // 2
    worse, better = _trend(independent, trees) < 0, _trend(related, trees) > 0
    depths = range(1, DEEPEST + 1)

    def line(label: str, rates: Sequence[float]) -> Series:
        points = tuple((float(depth), rate) for depth, rate in zip(depths, rates, strict=True))
        return Series(label=label, points=points, errors=tuple(half_interval(rate, trees) for rate in rates))

    return Findings(
        columns=(Column("depth"), Column("independent leaves", "{:.1%}"), Column("related leaves", "{:.1%}")),
        rows=tuple(zip(depths, independent, related, strict=True)),
        plot=Plot(
            x="depth of the search",
            y="right decisions",
            series=(line("independent leaves (P-games)", independent), line("related leaves (N-games)", related)),
        ),
        paragraphs=(
            f"In trees of {HEIGHT} plies whose leaves are won or lost independently of each other, a search to depth 1 finds the "
            f"winning one of two moves in {independent[0]:.1%} of {trees:,} trees, and a search to depth {DEEPEST} in "
            f"{independent[-1]:.1%}: {_direction(independent, trees)}. Minimax takes static values for true ones, and taking the "
            f"best of several uncertain values prefers those that are wrong in one's favour.",
            f"Real games are not like that: neighbours have much in common. In trees where every move adds 1 or -1 and the sum "
            f"decides, depth 1 is right in {related[0]:.1%} of the trees and depth {DEEPEST} in {related[-1]:.1%}: "
            f"{_direction(related, trees)}. {_verdict(worse, better)}",
        ),
        verdict=shows(worse and better),
    )


def _trend(rates: Sequence[float], trees: int) -> int:
    """Return 1 if the deepest search decides better than the shallowest, -1 if worse, 0 if their intervals overlap."""
    apart = rates[-1] - rates[0]
    if abs(apart) <= half_interval(rates[0], trees) + half_interval(rates[-1], trees):
        return 0
    return 1 if apart > 0 else -1


def _direction(rates: Sequence[float], trees: int) -> str:
    return {
        1: "looking deeper decides better",
        0: "there is no clear difference",
        -1: "looking deeper decides worse",
    }[_trend(rates, trees)]


def _verdict(worse: bool, better: bool) -> str:
    if worse and better:
        return "Depth helps because of the structure of games, not by itself."
    return "The pathology that Nau and Pearl describe does not show as they say in these trees."


PATHOLOGY = Study(
    name="pathology",
    title="Minimax pathology",
    claim="Where leaves are independent of each other, looking deeper makes decisions worse; where they are related, better.",
    unit="trees of each kind",
    size=6_000,
    most=100_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
