"""An exam sheet as one self-contained HTML page to print or to read on screen, with trees as SVG and no scripts."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from zermelo.draw import svg
from zermelo.exercises.exercise import Exercise
from zermelo.exercises.sheet_latex import LEGEND, NO_BREAK, typeset

if TYPE_CHECKING:
    from zermelo.exercises.sheet import Exam

_STYLE = """
@page { size: A4; margin: 16mm 18mm; }
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 760px; margin: 32px auto; padding: 0 24px; background: #fff; color: #1b1f24;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 24px; line-height: 1.2; margin: 0 0 24px; }
h2 { font-size: 18px; line-height: 1.3; margin: 0 0 4px; display: flex; justify-content: space-between; gap: 16px; }
h2 span { font-size: 14px; font-weight: normal; color: #4b5563; white-space: nowrap; }
p { margin: 0 0 12px; }
.head { display: flex; gap: 24px; margin-bottom: 16px; }
.head div { border-bottom: 1px solid #6b7280; padding-bottom: 2px; white-space: nowrap; }
.head .name { flex: 1; }
.head .date { width: 150px; }
.head .score { width: 120px; text-align: right; }
.rules { color: #4b5563; border-left: 3px solid #d1d5db; padding-left: 12px; margin-bottom: 24px; }
section { border-top: 1px solid #d1d5db; padding: 16px 0 24px; }
section:not(.solution), figure, li, h2 + p { break-inside: avoid; page-break-inside: avoid; }
h1, h2, h2 + p { break-after: avoid; page-break-after: avoid; }
figure { margin: 8px 0; text-align: center; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: #4b5563; font-size: 12px; }
.answer-line { border-bottom: 1px dotted #6b7280; height: 36px; }
.answer-line:first-of-type::before { content: "Answer"; color: #4b5563; font-size: 12px; line-height: 58px; }
.key { break-before: page; page-break-before: always; }
.answer { font-weight: 600; }
ol.steps { margin: 0; padding-left: 24px; font-variant-numeric: tabular-nums; }
@media print {
  /* Two questions fit on a page, also below the head. */
  body { margin: 0; padding: 0; max-width: none; font-size: 13px; line-height: 1.4; }
  h1 { margin-bottom: 14px; }
  .head, .rules { margin-bottom: 12px; }
  section { padding: 10px 0 12px; }
  figure { margin: 4px 0; }
  figure svg { max-height: 76mm; }
  section:nth-of-type(-n + 2) figure svg { max-height: 58mm; }
  p { margin-bottom: 6px; }
  .answer-line { height: 30px; }
  .answer-line:first-of-type::before { line-height: 46px; }
  ol.steps { font-size: 12px; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
""".strip()


def write(exam: Exam, key: bool) -> str:
    """Write the page."""
    title = _text(exam.title)
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>",
        '<div class="head"><div class="name">Name</div><div class="date">Date</div>'
        f'<div class="score">/ {exam.points} points</div></div>',
        f'<p class="rules">{_text(exam.rules)} {LEGEND}</p>',
        *(_question(number, exercise) for number, exercise in enumerate(exam.exercises, 1)),
    ]
    if key:
        parts.append(f'<h1 class="key">Key: {title}</h1>')
        parts.extend(_solution(number, exercise) for number, exercise in enumerate(exam.exercises, 1))
    return "\n".join([*parts, "</body>\n</html>\n"])


def _question(number: int, exercise: Exercise) -> str:
    return (
        f"<section>\n<h2>{number}. {_text(exercise.title)} <span>{exercise.points} points</span></h2>\n"
        f"<p>{_text(exercise.question)}</p>\n<figure>{svg(exercise.tree)}</figure>\n"
        '<div class="answer-line"></div>\n<div class="answer-line"></div>\n</section>'
    )


def _solution(number: int, exercise: Exercise) -> str:
    tree, events = exercise.solution_trace()
    caption = f"<figcaption>{_text(exercise.solution_caption)}</figcaption>" if exercise.solution_caption else ""
    figure = f"<figure>{svg(tree, events)}{caption}</figure>\n" if events else ""
    steps = "\n".join(f"<li>{_text(step)}</li>" for step in exercise.steps())
    return (
        f'<section class="solution">\n<h2>{number}. {_text(exercise.title)}</h2>\n'
        f'<p>Answer: <span class="answer">{_answer(exercise.answer)}</span></p>\n{figure}'
        f'<ol class="steps">\n{steps}\n</ol>\n</section>'
    )


def _answer(answer: str) -> str:
    """Write an answer that breaks only after a comma or semicolon, and after 20 names of a longer list."""
    parts = re.split(r"(?<=[,;]) ", typeset(answer))
    words = [part.split() for part in parts]
    rows = [NO_BREAK.join(each[at : at + 20]) for each in words for at in range(0, len(each), 20)]
    return escape(" ".join(rows))


def _text(text: str) -> str:
    return escape(typeset(text))
