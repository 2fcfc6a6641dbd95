"""Find the first difference between a student's answer and the textbook's, and describe it in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.events import Cutoff
from zermelo.exercises.grading.cases import Case, Expected
from zermelo.exercises.grading.shapes import Answer
from zermelo.state import MIN, format_payoff
from zermelo.trees import Node

ASPECTS = ("value", "move", "leaves", "evaluations")
"""What is compared, in this order: the value, the move, the evaluated leaves, and the reported number of evaluations."""
TOLERANCE = 1e-6


class Difference(NamedTuple):
    """A difference in one of `ASPECTS`, or an error in place of an answer (`aspect` is "error"), with a sentence."""

    aspect: str
    sentence: str


def find_difference(
    case: Case,
    expected: Expected,
    answer: Answer,
    leaves: Sequence[str],
    compared: Sequence[str],
    first: bool,
    for_mover: bool = False,
) -> Difference | None:
    """Return the first difference in the `compared` aspects, or None.

    With `first`, only the first of equally good moves is right. With `for_mover`, values must be those of the player to move.
    """
    sentences = {
        "value": _value(case, expected, answer, for_mover),
        "move": _move(case, expected, answer, first),
        "leaves": _leaves(case, expected, leaves),
        "evaluations": _evaluations(expected, answer, leaves),
    }
    for aspect in ASPECTS:
        sentence = sentences[aspect]
        if aspect in compared and sentence is not None:
            return Difference(aspect, sentence)
    return None


def values_are_for_mover(cases: Sequence[Case], expected: Sequence[Expected], answers: Sequence[Answer]) -> bool:
    """Return whether the values that a search returns where MIN moves are MIN's, as in negamax, rather than MAX's."""
    score = 0
    for case, right, answer in zip(cases, expected, answers, strict=True):
        if case.tree.player == MIN and answer.value is not None and right.value:
            score += _equal(answer.value, -right.value) - _equal(answer.value, right.value)
    return score > 0


def _equal(value: float, right: float) -> bool:
    return abs(value - right) <= TOLERANCE * max(1.0, abs(right))


def _value(case: Case, expected: Expected, answer: Answer, for_mover: bool) -> str | None:
    mine = for_mover and case.tree.player == MIN
    right = -expected.value if mine else expected.value
    if answer.value is None or _equal(answer.value, right):
        return None
    whose = " for MIN" if mine else ""
    return f"the value{whose} is {format_payoff(right)}, but it returns {format_payoff(answer.value)}"


def _move(case: Case, expected: Expected, answer: Answer, first: bool) -> str | None:
    if answer.move is None or not expected.moves:
        return None
    right = expected.moves[0]
    if answer.move not in case.tree.moves():
        return (
            f"it returns the move {answer.move!r}, but the moves at {case.tree.name} are {', '.join(case.tree.moves())}"
        )
    if answer.move == right or (answer.move in expected.moves and not first):
        return None
    if answer.move in expected.moves:
        return f"{right} and {answer.move} are equally good and the first is required, but it returns {answer.move}"
    return f"the best move is {right}, but it returns {answer.move}"


def _leaves(case: Case, expected: Expected, leaves: Sequence[str]) -> str | None:
    agreed = [right == given for right, given in zip(expected.leaves, leaves, strict=False)]
    number = [*agreed, False].index(False)
    if number == len(expected.leaves) == len(leaves):
        return None
    given = leaves[number] if number < len(leaves) else None
    right = expected.leaves[number] if number < len(expected.leaves) else None
    after = f"after {leaves[number - 1]}" if number else "at the start"
    if given is not None and given in leaves[:number]:
        return f"it evaluates {given} a second time"
    if given is None:
        return f"it stops {after} and never evaluates {right}, which can still change the result"
    if given not in expected.leaves:
        return f"it evaluates {given}{_reason(case, expected, given)}"
    if right is not None and right not in leaves:
        return f"{after} it goes on to {given} and never evaluates {right}, which can still change the result"
    return f"{after} it evaluates {given}, but {right} comes first: children are searched from left to right"


def _reason(case: Case, expected: Expected, leaf: str) -> str:
    """Explain why a leaf need not be evaluated, by the cutoff that skips it."""
    node: Node | None = case.tree[leaf]
    names = set()
    while node is not None:
        names.add(node.name)
        node = node.parent
    for event in expected.events:
        if isinstance(event, Cutoff) and names & set(event.skipped):
            return f", which cannot matter any more: {event}".rstrip(".")
    return ", which is not a leaf of this search"


def _evaluations(expected: Expected, answer: Answer, leaves: Sequence[str]) -> str | None:
    if answer.evaluations is None or answer.evaluations == len(expected.leaves):
        return None
    return f"it evaluates {len(leaves)} leaves, which is right, but reports {answer.evaluations}"
