"""The only place that sees both searches: the engine and the textbook must agree, on random trees and on every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import many
from tests.textbook.reference import brute_force, follow, nested_lists
from zermelo import tree
from zermelo.engine.request import SWITCHES
from zermelo.games import GAMES, load_game
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search, solve
from zermelo.native.faces import NativeState
from zermelo.state import State
from zermelo.textbook import alpha_beta, transpositions

roots = st.sampled_from(["max", "min"])


@settings(max_examples=many(400))
@given(nested=nested_lists, root=roots, data=st.data())
def test_random_trees_to_the_end(nested: Any, root: str, data: st.DataObject) -> None:
    position = tree(nested, root=root)
    without = data.draw(st.lists(st.sampled_from(SWITCHES), unique=True))
    result = search(position, without=without, table=1)
    assert (result.value, result.proven) == (brute_force(nested, root == "max"), True)
    if "table" in without:
        assert follow(position, result.line) == result.value


@settings(max_examples=many(200))
@given(nested=nested_lists, root=roots, depth=st.integers(1, 4))
def test_random_trees_to_a_horizon(nested: Any, root: str, depth: int) -> None:
    position = tree(nested, root=root)

    def static(node: Any) -> int:
        return sum(ord(letter) for letter in node.name) * 7919 % 23

    truth = alpha_beta(position, depth=depth, evaluate=static).value
    assert search(position, depth=depth, evaluate=static, exact=True, table=1).value == truth


def random_positions(start: State, count: int, seed: int, plies: tuple[int, int]) -> list[State]:
    random, found = Random(seed), list[State]()
    while len(found) < count:
        state = start
        for _ in range(random.randint(*plies)):
            if state.utility() is not None:
                break
            state = state.play(random.choice(list(state.moves())))
        if state.utility() is None:
            found.append(state)
    return found


def test_tic_tac_toe() -> None:
    for state in random_positions(TicTacToe(), many(60), 1, (1, 6)):
        assert search(state, table=1).value == solve(state, table=1).value == transpositions(state).value


NATIVE = [slug for slug in GAMES if isinstance(load_game(slug), NativeState)]


@pytest.mark.parametrize("slug", NATIVE)
def test_native_games_at_a_fixed_depth(slug: str) -> None:
    """Without what the game knows beyond the horizon, the engine sees exactly what the textbook sees."""
    # Some positions have so many moves that a fifth of them is work enough for the textbook.
    positions = 300 if slug in ("chess", "antichess", "go", "hex") else 1500
    for number, state in enumerate(random_positions(load_game(slug), many(positions), 2, (0, 30))):
        depth = 1 + number % 3

        def judge(seen: Any) -> float:
            return float(seen.native.key() % 17)

        truth = alpha_beta(state, depth=depth, evaluate=judge).value
        found = search(state, depth=depth, evaluate=judge, exact=True, without=["knowledge"], table=1)
        assert found.value == truth


@pytest.mark.parametrize(("slug", "plies"), [("connect_four", (30, 36)), ("othello", (54, 58))])
def test_native_games_to_the_end(slug: str, plies: tuple[int, int]) -> None:
    if slug not in NATIVE:
        pytest.fail(f"{slug} is not among the native games")
    for state in random_positions(load_game(slug), many(40), 3, plies):
        truth = alpha_beta(state).value
        assert solve(state, table=1).value == truth
        assert search(state, table=1, exact=True).value == truth
