"""Simultaneous moves: exact stage games against simulations, what is refused, and games that mix turns, chance and joint moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tests.engine.test_auto import Pennies
from tests.kinds.test_kinds import Arrested, Prisoners
from zermelo import CHANCE, SIMULTANEOUS, ZermeloError, search
from zermelo.equilibrium import solve_zero_sum, stage_game
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import Pass, Result
from zermelo.state import State

UNEVEN = Goofspiel(4).play(2).play((3, 1)).play(3)
"""MAX has 1, 2 and 4 against 2, 3 and 4, and leads by 2; the value is -31/121."""


def loss(state: State, found: Result[Any]) -> float:
    """What both strategies at the root lose together against best replies, both sides playing exactly afterwards."""
    table = stage_game(state).payoff_table(0)
    first, second = ([float(each.probability) for each in moves] for moves in found.strategies)
    best = max(sum(float(cell) * share for cell, share in zip(row, second, strict=True)) for row in table)
    columns = zip(*table, strict=True)
    worst = min(sum(float(cell) * share for cell, share in zip(column, first, strict=True)) for column in columns)
    return best - worst


def test_an_exact_strategy_loses_nothing() -> None:
    found = search(UNEVEN)
    assert (found.method, found.value, found.proven) == ("stage_game", Fraction(-31, 121), True)
    assert found.value == solve_zero_sum(stage_game(UNEVEN)).value
    assert loss(UNEVEN, found) == pytest.approx(0)
    assert [each.move for each in found.strategies[0]] == [1, 2, 4]
    assert found.move in {(first, second) for first in (1, 2, 4) for second in (2, 3, 4)}
    for player, moves in enumerate(found.strategies):
        assert sum(each.probability for each in moves) == 1
        value = Fraction(31, 121) if player else Fraction(-31, 121)
        for each in moves:
            assert each.mean == value if each.probability else each.mean <= value  # type: ignore[operator]


def test_regret_matching_comes_near_an_equilibrium_and_decoupled_uct_does_not() -> None:
    by_regret = search(UNEVEN, method="mcts", simulations=10_000, seed=1)
    assert (by_regret.method, by_regret.bound) == ("mcts", "estimate")
    assert loss(UNEVEN, by_regret) < 0.25  # about 0.1
    assert loss(UNEVEN, search(UNEVEN, method="mcts", selection="uct", simulations=10_000, seed=1)) > 0.3
    # UCT goes from one pair of different coins to the other, and MAX loses every time: the value is 1/3.
    circle = search(Pennies(), method="mcts", selection="uct", simulations=5_000)
    assert circle.value == -1
    found = search(Pennies(), method="mcts", simulations=20_000)
    assert [moves[0].probability for moves in found.strategies] == pytest.approx([1 / 3, 1 / 3], abs=0.05)
    assert found.value == pytest.approx(1 / 3, abs=0.1)


def test_a_dilemma_has_payoffs() -> None:
    found = search(Prisoners(), simulations=2_000)
    assert isinstance(found.value, tuple)
    assert (found.method, found.move) == ("mcts", ("confess", "confess"))
    assert all(max(each.probability for each in moves) > 0.8 for moves in found.strategies)


def test_auto_takes_simulations_where_the_game_is_large() -> None:
    found = search(Goofspiel(9).play(5), simulations=50)
    assert (found.method, len(found.strategies), len(found.strategies[0])) == ("mcts", 2, 9)
    assert search(Goofspiel(7).play(5), nodes=3_000).stopped == "nodes"
    assert search(Goofspiel(4).play(1), depth=1).method == "stage_game"
    assert search(Goofspiel(2), nodes=2_000).method == "mcts", "chance moves first"


class Mixed(NamedTuple):
    """MAX chooses a stake, chance may double it, then three players guess; whoever is alone pays the stake to the others."""

    stake: int = 0
    doubled: int = 0
    guesses: tuple[str, ...] = ()

    @property
    def player(self) -> int:
        return 0 if not self.stake else CHANCE if not self.doubled else SIMULTANEOUS

    def moves(self) -> Any:
        return (2, 4) if not self.stake else (1, 2) if not self.doubled else (("odd", "even"),) * 3

    def chances(self) -> list[tuple[int, float]]:
        return [(1, 0.75), (2, 0.25)]

    def play(self, move: Any) -> Mixed:
        if not self.stake:
            return Mixed(move)
        return Mixed(self.stake, move) if not self.doubled else Mixed(self.stake, self.doubled, move)

    def utility(self) -> tuple[float, ...] | None:
        if not self.guesses:
            return None
        stake = self.stake * self.doubled
        return tuple(-stake if self.guesses.count(guess) == 1 else stake / 2 for guess in self.guesses)


@pytest.mark.parametrize("selection", ["uct", "regret_matching"])
def test_turns_chance_and_joint_moves_in_one_game(selection: str) -> None:
    first = search(Mixed(), method="mcts", selection=selection, simulations=400)
    assert first.move in (2, 4)
    assert [len(moves) for moves in first.strategies] == [2, 0, 0]
    assert len(first.value) == 3  # type: ignore[arg-type]
    drawn = search(Mixed(2), method="mcts", selection=selection, simulations=400)
    assert (drawn.move, drawn.strategies) == (None, ())
    joint = search(Mixed(2, 1), method="mcts", selection=selection, simulations=400)
    assert len(joint.move) == 3  # type: ignore[arg-type]
    assert [sum(each.visits or 0 for each in moves) for moves in joint.strategies] == [400] * 3
    again = search(Mixed(2, 1), method="mcts", selection=selection, simulations=400)
    assert again.strategies == joint.strategies
    assert (
        search(Mixed(2, 1), method="mcts", selection=selection, simulations=400, seed=1).strategies != joint.strategies
    )


def test_later_simultaneous_moves_are_found() -> None:
    assert search(Arrested(), method="mcts", simulations=100).move is not None
    with pytest.raises(ZermeloError, match="evaluate_batch is for games in turns"):
        search(Arrested(), method="mcts", simulations=100, evaluate=Even())


def test_progress_and_cancel() -> None:
    passes: list[Pass[Any]] = []
    found = search(Goofspiel(6).play(3), method="mcts", seconds=0.6, on_depth=passes.append)
    assert found.stopped == "seconds"
    assert passes[-1].strategies == found.strategies
    stopped = search(Goofspiel(6).play(3), method="mcts", cancel=lambda: True)
    assert stopped.stopped == "cancelled"
    assert stopped.move is not None
    assert len(stopped.move) == 2


class Even:
    def evaluate_batch(self, states: Sequence[Any]) -> list[float]:
        return [0.0] * len(states)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"selection": "puct"}, "there is no selection called 'puct'"),
        ({"exploration": 2}, "exploration must be from 0 to 1 in regret matching"),
        ({"rave": 3}, "mcts has no rave where players move at the same time"),
        ({"rewards": "win"}, "mcts has no rewards where players move at the same time"),
        ({"depth": 3}, "mcts takes no depth"),
        ({"threads": 2}, "one thread"),
        ({"evaluate": Even()}, "evaluate_batch is for games in turns"),
        ({"evaluate": Even(), "plies": 0}, "evaluate_batch is for games in turns"),
    ],
)
def test_what_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        search(UNEVEN, method="mcts", **options)


class Broken(NamedTuple):
    """Three lists of moves and two payoffs."""

    over: bool = False
    lists: int = 3
    player: int = SIMULTANEOUS

    def moves(self) -> Any:
        return () if self.over else ((1, 2),) * self.lists

    def play(self, move: Any) -> Broken:
        return Broken(True)

    def utility(self) -> Any:
        return (1, 2) if self.over else None


def test_broken_games_are_explained() -> None:
    with pytest.raises(ZermeloError, match="payoffs"):
        search(Broken(), method="mcts", simulations=10)
    with pytest.raises(ZermeloError, match="regret_matching"):
        search(TicTacToe(), method="mcts", selection="regret_matching")
