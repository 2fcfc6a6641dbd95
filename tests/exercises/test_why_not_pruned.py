"""The exercise on witnesses: its answer and its reasons against brute force."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.exercises.oracles import visits
from tests.long import LONG
from zermelo.exercises import make
from zermelo.exercises.why_not_pruned import WhyNotPruned
from zermelo.state import MAX
from zermelo.trees import Node

EXERCISES = 60 if LONG == 1 else 5_000
"""For each tie rule."""


def value(node: Node, leaf: str, x: Any) -> Any:
    """The minimax value of a node with x at one leaf."""
    if not node.children:
        return x if node.name == leaf else node.value
    return (max if node.player == MAX else min)(value(child, leaf, x) for child in node.children)


@pytest.mark.parametrize("ties", ["equal", "strict"])
def test_the_answer_against_brute_force(ties: str) -> None:
    kinds = set()
    for seed in range(EXERCISES):
        exercise = make("why_not_pruned", f"{ties} {seed}", ties=ties, root=("max", "min")[seed % 2])
        assert isinstance(exercise, WhyNotPruned)
        tree, leaf = exercise.tree, exercise.leaf
        before = value(tree, leaf, tree[leaf].value)
        assert leaf in visits(tree, ties)
        samples = [Fraction(quarter, 4) for quarter in range(-44, 45)]
        changes = [value(tree, leaf, x) != before for x in samples]
        assert changes == [x in exercise.changing for x in samples], exercise.seed
        assert exercise.grade(exercise.answer).correct
        kinds.add(exercise.answer[:3])

        reason = exercise.steps()[-2]
        if exercise.answer == "none":
            assert reason.startswith(f"No value of {leaf} changes the value of {tree.name}")
            first, second = re.findall(r"can reach (-?\d+) by (\w+)", reason)
            assert all(value(tree[child], leaf, None) == int(worth) for worth, child in (first, second))
        else:
            side, end = re.findall(r"any value (above|below) (-?\d+) changes it", reason)[0]
            assert exercise.answer == f"x {'>' if side == 'above' else '<'} {end}"
    assert kinds == {"non", "x <", "x >"}


def test_a_wrong_answer_is_tried_and_the_reason_given() -> None:
    for seed in range(40):
        exercise = make("why_not_pruned", seed)
        assert isinstance(exercise, WhyNotPruned)
        tree, leaf = exercise.tree, exercise.leaf
        for wrong in ("all x", "none", "x > 0", "x <= -2", "[-3, 3)"):
            grade = exercise.grade(wrong)
            if grade.correct:
                continue
            x, claim, worth = re.findall(
                r"Try x = (\S+): by your answer A is then worth (something else|the same), but it is worth (\S+),",
                grade.first_wrong,
            )[0]
            then, before = value(tree, leaf, float(x)), value(tree, leaf, tree[leaf].value)
            assert float(worth) == then
            assert (claim == "the same") == (then != before)
            assert exercise.steps()[-2] in grade.first_wrong
    assert exercise.grade("no x").understood
