"""The ways of playing: each chooses a legal move, the better ones the better move, and all stop when they are told."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from zermelo.games import GAMES, load_game
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.games.records.moves import play_through
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.games.tree import tree
from zermelo.limits import Limits
from zermelo.players import LEVELS, PLAYERS, Choice, choose, players_of, survey
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError
from zermelo.textbook import mcts

TO_WIN = TicTacToe.parse("XX./OO./...")
TO_SAVE = TicTacToe.parse("X.X/.O./...")


@pytest.mark.parametrize("slug", GAMES)
def test_every_player_plays_whole_games(slug: str) -> None:
    start = load_game(slug)
    for name in players_of(survey(start)):
        player, state, plies = PLAYERS[name], start, 0
        while state.utility() is None and plies < 12:
            asked = "chance" if state.player == CHANCE else name
            strength = player.least if player.strength and asked == name else None
            choice = choose(state, asked, strength=strength, seed=plies, limit=5)
            assert choice.move in state.moves()
            state, plies = state.play(choice.move), plies + 1


@pytest.mark.parametrize("name", ["engine", "minimax", "alpha_beta", "mcts", "reflex"])
def test_a_win_in_one_is_taken(name: str) -> None:
    assert choose(TO_WIN, name).move == 2


@pytest.mark.parametrize("name", ["engine", "minimax", "alpha_beta", "mcts"])
def test_a_loss_in_one_is_prevented(name: str) -> None:
    assert choose(TO_SAVE, name).move == 1


def test_values_are_for_max_and_come_with_their_moves() -> None:
    choice = choose(Nim.parse("1 2 second"), "engine", strength=6, lines=0)
    assert choice.value == -1
    assert choice.sure
    assert len(choice.moves) == 3
    assert choose(Nim((1, 2)), "reflex").value == 0
    assert choose(load_game("coins"), "reflex").value == 5


def test_who_suits_a_game() -> None:
    assert players_of(survey(load_game("pig"))) == ("expectiminimax", "mcts", "reflex", "random")
    assert players_of(survey(load_game("coins"))) == ("mcts", "reflex", "random")
    assert "expectiminimax" not in players_of(survey(Othello()))
    assert players_of(survey(_AtOnce())) == ()
    with pytest.raises(ZermeloError, match="same time"):
        survey(_AtOnce()).in_turns(_AtOnce())


def test_the_engine_plays_for_whoever_is_to_move() -> None:
    choice = choose(Coins((1, 2, 9)), "engine")
    assert (choice.move, choice.value) == ("last", None)


class _AtOnce:
    player = SIMULTANEOUS

    def moves(self) -> list[Any]:
        return [[1], [1]]

    def play(self, move: Any) -> State:
        return self

    def utility(self) -> None:
        return None


def test_random_and_chance_follow_the_seed() -> None:
    start = ConnectFour()
    moves = [choose(start, "random", seed=seed).move for seed in range(30)]
    assert moves == [choose(start, "random", seed=seed).move for seed in range(30)]
    assert set(moves) == set(start.moves())
    rolling = Pig().play("roll")
    assert {choose(rolling, "chance", seed=seed).move for seed in range(60)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", ["engine", "minimax", "alpha_beta", "mcts"])
def test_the_clock_and_cancel_are_kept(name: str) -> None:
    began = monotonic()
    told: list[Choice] = []
    choice = choose(Othello(), name, seconds=0.15, on_progress=told.append)
    assert choice.move in Othello().moves()
    assert monotonic() - began < 1
    assert told or name == "mcts"
    began = monotonic()
    choose(Othello(), name, seconds=20, cancel=lambda: monotonic() - began > 0.05)
    assert monotonic() - began < 1
    limited = choose(Othello(), name, strength=PLAYERS[name].most, limit=0.1)
    assert limited.seconds < 0.6


def test_the_clock_goes_on_where_the_tree_is_whole() -> None:
    began = monotonic()
    assert choose(Nim((1, 1)), "mcts", seconds=0.05).move in Nim((1, 1)).moves()
    assert mcts(Nim((1, 1)), rounds=10**9, limits=Limits(seconds=0.05)).stopped == "seconds"
    assert monotonic() - began < 5


def test_by_the_clock_the_end_of_the_game_is_known() -> None:
    choice = choose(TO_SAVE, "minimax", seconds=10)
    assert choice.sure
    assert choice.seconds < 5


@pytest.mark.parametrize(
    ("state", "name", "options", "words"),
    [
        (TO_WIN, "nobody", {}, "is not a player"),
        (TO_WIN, "engine", {"strength": 0}, "from 1 to 9"),
        (TO_WIN, "random", {"strength": 3}, "only one strength"),
        (TO_WIN, "engine", {"seconds": 0}, "seconds must be"),
        (TO_WIN, "engine", {"seconds": float("nan")}, "seconds must be"),
        (TO_WIN, "engine", {"lines": -1}, "lines must be"),
        (TO_WIN.play(2), "engine", {}, "the game is over"),
        (TO_WIN, "chance", {}, "not chance's turn"),
        (Pig().play("roll"), "mcts", {}, "it is chance's turn"),
        (Pig(), "alpha_beta", {}, "as there are chance moves: ask expectiminimax, mcts, reflex or random"),
        (Pig(), "engine", {}, "the engine does not suit this game.*: ask expectiminimax, mcts, reflex or random"),
        (Coins(), "minimax", {"strength": 2}, "a payoff for each player: ask mcts, reflex or random"),
    ],
)
def test_what_is_refused(state: State, name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        choose(state, name, **options)


def test_a_stopped_player_of_a_tree_still_answers() -> None:
    assert choose(tree([[3, 12], [2, 4]]), "minimax", strength=5).move == "B"
    assert max(LEVELS) == PLAYERS["engine"].most


def test_the_engine_sees_a_repetition_in_the_past() -> None:
    """A queen ahead, White could win, but not by going where the game has been before."""
    states = play_through(Chess("6k1/8/8/8/8/8/8/1K1Q4 w - - 0 1"), ["d1d2", "g8h8", "d2d1", "h8g8"])
    *past, state = states
    for known, drawn in ((past, True), ([], False)):
        choice = choose(state, "engine", strength=3, lines=0, past=known)
        assert choice.value is not None
        assert choice.value > 500
        values = {each.move: each.value for each in choice.moves}
        assert (values["d1d2"] == 0) == drawn
