"""Where a request is answered: the games on offer and the limits, as the worker that answers it knows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.games.records.moves import play_through
from zermelo.games.records.positions import parse_position
from zermelo.games.tree import Tree, parse_tree
from zermelo.lab.caps import Settings
from zermelo.lab.messages import GameSource, Record, Source, TreeSource
from zermelo.state import State, ZermeloError


@dataclass(frozen=True, kw_only=True)
class Desk:
    """`games` are the places of the games' classes by slug: only what was registered at the start can be named."""

    settings: Settings
    games: dict[str, str]
    cancel: Callable[[], bool]
    send: Callable[[bytes, bytes], None]
    """Sends a frame of a kind before the answer."""

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of a search as keyword arguments."""
        caps = self.settings.caps
        return {"nodes": caps.nodes, "seconds": caps.seconds, "cancel": self.cancel}

    def place(self, game: str) -> str:
        """Where a game is found."""
        if game not in self.games:
            raise ZermeloError(f"there is no game called {game[:40]!r} here: {', '.join(self.games)} are")
        return self.games[game]

    def begin(self, game: str, position: str | None) -> State:
        """The state that play begins from."""
        self.check_text(position or "")
        return parse_position(self.place(game), position)

    def state(self, source: GameSource) -> State:
        """The state that a source describes."""
        return self.states(source)[-1]

    def states(self, source: GameSource) -> list[State]:
        """The state that a source describes, after all those of its game before."""
        self.check_moves(source.moves)
        return play_through(self.begin(source.game, source.position), source.moves)

    def tree(self, text: str, root: str) -> Tree:
        """A tree from its text."""
        self.check_text(text)
        tree = parse_tree(text, root)
        if len(tree) > self.settings.caps.nodes:
            raise ZermeloError(
                f"a tree of {len(tree):,} nodes is too large here: {self.settings.caps.nodes:,} is the most"
            )
        return tree

    def read(self, source: Source) -> State:
        """Where a search begins."""
        return self.tree(source.text, source.root) if isinstance(source, TreeSource) else self.state(source)

    def check_moves(self, moves: Sequence[str]) -> None:
        """Refuses a game that is longer than the lab plays."""
        if len(moves) > self.settings.moves:
            raise ZermeloError(f"a game of more than {self.settings.moves:,} moves is too long")

    def check_text(self, text: str) -> None:
        """Refuses a text that is longer than the lab reads."""
        if len(text) > self.settings.caps.text:
            raise ZermeloError(
                f"a text of {len(text):,} characters is too long here: {self.settings.caps.text:,} is the most"
            )


class Post(NamedTuple):
    """A question over HTTP: the record that comes with it, and what answers it in a worker. One that `searches` may take
    as long as a search, and waits for a worker like one."""

    takes: type[Record]
    answer: Callable[[Any, Desk], Record]
    searches: bool = False


@dataclass(frozen=True)
class Page:
    """What one page of the lab asks of the server: questions by their addresses, and documents to open in a window of
    their own, which are made from the words in the address and come as HTML."""

    name: str
    posts: dict[str, Post]
    documents: dict[str, Callable[[dict[str, str], Desk], str]] = field(default_factory=dict)
