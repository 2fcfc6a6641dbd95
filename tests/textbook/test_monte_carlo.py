"""Monte-Carlo tree search: it finds what can be found, counts draws as draws, and repeats itself exactly."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, nan
from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError, tree
from zermelo.events import Backup, Event, Expand, Select, Simulate
from zermelo.games.coins import Coins
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import SIMULTANEOUS, as_number
from zermelo.textbook import decoupled_uct, ledger, mcts


def position(*moves: int) -> TicTacToe:
    state = TicTacToe()
    for move in moves:
        state = state.play(move)
    return state


def test_takes_a_win_and_stops_a_loss() -> None:
    assert mcts(position(0, 3, 1, 4), simulations=300).move == 2, "X completes its row"
    assert mcts(position(0, 3, 8, 4), simulations=500).move == 5, "X must stop O's row"
    assert mcts(position(0, 4, 1), simulations=500).move == 2, "O must stop X's row: the sign flips for the opponent"


def test_a_drawn_game_is_worth_nothing() -> None:
    # One square is left, and taking it draws.
    drawn = position(0, 4, 8, 1, 7, 6, 2, 5)
    result = mcts(drawn, simulations=50)
    assert (result.value, result.move, result.bound) == (0, 3, "estimate")


def test_counts_add_up_and_the_seed_decides() -> None:
    events: list[Event] = []
    result = mcts(TicTacToe(), simulations=200, seed=5, watch=events.append)
    assert sum(move.visits or 0 for move in result.moves) == 200
    assert sum(isinstance(event, Simulate) for event in events) == 200
    assert sum(isinstance(event, Expand) for event in events) == result.nodes
    roots = [event for event in events if isinstance(event, Backup) and event.node == "start"]
    assert [event.visits for event in roots] == list(range(1, 201))
    again = mcts(TicTacToe(), simulations=200, seed=5)
    assert (again.value, again.line, again.moves) == (result.value, result.line, result.moves)
    assert mcts(TicTacToe(), simulations=200, seed=6).moves != result.moves


def test_every_step_down_the_tree_is_a_selection_with_the_numbers_that_decided() -> None:
    events: list[Event] = []
    mcts(TicTacToe(), simulations=300, seed=5, watch=events.append)
    visits, means, at = dict[str, int](), dict[str, float](), "start"
    for event in events:
        if isinstance(event, Select):
            assert event.node == at, "each selection goes on where the last one ended"
            assert (event.visits, event.node_visits) == (visits[event.child], visits[at])
            sign = 1 if event.role == "MAX" else -1
            assert event.mean == pytest.approx((sign * means[event.child] + 1) / 2)
            assert event.bonus == pytest.approx((log(visits[at]) / visits[event.child] / 2) ** 0.5)
            assert event.mean is not None
            assert event.bonus is not None
            siblings = [name for name in visits if name.rpartition(" ")[0] == ("" if at == "start" else at) != name]
            sums = [
                (sign * means[name] + 1) / 2 + (log(visits[at]) / visits[name] / 2) ** 0.5
                for name in siblings
                if name != "start"
            ]
            assert event.mean + event.bonus == pytest.approx(max(sums))
            at = event.child
        elif isinstance(event, Expand):
            assert event.parent in (None, at)
            at = event.node
        elif isinstance(event, Simulate):
            assert event.node == at
        elif isinstance(event, Backup):
            visits[event.node], at = event.visits, "start"
            means[event.node] = float(as_number(event.mean))
    assert sum(isinstance(event, Select) for event in events) > 300


def test_a_selection_says_what_decided() -> None:
    assert str(Select("A", "C", "MIN", 12, 30, 0.75, 0.31, 3, 6, 2)) == (
        "At A, C has the largest sum for MIN: mean 3 scaled to 0.75 (6 is 0, 2 is 1) + bonus 0.31, after 12 of 30 visits."
    )
    assert str(Select("A", "C", "MAX", 12, 30, 0, 0.31, 3, 3, 3)) == (
        "At A, C has the largest sum for MAX: mean 0.00, since all is 3 + bonus 0.31, after 12 of 30 visits."
    )
    events: list[Event] = []
    mcts(tree("A?(1/4:B=0 3/4:C=8)"), simulations=20, seed=3, watch=events.append)
    draws = [event for event in events if isinstance(event, Select)]
    assert {str(event) for event in draws} == {"At A chance draws B.", "At A chance draws C."}
    assert len(draws) == 20
    assert str(Simulate("C", 0, 8)) == "The game is over at C: 8."


def test_averages_go_to_the_truth() -> None:
    coin = tree("A(B?(1/4:D=0 3/4:E=8) C=5)")
    result = mcts(coin, simulations=3000, seed=2)
    assert result.move == "B"
    assert abs(float(as_number(next(move.value for move in result.moves if move.move == "B"))) - 6) < 0.3
    triple = tree("A(B(D=(5,5,0) E=(0,1,9)) C(F=(4,0,0) G=(4,1,1)))")
    assert mcts(triple, simulations=2000).move == "B"


def test_answers_when_stopped() -> None:
    result = mcts(TicTacToe(), simulations=10**9, seconds=0.05)
    assert result.stopped == "seconds"
    assert result.move in range(9)
    assert result.seconds < 1
    with pytest.raises(ZermeloError, match="simulations must be at least 1"):
        mcts(TicTacToe(), simulations=0)


def test_the_value_is_the_mean_payoff_of_the_move_for_max() -> None:
    worse, better = tree("A(B=-4 C=6)"), tree("A(B=-4 C=6)", root="min")
    for position, move in ((worse, "C"), (better, "B")):
        result = mcts(position, simulations=200)
        values = {each.move: each.value for each in result.moves}
        assert (result.move, values) == (move, {"B": -4, "C": 6}), "values are MAX's, whoever moves"
        assert result.value == values[move], "not the mean of all moves"


def test_one_payoff_per_player_where_payoffs_do_not_cancel_out() -> None:
    """The mean of (2, 0) and (0, -2) is (1, -1), which looks like zero-sum and is not."""
    result = mcts(tree("A?(1/2:B=(2,0) 1/2:C=(0,-2))"), simulations=50, seed=3)
    assert isinstance(result.value, tuple)
    assert [each.value for each in sorted(result.moves, key=lambda each: str(each.move))] == [(2, 0), (0, -2)]
    zero_sum = mcts(tree("A(B=(2,-2) C=(1,-1))"), simulations=50)
    assert (zero_sum.move, zero_sum.value) == ("B", 2)


def test_a_search_stopped_at_once_has_a_move_and_no_value() -> None:
    nothing = mcts(TicTacToe(), cancel=lambda: True)
    assert (nothing.value, nothing.move, nothing.stopped) == (None, 0, "cancelled")


def test_the_longest_random_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    line = tree("A(B(C(D=1)))")
    monkeypatch.setattr(ledger, "MAX_PLIES", 3)
    assert mcts(line, simulations=1).value == 1
    monkeypatch.setattr(ledger, "MAX_PLIES", 1)
    with pytest.raises(ZermeloError, match="a random game had not ended after 1 moves"):
        mcts(line, simulations=1)


class Endless(NamedTuple):
    """A game without an end, in which players move in turn or at the same time."""

    player: int
    plies: int = 0

    def moves(self) -> Sequence[Any]:
        return ("on", "further") if self.player == 0 else (("on", "further"), ("on", "back"))

    def play(self, move: Any) -> Endless:
        return Endless(self.player, self.plies + 1)

    def utility(self) -> None:
        return None


def test_a_random_game_without_an_end_is_stopped_by_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MAX_PLIES", 100)
    for seconds, cancel, stopped in ((0.05, None, "seconds"), (60, iter([False, True]).__next__, "cancelled")):
        found = mcts(Endless(0), seconds=seconds, cancel=cancel)
        assert (found.move in ("on", "further"), found.value, found.stopped) == (True, None, stopped)
    assert decoupled_uct(Endless(SIMULTANEOUS), seconds=0.05).stopped == "seconds"
    with pytest.raises(ZermeloError, match="a random game had not ended after 100 moves"):
        mcts(Endless(0), nodes=10)


def test_many_players_are_named_by_numbers() -> None:
    events: list[Event] = []
    mcts(tree("A(B(D=(1,2,3) E=(3,2,1)) C(F=(0,0,5) G=(2,2,2)))"), simulations=60, exploration=3, watch=events.append)
    roles = {event.node: event.role for event in events if isinstance(event, Select)}
    assert roles == {"A": "P1", "B": "P2", "C": "P2"}
    assert all(event.role[0] == "P" for event in events if isinstance(event, Expand))
    events.clear()
    mcts(Coins(), simulations=20, watch=events.append)
    assert {event.role for event in events if isinstance(event, Select)} <= {"P1", "P2", "P3"}


@pytest.mark.parametrize("exploration", [nan, inf, -1])
def test_exploration_is_a_number_from_0_up(exploration: float) -> None:
    with pytest.raises(ZermeloError, match="exploration must be at least 0, not "):
        mcts(tree([1, 2]), exploration=exploration)
    with pytest.raises(ZermeloError, match="exploration must be at least 0, not "):
        decoupled_uct(TicTacToe(), exploration=exploration)
