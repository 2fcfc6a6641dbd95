"""Exercises on the order of children: the best and the worst for alpha-beta, found by trying all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod
from random import Random
from typing import Literal

from zermelo.events import Cutoff, Event
from zermelo.exercises.answers import format_orders, read_orders
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.reading import Reading
from zermelo.exercises.trees import Span, shape, tree_where
from zermelo.games.tree import Node, Tree
from zermelo.result import Ties
from zermelo.state import MAX, ZermeloError, as_number, format_number
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax

TRIES = 200
MOST_ORDERS = 5_000

Goal = Literal["best", "worst"]
Orders = dict[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class ChildOrder(Exercise):
    """`goal` is the best or the worst order, `optimum` how many leaves it evaluates."""

    kind = "child_order"
    title = "Alpha-beta: the order of children"
    points = 5

    goal: Goal
    optimum: int

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        reading = Reading(self.tree.reordered(dict(read_orders(self.answer, self.tree))), self.ties)
        return reading.tree, reading.events

    def _grade(self, text: str) -> Grade:
        """Any order that reaches the optimum is right."""
        reading = Reading(self.tree.reordered(dict(read_orders(text, self.tree))), self.ties)
        count, total = len(reading.evaluated), len(self.tree.leaves())
        if count == self.optimum:
            return Grade(True, f"Right: {count} of {total} leaves are evaluated.")
        better = "enough" if self.goal == "best" else "possible"
        return Grade(
            False,
            f"In this order {count} of {total} leaves are evaluated, and {self.optimum} are {better}.",
            self._first(reading),
        )

    def _first(self, reading: Reading) -> str:
        if self.goal == "worst":
            cutoff = next(event for event in reading.events if isinstance(event, Cutoff))
            return f"It still cuts at {cutoff.node}: {cutoff}"
        for name in reading.entered:
            node = reading.tree[name]
            if node.children:
                best = ordered(node, "best")[0]
                if node.moves()[0] != best:
                    first, who = node.moves()[0], "MAX" if node.player == MAX else "MIN"
                    return (
                        f"At {name} you put {first} first, which is worth {_worth(node, first)}, "
                        f"but {who} does best with {best}, which is worth {_worth(node, best)}."
                    )
        return f"One that does is: {self.answer}."

    def steps(self) -> list[str]:
        orders = read_orders(self.answer, self.tree)
        total = len(self.tree.leaves())
        lines = []
        for name, children in orders.items():
            node = self.tree[name]
            who = "MAX" if node.player == MAX else "MIN"
            listed = ", then ".join(f"{child} ({_worth(node, child)})" for child in children)
            lines.append(f"{who} at {name}: {listed}.")
        how = "the best child first" if self.goal == "best" else "the best child last"
        return [
            f"Put {how}, wherever that is not so yet.",
            *lines,
            f"Alpha-beta then evaluates {self.optimum} of {total} leaves, where it evaluated "
            f"{alpha_beta(self.tree, ties=self.ties).evaluations}; any order that does so is right.",
        ]


def child_order(
    seed: int | str,
    *,
    goal: Goal | None = None,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
    ties: Ties = "equal",
) -> ChildOrder:
    """An order of the children in which alpha-beta evaluates the fewest leaves, or the most.

    `goal` is "best" for the fewest leaves, "worst" for the most.
    """
    random = Random(f"child_order {seed}")
    branching, depth = shape(random, branching, depth, ((2, 3), (3, 2)))
    wanted: Goal = random.choice(("best", "worst")) if goal is None else goal
    for attempt in range(TRIES):
        tree = tree_where(f"child_order {seed}/{attempt}", branching=branching, depth=depth, values=values, root=root)
        optimum, orders = best_orders(tree, wanted, ties)
        if alpha_beta(tree, ties=ties).evaluations != optimum:
            return _made(seed, tree, wanted, optimum, orders, ties)
    raise ZermeloError("every tree of this shape is in such an order already: make them deeper or wider")


def _made(seed: int | str, tree: Tree, goal: Goal, optimum: int, orders: Orders, ties: Ties) -> ChildOrder:
    few = "as few leaves as possible" if goal == "best" else "as many leaves as possible"
    return ChildOrder(
        seed=seed,
        tree=tree,
        goal=goal,
        optimum=optimum,
        question=f"Put the children of the nodes in an order in which alpha-beta evaluates {few}. "
        "Name the nodes whose children move, with the new order, as in: A: C B; D: I H. "
        "Nodes not named keep their order, and any order that reaches the goal is right.",
        answer=format_orders(orders),
        ties=ties,
        hints=(
            "First find the minimax value of every node.",
            "Alpha-beta skips most when the best child comes first"
            + ("." if goal == "best" else "; so turn that round, and put it last."),
        ),
    )


def best_orders(tree: Tree, goal: Goal, ties: Ties) -> tuple[int, Orders]:
    """How many leaves alpha-beta evaluates in the best order, or the worst, and one such order, by trying them all.

    Only the nodes whose children move are named in it.
    """
    inner = [node for node in tree.nodes if node.children]
    count = prod(factorial(len(node.children)) for node in inner)
    if count > MOST_ORDERS:
        raise ZermeloError(f"this tree has {count:,} orders, and {MOST_ORDERS:,} is the most that can be compared")
    sign = 1 if goal == "best" else -1
    # By value comes first because it can be explained; it is rarely beaten, and only on trees of uneven depth.
    by_value = tuple(ordered(node, goal) for node in inner)
    best, chosen = sign * _count(tree, inner, by_value, ties), by_value
    for orders in _all_orders(inner):
        evaluated = sign * _count(tree, inner, orders, ties)
        if evaluated < best:
            best, chosen = evaluated, orders
    moved = {node.name: order for node, order in zip(inner, chosen, strict=True) if order != node.moves()}
    return sign * best, moved


def _all_orders(inner: Sequence[Node]) -> Iterator[tuple[tuple[str, ...], ...]]:
    return product(*(permutations(node.moves()) for node in inner))


def _count(tree: Tree, inner: Sequence[Node], orders: Sequence[tuple[str, ...]], ties: Ties) -> int:
    chosen = {node.index: order for node, order in zip(inner, orders, strict=True)}
    return alpha_beta(tree, ties=ties, order=lambda node: chosen[node.index]).evaluations


def ordered(node: Node, goal: Goal) -> tuple[str, ...]:
    """The children by their minimax values, best for the player first or last."""
    worth = {child.name: as_number(minimax(child).value) for child in node.children}
    return tuple(sorted(worth, key=worth.__getitem__, reverse=(node.player == MAX) == (goal == "best")))


def _worth(node: Node, child: str) -> str:
    return format_number(as_number(minimax(node.play(child)).value))
