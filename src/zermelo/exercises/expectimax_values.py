"""The exercise `expectimax_values`: the values of all inner nodes of a tree with chance nodes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Self

from zermelo.events import Event, format_names
from zermelo.exercises.answers import NUMBER, UnreadableAnswer, quote, read_number
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.options import BRANCHING, DEPTH, ROOT, TIED, VALUES
from zermelo.exercises.trees import Span, check_leaves, choose_shape
from zermelo.registry import Declaration
from zermelo.state import CHANCE, MAX, Number, ZermeloError, as_number, format_number
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.trees import Node, Tree, random_tree

TOLERANCE = Fraction(1, 100)
MAX_DENOMINATOR = 6
"""The largest denominator of a probability."""
TRIES = 2_000


class ExpectimaxValues(Exercise):
    """What is every inner node of a tree with chance nodes worth?"""

    declaration = Declaration(
        "expectimax_values",
        "Chance",
        "The values of all inner nodes where every second level is chance's.",
        options=(BRANCHING, DEPTH, VALUES, TIED, ROOT),
    )
    points = 4
    search = "expectiminimax"
    form = "values"

    @classmethod
    def create(
        cls,
        seed: int | str,
        *,
        branching: Span | None,
        depth: int | None,
        values: tuple[int, int],
        tied: bool,
        root: str,
    ) -> Self:
        """Make an exercise on a tree with simple probabilities, in which two moves are equally good only if `tied`."""
        tree_seed = f"expectimax_values {seed}"
        branching, depth = choose_shape(Random(tree_seed), branching, depth, ((2, 2), (3, 2), (2, 3)))
        check_leaves(branching, depth, values, distinct=True)
        options: dict[str, Any] = {"branching": branching, "depth": depth, "values": values, "root": root}
        for attempt in range(TRIES):
            tree = random_tree(f"{tree_seed}/{attempt}", distinct=True, chance=True, **options)
            if (
                all(Fraction(node.probability or 1).denominator <= MAX_DENOMINATOR for node in tree.nodes)
                and has_tie(tree) == tied
            ):
                break
        else:
            raise ZermeloError(
                f"no tree with simple probabilities{' and a tie' if tied else ''} was found in {TRIES:,} tries: "
                f"use a {'wider tree' if tied else 'smaller branching'}"
            )
        right = node_values(tree)
        return cls(
            seed=seed,
            tree=tree,
            question="Circles are chance nodes, with a probability on each branch. What is every inner node worth? "
            f"Fractions are exact, and decimals count if they are within {float(TOLERANCE):g}; "
            f"write all of {', '.join(right)}.",
            answer=", ".join(f"{name} = {format_number(value)}" for name, value in right.items()),
            hints=(
                "A chance node is worth the average of its children, each weighted by its probability.",
                "Begin at the nodes just above the leaves, and keep fractions until the end.",
            ),
        ).showing(*(", ".join(f"{name} = {value}" for name in list(right)[:2]) for value in ("7/2", "5/3")))

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        events: list[Event] = []
        expectiminimax(self.tree, watch=events.append)
        return self.tree, events

    def _grade(self, text: str) -> Grade:
        right = node_values(self.tree)
        given = self._read(text, right)
        for name in _bottom_up(self.tree):
            if abs(Fraction(given[name]) - Fraction(right[name])) > TOLERANCE:
                message = f"{name} is not worth {format_number(given[name])}."
                return Grade(False, message, explain_value(self.tree[name], right))
        return Grade(True, f"Right: {self.answer}.")

    def _read(self, text: str, right: Mapping[str, Number]) -> dict[str, Number]:
        form = f"as in: {self.example}"
        given: dict[str, Number] = {}
        for part in filter(str.strip, re.split(r"[,;\n]|\band\b", text)):
            match = re.fullmatch(rf"\s*(\w+)\s*(?:[=:]\s*)?({NUMBER})\s*", part, re.ASCII)
            name = next((node for node in right if match and node in (match[1], match[1].upper())), None)
            if match is None or name is None:
                raise UnreadableAnswer(f"{quote(part)} is not the value of a node; write all values, {form}.")
            if name in given:
                raise UnreadableAnswer(f"{name} is given two values.")
            given[name] = read_number(match[2])
        missing = [name for name in right if name not in given]
        if missing:
            raise UnreadableAnswer(f"The value of {missing[0]} is missing; write all values, {form}.")
        return given

    def steps(self) -> list[str]:
        right = node_values(self.tree)
        return [explain_value(self.tree[name], right) for name in _bottom_up(self.tree)]


def node_values(tree: Tree) -> dict[str, Number]:
    """Return the exact value of every inner node for MAX, breadth-first."""
    values = {node.name: as_number(expectiminimax(node).value) for node in tree.nodes if node.children}
    return {name: int(value) if value == int(value) else value for name, value in values.items()}


def has_tie(tree: Tree) -> bool:
    """Return whether MAX or MIN has two equally good moves at some node."""
    values = node_values(tree)
    for node in tree.nodes:
        if node.children and node.player != CHANCE:
            below = [values.get(child.name, _leaf_value(child)) for child in node.children]
            if below.count(values[node.name]) > 1:
                return True
    return False


def explain_value(node: Node, right: Mapping[str, Number]) -> str:
    """Explain the value of a node by its children.

    >>> from zermelo import tree
    >>> explain_value(tree("A?(1/3:B=4 2/3:C=1)"), {"A": 2})
    'Chance at A: 1/3 of 4 (B) and 2/3 of 1 (C) make 2.'
    """
    values = {child.name: format_number(right.get(child.name, _leaf_value(child))) for child in node.children}
    value = format_number(right[node.name])
    if node.player == CHANCE:
        parts = [f"{child.probability} of {values[child.name]} ({child.name})" for child in node.children]
        return f"Chance at {node.name}: {format_names(parts, None)} make{'s' if len(parts) == 1 else ''} {value}."
    player, most = ("MAX", "largest") if node.player == MAX else ("MIN", "smallest")
    parts = [f"{text} ({name})" for name, text in values.items()]
    return f"{player} at {node.name}: the {most} of {format_names(parts, None)} is {value}."


def _leaf_value(leaf: Node) -> Any:
    return leaf.value


def _bottom_up(tree: Tree) -> list[str]:
    return [node.name for node in reversed(tree.nodes) if node.children]
