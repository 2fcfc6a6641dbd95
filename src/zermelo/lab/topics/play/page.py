"""The Play page: any game on a board, against a person or a player."""

from __future__ import annotations

from zermelo.lab.messages import GameSource
from zermelo.lab.page import Live, Page, Post
from zermelo.lab.topics.play.messages import (
    Chosen,
    Compose,
    Composed,
    Load,
    Loaded,
    Position,
    Progress,
    Review,
    Reviewed,
    Reviewing,
    Save,
    Saved,
    Think,
)

PAGE = Page(
    "play",
    "Play",
    posts={
        "position": Post(GameSource, Position),
        "load": Post(Load, Loaded),
        "save": Post(Save, Saved),
        "compose": Post(Compose, Composed),
    },
    live={
        "think": Live(Think, Progress, Chosen, module="engine_move"),
        "review": Live(Review, Reviewing, Reviewed, module="game_review"),
    },
)
