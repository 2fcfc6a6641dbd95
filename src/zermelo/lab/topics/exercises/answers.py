"""Answers of the Exercises page: questions, grades, hints, solutions, and sheets to print."""

from __future__ import annotations

import re
from typing import Any

from zermelo.exercises import Exercise, exam, make
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import Text, TreeSource
from zermelo.lab.topics.exercises.messages import Answer, Ask, Graded, Hint, Question, Solution
from zermelo.lab.topics.tree.description import describe
from zermelo.state import ZermeloError
from zermelo.trees import format_tree

LARGEST_SHEET = 30
LONGEST_TITLE = 200


def ask(message: Ask, context: RequestContext) -> Question:
    """Make a question from its seed."""
    exercise = _make(message)
    facts = exercise.to_dict()
    return Question(
        kind=exercise.kind,
        title=exercise.title,
        seed=message.seed,
        question=exercise.question,
        rule=exercise.tie_rule,
        points=exercise.points,
        tree=describe(exercise.numeric_tree(), facts["unknown"]),
        unknown=facts["unknown"],
        form=exercise.form,
        example=exercise.example,
        hints=len(exercise.hints),
    )


def grade(message: Answer, context: RequestContext) -> Graded:
    """Grade an answer and name its first wrong step."""
    found = _make(message.ask).grade(message.answer)
    return Graded(found.correct, found.message, found.first_wrong, found.understood)


def hint(message: Hint, context: RequestContext) -> Text:
    """Return one hint."""
    hints = _make(message.ask).hints
    if not 0 <= message.number < len(hints):
        raise ZermeloError(f"there are {len(hints)} hints, numbered from 0: there is no hint {message.number}")
    return Text(hints[message.number])


def solution(message: Ask, context: RequestContext) -> Solution:
    """Return the answer with its steps."""
    exercise = _make(message)
    tree, events = exercise.solution_trace()
    search = exercise.search if events else None
    return Solution(
        answer=exercise.answer,
        steps=tuple(exercise.steps()),
        source=TreeSource(format_tree(tree)) if search else None,
        search=search,
        options={"ties": exercise.ties} if search in ("alpha_beta", "deepening") else {},
    )


def sheet(words: dict[str, str], context: RequestContext) -> str:
    """Return a sheet to print as HTML: ?seed=1&count=6&kinds=window,cut_interval&title=...&ties=equal&key=1."""
    known = ("seed", "count", "kinds", "title", "ties", "key")
    for name in words:
        if name not in known:
            raise ZermeloError(f"{name[:40]!r} is not an option of a sheet: choose from {', '.join(known)}")
    count = _whole(words.get("count", "6"), "count")
    if not 1 <= count <= LARGEST_SHEET:
        raise ZermeloError(f"a sheet has 1 to {LARGEST_SHEET} questions, not {count}")
    wishes: dict[str, Any] = {"count": count}
    if words.get("kinds"):
        wishes["kinds"] = [kind.strip() for kind in words["kinds"].split(",")]
    if words.get("title"):
        wishes["title"] = words["title"][:LONGEST_TITLE]
    if words.get("ties"):
        wishes["ties"] = words["ties"]
    return exam(_whole(words.get("seed", "0"), "seed"), **wishes).html(
        key=words.get("key", "") not in ("", "0", "false")
    )


def _whole(text: str, name: str) -> int:
    if not re.fullmatch(r"-?\d{1,12}", text, re.ASCII):
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}")
    return int(text)


def _make(message: Ask) -> Exercise:
    return make(message.kind, message.seed, **message.options)
