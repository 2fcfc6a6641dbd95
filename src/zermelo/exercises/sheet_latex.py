"""An exam sheet as a LaTeX document for pdflatex, with trees in TikZ and the key on a new page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.draw import tikz
from zermelo.draw.tikz import latex
from zermelo.exercises.exercise import Exercise
from zermelo.trees import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zermelo.events import Event
    from zermelo.exercises.sheet import Exam

LEGEND = (
    "Triangles that point up are MAX nodes, those that point down MIN nodes, circles are chance nodes, "
    "and squares are leaves with their values."
)
_HEAD = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[margin=18mm]{geometry}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\newsavebox{\tree}
% Two questions fit on a page; a tree that is still wider than the page is scaled down to it.
\newcommand{\fit}[1]{\sbox{\tree}{\scalebox{0.72}{#1}}\begin{center}%
  \ifdim\wd\tree>\linewidth\resizebox{\linewidth}{!}{\usebox{\tree}}\else\usebox{\tree}\fi\end{center}}
\newcommand{\answerline}{\par\vspace{6mm}\dotfill\par}
\begin{document}"""


def write(exam: Exam, key: bool) -> str:
    """Write the document."""
    parts = [_HEAD, rf"{{\Large\bfseries {latex_text(exam.title)}}}", "", r"\vspace{4mm}"]
    parts += [
        r"Name: \hrulefill\quad Date: \rule{35mm}{0.4pt}\quad Points: \rule{15mm}{0.4pt}~/~" + str(exam.points),
        "",
    ]
    parts += [r"\vspace{2mm}", rf"\textit{{{latex_text(exam.rules)} {latex_text(LEGEND)}}}", ""]
    for number, exercise in enumerate(exam.exercises, 1):
        parts += [
            r"\vspace{6mm}",
            r"\begin{minipage}{\linewidth}",
            rf"\textbf{{{number}. {latex_text(exercise.title)}}}\hfill {exercise.points} points\par",
            latex_text(exercise.question),
            _drawing(exercise.tree),
            r"\answerline\answerline",
            r"\end{minipage}",
            "",
        ]
    if key:
        parts += [r"\clearpage", rf"{{\Large\bfseries Key: {latex_text(exam.title)}}}", ""]
        for number, exercise in enumerate(exam.exercises, 1):
            parts += _solution(number, exercise)
    return "\n".join([*parts, r"\end{document}", ""])


def _solution(number: int, exercise: Exercise) -> list[str]:
    tree, events = exercise.solution_trace()
    return [
        r"\vspace{5mm}",
        r"\begin{minipage}{\linewidth}",
        rf"\textbf{{{number}. {latex_text(exercise.title)}: {latex_text(exercise.answer)}}}\par",
        *([_drawing(tree, events)] if events else []),
        *([rf"\centerline{{\small {latex_text(exercise.solution_caption)}}}"] if exercise.solution_caption else []),
        r"\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}\small",
        *(rf"\item {latex_text(step)}" for step in exercise.steps()),
        r"\end{itemize}",
        r"\end{minipage}",
        "",
    ]


def _drawing(tree: Tree, events: Sequence[Event] = ()) -> str:
    return rf"\fit{{%{chr(10)}{tikz(tree, events).rstrip()}%{chr(10)}}}"


def latex_text(text: str) -> str:
    """Write a text for LaTeX, with minus signs before numbers.

    >>> print(latex_text("α is -3 & β is ∞"))
    $\\alpha$ is $-$3 \\& $\\beta$ is $\\infty$
    """
    return latex(typeset(text)).replace(NO_BREAK, "~")


NO_BREAK = "\N{NO-BREAK SPACE}"
_TOGETHER = re.compile(
    r"\S+(?: (?:<=|>=|[<>=≤≥]) [^\s,;.]+)+"  # x <= 3, 2 <= x < 5, A = 7/2
    r"|[\[(]-?[\d.∞/inf]+, -?[\d.∞/inf]+[\])]"  # [2, 5)
    r"|\b[A-Z]+:(?: [A-Z]+\b)+"  # A: C B D
    r"|\b[A-Z]+ \([^() ]+\)"  # C (-6)
)
"""What is not broken across lines: comparisons, intervals, orders of children, and values in brackets."""


def typeset(text: str) -> str:
    """Return a text on one line of printable characters, with minus signs before numbers, that breaks in no formula.

    >>> typeset("x <= -3 or [2, 5)").replace(NO_BREAK, "_")
    'x_<=_−3 or [2,_5)'
    """
    printable = "".join(character for character in " ".join(text.split()) if character.isprintable())
    kept = _TOGETHER.sub(lambda found: found[0].replace(" ", NO_BREAK), printable)
    return re.sub(r"(?<!\w)-(?=[\d∞])", "−", kept)
