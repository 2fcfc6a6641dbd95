"""The exercise `deepening_order`: the order of children after a pass of progressive deepening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from zermelo.events import Answer, Enter, Evaluate, Event, Leave, Reorder, Value
from zermelo.exercises.answers import example_orders, format_orders, read_orders
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.options import BRANCHING, PASS_DEPTH, ROOT, TIES, VALUES
from zermelo.exercises.trace import describe_search
from zermelo.exercises.trees import Span, check_leaves
from zermelo.reading import parse_player
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.state import ZermeloError, format_payoff
from zermelo.textbook.deepening import deepening
from zermelo.trees import Tree
from zermelo.trees.nodes import Draft, build

TRIES = 5_000
CHILDREN_BELOW = 2
"""How many children a node at the depth of the pass has, to show that the tree goes on there."""


class Pass:
    """One pass of deepening to `depth`.

    events    the events of the pass
    reorders  the event of each changed order, by node
    orders    the children of every expanded node in the order of the next pass
    values    the value of each node when the pass left it
    """

    def __init__(self, tree: Tree, depth: int, ties: Ties) -> None:
        events: list[Event] = []
        deepening(tree, depths=(depth, None), ties=ties, watch=events.append)
        end = next(at for at, event in enumerate(events) if isinstance(event, Answer))
        self.events = events[: end + 1]
        self.reorders = {event.node: event for event in events if isinstance(event, Reorder)}
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
    """In what order does the next pass search the children, after a pass to `pass_depth`?"""

    declaration = Declaration(
        "deepening_order",
        "Progressive deepening",
        "The order of the children after a pass of progressive deepening.",
        options=(PASS_DEPTH, replace(BRANCHING, default=(2, 3)), VALUES, ROOT, TIES),
    )
    points = 4
    search = "deepening"
    form = "orders"

    pass_depth: int

    @classmethod
    def create(
        cls, seed: int | str, *, pass_depth: int, branching: Span, values: tuple[int, int], root: str, ties: Ties
    ) -> Self:
        """Make an exercise on a tree in which the pass changes the order at the root."""
        most = branching[1] if isinstance(branching, tuple) else branching
        if most < 2:
            raise ZermeloError("an order of children needs a branching of at least 2")
        check_leaves(most, pass_depth, values, distinct=True)
        random = Random(f"deepening_order {seed}")
        for _ in range(TRIES):
            tree = _random_tree(random, pass_depth, branching, values, root)
            if _is_suitable(tree, pass_depth, ties):
                return cls._about(seed, tree, pass_depth, ties)
        raise ZermeloError("no pass over a tree of this shape changes enough orders: use a deeper or wider tree")

    @classmethod
    def _about(cls, seed: int | str, tree: Tree, pass_depth: int, ties: Ties) -> Self:
        orders = Pass(tree, pass_depth, ties).orders
        return cls(
            seed=seed,
            tree=tree,
            pass_depth=pass_depth,
            question=f"Progressive deepening has made its pass to depth {pass_depth} by alpha-beta, with the static values "
            "written on the nodes there. In what order does the next pass look at the children of each node? The best for "
            "the player comes first, by the value the pass found, or the bound where it cut; children it did not look at "
            "come last. Name the nodes whose children move.",
            answer=format_orders({name: order for name, order in orders.items() if order != tree[name].moves()}),
            ties=ties,
            hints=(
                f"Search to depth {pass_depth} as if the nodes there were leaves with their static values.",
                "At a MAX node the largest value comes first, at a MIN node the smallest.",
            ),
        ).showing(*example_orders(tree))

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, Pass(self.tree, self.pass_depth, self.ties).events

    def _grade(self, text: str) -> Grade:
        search_pass = Pass(self.tree, self.pass_depth, self.ties)
        given = read_orders(text, self.tree, self.example)
        for name, right in search_pass.orders.items():
            wrote = given.get(name, self.tree[name].moves())
            if wrote != right:
                verb = "wrote" if name in given else "left"
                first = f"At {name} you {verb} {' '.join(wrote)}. {self._why(name, search_pass)}"
                return Grade(False, f"The order at {name} is not right.", first)
        for name, wrote in given.items():
            if name not in search_pass.orders and wrote != self.tree[name].moves():
                return Grade(
                    False,
                    f"The order at {name} is not right.",
                    f"The pass to depth {self.pass_depth} looks at no children of {name}, so they stay as they are.",
                )
        return Grade(True, f"Right: {self.answer}.")

    def _why(self, name: str, search_pass: Pass) -> str:
        values = [
            f"{child} ({format_payoff(value)})"
            for child in self.tree[name].moves()
            if (value := search_pass.values.get(child)) is not None
        ]
        reorder = search_pass.reorders.get(name, f"The order at {name} stays as it is.")
        return f"The pass finds {', '.join(values)} at {name}. {reorder}"

    def steps(self) -> list[str]:
        search_pass = Pass(self.tree, self.pass_depth, self.ties)
        return [
            *describe_search(search_pass.events),
            *(self._why(name, search_pass) for name in search_pass.orders),
            f"The answer is {self.answer}.",
        ]


def _random_tree(random: Random, pass_depth: int, branching: Span, values: tuple[int, int], root: str) -> Tree:
    """Make a tree with static values only at the depth of the pass."""
    fewest, most = branching if isinstance(branching, tuple) else (branching, branching)
    drafts, level = [Draft(-1, 0)], [0]
    for depth in range(pass_depth + 1):
        below: list[int] = []
        for number in level:
            # The question is mostly about the root, so it gets the most children.
            count = CHILDREN_BELOW if depth == pass_depth else most if depth == 0 else random.randint(fewest, most)
            below.extend(range(len(drafts), len(drafts) + count))
            drafts.extend(Draft(number, 0) for _ in range(count))
        if depth == pass_depth:
            for number, value in zip(level, random.sample(range(values[0], values[1] + 1), len(level)), strict=True):
                drafts[number].value = value
        level = below
    for number in level:
        drafts[number].value = random.randint(*values)
    return build(drafts, parse_player(root))


def _is_suitable(tree: Tree, depth: int, ties: Ties) -> bool:
    """Return whether the order changes at the root and at another node if there is one, and no compared values are equal."""
    search_pass = Pass(tree, depth, ties)
    for name in search_pass.orders:
        values = [search_pass.values[child] for child in tree[name].moves() if child in search_pass.values]
        if len(set(values)) < len(values):
            return False
    changed = [name for name, order in search_pass.orders.items() if order != tree[name].moves()]
    return tree.name in changed and (len(changed) > 1 or depth == 1)
