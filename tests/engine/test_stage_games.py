"""Where players move at the same time, `auto` solves stage games as far as they fit the budget, and says what it has rounded."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import NamedTuple

import pytest

from zermelo import SIMULTANEOUS, ZermeloError, search
from zermelo.equilibrium import stage_value, stages
from zermelo.equilibrium.stages import has_small_stages
from zermelo.games.goofspiel import Goofspiel


class OshiZumo(NamedTuple):
    """Both bid coins, and the higher bid pushes the wrestler one place towards the other side of a ring of seven places."""

    coins: tuple[int, int]
    place: int = 0
    player: int = SIMULTANEOUS

    def moves(self) -> tuple[range, ...]:
        return tuple(range(min(1, coins), coins + 1) for coins in self.coins)

    def play(self, bids: tuple[int, int]) -> OshiZumo:
        left = (self.coins[0] - bids[0], self.coins[1] - bids[1])
        return OshiZumo(left, self.place + (bids[0] > bids[1]) - (bids[0] < bids[1]))

    def utility(self) -> int | None:
        if abs(self.place) <= 3 and max(self.coins) > 0:
            return None
        return (self.place > 0) - (self.place < 0)


@pytest.mark.parametrize("coins", [(8, 8), (12, 12), (9, 12)])
def test_a_game_that_fits_is_solved(coins: tuple[int, int]) -> None:
    found = search(OshiZumo(coins))
    assert (found.method, found.bound, found.proven) == ("stage_game", "exact", True)
    assert found.value == pytest.approx(float(stage_value(OshiZumo(coins))))
    if coins[0] == coins[1]:
        assert found.value == 0, "as both players have the same"


def test_values_of_many_digits_are_rounded_and_called_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = stage_value(OshiZumo((12, 13)))
    monkeypatch.setattr(stages, "MAX_DIGITS", 5)
    found = search(OshiZumo((12, 13)))
    assert (found.method, found.bound, found.proven) == ("stage_game", "estimate", False)
    assert found.value == pytest.approx(float(exact))
    assert 0 < abs(stage_value(OshiZumo((12, 13))) - exact) < Fraction(1, 10**25)
    assert str(found).startswith("stage_game: ≈ ")


def test_a_hundred_digits_are_no_failure() -> None:
    """The exact values of these stages have more than a hundred digits in common."""
    found = search(OshiZumo((15, 15)))
    assert (found.method, found.value, found.bound) == ("stage_game", 0, "estimate")


def test_the_estimate_counts_states_and_the_work_of_their_stages() -> None:
    small = OshiZumo((4, 4))
    assert has_small_stages(small, states=200, work=inf)
    assert not has_small_stages(small, states=20, work=inf)
    assert not has_small_stages(small, states=200, work=100)
    assert not has_small_stages(small, states=200, work=inf, stop=lambda: True)
    assert not has_small_stages(Goofspiel(13), states=2_000, work=inf)


def test_a_small_budget_is_simulated() -> None:
    assert search(OshiZumo((12, 12)), nodes=100).method == "mcts"
    assert search(OshiZumo((12, 12)), seconds=0.01).method == "mcts"
    with pytest.raises(ZermeloError, match="not solved within the limits"):
        search(OshiZumo((12, 12)), method="stage_game", seconds=0.001)


def test_stage_games_visit_no_more_states_than_were_asked_for() -> None:
    asked: list[None] = []

    def cancel() -> bool:
        asked.append(None)
        return len(asked) > 200

    for nodes in (1, 100):
        asked.clear()
        with pytest.raises(ZermeloError, match="not solved within the limits"):
            search(OshiZumo((12, 12)), method="stage_game", nodes=nodes, cancel=cancel)
        assert len(asked) == nodes
    assert search(OshiZumo((12, 12)), depth=30, nodes=100).method == "mcts"


def test_stage_games_that_are_cancelled_give_way() -> None:
    """The estimate takes 8 questions for each state, so the cancel comes while stages are solved."""
    asked: list[None] = []

    def cancel() -> bool:
        asked.append(None)
        return len(asked) > 600

    found = search(OshiZumo((12, 12)), cancel=cancel)
    assert (found.method, found.stopped) == ("mcts", "cancelled")
    assert found.move is None or found.move in {(a, b) for a in range(1, 13) for b in range(1, 13)}
