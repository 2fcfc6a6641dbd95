"""Symmetric positions merged: the same values from smaller trees, in every game that declares a symmetry."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.starting import refusal
from tests.games.small_boards import small_board
from zermelo import ZermeloError
from zermelo.draw import picture
from zermelo.events import Event
from zermelo.games import GAMES, load_game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello, Othello4
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.symmetry import MergedState, declares_symmetry, merge_symmetric, square_symmetries, symmetry_class
from zermelo.state import CHANCE, State
from zermelo.textbook import alpha_beta, expectiminimax, minimax, transpositions


def random_state(start: State, plies: int, seed: int) -> State:
    random, state = Random(seed), start
    for _ in range(plies):
        if state.utility() is not None:
            break
        state = state.play(random.choice(list(state.moves())))
    return state


def test_the_classic_tree_of_tic_tac_toe() -> None:
    """Nilsson's figure: three first moves, twelve positions after the reply, and the centre is best."""
    events: list[Event] = []
    start = merge_symmetric(TicTacToe())
    result = minimax(start, depth=2, watch=events.append)
    assert {each.move: each.value for each in result.moves} == {0: -1, 1: -2, 4: 1}
    drawn = picture(start, events)
    assert [sum(node.depth == depth for node in drawn.nodes) for depth in (0, 1, 2)] == [1, 3, 12]
    assert all(node.state is not None for node in drawn.nodes)


def test_merged_moves() -> None:
    start = merge_symmetric(TicTacToe())
    assert [start.merged_moves(move) for move in start.moves()] == [(0, 2, 6, 8), (1, 3, 5, 7), (4,)]
    assert merge_symmetric(ConnectFour()).moves() == (1, 2, 3, 4)
    assert len(merge_symmetric(Othello()).moves()) == 1
    assert len(merge_symmetric(Nim((2, 2))).moves()) == 2


def test_the_whole_game_has_the_same_value() -> None:
    whole, merged = minimax(TicTacToe()), minimax(merge_symmetric(TicTacToe()))
    assert (merged.value, merged.bound) == (whole.value, whole.bound)
    assert merged.nodes < whole.nodes / 6
    small = merge_symmetric(Othello4())
    assert transpositions(small, depth=6).value == transpositions(Othello4(), depth=6).value


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "othello"])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 12))
def test_values_do_not_change(game: str, seed: int, plies: int) -> None:
    state = random_state(load_game(game), plies, seed)
    merged = merge_symmetric(state)
    found, expected = alpha_beta(merged, depth=2), alpha_beta(state, depth=2)
    assert found.value == expected.value
    assert set(merged.moves()) <= set(state.moves())
    if state.utility() is None:
        assert sorted(move for each in merged.moves() for move in merged.merged_moves(each)) == sorted(state.moves())


@settings(max_examples=60, deadline=None)
@given(heaps=st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any))
def test_values_of_nim_do_not_change(heaps: list[int]) -> None:
    assert minimax(merge_symmetric(Nim(tuple(heaps)))).value == minimax(Nim(tuple(heaps))).value


@pytest.mark.parametrize("game", [name for name in GAMES if declares_symmetry(load_game(name))])
def test_symmetric_positions_have_symmetric_futures(game: str) -> None:
    """Any two moves that are merged lead to positions of one worth, with the same classes of moves."""
    for seed in range(20):
        state = random_state(small_board(game), seed % 7, seed)
        if state.utility() is not None:
            continue
        merged = merge_symmetric(state)
        for move in merged.moves():
            first, *others = (state.play(same) for same in merged.merged_moves(move))
            for other in others:
                assert other.utility() == first.utility()
                if first.utility() is None:
                    assert _classes(other) == _classes(first)
                if hasattr(first, "evaluate"):
                    assert other.evaluate() == first.evaluate()  # type: ignore[attr-defined]


def _classes(state: State) -> set[Any]:
    return {symmetry_class(state.play(move)) for move in state.moves()}


def test_a_square_has_eight_symmetries() -> None:
    images = square_symmetries("abcdefghi")
    assert len(set(images)) == 8
    assert all({image[place] for place in (0, 2, 6, 8)} == set("acgi") and image[4] == "e" for image in images)
    assert {frozenset(square_symmetries(image)) for image in images} == {frozenset(images)}


class Die(NamedTuple):
    """A die whose opposite faces are worth the same."""

    player: int = CHANCE
    face: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1, 2, 3, 4, 5, 6)

    def play(self, face: int) -> Die:
        return Die(0, face)

    def utility(self) -> int | None:
        return min(self.face, 7 - self.face) if self.face else None

    def chances(self) -> list[tuple[int, float]]:
        return [(face, 1 / 12 if face < 6 else 7 / 12) for face in self.moves()]

    def symmetries(self) -> tuple[int, int]:
        return self.face, 7 - self.face


def test_chances_of_merged_moves_add_up() -> None:
    merged = merge_symmetric(Die())
    assert merged.chances() == [(1, pytest.approx(8 / 12)), (2, pytest.approx(2 / 12)), (3, pytest.approx(2 / 12))]
    assert expectiminimax(merged).value == pytest.approx(expectiminimax(Die()).value)


def test_games_without_a_symmetry_are_refused() -> None:
    with pytest.raises(ZermeloError, match=r"Pig declares no symmetry: give the class symmetries\(\)"):
        merge_symmetric(load_game("pig"))
    assert "Chess declares no symmetry" in refusal("tree", "chess", "--merge-symmetric", "--depth", "1")


def test_a_view_is_a_state() -> None:
    view = merge_symmetric(TicTacToe().play(4))
    assert (view.player, str(view), view.evaluate()) == (1, str(view.state), view.state.evaluate())
    assert view.play(8) == MergedState(view.state.play(8)), "every legal move may be played"
    assert not hasattr(merge_symmetric(ConnectFour()), "native")


def test_a_merged_game_without_evaluate_is_refused_by_its_own_name() -> None:
    with pytest.raises(ZermeloError, match=r"and Nim has no evaluate\(\)"):
        minimax(merge_symmetric(Nim((3, 3))), depth=1)
