"""Of moves that are known to be equally good, a player's seed draws; bounds are no values, and a plain search takes the first."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.long import LONG
from zermelo import search, textbook, tree
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import choose, play, seated
from zermelo.players.choice import to_choice
from zermelo.players.random import draw_equal
from zermelo.players.spec import PlayerSpec
from zermelo.result import Result, RootMove
from zermelo.state import CHANCE

END = 15
ROSETTES = (4, 8, 14)
"""Squares of Ur on which a piece is safe, and its player moves again; the fifth to the twelfth square are shared."""


class Ur(NamedTuple):
    """The Royal Game of Ur with three pieces a side: how far each has come, 15 is home; four coins say how far one moves."""

    pieces: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 0, 0), (0, 0, 0))
    mover: int = 0
    roll: int | None = None

    @property
    def player(self) -> int:
        return CHANCE if self.roll is None else self.mover

    def chances(self) -> list[tuple[int, float]]:
        return [(steps, ways / 16) for steps, ways in enumerate((1, 4, 6, 4, 1))]

    def moves(self) -> tuple[int, ...]:
        """The squares from which a piece can go on; -1 passes."""
        if self.roll is None:
            return tuple(range(5))
        return tuple(at for at in sorted(set(self.pieces[self.mover])) if self._goes(at)) or (-1,)

    def _goes(self, at: int) -> bool:
        to = at + (self.roll or 0)
        taken = to == 8 and to in self.pieces[1 - self.mover]
        return (
            bool(self.roll)
            and at < END
            and to <= END
            and (to == END or to not in self.pieces[self.mover])
            and not taken
        )

    def play(self, move: int) -> Ur:
        if self.roll is None:
            return self._replace(roll=move)
        if move == -1:
            return Ur(self.pieces, 1 - self.mover)
        to = move + self.roll
        mine, theirs = list(self.pieces[self.mover]), self.pieces[1 - self.mover]
        mine[mine.index(move)] = to
        if 4 < to < 13:
            theirs = tuple(0 if at == to else at for at in theirs)
        own = tuple(sorted(mine))
        return Ur((own, theirs) if self.mover == 0 else (theirs, own), self.mover if to in ROSETTES else 1 - self.mover)

    def utility(self) -> int | None:
        return next((1 - 2 * side for side in (0, 1) if all(at == END for at in self.pieces[side])), None)


@pytest.mark.parametrize("player", ["reflex", "minimax:2", "alpha_beta:2", "expectiminimax:2", "british_museum"])
def test_all_equal_moves_are_played_and_the_seed_decides(player: str) -> None:
    state: Any = (
        tree("A(B(F=3 G=5) C(H=3 I=9) D(J=1 K=2) E(L=3 M=3))") if player != "reflex" else tree("A(B=3 C=3 D=1 E=3)")
    )
    moves = [choose(state, player, seed=seed).move for seed in range(40)]
    assert set(moves) == {"B", "C", "E"}
    assert moves == [choose(state, player, seed=seed).move for seed in range(40)]


@pytest.mark.parametrize("seed", range(5))
def test_a_choice_fits_the_move_that_was_drawn(seed: int) -> None:
    state: Any = tree("A(B?(1/2:D=1 1/2:E=3) C=2)")
    for player in ("engine", "expectiminimax:3"):
        choice = choose(state, player, seed=seed)
        assert (choice.value, choice.line[0]) == (2, choice.move)


def test_the_engine_draws_among_exact_values_only() -> None:
    state: Any = tree("A(B?(1/2:D=1 1/2:E=3) C=2 F=0)")
    assert {choose(state, "engine", seed=seed).move for seed in range(20)} == {"B", "C"}
    moves = (RootMove(move="a", value=1), RootMove(move="b", value=1, bound="upper"), RootMove(move="c", value=1))
    found: Result[str] = Result(method="alpha_beta", value=1, move="a", bound="exact", moves=moves)
    assert {draw_equal(to_choice(found), moves, 0, seed).move for seed in range(20)} == {"a", "c"}
    guessed = tuple(RootMove(move=move, value=1, bound="estimate") for move in "ab")
    assert {draw_equal(to_choice(found), guessed, 0, seed).move for seed in range(20)} == {"a"}
    payoffs = (RootMove(move="a", value=(1, 5)), RootMove(move="b", value=(2, 5)))
    assert {draw_equal(to_choice(found), payoffs, 1, seed).move for seed in range(20)} == {"a", "b"}
    assert {draw_equal(to_choice(found), payoffs, 0, seed).move for seed in range(20)} == {"a"}


def test_a_plain_search_takes_the_first_of_equal_moves() -> None:
    state: Any = tree("A(B(F=3 G=5) C(H=3 I=9))")
    assert {textbook.minimax(state).move, textbook.alpha_beta(state).move, search(state).move} == {"B"}


def test_equal_numbers_do_not_let_the_opponent_win_at_once() -> None:
    """A static value of tic-tac-toe may be as large as a payoff."""
    for board, saves in (("X.X/.O./...", 1), ("X../.O./X..", 3), ("..X/.O./..X", 5)):
        for seed in range(10):
            assert choose(TicTacToe.parse(board), "alpha_beta:4", seed=seed).move == saves
    assert {choose(TicTacToe.parse("XX./OO./..."), "reflex", seed=seed).move for seed in range(10)} == {2}


def test_greedy_play_of_ur_is_better_than_random_play() -> None:
    """Greedy play that takes the first of equal moves is not: it won 102 of 200 games."""

    def furthest(state: Ur) -> float:
        return sum(state.pieces[0]) - sum(state.pieces[1])

    won, games = 0, 200 * LONG
    greedy = PlayerSpec.parse("reflex")
    for number in range(games):
        players = [PlayerSpec(greedy.kind, evaluate=furthest), PlayerSpec.parse("random")]
        with seated(players if number % 2 == 0 else players[::-1], seed=number) as seats:
            *_, last = play(Ur(), seats, seed=number)
        won += last.state.utility() == (1 if number % 2 == 0 else -1)
    assert won > 0.55 * games
