"""The messages of the Exercises page.

POST /api/exercises/ask       Ask -> Question
POST /api/exercises/grade     Answer -> Graded
POST /api/exercises/hint      Hint -> Text
POST /api/exercises/solution  Ask -> Solution
GET /api/exercises/sheet?seed=&count=&kinds=&title=&key=   a printable HTML page
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from zermelo.lab.messages import Record, TreeReply, TreeSource


class Ask(Record, frozen=True):
    kind: str
    seed: int
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class Question(Record, frozen=True):
    """`form` says how the page takes the answer: by clicking leaves in order or a set of leaves, or typing a number, a window
    (alpha and beta), intervals, an order of children, or values of several nodes. The answer is always sent as text."""

    kind: str
    title: str
    seed: int
    question: str
    rule: str
    points: int
    tree: TreeReply
    unknown: str | None
    """The node whose value is hidden, if any."""
    form: Literal["sequence", "set", "number", "window", "interval", "orders", "values"]
    example: str
    """An example of an answer."""
    hints: int


class Answer(Record, frozen=True):
    ask: Ask
    answer: str


class Graded(Record, frozen=True):
    correct: bool
    message: str
    first_wrong: str
    understood: bool


class Hint(Record, frozen=True):
    """Asks for a hint; `number` counts from 0."""

    ask: Ask
    number: int


class Solution(Record, frozen=True):
    """The answer with its steps; `source`, `search` and `options` replay it on the Tree page, if a search shows it."""

    answer: str
    steps: tuple[str, ...]
    source: TreeSource | None
    search: str | None
    options: dict[str, str]
