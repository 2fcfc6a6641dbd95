"""An exam sheet as Markdown, with trees drawn in characters inside code blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.draw import text
from zermelo.exercises.exercise import Exercise
from zermelo.state import CHANCE

if TYPE_CHECKING:
    from zermelo.exercises.sheet import Exam

WIDTH = 120
LEGEND = "▲ is a MAX node, ▼ a MIN node; a leaf shows its name and its value."


def write(exam: Exam, key: bool) -> str:
    """Write the sheet."""
    lines = [
        f"# {escape(exam.title)}",
        "",
        "Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_   Date: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_",
        "",
    ]
    lines += [f"{len(exam.exercises)} questions, {exam.points} points. {escape(exam.rules)} {_legend(exam)}", ""]
    for number, exercise in enumerate(exam.exercises, 1):
        lines += [f"## {number}. {escape(exercise.title)} ({exercise.points} points)", ""]
        lines += [
            *_code_block(text(exercise.tree, width=WIDTH)),
            escape(exercise.question),
            "",
            "Answer:",
            "",
            "<br>",
            "",
        ]
    if key:
        lines += ["---", "", f"# Key: {escape(exam.title)}", ""]
        for number, exercise in enumerate(exam.exercises, 1):
            lines += _solution(number, exercise)
    return "\n".join(lines).rstrip() + "\n"


def _legend(exam: Exam) -> str:
    nodes = [node for exercise in exam.exercises for node in exercise.tree.nodes]
    legend = LEGEND
    if any(node.player == CHANCE for node in nodes):
        legend += " ● is a chance node."
    if any(node.children and node.value is not None for node in nodes):
        legend += " A number in square brackets is a static value."
    return escape(legend)


def _solution(number: int, exercise: Exercise) -> list[str]:
    lines = [f"## {number}. {escape(exercise.title)}", "", f"**Answer:** {escape(exercise.answer)}", ""]
    tree, events = exercise.solution_trace()
    if events:
        lines += _code_block(text(tree, events, width=WIDTH))
    if exercise.solution_caption:
        lines += [escape(exercise.solution_caption), ""]
    return [*lines, *(f"- {escape(step)}" for step in exercise.steps()), ""]


def _code_block(drawing: str) -> list[str]:
    return ["```text", drawing, "```", ""]


def escape(words: str) -> str:
    """Escape everything that Markdown treats as markup.

    >>> print(escape("a_b <i> *c*"))
    a\\_b \\<i\\> \\*c\\*
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~$&])", r"\\\1", " ".join(words.split()))
