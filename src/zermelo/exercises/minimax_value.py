"""The exercise `minimax_value`: the minimax value of the root, and the best move there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Self

from zermelo.events import Event, Improve, Leave
from zermelo.exercises.answers import NUMBER, UnreadableAnswer, quote, read_number
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.options import BRANCHING, DEPTH, ROOT, VALUES
from zermelo.exercises.trees import Span, choose_shape, tree_where
from zermelo.registry import Declaration
from zermelo.state import MAX, Number, as_number, format_number
from zermelo.textbook.minimax import minimax
from zermelo.trees import Node, Tree


class MinimaxValue(Exercise):
    """What is the minimax value of the root, and which move is best there?"""

    declaration = Declaration(
        "minimax_value",
        "Minimax",
        "The minimax value of the root, and the best move there.",
        options=(BRANCHING, DEPTH, VALUES, ROOT),
    )
    points = 3
    search = "minimax"
    form = "number"

    @classmethod
    def create(
        cls, seed: int | str, *, branching: Span | None, depth: int | None, values: tuple[int, int], root: str
    ) -> Self:
        """Make an exercise on a tree without equal leaves."""
        tree_seed = f"minimax_value {seed}"
        branching, depth = choose_shape(Random(tree_seed), branching, depth, ((2, 3), (3, 2), (2, 4)))
        tree = tree_where(tree_seed, branching=branching, depth=depth, values=values, root=root)
        result = minimax(tree)
        first = tree.moves()[0]
        return cls(
            seed=seed,
            tree=tree,
            question=f"What is the minimax value of {tree.name}, and which move is best there? Write the value and the move.",
            answer=f"{format_number(as_number(result.value))} {result.move}",
            hints=(
                "Begin at the nodes just above the leaves.",
                "A MAX node takes the largest of its children's values, a MIN node the smallest.",
            ),
        ).showing(f"3 {first}", f"4 {first}")

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
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
            player = "MAX" if self.tree.player == MAX else "MIN"
            return Grade(
                False,
                "The value is right, the move is not.",
                f"{player} at {self.tree.name} gets {format_number(number)} by {result.move}, and {other} by {move.name}.",
            )
        return Grade(True, f"Right: {self.tree.name} is worth {format_number(number)}, by {move.name}.")

    def _read(self, text: str) -> tuple[Number, Node]:
        form = f"as in: {self.example}"
        numbers = re.findall(rf"(?<![\w./]){NUMBER}(?![\w./])", text, re.ASCII)
        words = [word for word in re.findall(r"[^\W\d]\w*", text) if word.lower() not in ("by", "and", "value", "move")]
        if len(numbers) != 1 or len(words) != 1:
            raise UnreadableAnswer(f"Write the value and the move at the root, {form}.")
        children = {child.name.lower(): child for child in self.tree.children}
        if words[0].lower() not in children:
            raise UnreadableAnswer(
                f"{quote(words[0])} is not a move at {self.tree.name}; write the value and the move, {form}."
            )
        return read_number(numbers[0]), children[words[0].lower()]

    def _where_it_stops(self, number: Number) -> str:
        """Explain where a wrong value, which is usually some leaf's, is not passed on upwards."""
        node: Node | None = next((leaf for leaf in self.tree.leaves() if leaf.value == number), None)
        if node is None:
            return f"No leaf is worth {format_number(number)}, and a minimax value is always the value of some leaf."
        best = {event.node: event for event in self.solution_trace()[1] if isinstance(event, Improve)}
        leaf = node.name
        while node.parent is not None and best[node.parent.name].value == number:
            node = node.parent
        assert node.parent is not None
        also = "" if node.name == leaf else f", and of {node.name}"
        taken = str(best[node.parent.name]).rstrip(".")
        return f"{format_number(number)} is the value of {leaf}{also}, but {taken}: it goes no further up."

    def steps(self) -> list[str]:
        """Say what each player takes, in the order in which the search leaves the nodes."""
        best: dict[str, Improve] = {}
        lines: list[str] = []
        for event in self.solution_trace()[1]:
            if isinstance(event, Improve):
                best[event.node] = event
            elif isinstance(event, Leave):
                lines.append(str(best[event.node]))
        return [*lines, f"The answer is {self.answer}."]
