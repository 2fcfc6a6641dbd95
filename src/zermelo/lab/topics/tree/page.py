"""The Tree page: a tree and a search over it, step by step."""

from __future__ import annotations

from zermelo.lab.messages import Text, TreeReply
from zermelo.lab.page import Live, Page, Post
from zermelo.lab.topics.tree.messages import (
    AskProfile,
    AskWhy,
    Export,
    Finished,
    Profile,
    RandomTree,
    ReadTree,
    Steps,
    Watch,
)

PAGE = Page(
    "tree",
    "Tree",
    posts={
        "read": Post(ReadTree, TreeReply),
        "random": Post(RandomTree, TreeReply),
        "export": Post(Export, Text, searches=True),
        "profile": Post(AskProfile, Profile, searches=True),
        "why": Post(AskWhy, Text, searches=True),
    },
    live={"watch": Live(Watch, Steps, Finished, module="watch")},
)
