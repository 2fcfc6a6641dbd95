"""Exercises on values: minimax, and expectimax where chance has a say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from zermelo.events import Event, Improve, Leave
from zermelo.exercises.answers import NUMBER, Unclear, read_number, shown
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.trees import Span, check_leaves, shape, tree_where
from zermelo.games.tree import Node, Tree, random_tree
from zermelo.state import CHANCE, MAX, Number, ZermeloError, as_number, format_number
from zermelo.textbook.expectiminimax import expectiminimax
from zermelo.textbook.minimax import minimax

TOLERANCE = Fraction(1, 100)
LARGEST_DENOMINATOR = 6
TRIES = 2_000


class MinimaxValue(Exercise):
    kind = "minimax_value"
    title = "Minimax"
    points = 3
    by_alpha_beta = False

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        events: list[Event] = []
        minimax(self.tree, watch=events.append)
        return self.tree, events

    def _grade(self, text: str) -> Grade:
        number, move = self._read(text)
        result = minimax(self.tree)
        if number != result.value:
            return Grade(False, f"{self.tree.name} is not worth {format_number(number)}.", self._where_it_stops(number))
        if move.name != result.move:
            other = format_number(as_number(minimax(move).value))
            who = "MAX" if self.tree.player == MAX else "MIN"
            return Grade(
                False,
                "The value is right, the move is not.",
                f"{who} at {self.tree.name} gets {format_number(number)} by {result.move}, and {other} by {move.name}.",
            )
        return Grade(True, f"Right: {self.tree.name} is worth {format_number(number)}, by {move.name}.")

    def _read(self, text: str) -> tuple[Number, Node]:
        form = f"as in: 3 {self.tree.moves()[0]}"
        numbers = re.findall(rf"(?<![\w./]){NUMBER}(?![\w./])", text, re.ASCII)
        words = [word for word in re.findall(r"[^\W\d]\w*", text) if word.lower() not in ("by", "and", "value", "move")]
        if len(numbers) != 1 or len(words) != 1:
            raise Unclear(f"Write the value and the move at the root, {form}.")
        children = {child.name.lower(): child for child in self.tree.children}
        if words[0].lower() not in children:
            raise Unclear(f"{shown(words[0])} is not a move at {self.tree.name}; write the value and the move, {form}.")
        return read_number(numbers[0]), children[words[0].lower()]

    def _where_it_stops(self, number: Number) -> str:
        """A wrong value is mostly some leaf's: where on its way up is it passed over?"""
        node: Node | None = next((leaf for leaf in self.tree.leaves() if leaf.value == number), None)
        if node is None:
            return f"No leaf is worth {format_number(number)}, and a minimax value is always the value of some leaf."
        best = {event.node: event for event in self.worked()[1] if isinstance(event, Improve)}
        leaf = node.name
        while node.parent is not None and best[node.parent.name].value == number:
            node = node.parent
        assert node.parent is not None
        where = "" if node.name == leaf else f", and of {node.name}"
        taken = str(best[node.parent.name]).rstrip(".")
        return f"{format_number(number)} is the value of {leaf}{where}, but {taken}: it goes no further up."

    def steps(self) -> list[str]:
        return _steps(self.worked()[1], self.answer)


def minimax_value(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
) -> MinimaxValue:
    """The minimax value of the root, and the best move there."""
    branching, depth = shape(Random(f"minimax_value {seed}"), branching, depth, ((2, 3), (3, 2), (2, 4)))
    tree = tree_where(f"minimax_value {seed}", branching=branching, depth=depth, values=values, root=root)
    result = minimax(tree)
    return MinimaxValue(
        seed=seed,
        tree=tree,
        question=f"What is the minimax value of {tree.name}, and which move is best there? "
        f"Write the value and the move, as in: 3 {tree.moves()[0]}.",
        answer=f"{format_number(as_number(result.value))} {result.move}",
        hints=(
            "Begin at the nodes just above the leaves.",
            "A MAX node takes the largest of its children's values, a MIN node the smallest.",
        ),
    )


class ExpectimaxValues(Exercise):
    kind = "expectimax_values"
    title = "Chance"
    points = 4
    by_alpha_beta = False

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        events: list[Event] = []
        expectiminimax(self.tree, watch=events.append)
        return self.tree, events

    def _grade(self, text: str) -> Grade:
        right = values_of(self.tree)
        given = self._read(text, right)
        for name in _bottom_up(self.tree):
            if abs(Fraction(given[name]) - Fraction(right[name])) > TOLERANCE:
                return Grade(
                    False,
                    f"{name} is not worth {format_number(given[name])}.",
                    f"{explain(self.tree[name], right)}",
                )
        return Grade(True, f"Right: {self.answer}.")

    def _read(self, text: str, right: Mapping[str, Number]) -> dict[str, Number]:
        form = f"as in: {', '.join(f'{name} = 7/2' for name in right)}"
        given: dict[str, Number] = {}
        for part in filter(str.strip, re.split(r"[,;\n]|\band\b", text)):
            found = re.fullmatch(rf"\s*(\w+)\s*[=:]?\s*({NUMBER})\s*", part, re.ASCII)
            name = next((each for each in right if found and each in (found[1], found[1].upper())), None)
            if found is None or name is None:
                raise Unclear(f"{shown(part)} is not the value of a node; write all values, {form}.")
            if name in given:
                raise Unclear(f"{name} is given two values.")
            given[name] = read_number(found[2])
        missing = [name for name in right if name not in given]
        if missing:
            raise Unclear(f"The value of {missing[0]} is missing; write all values, {form}.")
        return given

    def steps(self) -> list[str]:
        right = values_of(self.tree)
        return [explain(self.tree[name], right) for name in _bottom_up(self.tree)]


def expectimax_values(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
) -> ExpectimaxValues:
    """The values of all inner nodes where every second level is chance's."""
    branching, depth = shape(Random(f"expectimax_values {seed}"), branching, depth, ((2, 2), (3, 2), (2, 3)))
    check_leaves(branching, depth, values, distinct=True)
    for attempt in range(TRIES):
        tree = random_tree(
            f"expectimax_values {seed}/{attempt}",
            branching=branching,
            depth=depth,
            values=values,
            distinct=True,
            root=root,
            chance=True,
        )
        if all(Fraction(node.probability or 1).denominator <= LARGEST_DENOMINATOR for node in tree.nodes):
            break
    else:
        raise ZermeloError(
            f"no tree with simple probabilities was found in {TRIES:,} tries: ask for a smaller branching"
        )
    right = values_of(tree)
    names = ", ".join(f"{name} = 7/2" for name in list(right)[:2])
    return ExpectimaxValues(
        seed=seed,
        tree=tree,
        question="Circles are chance nodes, with a probability on each branch. What is every inner node worth? "
        f"Fractions are exact, and decimals count if they are within {float(TOLERANCE):g}; "
        f"write all of {', '.join(right)}, as in: {names}.",
        answer=", ".join(f"{name} = {format_number(value)}" for name, value in right.items()),
        hints=(
            "A chance node is worth the average of its children, each weighted by its probability.",
            "Begin at the nodes just above the leaves, and keep fractions until the end.",
        ),
    )


def values_of(tree: Tree) -> dict[str, Number]:
    """The exact value of every inner node, breadth-first."""
    return {node.name: _whole(as_number(expectiminimax(node).value)) for node in tree.nodes if node.children}


def explain(node: Node, right: Mapping[str, Number]) -> str:
    """Why a node is worth what it is, by its children.

    >>> from zermelo import tree
    >>> explain(tree("A?(1/3:B=4 2/3:C=1)"), {"A": 2})
    'Chance at A: 1/3 of 4 (B) and 2/3 of 1 (C) make 2.'
    """
    worth = {child.name: format_number(right.get(child.name, _number(child))) for child in node.children}
    value = format_number(right[node.name])
    if node.player == CHANCE:
        parts = [f"{child.probability} of {worth[child.name]} ({child.name})" for child in node.children]
        return f"Chance at {node.name}: {_listed(parts)} make{'s' if len(parts) == 1 else ''} {value}."
    who, most = ("MAX", "largest") if node.player == MAX else ("MIN", "smallest")
    parts = [f"{text} ({name})" for name, text in worth.items()]
    return f"{who} at {node.name}: the {most} of {_listed(parts)} is {value}."


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _number(leaf: Node) -> Any:
    return leaf.value


def _whole(value: Number) -> Number:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _bottom_up(tree: Tree) -> list[str]:
    return [node.name for node in reversed(tree.nodes) if node.children]


def _steps(events: Sequence[Event], answer: str) -> list[str]:
    """For every node, in the order the search leaves them, what its player takes."""
    lines: list[str] = []
    best: dict[str, Improve] = {}
    for event in events:
        if isinstance(event, Improve):
            best[event.node] = event
        elif isinstance(event, Leave):
            lines.append(str(best[event.node]))
    return [*lines, f"The answer is {answer}."]
