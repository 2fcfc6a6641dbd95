"""What a question is answered with: the games on offer, the server's limits, and a way to send messages before the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.kinds.symmetry import merge_symmetric
from zermelo.lab.messages import GameSource, Source, TreeSource
from zermelo.lab.server.settings import Settings
from zermelo.state import State, ZermeloError
from zermelo.trees import Tree, parse_tree
from zermelo.trees.scanner import check_nesting


@dataclass(frozen=True, kw_only=True)
class RequestContext:
    """The context of one request.

    Attributes
    ----------
    settings
        The limits of the server.
    games
        Where to find each game by slug. Requests can name only these.
    players
        Specs of players beside those of Zermelo, as given when the server starts. Requests can name only these.
    cancel
        Whether the request is no longer wanted.
    send
        Sends a frame of a kind (see `server.frames`) before the answer.
    store
        The file of games that was named when the server started, if any. It is only read.
    """

    settings: Settings
    games: dict[str, str]
    players: tuple[str, ...]
    cancel: Callable[[], bool]
    send: Callable[[bytes, bytes], None]
    store: str | None = None

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of a textbook search, as keyword arguments."""
        caps = self.settings.caps
        return {"nodes": caps.nodes, "seconds": caps.seconds, "cancel": self.cancel}

    def place(self, game: str) -> str:
        """Return where a game is found: module:Class, a file, or the slug of a game that Zermelo has."""
        if game not in self.games:
            raise ZermeloError(f"there is no game called {game[:40]!r} here: {', '.join(self.games)} are")
        return self.games[game]

    def begin(self, game: str, position: str | None) -> State:
        """Return the state where play begins."""
        from zermelo.records.positions import parse_position  # loads the native games

        self.check_text(position or "")
        return parse_position(self.place(game), position)

    def state(self, source: GameSource) -> State:
        """Return the state that a source describes."""
        return self.states(source)[-1]

    def states(self, source: GameSource) -> list[State]:
        """Return every state of a source's game, from where play began to the state it describes."""
        from zermelo.records.moves import play_through  # loads the native games

        self.check_moves(len(source.moves))
        return play_through(self.begin(source.game, source.position), source.moves)

    def tree(self, text: str, root: str) -> Tree:
        """Read a tree from its text."""
        self.check_text(text)
        check_nesting(text, self.settings.levels)
        tree = _last_tree(text, root)
        most = self.settings.caps.nodes
        if len(tree) > most:
            raise ZermeloError(f"a tree of {len(tree):,} nodes is too large here: the lab takes at most {most:,} nodes")
        return tree

    def read(self, source: Source) -> State:
        """Return the state where a search begins."""
        if isinstance(source, TreeSource):
            return self.tree(source.text, source.root)
        return merge_symmetric(self.state(source)) if source.merged else self.state(source)

    def check_moves(self, count: int) -> None:
        """Refuse a game with more moves than the lab plays."""
        if count > self.settings.moves:
            raise ZermeloError(f"a game of {count:,} moves is too long here: the lab plays {self.settings.moves:,}")

    def check_text(self, text: str) -> None:
        """Refuse a text longer than the lab reads."""
        most = self.settings.caps.text
        if len(text) > most:
            raise ZermeloError(f"a text of {len(text):,} characters is too long here: the lab reads at most {most:,}")


@lru_cache(1)
def _last_tree(text: str, root: str) -> Tree:
    """Read a tree, unless it is the one that was read last: pages ask for one search of a tree after another."""
    return parse_tree(text, root)
