"""Questions about game trees made from seeds, graded and explained; and whole exam sheets of them.

`KINDS` lists the kinds by name. `make(kind, seed)` makes one exercise, `exam(seed)` a sheet; the same seed gives the
same exercise on every machine. An answer is graded with the first wrong step and the reason for it:

    >>> exercise = make("leaves_evaluated", 7)
    >>> exercise.grade(exercise.answer).correct
    True
"""

from __future__ import annotations

from zermelo.exercises.exercise import TIE_RULES, Exercise, Grade, Kind
from zermelo.exercises.kinds import KINDS, make
from zermelo.exercises.sheet import Exam, exam
from zermelo.exercises.trees import tree_where

__all__ = ["KINDS", "TIE_RULES", "Exam", "Exercise", "Grade", "Kind", "exam", "make", "tree_where"]
