"""Preparation for a match of a rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import zermelo
from zermelo import search
from zermelo.games.gdl import preparation
from zermelo.games.gdl.game import GdlGame, load_sheet
from zermelo.games.gdl.preparation import find_solution, prepare


@pytest.fixture
def checkers(monkeypatch: pytest.MonkeyPatch) -> Iterator[GdlGame]:
    monkeypatch.setattr(preparation, "LEARNING_SHARE", 0.0005)
    state = load_sheet("checkers.kif")
    game = type(state)
    yield state
    game.use_weights({})
    game.prefers_mcts = True


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "maze", "coins", "rock_paper_scissors"])
def test_games_without_preparation(name: str) -> None:
    state = load_sheet(f"{name}.kif")
    evaluated = state.evaluates
    assert prepare(state, 60) == 0
    assert state.evaluates == evaluated


@pytest.mark.parametrize(("payoff", "method"), [(100.0, "alpha_beta"), (-100.0, "mcts"), (0.0, "mcts")])
def test_search_takes_the_method_that_wins(
    checkers: GdlGame, payoff: float, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = iter([payoff] * 6)
    monkeypatch.setattr(preparation, "_play", lambda *_: next(results, None))
    assert prepare(checkers, 600) == 6
    assert checkers.evaluates
    assert search(checkers, nodes=2000).method == method


def test_too_few_games_decide_nothing(checkers: GdlGame, monkeypatch: pytest.MonkeyPatch) -> None:
    results = iter([100.0] * 3)
    monkeypatch.setattr(preparation, "_play", lambda *_: next(results, None))
    assert prepare(checkers, 600) == 3
    assert checkers.prefers_mcts


def test_a_game_is_played_to_its_end(checkers: GdlGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "MOVE_SECONDS", 0.001)
    type(checkers).learn(60, rounds=5)
    assert preparation._play(checkers, 0, 1, lambda: False) in (100.0, 0.0, -100.0)
    assert preparation._play(checkers, 1, 1, lambda: True) is None


def test_solving_has_limits(checkers: GdlGame, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def solve(state: GdlGame, **limits: Any) -> Any:
        asked.append(limits)
        return zermelo.solve(state, **limits)

    monkeypatch.setattr(preparation, "solve", solve)
    monkeypatch.setattr(preparation, "_play", lambda *_: None)
    prepare(checkers, 600)
    assert asked == [{"nodes": preparation.SMALL, "seconds": preparation.SMALL_SECONDS, "cancel": None}]


def test_solutions_of_puzzles() -> None:
    start = load_sheet("lights_out.kif")
    solution = find_solution(start, 60)
    assert len(solution) == 5
    state = start
    for before, move in solution.items():
        assert before == state
        state = state.play(move)
    assert state.utility() == 100
    assert find_solution(load_sheet("peg_solitaire.kif"), 60, cancel=lambda: True) == {}


def test_cancelled(checkers: GdlGame) -> None:
    assert prepare(checkers, 600, cancel=lambda: True) == 0
