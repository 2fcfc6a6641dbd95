"""Exercises on progressive deepening: the order in which one pass leaves the children for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from zermelo.events import Answer, Enter, Evaluate, Event, Iteration, Leave, Reorder
from zermelo.exercises.answers import format_orders, read_orders
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.trees import Span, shape
from zermelo.games.tree import Tree, random_tree
from zermelo.games.tree.nodes import build
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError
from zermelo.textbook import deepening

TRIES = 5_000


class Pass:
    """One pass of deepening to `depth`, and the orders it leaves behind.

    events    the pass itself
    reorders  the sentences about new orders, by node
    orders    for every node it expanded, its children in their new order
    values    what each node was worth when the pass left it
    """

    def __init__(self, tree: Tree, depth: int, ties: Ties) -> None:
        told: list[Event] = []
        deepening(tree, depths=(depth, None), ties=ties, watch=told.append)
        end = next(at for at, event in enumerate(told) if isinstance(event, Answer))
        self.events = told[: end + 1]
        self.reorders = {event.node: event for event in told if isinstance(event, Reorder)}
        self.values = {event.node: event.value for event in self.events if isinstance(event, Evaluate | Leave)}
        self.orders: dict[str, tuple[str, ...]] = {}
        for event in self.events:
            if isinstance(event, Enter) and event.ply < depth and len(tree[event.node].children) > 1:
                new = self.reorders.get(event.node)
                self.orders[event.node] = new.children if new else tree[event.node].moves()


@dataclass(frozen=True, kw_only=True)
class DeepeningOrder(Exercise):
    """`pass_depth` is how deep the pass goes."""

    kind = "deepening_order"
    title = "Progressive deepening"
    points = 4

    pass_depth: int

    def trace(self) -> Sequence[Event]:
        return Pass(self.tree, self.pass_depth, self.ties).events

    def _grade(self, text: str) -> Grade:
        done = Pass(self.tree, self.pass_depth, self.ties)
        given = read_orders(text, self.tree)
        for name, right in done.orders.items():
            wrote = given.get(name, self.tree[name].moves())
            if wrote != right:
                said = f"you wrote {' '.join(wrote)}" if name in given else f"you kept {' '.join(wrote)}"
                return Grade(False, f"The order at {name} is not right.", f"At {name} {said}. {self._why(name, done)}")
        for name, wrote in given.items():
            if name not in done.orders and wrote != self.tree[name].moves():
                return Grade(
                    False,
                    f"The order at {name} is not right.",
                    f"The pass to depth {self.pass_depth} looks at no children of {name}, so they stay as they are.",
                )
        return Grade(True, f"Right: {self.answer}.")

    def _why(self, name: str, done: Pass) -> str:
        found = [f"{child} {done.values[child]}" for child in self.tree[name].moves() if child in done.values]
        if name in done.reorders:
            return f"The pass found {', '.join(found)}. {done.reorders[name]}"
        return f"The pass found {', '.join(found)}, so they stay as they are."

    def steps(self) -> list[str]:
        done = Pass(self.tree, self.pass_depth, self.ties)
        told = [str(event) for event in done.events if not isinstance(event, Enter | Iteration | Answer)]
        return [
            f"The pass to depth {self.pass_depth}: {' '.join(told)}",
            *(self._why(name, done) for name in done.orders),
        ]


def deepening_order(
    seed: int | str,
    *,
    pass_depth: int = 2,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
    ties: Ties = "equal",
) -> DeepeningOrder:
    """The order of the children after a pass of progressive deepening.

    `pass_depth` says how deep the pass goes; below it the tree goes on.
    """
    branching, depth = shape(Random(f"deepening_order {seed}"), branching, depth, ((2, 3), (3, 3)))
    if not 1 <= pass_depth < depth:
        raise ZermeloError(
            f"pass_depth must be from 1 to {depth - 1}, one less than the depth of the tree, not {pass_depth}"
        )
    for attempt in range(TRIES):
        full = random_tree(
            f"deepening_order {seed}/{attempt}",
            branching=branching,
            depth=depth,
            values=values,
            root=root,
            statics=True,
        )
        tree = _at_horizon(full, pass_depth)
        if _worth_asking(tree, pass_depth, ties):
            return _made(seed, tree, pass_depth, ties)
    raise ZermeloError("no pass over a tree of this shape makes an order worth asking for: make it deeper or wider")


def _at_horizon(tree: Tree, horizon: int) -> Tree:
    """The tree with static values only where the pass needs them; elsewhere they would only be in the way."""
    drafts = tree.drafts()
    depths = [0] * len(drafts)
    for node in tree.nodes:
        if node.parent is not None:
            depths[node.index] = depths[node.parent.index] + 1
        if node.children and depths[node.index] != horizon:
            drafts[node.index].value = None
    return build(drafts)


def _worth_asking(tree: Tree, depth: int, ties: Ties) -> bool:
    """The root's order changes, another one too where there is one, and no two values compared are alike."""
    done = Pass(tree, depth, ties)
    for name in done.orders:
        values: list[Number] = [done.values[child] for child in tree[name].moves() if child in done.values]  # type: ignore[misc]
        if len(set(values)) < len(values):
            return False
    horizon = [event.value for event in done.events if isinstance(event, Evaluate)]
    changed = [name for name, order in done.orders.items() if order != tree[name].moves()]
    return len(set(horizon)) == len(horizon) and tree.name in changed and (len(changed) > 1 or depth == 1)


def _made(seed: int | str, tree: Tree, pass_depth: int, ties: Ties) -> DeepeningOrder:
    orders = Pass(tree, pass_depth, ties).orders
    moved = {name: order for name, order in orders.items() if order != tree[name].moves()}
    return DeepeningOrder(
        seed=seed,
        tree=tree,
        pass_depth=pass_depth,
        question=f"Progressive deepening has made its pass to depth {pass_depth} by alpha-beta, with the static values "
        "written on the nodes there. In what order are the children of each node looked at in the next pass? Best for "
        "the player first, by the value the pass found, a bound where it was cut; children not looked at stay behind "
        "the others. Name the nodes whose children move, as in: A: C B; D: I H.",
        answer=format_orders(moved),
        ties=ties,
        hints=(
            f"Search to depth {pass_depth} as if the nodes there were leaves with their static values.",
            "At a MAX node the largest value comes first, at a MIN node the smallest.",
        ),
    )
