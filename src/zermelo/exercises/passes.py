"""Exercises on progressive deepening: the order in which one pass leaves the children for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from zermelo.events import Answer, Enter, Evaluate, Event, Leave, Reorder, Value
from zermelo.exercises.answers import format_orders, read_orders
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.reading import account
from zermelo.exercises.trees import Span, check_leaves
from zermelo.games.tree import Tree
from zermelo.games.tree.nodes import Draft, build, parse_player
from zermelo.result import Ties
from zermelo.state import ZermeloError, format_payoff
from zermelo.textbook.deepening import deepening

TRIES = 5_000
BELOW = 2
"""How many children a node at the horizon has: enough to see that the tree goes on there."""


class Pass:
    """One pass of deepening to `depth`, and the orders it leaves behind.

    events    the pass itself
    reorders  the events that tell of new orders, by node
    orders    for every node it expanded, its children in their new order
    values    what each node was worth when the pass left it
    """

    def __init__(self, tree: Tree, depth: int, ties: Ties) -> None:
        told: list[Event] = []
        deepening(tree, depths=(depth, None), ties=ties, watch=told.append)
        end = next(at for at, event in enumerate(told) if isinstance(event, Answer))
        self.events = told[: end + 1]
        self.reorders = {event.node: event for event in told if isinstance(event, Reorder)}
        self.values: dict[str, Value] = {
            event.node: event.value for event in self.events if isinstance(event, Evaluate | Leave)
        }
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

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, Pass(self.tree, self.pass_depth, self.ties).events

    def _grade(self, text: str) -> Grade:
        done = Pass(self.tree, self.pass_depth, self.ties)
        given = read_orders(text, self.tree)
        for name, right in done.orders.items():
            wrote = given.get(name, self.tree[name].moves())
            if wrote != right:
                said = "wrote" if name in given else "left"
                first = f"At {name} you {said} {' '.join(wrote)}. {self._why(name, done)}"
                return Grade(False, f"The order at {name} is not right.", first)
        for name, wrote in given.items():
            if name not in done.orders and wrote != self.tree[name].moves():
                return Grade(
                    False,
                    f"The order at {name} is not right.",
                    f"The pass to depth {self.pass_depth} looks at no children of {name}, so they stay as they are.",
                )
        return Grade(True, f"Right: {self.answer}.")

    def _why(self, name: str, done: Pass) -> str:
        found = [
            f"{child} ({format_payoff(value)})"
            for child in self.tree[name].moves()
            if (value := done.values.get(child)) is not None
        ]
        told = f"The pass finds {', '.join(found)} at {name}."
        return f"{told} {done.reorders.get(name, f'The order at {name} stays as it is.')}"

    def steps(self) -> list[str]:
        done = Pass(self.tree, self.pass_depth, self.ties)
        return [
            *account(done.events),
            *(self._why(name, done) for name in done.orders),
            f"The answer is {self.answer}.",
        ]


def deepening_order(
    seed: int | str,
    *,
    pass_depth: int = 2,
    branching: Span = (2, 3),
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
    ties: Ties = "equal",
) -> DeepeningOrder:
    """The order of the children after a pass of progressive deepening.

    `pass_depth` says how deep the pass goes; the tree goes on for one ply below it.
    """
    widest = branching[1] if isinstance(branching, tuple) else branching
    if pass_depth < 1 or widest < 2:
        raise ZermeloError("an order of children needs a pass to depth 1 or more, and a node with two children")
    check_leaves(widest, pass_depth, values, distinct=True)
    random = Random(f"deepening_order {seed}")
    for _ in range(TRIES):
        tree = _draw(random, pass_depth, branching, values, root)
        if _worth_asking(tree, pass_depth, ties):
            return _made(seed, tree, pass_depth, ties)
    raise ZermeloError("no pass over a tree of this shape makes an order worth asking for: make it deeper or wider")


def _draw(random: Random, horizon: int, branching: Span, values: tuple[int, int], root: str) -> Tree:
    """A tree with static values only where the pass needs them; elsewhere they would only be in the way."""
    fewest, most = branching if isinstance(branching, tuple) else (branching, branching)
    drafts, level = [Draft(-1, 0)], [0]
    for depth in range(horizon + 1):
        below: list[int] = []
        for number in level:
            # The root's children are what the question is about most: the root gets as many as there may be.
            count = BELOW if depth == horizon else most if depth == 0 else random.randint(fewest, most)
            below.extend(range(len(drafts), len(drafts) + count))
            drafts.extend(Draft(number, 0) for _ in range(count))
        if depth == horizon:
            for number, value in zip(level, random.sample(range(values[0], values[1] + 1), len(level)), strict=True):
                drafts[number].value = value
        level = below
    for number in level:
        drafts[number].value = random.randint(*values)
    return build(drafts, parse_player(root))


def _worth_asking(tree: Tree, depth: int, ties: Ties) -> bool:
    """The root's order changes, another one too where there is one, and no two values compared are alike."""
    done = Pass(tree, depth, ties)
    for name in done.orders:
        values = [done.values[child] for child in tree[name].moves() if child in done.values]
        if len(set(values)) < len(values):
            return False
    changed = [name for name, order in done.orders.items() if order != tree[name].moves()]
    return tree.name in changed and (len(changed) > 1 or depth == 1)


def _made(seed: int | str, tree: Tree, pass_depth: int, ties: Ties) -> DeepeningOrder:
    orders = Pass(tree, pass_depth, ties).orders
    moved = {name: order for name, order in orders.items() if order != tree[name].moves()}
    return DeepeningOrder(
        seed=seed,
        tree=tree,
        pass_depth=pass_depth,
        question=f"Progressive deepening has made its pass to depth {pass_depth} by alpha-beta, with the static values "
        "written on the nodes there. In what order does the next pass look at the children of each node? The best for "
        "the player comes first, by the value the pass found, or the bound where it cut; children it did not look at "
        "come last. Name the nodes whose children move, as in: A: C B; D: I H.",
        answer=format_orders(moved),
        ties=ties,
        hints=(
            f"Search to depth {pass_depth} as if the nodes there were leaves with their static values.",
            "At a MAX node the largest value comes first, at a MIN node the smallest.",
        ),
    )
