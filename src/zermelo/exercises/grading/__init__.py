"""Grade a search that a student wrote: run it on textbook trees and random ones, and name the first difference.

`grade` does all of it. The student's function may have one of several calling conventions (`SHAPES`). It runs in a process
of its own with limits on time and memory, so an endless loop or an exit is just a wrong answer. The process is not a
sandbox: the code may do whatever the caller of `grade` may do.
"""

from __future__ import annotations

from zermelo.exercises.grading.cases import GRADED_SEARCHES, Case
from zermelo.exercises.grading.compare import ASPECTS
from zermelo.exercises.grading.grader import Verdict, grade
from zermelo.exercises.grading.shapes import SHAPES

__all__ = ["ASPECTS", "GRADED_SEARCHES", "SHAPES", "Case", "Verdict", "grade"]
