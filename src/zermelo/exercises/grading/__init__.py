"""Grades a search that a student wrote: runs it on trees of the classroom and on random ones, and names the first difference.

`grade` is the whole of it. The student's function may have one of several shapes (`SHAPES`), and runs in a process of its
own with a limit of time and memory, so that an endless loop or an exit in it is an answer like any other: a wrong one. That
process is no prison: it may do whatever the one who calls `grade` may do.
"""

from __future__ import annotations

from zermelo.exercises.grading.cases import KINDS, Case
from zermelo.exercises.grading.comparing import ASPECTS
from zermelo.exercises.grading.grading import Verdict, grade
from zermelo.exercises.grading.shapes import SHAPES

__all__ = ["ASPECTS", "KINDS", "SHAPES", "Case", "Verdict", "grade"]
