"""What simulations call exact or a bound is true of the root, not only of the move they chose."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError, search, solve
from zermelo.games.othello import Othello
from zermelo.result import Result
from zermelo.state import MAX, as_number
from zermelo.textbook import minimax
from zermelo.trees.generate import random_tree


class Walk(NamedTuple):
    """Take 1 at once, or walk on for more."""

    steps: int = 0
    taken: bool = False
    last: int = 0

    @property
    def player(self) -> int:
        return 0

    def moves(self) -> list[str]:
        return ["take", "go"] if self.steps == 0 else ["left", "right"] if self.steps == 20 else ["go"]

    def play(self, move: str) -> Walk:
        return Walk(self.steps + 1, move == "take", {"left": 20, "right": 30}.get(move, 0))

    def utility(self) -> int | None:
        return 1 if self.taken else self.last or None


def holds(bound: str, value: Any, truth: Any) -> bool:
    claims: dict[str, bool] = {
        "exact": value == truth,
        "lower": value <= truth,
        "upper": value >= truth,
        "estimate": True,
    }
    return claims[bound]


@pytest.mark.parametrize("simulations", [20, 1000])
def test_a_small_sure_payoff_is_neither_the_value_nor_the_move_of_the_root(simulations: int) -> None:
    found = search(Walk(), method="mcts", simulations=simulations)
    assert holds(found.bound, found.value, 30)
    assert found.move == "go"


@pytest.mark.parametrize("rewards", ["win", "score"])
def test_bounds_of_othello_are_true_of_the_root(rewards: str) -> None:
    for seed in range(12):
        random, state = Random(seed), Othello()
        while state.utility() is None and state.native.board.count("-") > 6:
            state = state.play(random.choice(state.moves()))
        if state.utility() is not None:
            continue
        truth = solve(state).value
        for simulations in (50, 300):
            found = search(state, method="mcts", simulations=simulations, rewards=rewards)
            assert holds(found.bound, found.value, truth), (str(state), simulations, found.value, found.bound, truth)


def test_bounds_of_random_trees_are_true_of_the_root() -> None:
    for seed in range(60):
        tree = random_tree(seed=seed, branching=(1, 3), depth=4)
        truth = minimax(tree).value
        for simulations in (5, 30, 200):
            found = search(tree, method="mcts", simulations=simulations, seed=seed)
            assert holds(found.bound, found.value, truth), (str(tree), simulations, found.value, found.bound, truth)


def promises(found: Result[Any], player: int) -> dict[Any, float]:
    """Return what each move promises to the player: its proven payoff or its mean."""
    return {each.move: float(as_number(each.value)) * (1 if player == MAX else -1) for each in found.moves}


def test_the_move_promises_no_less_than_any_sure_payoff() -> None:
    for seed in range(150):
        tree = random_tree(seed=seed, branching=(1, 3), depth=6)
        for simulations in (8, 20, 60):
            found = search(tree, method="mcts", simulations=simulations, seed=seed)
            promised = promises(found, tree.player)
            sure = [promised[each.move] for each in found.moves if each.bound == "exact"]
            assert promised[found.move] >= max(sure, default=-inf), (str(tree), simulations, found.moves)


def test_a_certain_loss_is_not_chosen_while_there_is_hope() -> None:
    for seed in range(150):
        tree = random_tree(seed=seed, branching=(2, 4), depth=6, values=(-1, 1))
        for simulations in (30, 60):
            found = search(tree, method="mcts", simulations=simulations, seed=seed)
            promised = promises(found, tree.player)
            assert promised[found.move] > -1 or max(promised.values()) == -1, (str(tree), simulations, found.moves)


def test_payoffs_too_large_to_be_averaged_are_refused() -> None:
    class Large(NamedTuple):
        plies: int = 0

        @property
        def player(self) -> int:
            return self.plies % 2

        def moves(self) -> list[int]:
            return [0, 1]

        def play(self, move: int) -> Large:
            return Large(self.plies + 1)

        def utility(self) -> float | None:
            return 1e308 if self.plies == 2 else None

    with pytest.raises(ZermeloError, match="too large to be averaged"):
        search(Large(), method="mcts", simulations=100, solver=False)
