"""The Matrix page: a table of payoffs, and everything that follows from it, step by step."""

from __future__ import annotations

from zermelo.lab.page import Page, Post
from zermelo.lab.topics.matrix.messages import (
    MatrixAsk,
    MatrixExamples,
    MatrixMenu,
    MatrixReply,
    MatrixTable,
    MatrixText,
)

PAGE = Page(
    "matrix",
    "Matrix",
    posts={
        "examples": Post(MatrixMenu, MatrixExamples),
        "read": Post(MatrixText, MatrixTable),
        "solve": Post(MatrixAsk, MatrixReply, searches=True),
    },
)
