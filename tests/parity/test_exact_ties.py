"""Averages of the engine are rounded; ties between them are decided as exact fractions decide them, and so as the textbook does."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.long import LONG
from zermelo.methods import search
from zermelo.result import Result
from zermelo.state import CHANCE, MIN
from zermelo.textbook import expectiminimax, max_n, star1
from zermelo.trees import random_tree

TREES = 400 * LONG
MOST, HEIGHT = 2, 3
"""The largest payoff and the longest line: averages of few small numbers are often equal."""


class Game(NamedTuple):
    """A node: what it pays if nothing follows, who moves, what follows, and with which weight of each if chance moves."""

    pays: Any
    player: int
    below: tuple[Any, ...] = ()
    weights: tuple[int, ...] = ()

    def moves(self) -> range:
        return range(len(self.below))

    def chances(self) -> list[tuple[int, Fraction]]:
        return [(move, Fraction(weight, sum(self.weights))) for move, weight in enumerate(self.weights)]

    def play(self, move: int) -> Game:
        game: Game = self.below[move]
        return game

    def utility(self) -> Any:
        return None if self.below else self.pays


def draw_game(random: Random, players: int, height: int = HEIGHT) -> Game:
    usual = 1  # most leaves pay the same, and so do averages of them
    pays = tuple(usual if random.random() < 0.8 else random.randint(0, MOST) for _ in range(players))
    if height == 0 or (height < HEIGHT and random.random() < 0.2):
        return Game(pays if players > 2 else pays[0], 0)
    below = tuple(draw_game(random, players, height - 1) for _ in range(random.randint(2, 4)))
    chance = height < HEIGHT and random.random() < 0.7
    player = CHANCE if chance else random.randrange(players)
    weights = tuple(random.randint(1, 9) for _ in below) if chance else ()
    return Game(None, player, below, weights)


def chosen(found: Result[Any]) -> tuple[Any, ...]:
    return found.move, found.line, found.nodes


def exact_value(game: Game, players: int) -> tuple[Any, int | None]:
    """The value in fractions and the first best move, by the definition."""
    if not game.below:
        return (game.pays if players > 2 else (Fraction(game.pays), Fraction(-game.pays))), None
    values = [exact_value(child, players)[0] for child in game.below]
    if game.player == CHANCE:
        shares = [chance for _, chance in game.chances()]
        return tuple(sum(s * v[p] for s, v in zip(shares, values, strict=True)) for p in range(players)), None
    best = max(range(len(values)), key=lambda move: values[move][game.player])
    return values[best], best


@pytest.mark.parametrize("pruned", [False, True])
def test_three_players_and_chance(pruned: bool) -> None:
    for seed in range(TREES):
        game = draw_game(Random(seed), 3)
        options: dict[str, Any] = {"total": 3 * MOST} if pruned else {}
        found, expected = search(game, method="max_n", **options), max_n(game, **options)
        assert chosen(found) == chosen(expected), seed
        value, move = exact_value(game, 3)
        assert found.value == pytest.approx(tuple(map(float, value)), abs=1e-12), seed
        assert found.move == move, seed


def test_two_players_and_chance() -> None:
    bounds = (-MOST, MOST)
    for seed in range(TREES):
        game = draw_game(Random(seed), 2)
        value, move = exact_value(game, 2)
        for found, expected in (
            (search(game, method="expectiminimax"), expectiminimax(game)),
            (search(game, method="expectiminimax", bounds=bounds), star1(game, bounds=bounds)),
        ):
            assert (found.move, expected.move) == (move, move), seed
            assert found.value == pytest.approx(float(value[0]), abs=1e-12), seed
        assert chosen(search(game, method="expectiminimax")) == chosen(expectiminimax(game)), seed


def test_trees_with_exact_probabilities() -> None:
    for seed in range(TREES // 5):
        three = random_tree(seed, branching=(1, 3), depth=4, values=(0, 3), chance=True, players=3)
        assert chosen(search(three, method="max_n")) == chosen(max_n(three)), seed


def test_a_difference_is_no_tie_however_small() -> None:
    """Without averages nothing is rounded: whole numbers next to each other differ."""
    large = 2**52
    for player, best in ((0, 1), (MIN, 0)):
        game = Game(0, player, (Game(large, 0), Game(large + 1, 0)))
        assert search(game, method="expectiminimax").move == best
    three = Game(0, 2, (Game((0, 0, large), 0), Game((0, 0, large + 1), 0)))
    assert search(three, method="max_n").move == 1
    averaged = Game(
        0, 0, (Game((1, 0, 0), 0), Game(0, CHANCE, (Game((1, 0, 0), 0), Game((1 + 2**-40, 0, 0), 0)), (1, 1)))
    )
    assert search(averaged, method="max_n").move == 1
