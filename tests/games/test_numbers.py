"""Which numbers games may use: one rule for every search, the auditor and stage games."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.equilibrium import stage_game
from zermelo.methods import search, solve
from zermelo.state import CHANCE, SIMULTANEOUS, ZermeloError
from zermelo.textbook import SEARCHES

GOOD: tuple[Any, ...] = (1, 0.5, Fraction(1, 2), np.float32(0.5), np.int8(1))
BAD: tuple[Any, ...] = (Decimal("0.5"), Decimal("NaN"), True, np.bool_(True), "1", 1j, float("nan"))
NO_NUMBERS = "finite numbers|then a number"
SIMULATIONS: dict[str, Any] = {"simulations": 5}


class Choice(NamedTuple):
    """MAX takes the payoff or leaves it."""

    worth: Any
    taken: int | None = None
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1, 0)

    def play(self, move: int) -> Choice:
        return self._replace(taken=move)

    def utility(self) -> Any:
        return None if self.taken is None else self.worth


class Together(NamedTuple):
    worth: Any
    played: tuple[int, int] | None = None
    player: int = SIMULTANEOUS

    def moves(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 1), (0, 1))

    def play(self, move: tuple[int, int]) -> Together:
        return self._replace(played=move)

    def utility(self) -> Any:
        return None if self.played is None else self.worth


class Die(NamedTuple):
    """Chance decides between payoffs, as listed."""

    chances_listed: tuple[tuple[int, Any], ...]
    rolled: int = 0
    player: int = CHANCE

    def moves(self) -> tuple[int, ...]:
        return tuple({move: None for move, _ in self.chances_listed})

    def chances(self) -> tuple[tuple[int, Any], ...]:
        return self.chances_listed

    def play(self, move: int) -> Die:
        return self._replace(rolled=move)

    def utility(self) -> int | None:
        return self.rolled or None


def answers(state: Any) -> list[Any]:
    """A function for every search that suits the game, without its answer."""
    simulated = {"mcts", "decoupled_uct", "regret_matching"}
    if state.player == SIMULTANEOUS:
        textbook, engine = ["decoupled_uct", "regret_matching"], ["stage_game", "mcts"]
    elif state.player == CHANCE:
        textbook, engine = ["expectiminimax", "max_n", "mcts"], ["expectiminimax", "max_n", "mcts"]
    else:
        textbook = ["minimax", "alpha_beta", "negamax", "max_n", "mcts", "backward_induction"]
        engine = ["alpha_beta", "max_n", "mcts", "solve"]
    return [
        *(lambda name=name: SEARCHES[name](state, **SIMULATIONS if name in simulated else {}) for name in textbook),
        *(lambda name=name: search(state, method=name, **SIMULATIONS if name in simulated else {}) for name in engine),
        *([lambda: stage_game(state)] if state.player == SIMULTANEOUS else []),
        *([lambda: solve(state)] if state.player == 0 else []),
    ]


@pytest.mark.parametrize("kind", [Choice, Together])
def test_payoffs(kind: Any) -> None:
    for worth in GOOD:
        assert zermelo.check(kind(worth), games=3).ok
        for answer in answers(kind(worth)):
            answer()
    for worth in (*BAD, (Decimal(1), Decimal(-1)), (True, False)):
        assert not zermelo.check(kind(worth), games=3).ok
        for answer in answers(kind(worth)):
            with pytest.raises(ZermeloError, match=f"{NO_NUMBERS}|payoff for each player|must be finite"):
                answer()


@pytest.mark.parametrize("worth", [Decimal("0.5"), (Decimal(1), Decimal(-1))])
def test_the_sentence_says_what_to_write_for_a_decimal(worth: Any) -> None:
    (problem,) = zermelo.check(Choice(worth), games=3).problems
    assert problem.endswith("which is a Decimal: write float(...) or Fraction(...)")


LISTS: dict[str, tuple[tuple[int, Any], ...]] = {
    "must be above 0, not 0$": ((1, 0.5), (2, 0.5), (3, 0)),
    "must be above 0, not -0.5": ((1, 1.5), (2, -0.5)),
    "must be a number above 0, not 0.5, which is a Decimal": ((1, Decimal("0.5")), (2, Decimal("0.5"))),
    "must be a number above 0, not True, which is a truth value": ((1, True),),
    "must be a number above 0, not nan": ((1, float("nan")), (2, 0.5)),
    "lists a move twice": ((1, 0.25), (1, 0.5), (2, 0.25)),
    "add up to 0.75, not 1": ((1, 0.25), (2, 0.5)),
}


@pytest.mark.parametrize("said", LISTS)
def test_probabilities(said: str) -> None:
    state = Die(LISTS[said])
    report = zermelo.check(state, games=3)
    assert [sentence for sentence in report.problems if said.strip("$") in sentence]
    for answer in answers(state):
        with pytest.raises(ZermeloError, match=said):
            answer()


@pytest.mark.parametrize("half", [0.5, Fraction(1, 2), np.float32(0.5)])
def test_good_probabilities(half: Any) -> None:
    state = Die(((1, half), (2, half)))
    assert zermelo.check(state, games=3).ok
    for answer in answers(state):
        answer()


class Before(NamedTuple):
    """MAX makes the only move, and then chance decides."""

    after: Die
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("roll",)

    def play(self, move: str) -> Die:
        return self.after

    def utility(self) -> None:
        return None


@pytest.mark.parametrize("said", LISTS)
@pytest.mark.parametrize("method", ["auto", "expectiminimax", "max_n", "mcts"])
def test_probabilities_below_the_root(said: str, method: str) -> None:
    with pytest.raises(ZermeloError, match=said):
        search(Before(Die(LISTS[said])), method=method)
