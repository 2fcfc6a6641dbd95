"""An exam sheet as a LaTeX document: trees in TikZ, a page of its own for the key. It compiles with pdflatex."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zermelo.draw import tikz
from zermelo.draw.tikz import latex
from zermelo.exercises.exercise import Exercise
from zermelo.games.tree import Tree

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
    parts = [_HEAD, rf"{{\Large\bfseries {words(exam.title)}}}", "", r"\vspace{4mm}"]
    parts += [
        r"Name: \hrulefill\quad Date: \rule{35mm}{0.4pt}\quad Points: \rule{15mm}{0.4pt}~/~" + str(exam.points),
        "",
    ]
    parts += [r"\vspace{2mm}", rf"\textit{{{words(exam.rules)} {words(LEGEND)}}}", ""]
    for number, exercise in enumerate(exam.exercises, 1):
        parts += [
            r"\vspace{6mm}",
            r"\begin{minipage}{\linewidth}",
            rf"\textbf{{{number}. {words(exercise.title)}}}\hfill {exercise.points} points\par",
            words(exercise.question),
            _drawn(exercise.tree),
            r"\answerline\answerline",
            r"\end{minipage}",
            "",
        ]
    if key:
        parts += [r"\clearpage", rf"{{\Large\bfseries Key: {words(exam.title)}}}", ""]
        for number, exercise in enumerate(exam.exercises, 1):
            parts += _solved(number, exercise)
    return "\n".join([*parts, r"\end{document}", ""])


def _solved(number: int, exercise: Exercise) -> list[str]:
    tree, events = exercise.worked()
    return [
        r"\vspace{5mm}",
        r"\begin{minipage}{\linewidth}",
        rf"\textbf{{{number}. {words(exercise.title)}: {words(exercise.answer)}}}\par",
        *([_drawn(tree, events)] if events else []),
        r"\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}\small",
        *(rf"\item {words(step)}" for step in exercise.steps()),
        r"\end{itemize}",
        r"\end{minipage}",
        "",
    ]


def _drawn(tree: Tree, events: Sequence[Event] = ()) -> str:
    return rf"\fit{{%{chr(10)}{tikz(tree, events).rstrip()}%{chr(10)}}}"


def words(text: str) -> str:
    """Text for TeX; a hyphen before a number or an infinity is a minus.

    >>> print(words("α is -3 & β is ∞"))
    $\\alpha$ is $-$3 \\& $\\beta$ is $\\infty$
    """
    plain = "".join(each for each in " ".join(text.split()) if each.isprintable())
    return latex(re.sub(r"(?<!\w)-(?=[\d∞])", "−", plain))
