"""The Inside page: the search tree of a position of a game, with small boards in its nodes."""

from __future__ import annotations

from zermelo.lab.page import Page, Post
from zermelo.lab.topics.inside.messages import Boards, Pictures

PAGE = Page("inside", "Inside", posts={"boards": Post(Boards, Pictures)})
