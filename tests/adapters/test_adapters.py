"""Test the adapters for PettingZoo, Gymnasium and python-chess against the real libraries."""

from __future__ import annotations

import random
import warnings
from importlib import import_module
from typing import Any

import chess
import chess.variant
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import zermelo
from zermelo.adapters.encoding import Encoding
from zermelo.adapters.gymnasium import AgainstPlayer
from zermelo.adapters.pettingzoo import Environment
from zermelo.games.chess import Chess
from zermelo.games.chess.python_chess import from_board, past_of, to_board
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError

ALONE = zermelo.tree("A(B?(1/2:D=1 1/2:E=3) C=1)")


@pytest.mark.parametrize("game", [TicTacToe, ConnectFour, Pig, Coins, lambda: ALONE])
def test_environments_of_pettingzoo(game: Any) -> None:
    with warnings.catch_warnings():
        # The test would rather see a plain array than one with a mask beside it.
        warnings.filterwarnings("ignore", "Observation (is not a NumPy array|space for each agent)", UserWarning)
        api_test(Environment(game()), num_cycles=60)


def test_the_space_holds_observations_of_any_kind() -> None:
    for observe in (None, lambda state: [-1.5, float(state.x)], lambda state: [-7, state.o]):
        encoding = Encoding(TicTacToe(), observe=observe)
        assert encoding.space.contains(encoding.observation(TicTacToe().play(4)))


def test_an_environment_pays_what_the_game_pays() -> None:
    env = Environment(TicTacToe())
    env.reset(seed=1)
    state: Any = TicTacToe()
    for move in (0, 3, 1, 4, 2):
        assert list(env.observe(env.agent_selection)["action_mask"][: len(state.moves())]) == [1] * len(state.moves())
        with pytest.raises(ZermeloError, match="is not legal for"):
            env.step(17)
        env.step(state.moves().index(move))
        state = state.play(move)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    with pytest.raises(ZermeloError, match="pass actions=9"):
        Environment(TicTacToe(), actions=3)


def test_whoever_plays_alone_is_paid() -> None:
    env = Environment(ALONE)
    env.reset(seed=1)
    env.step(1)
    assert env.rewards == {"player_0": 1.0}


def test_an_action_may_always_mean_the_same_move() -> None:
    from zermelo.adapters.pettingzoo import Environment

    env = Environment(ConnectFour(), actions=range(1, 8))
    env.reset(seed=1)
    for _ in range(6):
        env.step(3)
    assert list(env.observe(env.agent_selection)["action_mask"]) == [1, 1, 1, 0, 1, 1, 1]
    with pytest.raises(ZermeloError, match="action 3 is not legal for player_0"):
        env.step(3)
    env.step(4)
    assert env.state_now == ConnectFour("4444445")
    with pytest.raises(ZermeloError, match="7 is a legal move, but actions does not list it"):
        Environment(ConnectFour(), actions=range(1, 7))


def test_one_agent_against_a_player_in_gymnasium() -> None:
    check_env(AgainstPlayer(TicTacToe(), opponent="random"), skip_render_check=True)
    env = AgainstPlayer(TicTacToe(), side=1, opponent="alpha_beta:9")
    lots = random.Random(3)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(lots.randrange(int(info["action_mask"].sum())))
        assert reward <= 0, "nobody wins from perfect play"
    env.reset(seed=1)
    assert env.step(env.action_space.n - 1)[1:3] == (-1.0, True), "an action that is no move loses"
    env = AgainstPlayer(TicTacToe().play(0).play(3).play(1).play(4), side=1, opponent="alpha_beta")
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-1.0, True), "MAX has won before MIN's first turn"


def test_boards_of_python_chess() -> None:
    board, lots = chess.Board(), random.Random(5)
    while not board.is_game_over() and len(board.move_stack) < 60:
        board.push(lots.choice(list(board.legal_moves)))
        state = from_board(board)
        assert sorted(state.moves()) == sorted(move.uci() for move in board.legal_moves)
        assert to_board(state).fen() == chess.Board(state.fen).fen()
    assert len(past_of(board)) == len(board.move_stack)
    assert past_of(board)[0] == Chess()
    anti = chess.variant.AntichessBoard()
    assert sorted(from_board(anti).moves()) == sorted(move.uci() for move in anti.legal_moves)
    assert to_board(from_board(anti)) == anti
    with pytest.raises(ZermeloError, match="not atomic"):
        from_board(chess.variant.AtomicBoard())
    with pytest.raises(ZermeloError, match="Chess960"):
        from_board(chess.Board(chess960=True))


def test_a_missing_library_is_told_with_the_extra_to_install() -> None:
    from zermelo.extras import requires_extra
    from zermelo.games.chess.python_chess import to_board

    nothing: Any = None
    words = r"no module called no_such_library: pip install '\.\[chess\]'"
    with pytest.raises(ImportError, match=words), requires_extra("chess"):
        import_module("no_such_library")
    with pytest.raises(ZermeloError, match="not NoneType"):
        to_board(nothing)


def test_a_game_that_cannot_be_an_environment_is_refused() -> None:
    from tests.games import broken
    from zermelo.adapters.gymnasium import AgainstPlayer
    from zermelo.adapters.pettingzoo import Environment

    for environment in (AgainstPlayer, Environment):
        with pytest.raises(ZermeloError, match="move at the same time"):
            environment(broken.Together())
        with pytest.raises(ZermeloError, match="is a return missing"):
            environment(broken.Forgetful())
    with pytest.raises(ZermeloError, match="side must be a player from 0 to 1, not 7"):
        AgainstPlayer(TicTacToe(), side=7)
    with pytest.raises(ZermeloError, match="alpha_beta cannot play Pig: engine, expectiminimax, mcts"):
        AgainstPlayer(Pig(), opponent="alpha_beta")
    with pytest.raises(ZermeloError, match="depth must be from 1 to 16, not '99'"):
        AgainstPlayer(TicTacToe(), opponent="alpha_beta:99")
    assert AgainstPlayer(Pig()).action_space.n == 4, "what chance does is no action"
