"""The Pac-Man page: a maze, a Pac-Man that searches, and ghosts that search, chase or wander."""

from __future__ import annotations

from zermelo.lab.messages import Text
from zermelo.lab.page import Page, Post
from zermelo.lab.topics.pacman.messages import (
    PacmanChoice,
    PacmanLessons,
    PacmanLoad,
    PacmanLoaded,
    PacmanMenu,
    PacmanPlay,
    PacmanPosition,
    PacmanRounds,
    PacmanSave,
    PacmanScene,
    PacmanThink,
    PacmanWhy,
)

PAGE = Page(
    "pacman",
    "Pac-Man",
    posts={
        "open": Post(PacmanPosition, PacmanScene),
        "play": Post(PacmanPlay, PacmanRounds, searches=True),
        "choose": Post(PacmanThink, PacmanChoice, searches=True),
        "why": Post(PacmanThink, PacmanWhy, searches=True),
        "save": Post(PacmanSave, Text),
        "load": Post(PacmanLoad, PacmanLoaded),
        "lessons": Post(PacmanMenu, PacmanLessons),
    },
)
