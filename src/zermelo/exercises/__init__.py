"""Questions about game trees, made from seeds, graded and explained; and whole exam sheets of them.

`EXERCISES` lists the kinds. `make(kind, seed)` makes one exercise, `exam(seed)` a sheet; the same seed gives the same
exercise on every machine. A wrong answer is graded with its first wrong step and the reason:

    >>> exercise = make("leaves_evaluated", 7)
    >>> exercise.grade(exercise.answer).correct
    True
"""

from __future__ import annotations

from zermelo.exercises.exercise import TIE_RULES, Exercise, Grade
from zermelo.exercises.kinds import EXERCISES, KINDS, make
from zermelo.exercises.sheet import Exam, exam
from zermelo.exercises.trees import tree_where

__all__ = ["EXERCISES", "KINDS", "TIE_RULES", "Exam", "Exercise", "Grade", "exam", "make", "tree_where"]
