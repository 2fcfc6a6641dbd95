"""Monte-Carlo tree search: it finds what can be found, counts draws as draws, and repeats itself exactly."""

from __future__ import annotations

import pytest

from zermelo import Limits, ZermeloError, tree
from zermelo.events import Backup, Event, Expand, Simulate
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import as_number
from zermelo.textbook import mcts


def position(*moves: int) -> TicTacToe:
    state = TicTacToe()
    for move in moves:
        state = state.play(move)
    return state


def test_takes_a_win_and_stops_a_loss() -> None:
    assert mcts(position(0, 3, 1, 4), rounds=300).move == 2, "X completes its row"
    assert mcts(position(0, 3, 8, 4), rounds=500).move == 5, "X must stop O's row"
    assert mcts(position(0, 4, 1), rounds=500).move == 2, "O must stop X's row: the sign flips for the opponent"


def test_a_drawn_game_is_worth_nothing() -> None:
    # One square is left, and taking it draws.
    drawn = position(0, 4, 8, 1, 7, 6, 2, 5)
    result = mcts(drawn, rounds=50)
    assert (result.value, result.move, result.bound) == (0, 3, "estimate")


def test_counts_add_up_and_the_seed_decides() -> None:
    events: list[Event] = []
    result = mcts(TicTacToe(), rounds=200, seed=5, watch=events.append)
    assert sum(move.visits or 0 for move in result.moves) == 200
    assert sum(isinstance(event, Simulate) for event in events) == 200
    assert sum(isinstance(event, Expand) for event in events) == result.nodes
    roots = [event for event in events if isinstance(event, Backup) and event.node == "start"]
    assert [event.visits for event in roots] == list(range(1, 201))
    again = mcts(TicTacToe(), rounds=200, seed=5)
    assert (again.value, again.line, again.moves) == (result.value, result.line, result.moves)
    assert mcts(TicTacToe(), rounds=200, seed=6).moves != result.moves


def test_averages_go_to_the_truth() -> None:
    coin = tree("A(B?(1/4:D=0 3/4:E=8) C=5)")
    result = mcts(coin, rounds=3000, seed=2)
    assert result.move == "B"
    assert abs(float(as_number(next(move.value for move in result.moves if move.move == "B"))) - 6) < 0.3
    triple = tree("A(B(D=(5,5,0) E=(0,1,9)) C(F=(4,0,0) G=(4,1,1)))")
    assert mcts(triple, rounds=2000).move == "B"


def test_answers_when_stopped() -> None:
    result = mcts(TicTacToe(), rounds=10**9, limits=Limits(seconds=0.05))
    assert result.stopped == "seconds"
    assert result.move in range(9)
    assert result.seconds < 1
    with pytest.raises(ZermeloError, match="rounds must be at least 1"):
        mcts(TicTacToe(), rounds=0)
