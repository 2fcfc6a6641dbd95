"""The board behind the Go Text Protocol: any colour may move at any time, moves can be undone, stones can be set up.

States of `Go` alternate the colours and end after two passes. Where the protocol goes on otherwise, the board is set up
anew with the other colour to move, and superko forgets what was before.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from zermelo.games.go.rules import Go
from zermelo.games.go.sgf_games import GoGame, format_game, format_position
from zermelo.games.go.vertices import format_point, vertex
from zermelo.records.sgf import GameTree, Node
from zermelo.records.turns import Line
from zermelo.state import ZermeloError

Superko = Literal["none", "positional", "situational"]
_SUPERKO: tuple[Superko, ...] = ("none", "positional", "situational")


class Rules(NamedTuple):
    """The rules that differ between the associations.

    Attributes
    ----------
    superko, suicide
        As `Go` takes them.
    removes_dead
        Whether dead stones are taken off before counting; otherwise all stones that stand on the board count.
    """

    superko: Superko = "positional"
    suicide: bool = False
    removes_dead: bool = True

    def words(self) -> str:
        """The rules as a position writes them, without those of every game.

        >>> Rules("situational", suicide=True).words(), Rules().words()
        ('superko=situational suicide', '')
        """
        superko = "" if self.superko == "positional" else f"superko={self.superko}"
        return " ".join(filter(None, [superko, "suicide" if self.suicide else ""]))

    def with_words(self, words: str) -> Rules:
        """These rules, with what a position writes of others."""
        named = [each.removeprefix("superko=") for each in words.split() if each.startswith("superko=")]
        superko: Superko = next((name for name in _SUPERKO if name in named), "positional")
        return self._replace(superko=superko, suicide="suicide" in words.split())


RULES = {
    "chinese": Rules(),
    "tromp-taylor": Rules(suicide=True, removes_dead=False),
    "aga": Rules("situational"),
    "new-zealand": Rules("situational", suicide=True),
}
"""The rules by the names that other programs use for them; all score the area."""
_RESULT = "Result"


class GoBoard:
    """A game in progress."""

    def __init__(self, size: int = 19, komi: float = 7.5, rules: Rules = RULES["chinese"]) -> None:
        self.komi, self.rules, self._usual = komi, rules, rules
        self.tags: dict[str, str] = {}
        self._ended: list[str] | None = None  # the moves of the record that it began with
        self._begin(f"{size}:")

    def _begin(self, position: str) -> None:
        start = self._make(position)
        self.start, self.states = position, [start]
        self.moves: list[tuple[int, str]] = []

    def _make(self, position: str) -> Go:
        return Go(position, komi=self.komi, superko=self.rules.superko, suicide=self.rules.suicide)

    @property
    def state(self) -> Go:
        return self.states[-1]

    @property
    def size(self) -> int:
        return self.state.size

    @property
    def is_empty(self) -> bool:
        return not self.moves and self.start == f"{self.size}:"

    def clear(self, size: int | None = None) -> None:
        """Take all stones off, on a board of another size if one is given."""
        before, self.rules = self.rules, self._usual
        try:
            self._begin(f"{self.size if size is None else size}:")
        except ZermeloError:
            self.rules = before
            raise
        self.tags = {}

    def set_komi(self, komi: float) -> None:
        """Change the komi; the game so far stays. Half points are the smallest ones that are counted."""
        before, self.komi = self.komi, round(2 * komi) / 2
        try:
            self._replay(self.start, self.moves)
        except ZermeloError:
            self.komi = before
            raise

    def _replay(self, position: str, moves: list[tuple[int, str]]) -> None:
        self._begin(position)
        for player, move in moves:
            self.play(player, move)

    def set_up(self, black: list[str], player: int) -> None:
        """Begin with black stones, as in games with a handicap."""
        self._begin(format_position(self.size, dict.fromkeys(black, "X"), player))

    def turn_of(self, player: int) -> Go:
        """Return the position with this player to move."""
        state = self.state
        if state.player == player and state.utility() is None:
            return state
        return state.with_position(f"{state.rows} {'bw'[player]}")

    def play(self, player: int, move: str) -> None:
        """Make a move; raise ZermeloError if it is illegal."""
        state = self.turn_of(player).play(move)
        self.states.append(state)
        self.moves.append((player, state.line[-1]))

    def undo(self) -> bool:
        """Take the last move back; return False if there is none."""
        if not self.moves:
            return False
        self.states.pop()
        self.moves.pop()
        return True

    def load(self, game: GoGame, most: int | None = None) -> None:
        """Begin with the moves of a recorded game, or the first ones, by its rules if it names some; raise ZermeloError and change
        nothing if one is illegal."""
        before = (self.komi, self.rules, self.start, self.states, self.moves)
        try:
            if game.komi is not None:
                self.komi = round(2 * game.komi) / 2
            self.rules = self._usual.with_words(game.rules) if game.rules else self._usual
            self._begin(game.position)
            for move in game.line.moves[:most]:
                self.play(self.state.player, move)
        except ZermeloError:
            self.komi, self.rules, self.start, self.states, self.moves = before
            raise
        self.tags = {name: text for name, text in game.tags.items() if name != "Komi"}
        self._ended = [move for _, move in self.moves] if len(self.moves) == len(game.line.moves) else None

    def tree(self) -> GameTree:
        """Return the game as an SGF game tree, with the names, rules and other tags of the record that it began with; its result
        is that of its last move."""
        tags = self.tags
        if [move for _, move in self.moves] != self._ended:
            tags = {name: text for name, text in tags.items() if name != _RESULT}
        head, _, moves = self.start.partition(":")
        start = " ".join(filter(None, [head, self.rules.words()])) + (f":{moves}" if ":" in self.start else "")
        nodes = list(format_game(start, self.komi, Line(), tags).nodes)
        for player, move in self.moves:
            nodes.append(Node(len(nodes) - 1, {"BW"[player]: (format_point(move, self.size),)}))
        return GameTree(tuple(nodes))

    def text(self) -> str:
        """The board with letters and numbers, and whose turn it is."""
        return str(self.state)


def handicap_points(size: int, stones: int) -> list[str]:
    """Return the points of a fixed handicap; empty if there is none with so many stones on this board.

    >>> handicap_points(19, 2), handicap_points(9, 5), handicap_points(8, 5)
    (['D4', 'Q16'], ['C3', 'G7', 'C7', 'G3', 'E5'], [])
    """
    most = 0 if size < 7 else 9 if size % 2 and size >= 9 else 4
    if not 2 <= stones <= most:
        return []
    near = 3 if size >= 13 else 2
    far, middle = size - 1 - near, size // 2
    corners = [(near, near), (far, far), (near, far), (far, near)]
    sides: list[Any] = [(near, middle), (far, middle)] if stones >= 6 else []
    sides += [(middle, near), (middle, far)] if stones >= 8 else []
    centre = [(middle, middle)] if stones in (5, 7, 9) else []
    return [vertex(*point) for point in [*corners[:stones], *sides, *centre]]
