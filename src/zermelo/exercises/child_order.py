"""The exercise `child_order`: an order of children in which alpha-beta evaluates the fewest leaves, or the most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, prod
from random import Random
from typing import Any, Literal, Self

from zermelo.events import Cutoff, Event
from zermelo.exercises.answers import example_orders, format_orders, read_orders
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.options import BRANCHING, DEPTH, GOAL, ROOT, TIES, VALUES
from zermelo.exercises.trace import AlphaBetaTrace
from zermelo.exercises.trees import candidate_trees
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.state import MAX, ZermeloError, as_number, format_number
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax
from zermelo.trees import Node, Tree

TRIES = 200
MAX_ORDERS = 5_000

Goal = Literal["best", "worst"]
Orders = dict[str, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class ChildOrder(Exercise):
    """Which order is the best or the worst (`goal`)? `optimum` is the number of leaves evaluated in it."""

    declaration = Declaration(
        "child_order",
        "Alpha-beta: the order of children",
        "An order of the children in which alpha-beta evaluates the fewest leaves, or the most.",
        options=(GOAL, BRANCHING, DEPTH, VALUES, ROOT, TIES),
    )
    points = 5
    search = "alpha_beta"
    form = "orders"

    goal: Goal
    optimum: int

    @classmethod
    def create(cls, seed: int | str, *, goal: Goal | None, ties: Ties, **options: Any) -> Self:
        """Make an exercise on a tree that is not yet in such an order."""
        random = Random(f"child_order {seed}")
        trees = candidate_trees(random, f"child_order {seed}", ((2, 3), (3, 2)), TRIES, **options)
        chosen: Goal = random.choice(("best", "worst")) if goal is None else goal
        for tree in trees:
            optimum, orders = best_orders(tree, chosen, ties)
            if alpha_beta(tree, ties=ties).evaluations != optimum:
                return cls._about(chosen, optimum, orders, seed, tree, ties)
        raise ZermeloError("every tree of this shape is already in such an order: use a deeper or wider tree")

    @classmethod
    def _about(cls, goal: Goal, optimum: int, orders: Orders, seed: int | str, tree: Tree, ties: Ties) -> Self:
        return cls(
            seed=seed,
            tree=tree,
            goal=goal,
            optimum=optimum,
            question="Put the children of the nodes in an order in which alpha-beta evaluates as "
            f"{'few' if goal == 'best' else 'many'} leaves as possible. "
            "Nodes not named keep their order, and any order that reaches the goal is right. "
            "Name the nodes whose children move, with the new order.",
            answer=format_orders(orders),
            ties=ties,
            hints=(
                "First find the minimax value of every node.",
                "Alpha-beta skips most when the best child comes first"
                + ("." if goal == "best" else "; so do the opposite, and put it last."),
            ),
        ).showing(*example_orders(tree))

    def _reordered(self, answer: str) -> AlphaBetaTrace:
        return AlphaBetaTrace(self.tree.reordered(dict(read_orders(answer, self.tree, self.example))), self.ties)

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        trace = self._reordered(self.answer)
        return trace.tree, trace.events

    def _grade(self, text: str) -> Grade:
        """Accept any order that reaches the optimum."""
        trace = self._reordered(text)
        count, total = len(trace.evaluated), len(self.tree.leaves())
        if count == self.optimum:
            return Grade(True, f"Right: {count} of {total} leaves are evaluated.")
        better = "enough" if self.goal == "best" else "possible"
        return Grade(
            False,
            f"In this order {count} of {total} leaves are evaluated, and {self.optimum} are {better}.",
            self._first_wrong(trace),
        )

    def _first_wrong(self, trace: AlphaBetaTrace) -> str:
        if self.goal == "worst":
            cutoff = next(event for event in trace.events if isinstance(event, Cutoff))
            return f"It still cuts at {cutoff.node}: {cutoff}"
        for node in map(trace.tree.__getitem__, trace.entered):
            if node.children and node.moves()[0] != (best := sort_children(node, "best")[0]):
                first = node.moves()[0]
                return (
                    f"At {node.name} you put {first} first, which is worth {_value(node, first)}, "
                    f"but {_player(node)} does best with {best}, which is worth {_value(node, best)}."
                )
        return f"One that does is: {self.answer}."

    def steps(self) -> list[str]:
        orders = read_orders(self.answer, self.tree, self.example)
        total = len(self.tree.leaves())
        lines = []
        for name, children in orders.items():
            node = self.tree[name]
            order = ", then ".join(f"{child} ({_value(node, child)})" for child in children)
            lines.append(f"{_player(node)} at {name}: {order}.")
        return [
            f"Put the best child {'first' if self.goal == 'best' else 'last'} wherever it is not.",
            *lines,
            f"Alpha-beta then evaluates {self.optimum} of {total} leaves, where it evaluated "
            f"{alpha_beta(self.tree, ties=self.ties).evaluations}; any order that does so is right.",
        ]


def best_orders(tree: Tree, goal: Goal, ties: Ties) -> tuple[int, Orders]:
    """Return how many leaves alpha-beta evaluates in the best or worst order, and one such order, by trying them all.

    The order names only nodes whose children move.
    """
    inner = [node for node in tree.nodes if node.children]
    count = prod(factorial(len(node.children)) for node in inner)
    if count > MAX_ORDERS:
        raise ZermeloError(f"this tree has {count:,} orders, and at most {MAX_ORDERS:,} can be compared")
    sign = 1 if goal == "best" else -1
    # Prefer the order by value, which can be explained; another is rarely better, and only on trees of uneven depth.
    by_value = tuple(sort_children(node, goal) for node in inner)
    best, chosen = sign * _count(tree, inner, by_value, ties), by_value
    for orders in product(*(permutations(node.moves()) for node in inner)):
        evaluated = sign * _count(tree, inner, orders, ties)
        if evaluated < best:
            best, chosen = evaluated, orders
    moved = {node.name: order for node, order in zip(inner, chosen, strict=True) if order != node.moves()}
    return sign * best, moved


def _count(tree: Tree, inner: Sequence[Node], orders: Sequence[tuple[str, ...]], ties: Ties) -> int:
    chosen = {node.index: order for node, order in zip(inner, orders, strict=True)}
    return alpha_beta(tree, ties=ties, order=lambda node: chosen[node.index]).evaluations


def sort_children(node: Node, goal: Goal) -> tuple[str, ...]:
    """Sort the children by minimax value, the best for the player to move first or last."""
    values = {child.name: as_number(minimax(child).value) for child in node.children}
    return tuple(sorted(values, key=values.__getitem__, reverse=(node.player == MAX) == (goal == "best")))


def _player(node: Node) -> str:
    return "MAX" if node.player == MAX else "MIN"


def _value(node: Node, child: str) -> str:
    return format_number(as_number(minimax(node.play(child)).value))
