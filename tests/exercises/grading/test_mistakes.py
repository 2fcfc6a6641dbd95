"""Test that grading catches every classic mistake in every shape, on its fixed trees alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.exercises.grading import mistakes
from zermelo.exercises.grading.cases import Case, expect, make_cases
from zermelo.exercises.grading.compare import ASPECTS, Difference, find_difference
from zermelo.exercises.grading.course_states import Misuse
from zermelo.exercises.grading.shapes import SHAPES, InvalidAnswer

TWO_PLAYERS = tuple(mistakes.SHAPES)
TABLE = [
    *(("alpha_beta", shape, mistake) for mistake in (*mistakes.PRUNING, *mistakes.GENERAL) for shape in TWO_PLAYERS),
    *(("minimax", shape, mistake) for mistake in mistakes.GENERAL for shape in TWO_PLAYERS),
    *((kind, "cs188", mistake) for mistake in mistakes.GHOSTS for kind in ("alpha_beta", "minimax")),
    *(
        ("expectimax", shape, mistake)
        for mistake in (*mistakes.GENERAL, *mistakes.CHANCE)
        for shape in ("plain", "cs188")
        if mistake != "maximises everywhere"  # there is no MIN
        and (shape, mistake) != ("cs188", "ignores the probabilities")  # which are equal there
    ),
]


def first_difference(kind: str, name: str, mistake: str, trees: int) -> tuple[Case, Difference] | None:
    """Return the first tree on which a mistaken search differs from the textbook's, with what differs."""
    options: dict[str, Any] = {"average": True} if (kind, name) == ("expectimax", "cs188") else {}
    shape = SHAPES[name](mistakes.SHAPES[name](mistake, prune=kind == "alpha_beta", **options))
    for case in make_cases(kind, shape=name, trees=trees, seed=0, depths=shape.depths):
        leaves: list[str] = []
        try:
            answer = shape.run(case, leaves)
        except (InvalidAnswer, Misuse) as error:
            return case, Difference("error", str(error))
        right = expect(case, kind, "strict" if name == "cs188" else "equal")
        difference = find_difference(case, right, answer, leaves, ASPECTS, False)
        if difference is not None:
            return case, difference
    return None


@pytest.mark.parametrize(("kind", "shape", "mistake"), TABLE)
def test_every_mistake_is_caught_in_every_shape(kind: str, shape: str, mistake: str) -> None:
    for trees in (0, 60):
        found = first_difference(kind, shape, mistake, trees)
        assert found is not None
        assert len(found[0].tree) <= 18


@pytest.mark.parametrize(("kind", "shape"), dict.fromkeys((kind, shape) for kind, shape, _ in TABLE))
def test_the_same_search_without_a_mistake_is_correct(kind: str, shape: str) -> None:
    assert first_difference(kind, shape, "none", 60) is None
