"""The adapters, each against the real library; where one is not installed, its tests say so."""

from __future__ import annotations

import random
import warnings
from importlib import import_module
from typing import Any

import pytest

import zermelo
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError
from zermelo.textbook import alpha_beta, expectiminimax, max_n


def test_games_of_open_spiel_are_states() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install zermelo[open_spiel]")
    from zermelo.adapters.open_spiel import from_open_spiel

    start = from_open_spiel("tic_tac_toe")
    assert zermelo.check(start, games=5, seconds=1)
    assert alpha_beta(start.play(4).play(0).play(8)).value == 0
    assert start.parse_san(start.san(4)) == 4
    lost = from_open_spiel("tic_tac_toe")
    for move in (0, 3, 1, 4):
        lost = lost.play(move)
    assert (zermelo.search(lost).move, zermelo.search(lost).value) == (2, 1)
    assert zermelo.check(from_open_spiel("pig(winscore=8)"), games=5, seconds=1), "with chance"
    assert expectiminimax(from_open_spiel("pig(winscore=2,horizon=6)"), depth=4, evaluate=lambda _: 0).value > 0
    three = from_open_spiel("pig(players=3,winscore=6)")
    assert zermelo.check(three, games=5, seconds=1), "with three players"
    assert len(max_n(three, depth=3, evaluate=lambda _: (0, 0, 0)).value) == 3
    for name, words in (
        ("kuhn_poker", "hides something"),
        ("matrix_rps", "at the same time"),
        ("no_such_game", "OpenSpiel has no game"),
    ):
        with pytest.raises(ZermeloError, match=words):
            from_open_spiel(name)


def test_the_engine_as_a_bot_of_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install zermelo[open_spiel]")
    from zermelo.adapters.open_spiel import Bot

    game = pyspiel.load_game("tic_tac_toe")
    weak = pyspiel.make_uniform_random_bot(1, 7)
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [Bot(strength=5), weak], 3)
    assert returns[0] > 0
    assert Bot("alpha_beta", strength=2).step(game.new_initial_state()) in range(9)


@pytest.mark.parametrize("game", [TicTacToe, ConnectFour, Pig, Coins])
def test_environments_of_pettingzoo(game: Any) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install zermelo[pettingzoo]")
    from pettingzoo.test import api_test

    from zermelo.adapters.pettingzoo import Environment

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the test would rather see a plain array than one with a mask beside it
        api_test(Environment(game()), num_cycles=60)


def test_an_environment_pays_what_the_game_pays() -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install zermelo[pettingzoo]")
    from zermelo.adapters.pettingzoo import Environment

    env = Environment(TicTacToe())
    env.reset(seed=1)
    state: Any = TicTacToe()
    for move in (0, 3, 1, 4, 2):
        assert list(env.observe(env.agent_selection)["action_mask"][: len(state.moves())]) == [1] * len(state.moves())
        with pytest.raises(ZermeloError, match="no legal move"):
            env.step(17)
        env.step(state.moves().index(move))
        state = state.play(move)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    with pytest.raises(ZermeloError, match="pass most=9"):
        Environment(TicTacToe(), most=3).encoding.mask(TicTacToe())


def test_one_agent_against_a_player_in_gymnasium() -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install zermelo[gymnasium]")
    from gymnasium.utils.env_checker import check_env

    from zermelo.adapters.gymnasium import AgainstPlayer

    check_env(AgainstPlayer(TicTacToe(), opponent="random"), skip_render_check=True)
    env = AgainstPlayer(TicTacToe(), side=1, opponent="alpha_beta", strength=9)
    lots = random.Random(3)
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(lots.randrange(int(info["action_mask"].sum())))
        assert reward <= 0, "nobody wins from perfect play"
    env.reset(seed=1)
    assert env.step(env.action_space.n - 1)[1:3] == (-1.0, True), "an action that is no move loses"


def test_boards_of_python_chess() -> None:
    pytest.importorskip("chess", reason="python-chess is not installed: pip install zermelo[chess]")
    import chess
    import chess.variant

    from zermelo.adapters.python_chess import from_board, past_of, to_board

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
    with pytest.raises(ZermeloError, match="not of atomic"):
        from_board(chess.variant.AtomicBoard())
    with pytest.raises(ZermeloError, match="Chess960"):
        from_board(chess.Board(chess960=True))


def test_a_missing_library_is_told_with_the_extra_to_install() -> None:
    from zermelo.adapters import needing
    from zermelo.adapters.python_chess import to_board

    words = r"no module called no_such_library: pip install 'zermelo\[chess\]'"
    with pytest.raises(ImportError, match=words), needing("chess"):
        import_module("no_such_library")
    with pytest.raises(ZermeloError, match="not of NoneType"):
        to_board(None)  # type: ignore[arg-type]


def test_a_game_that_cannot_be_an_environment_is_refused() -> None:
    from tests.games import broken
    from zermelo.adapters.gymnasium import AgainstPlayer
    from zermelo.adapters.pettingzoo import Environment

    for environment in (AgainstPlayer, Environment):
        with pytest.raises(ZermeloError, match="move at the same time"):
            environment(broken.Together())
        with pytest.raises(ZermeloError, match="is a return missing"):
            environment(broken.Forgetful())
    with pytest.raises(ZermeloError, match="side is the number of a player, from 0 to 1, not 7"):
        AgainstPlayer(TicTacToe(), side=7)
