"""The Exercises page: questions about drawn trees, graded step by step, and sheets to print."""

from __future__ import annotations

from zermelo.lab.messages import Text
from zermelo.lab.page import Page, Post
from zermelo.lab.topics.exercises.messages import Answer, Ask, Graded, Hint, Question, Solution

PAGE = Page(
    "exercises",
    "Exercises",
    posts={
        "ask": Post(Ask, Question),
        "grade": Post(Answer, Graded),
        "hint": Post(Hint, Text),
        "solution": Post(Ask, Solution),
    },
    documents=("sheet",),
)
