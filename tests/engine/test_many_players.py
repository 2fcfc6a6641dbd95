"""The engine among many players: max^n can be stopped and guards what it is told, Monte-Carlo search finds what is good for
whoever moves."""

from __future__ import annotations

import os
import signal
from itertools import count
from typing import Any, NamedTuple

import pytest

from zermelo import SearchInterrupted, ZermeloError, tree
from zermelo.engine.backends import backend_of
from zermelo.games import load_game
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.kind import Kind
from zermelo.methods import search
from zermelo.state import CHANCE, Number, as_number
from zermelo.textbook import expectiminimax, max_n, mcts
from zermelo.trees.generate import random_tree

ROW = Coins(tuple(number * 7 % 11 for number in range(18)))


def test_max_n_stops_where_it_is_told_to() -> None:
    few = search(ROW, method="max_n", nodes=500)
    assert (few.stopped, few.nodes) == ("nodes", 500)
    assert (few.depth, few.value) == (6, max_n(ROW, depth=6).value)
    assert search(ROW, method="max_n", on_depth=lambda each: each.depth != 3).stopped == "cancelled"
    assert search(ROW, method="max_n", cancel=lambda: True).stopped == "cancelled"
    assert search(ROW, method="max_n", seconds=0.001).stopped == "seconds"
    assert [each.move for each in search(ROW, method="max_n", depth=3, moves=["last"]).moves] == ["last"]


@pytest.mark.parametrize("options", [{"method": "max_n"}, {"method": "mcts", "plies": 3, "simulations": 10**6}])
def test_ctrl_c_raises_with_the_answer_so_far(options: dict[str, Any]) -> None:
    calls = count()

    def judge(state: Coins) -> tuple[int, ...]:
        if next(calls) == 100:
            os.kill(os.getpid(), signal.SIGINT)
        return state.taken

    # As at a terminal: a shell lets what it starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SearchInterrupted) as stopped:
            search(ROW, evaluate=judge, **options)
    finally:
        signal.signal(signal.SIGINT, before)
    result = stopped.value.result
    assert (result.stopped, result.move in ROW.moves()) == ("interrupted", True)


def test_static_values_decide_how_deep_max_n_looks() -> None:
    three = tree("A(B(D=(1,2,6) E=(4,3,2)) C(F=(2,6,1) G=(7,1,1)))")
    assert len(search(three, method="max_n").history) == 1
    assert search(three, method="max_n", depth=1, evaluate=lambda node: (int(node.name == "C"), 0, 0)).move == "C"
    with pytest.raises(ZermeloError, match="B has no static value: write one"):
        search(three, method="max_n", depth=1)
    with pytest.raises(
        ZermeloError, match=r"stops at depth 250 before the end of the game, and Stroll has no evaluate\(\)"
    ):
        search(Stroll(), method="max_n")


class Stroll(NamedTuple):
    """Goes on for ever. Some of it is not as it should be."""

    plies: int = 0
    pays: Any = None
    ways: Any = ("on",)
    player: Any = 0

    def moves(self) -> Any:
        return self.ways or count() if self.plies else ("on",)

    def play(self, move: Any) -> Stroll:
        return self._replace(plies=self.plies + 1)

    def utility(self) -> Any:
        return self.pays if self.plies == 2 else None


class Rounds(NamedTuple):
    """Three players move in turn, for longer than the engine follows a game to see what kind it is."""

    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 3

    def moves(self) -> tuple[int, ...]:
        return (1, 2)

    def play(self, move: int) -> Rounds:
        return Rounds(self.plies + move)

    def utility(self) -> tuple[int, ...] | None:
        return (0, self.plies, 7) if self.plies >= 30 else None


def test_the_number_of_players_is_seen_before_the_end_of_a_game() -> None:
    assert backend_of(Rounds()).kind == Kind(chance=False, players=3, payoffs=True)


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (Stroll(ways=None), r"moves\(\) must be a sequence such as a list or a tuple, not a count"),
        (Stroll(ways=tuple(range(1001))), "at most 1,000 moves in a state"),
        (Stroll(pays=(1,) * 17), "returned 17 payoffs, and the engine takes from 1 to 16"),
        (Stroll(pays=(1, float("nan"))), "finite numbers"),
        (Stroll(pays="much"), r"utility\(\)"),
        (Stroll(pays=(1, 2), player=2), r"player 2 takes part, but after .* utility\(\) gave only 2 payoffs"),
        (Stroll(player=-1), "Stroll has no chances; add: def chances"),
    ],
)
def test_games_that_break_promises_are_refused(start: Stroll, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        search(start, method="max_n")
    with pytest.raises(ZermeloError, match=sentence):
        search(start, method="mcts")


def test_refusals() -> None:
    for options, sentence in (
        ({"method": "paranoid", "total": 9}, "paranoid has no option total: max_n has"),
        ({"method": "max_n", "partners": (0,)}, "max_n has no option partners: coalition has"),
        ({"method": "max_n", "least": 1}, "least needs total"),
        ({"method": "max_n", "total": float("inf")}, "total must be a finite number, not ∞"),
        ({"method": "max_n", "evaluate": {"coins": 1.0}}, "no named features"),
        ({"method": "max_n", "total": 20}, r"a leaf pays \(.*\), and all together were to get no more than 20"),
        ({"method": "max_n", "total": 90, "least": 1}, "nobody was to get less than 1"),
        ({"method": "max_n", "evaluate": lambda state: (1, 2)}, "player 3 moves, but there are only 2 payoffs"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            search(Coins(), **options)
    with pytest.raises(ZermeloError, match="max_n does not take Chess"):
        search(Chess(), method="max_n")
    with pytest.raises(ZermeloError, match="a simulation did not end after 100,000 moves"):
        search(Stroll(), method="mcts")
    for exploration in (-1.0, float("nan")):
        with pytest.raises(ZermeloError, match="exploration must be at least 0"):
            search(Coins(), method="mcts", exploration=exploration)
    assert search(Coins(), method="mcts", exploration=0, simulations=20).move in Coins().moves()
    over = search(tree("A(B=1 C=2)").play("B"), method="mcts")
    assert (over.value, over.move) == (1, None)


def test_playouts_find_what_is_best_for_whoever_moves() -> None:
    # At C the second goes to F, where the third takes I: the 5 and the 6 are not for the first.
    three = tree("A(B(D=(4,5,0) E=(7,1,1)) C(F(H=(5,4,0) I=(0,4,5)) G=(6,3,0)))")
    found = search(three, method="mcts", simulations=4000)
    assert found.move == max_n(three).move == "B"
    assert isinstance(found.value, tuple)
    assert found.value[0] == pytest.approx(4, abs=0.5)
    assert (found.method, found.bound, sum(each.visits or 0 for each in found.moves)) == ("mcts", "estimate", 4000)
    assert (
        search(three, method="mcts", simulations=50, seed=3).moves
        == search(three, method="mcts", simulations=50, seed=3).moves
    )
    assert (
        search(three, method="mcts", simulations=50, seed=3).moves
        != search(three, method="mcts", simulations=50, seed=4).moves
    )


def test_playouts_of_two_players_and_of_chance() -> None:
    won = TicTacToe().play(0).play(4).play(1).play(5)
    found = search(won, method="mcts", simulations=500, rewards="win")
    assert found.move == 2
    assert isinstance(found.value, Number)
    lot = tree("A?(1/4:B=4 3/4:C(D=8 E=0))")
    drawn = search(lot, method="mcts", simulations=4000)
    assert drawn.move is None
    assert drawn.value == pytest.approx(float(as_number(expectiminimax(lot).value)), abs=0.3)
    assert search(Pig(), method="mcts", simulations=50, plies=None).move in Pig().moves()


def test_the_clock_is_heard_when_a_small_tree_is_complete() -> None:
    found = search(tree("A(B=1 C=2)"), method="mcts", simulations=10**12, seconds=0.02, solver=False)
    assert (found.move, found.stopped) == ("C", "seconds")


@pytest.mark.parametrize(
    "text", ["A(B=(1,-1) C=(2,3))", "A(B=(1,-1) C=(-2,2))", "A(B=(1,-1,0) C=(2,3,1))", "A(B=1 C=2)"]
)
def test_simulated_values_are_payoffs_where_those_of_the_textbook_are(text: str) -> None:
    engine, textbook = search(tree(text), method="mcts", simulations=50), mcts(tree(text), simulations=50)
    assert engine.value == textbook.value
    assert {each.move: each.value for each in engine.moves} == {each.move: each.value for each in textbook.moves}


@pytest.mark.parametrize("nodes", [1, 5, 20, 60, 200])
def test_stopped_without_static_values_there_are_moves_and_no_value(nodes: int) -> None:
    """Wherever the limit falls, and whoever moves at the root."""
    drawn = random_tree(1, depth=6, chance=True, root="chance")
    for state, method in (
        (load_game("tic_tac_toe_three.kif"), "max_n"),
        (random_tree(1, depth=6, players=3), "max_n"),
        (drawn, "max_n"),
        (drawn, "expectiminimax"),
        (random_tree(2, depth=6, chance=True, root="min"), "expectiminimax"),
    ):
        found = search(state, method=method, nodes=nodes)
        assert found.stopped in ("nodes", "complete")
        if found.stopped == "nodes":
            assert (found.value, found.bound) == (None, "estimate")
        assert (found.move is None) == (state.player == CHANCE)
