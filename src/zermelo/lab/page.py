"""What a page of the lab asks of the server. A page only declares its questions here; the functions that answer them are
imported when a worker starts, so the server and the TypeScript writer load no game and no search.

A question is answered by the function of its name in the page's module `answers`, or in the module it names:

    read(message: ReadTree, context: RequestContext) -> TreeReply
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from zermelo.lab.messages import LiveRequest, Record

TOPICS = "zermelo.lab.topics"
ABOUT = "/api/about"
LIVE = "/api/live/"
"""Before the tag of a message of the WebSocket, where a worker is asked."""


class Post(NamedTuple):
    """A question over HTTP: one record in, one record out.

    A question that `searches` may take as long as a search, and waits for a worker as searches do.
    """

    takes: type[Record]
    gives: type[Record]
    searches: bool = False
    module: str = "answers"


class Live(NamedTuple):
    """A request over the WebSocket: `sends` are the messages on the way, `gives` is the last one.

    Where ending early loses work, it may run for several `slices` of time while other visitors wait.
    """

    takes: type[LiveRequest]
    sends: type[Record]
    gives: type[Record]
    module: str
    slices: int = 1


@dataclass(frozen=True)
class Page:
    """One page of the lab.

    Attributes
    ----------
    name
        Name of the page's folder here and in `web/src/pages`, and its address, as in #/tree.
    title
        What the header calls it.
    posts
        Questions over HTTP by name: `read` is asked at /api/tree/read.
    live
        Requests over the WebSocket by the tag of their messages.
    documents
        Names of HTML documents made from the query of their address, as in /api/exercises/sheet?seed=1.
    """

    name: str
    title: str
    posts: Mapping[str, Post]
    live: Mapping[str, Live] = field(default_factory=dict)
    documents: tuple[str, ...] = ()

    def path(self, question: str) -> str:
        """Return the address of a question or document."""
        return f"/api/{self.name}/{question}"

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Import the functions that answer this page's questions, by name."""
        modules = dict.fromkeys(self.documents, "answers")
        modules |= {name: post.module for name, post in self.posts.items()}
        modules |= {name: live.module for name, live in self.live.items()}
        return {
            name: getattr(import_module(f"{TOPICS}.{self.name}.{module}"), name) for name, module in modules.items()
        }
