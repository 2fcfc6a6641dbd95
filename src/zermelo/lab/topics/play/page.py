"""The Play page: any game on a board, against a person or a player."""

from __future__ import annotations

from zermelo.lab.messages import GameSource
from zermelo.lab.page import Live, Page, Post
from zermelo.lab.topics.play.messages import (
    AskOwnership,
    Chosen,
    Compose,
    Composed,
    Load,
    Loaded,
    Ownership,
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
        "ownership": Post(AskOwnership, Ownership),
    },
    live={
        "think": Live(Think, Progress, Chosen, module="engine_move"),
        "review": Live(Review, Reviewing, Reviewed, module="game_review"),
    },
)
