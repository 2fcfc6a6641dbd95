"""Max^n of the engine is the textbook's: on random games of up to five players, with chance, to every depth, pruned or not."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import LONG
from zermelo import tree
from zermelo.games.coins import Coins
from zermelo.methods import search
from zermelo.result import Pass, Result
from zermelo.state import CHANCE
from zermelo.textbook import max_n

TOTAL = 9
LOTS = ((), (1.0,), (0.5, 0.5), (0.5, 0.25, 0.25))
"""Chances that a computer can add up exactly."""


class Game(NamedTuple):
    """A node: what it pays, who moves, and what follows. Every node has a static value, what it would pay."""

    pays: tuple[int, ...]
    player: int
    below: tuple[Any, ...] = ()

    def moves(self) -> range:
        return range(len(self.below))

    def chances(self) -> list[tuple[int, float]]:
        return list(zip(self.moves(), LOTS[len(self.below)], strict=True))

    def play(self, move: int) -> Game:
        game: Game = self.below[move]
        return game

    def utility(self) -> tuple[int, ...] | None:
        return None if self.below else self.pays

    def evaluate(self) -> tuple[int, ...]:
        return self.pays


class Silent(NamedTuple):
    """The same game without static values."""

    game: Game

    @property
    def player(self) -> int:
        return self.game.player

    def moves(self) -> list[str]:
        return [f"to {number}" for number in self.game.moves()]

    def chances(self) -> list[tuple[str, float]]:
        return [(f"to {number}", chance) for number, chance in self.game.chances()]

    def play(self, move: str) -> Silent:
        return Silent(self.game.play(int(move[3:])))

    def utility(self) -> tuple[int, ...] | None:
        return self.game.utility()


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A game, and the least that anybody gets in it; nobody can get more than what is left of the total."""
    players, least = draw(st.integers(1, 5)), draw(st.integers(-2, 1))

    def node(height: int) -> Game:
        left, pays = TOTAL - players * least, []
        for _ in range(players):
            pays.append(draw(st.integers(0, left)))
            left -= pays[-1]
        below = tuple(node(height - 1) for _ in range(draw(st.integers(0, 3)))) if height else ()
        return Game(tuple(each + least for each in pays), draw(st.integers(CHANCE, players - 1)), below)

    return node(draw(st.integers(1, 4))), least


def told(found: Result | Pass) -> tuple[Any, ...]:
    moves = [(each.move, each.value, each.bound) for each in found.moves]
    return found.value, found.move, found.line, moves, found.nodes, found.evaluations


@settings(max_examples=300 * LONG)
@given(games(), st.booleans())
def test_every_pass_is_the_textbooks(drawn: tuple[Game, int], pruned: bool) -> None:
    game, least = drawn
    options: dict[str, Any] = {"total": TOTAL, "least": least} if pruned else {}
    if not game.below:
        assert search(game, method="max_n", **options).value == game.pays
        return
    found = search(game, method="max_n", **options)
    for each in found.history:
        assert told(each) == told(max_n(game, depth=each.depth, **options))
    assert (found.proven, found.value) == (True, max_n(game, **options).value)
    at_once = search(Silent(game), method="max_n", **options)
    assert told(at_once) == told(max_n(Silent(game), **options))
    assert (at_once.depth, len(at_once.history)) == (None, 1)


def test_games_of_two_and_of_three() -> None:
    for start in (tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), Coins((2, 1, 9, 1, 40, 1, 3, 1, 2))):
        found = search(start, method="max_n")
        assert (found.value, found.line) == (max_n(start).value, max_n(start).line)
        assert found.history[-1].nodes == max_n(start).nodes
    assert search(start, method="max_n", total=62).nodes < found.nodes
