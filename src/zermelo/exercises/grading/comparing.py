"""Finds where a student's answer differs from the textbook's, and says it in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.events import Cutoff
from zermelo.exercises.grading.cases import Case, Expected
from zermelo.exercises.grading.shapes import Answer
from zermelo.state import format_payoff

ASPECTS = ("value", "move", "leaves", "evaluations")
"""What is compared, in this order: the value, the move, the leaves that were evaluated, and how many of them were said to be."""
TOLERANCE = 1e-6


class Difference(NamedTuple):
    """What differs (one of `ASPECTS`, or trouble), in a sentence."""

    aspect: str
    sentence: str


def difference(
    case: Case, expected: Expected, answer: Answer, leaves: Sequence[str], compared: Sequence[str], first: bool
) -> Difference | None:
    """The first thing in which an answer differs, or None. `first`: of equally good moves only the first is right."""
    sentences = {
        "value": _value(expected, answer),
        "move": _move(case, expected, answer, first),
        "leaves": _leaves(case, expected, leaves),
        "evaluations": _evaluations(expected, answer, leaves),
    }
    for aspect in ASPECTS:
        sentence = sentences[aspect]
        if aspect in compared and sentence is not None:
            return Difference(aspect, sentence)
    return None


def _value(expected: Expected, answer: Answer) -> str | None:
    if answer.value is None or abs(answer.value - expected.value) <= TOLERANCE * max(1.0, abs(expected.value)):
        return None
    return f"the value is {format_payoff(expected.value)}, and it answers {format_payoff(answer.value)}"


def _move(case: Case, expected: Expected, answer: Answer, first: bool) -> str | None:
    if answer.move is None or not expected.moves:
        return None
    right = expected.moves[0]
    if answer.move not in case.tree.moves():
        return f"it answers with the move {answer.move!r}, and the moves of {case.tree.name} are {', '.join(case.tree.moves())}"
    if answer.move == right or (answer.move in expected.moves and not first):
        return None
    if answer.move in expected.moves:
        return (
            f"{right} and {answer.move} are equally good, the first of them is asked for, and it moves to {answer.move}"
        )
    return f"the best move is {right}, and it moves to {answer.move}"


def _leaves(case: Case, expected: Expected, leaves: Sequence[str]) -> str | None:
    agreed = [right == given for right, given in zip(expected.leaves, leaves, strict=False)]
    number = [*agreed, False].index(False)
    if number == len(expected.leaves) == len(leaves):
        return None
    given = leaves[number] if number < len(leaves) else None
    right = expected.leaves[number] if number < len(expected.leaves) else None
    before = f"after {leaves[number - 1]}" if number else "first of all"
    if given is not None and given in leaves[:number]:
        return f"it evaluates {given} a second time"
    if given is None:
        return f"it stops {before} and never evaluates {right}, which is still to be looked at"
    if given not in expected.leaves:
        return f"it evaluates {given}{_reason(case, expected, given)}"
    if right is not None and right not in leaves:
        return f"it goes on to {given} {before} and never evaluates {right}, which is still to be looked at"
    return f"{before} it evaluates {given}, and {right} comes before it: children are looked at from left to right"


def _reason(case: Case, expected: Expected, leaf: str) -> str:
    """Why a leaf need not be looked at, in the textbook's words."""
    above: Any = case.tree[leaf]
    names = set()
    while above is not None:
        names.add(above.name)
        above = above.parent
    for event in expected.events:
        if isinstance(event, Cutoff) and names & set(event.skipped):
            return f", which cannot matter any more: {event}".rstrip(".")
    return ", which is no leaf of this search"


def _evaluations(expected: Expected, answer: Answer, leaves: Sequence[str]) -> str | None:
    if answer.evaluations is None or answer.evaluations == len(expected.leaves):
        return None
    return f"it evaluates {len(leaves)} leaves, as it should, and says that it evaluated {answer.evaluations}"
