"""The Arena page: tournaments of the lab's players, their ratings, and the games of a store."""

from __future__ import annotations

from zermelo.lab.page import Live, Page, Post
from zermelo.lab.topics.arena.messages import (
    AskEvent,
    AskEvents,
    AskGames,
    Compete,
    Competed,
    EventReply,
    Events,
    GamesReply,
    NewGames,
)

PAGE = Page(
    "arena",
    "Arena",
    posts={
        "events": Post(AskEvents, Events),
        "event": Post(AskEvent, EventReply, searches=True),
        "games": Post(AskGames, GamesReply, searches=True),
    },
    live={"compete": Live(Compete, NewGames, Competed, module="compete", slices=10)},
)
