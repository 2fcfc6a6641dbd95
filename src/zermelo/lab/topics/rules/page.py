"""The Rules page: a rule sheet in the Game Description Language, its mistakes, and the game that it describes."""

from __future__ import annotations

from zermelo.lab.page import Page, Post
from zermelo.lab.topics.rules.messages import (
    RulesCheck,
    RulesChecked,
    RulesChoice,
    RulesGame,
    RulesMenu,
    RulesPosition,
    RulesSheets,
    RulesSource,
    RulesThink,
)

PAGE = Page(
    "rules",
    "Rules",
    posts={
        "sheets": Post(RulesMenu, RulesSheets),
        "check": Post(RulesCheck, RulesChecked),
        # These ground the rules, unless the worker still knows them.
        "open": Post(RulesSource, RulesGame, searches=True),
        "position": Post(RulesSource, RulesPosition, searches=True),
        "think": Post(RulesThink, RulesChoice, searches=True),
    },
)
