"""The Exercises page: asks, grades, hints, solves, and prints whole sheets."""

from __future__ import annotations

import re
from typing import Any

from zermelo.exercises import Exercise, exam, make
from zermelo.exercises.intervals import FORMS
from zermelo.games.tree import format_tree
from zermelo.lab.desk import Desk, Page, Post
from zermelo.lab.messages import SearchOptions, Text, TreeSource
from zermelo.lab.messages_exercises import Answer, Ask, Graded, Hint, Question, Solution
from zermelo.lab.tree import describe
from zermelo.state import ZermeloError

LARGEST_SHEET = 30
LONGEST_TITLE = 200


def ask(message: Ask, desk: Desk) -> Question:
    exercise = _made(message)
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
        example=_example(exercise),
        hints=len(exercise.hints),
    )


def grade(message: Answer, desk: Desk) -> Graded:
    found = _made(message.ask).grade(message.answer)
    return Graded(found.correct, found.message, found.first_wrong, found.understood)


def hint(message: Hint, desk: Desk) -> Text:
    """The hints are counted from 0."""
    hints = _made(message.ask).hints
    if not 0 <= message.number < len(hints):
        raise ZermeloError(f"there are {len(hints)} hints, counted from 0, and none of number {message.number}")
    return Text(hints[message.number])


def solution(message: Ask, desk: Desk) -> Solution:
    exercise = _made(message)
    tree, events = exercise.solution_trace()
    search = exercise.search if events else None
    return Solution(
        answer=exercise.answer,
        steps=tuple(exercise.steps()),
        source=TreeSource(format_tree(tree)) if search else None,
        search=search,
        options=SearchOptions(ties=exercise.ties if search in ("alpha_beta", "deepening") else None),
    )


def sheet(words: dict[str, str], desk: Desk) -> str:
    """A sheet to print: ?seed=1&count=6&kinds=window,cut_interval&title=...&ties=equal&key=1."""
    known = ("seed", "count", "kinds", "title", "ties", "key")
    for name in words:
        if name not in known:
            raise ZermeloError(f"{name[:40]!r} is not an option of a sheet: {', '.join(known)} are")
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


def _made(message: Ask) -> Exercise:
    return make(message.kind, message.seed, **message.options)


def _example(exercise: Exercise) -> str:
    """The part of a question that says how to write the answer."""
    if exercise.form == "interval":
        return FORMS
    found = re.search(r"as in: (.*?)\.(?:\s|$)", exercise.question)
    return found[1] if found else ""


PAGE = Page(
    "exercises",
    {
        "/api/exercises/ask": Post(Ask, ask),
        "/api/exercises/grade": Post(Answer, grade),
        "/api/exercises/hint": Post(Hint, hint),
        "/api/exercises/solution": Post(Ask, solution),
    },
    {"/api/exercises/sheet": sheet},
)
