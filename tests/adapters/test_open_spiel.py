"""Test OpenSpiel games against OpenSpiel's own searches, and Zermelo players as OpenSpiel bots."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax as theirs

import zermelo
from zermelo.adapters.open_spiel import Bot, SpielState, from_open_spiel
from zermelo.games.connect_four import ConnectFour
from zermelo.state import ZermeloError, as_payoffs
from zermelo.textbook import alpha_beta, expectiminimax, max_n, paranoid

DETERMINISTIC = [
    "tic_tac_toe",
    "connect_four(rows=4,columns=4,x_in_row=3)",
    "breakthrough(rows=4,columns=3)",
    "nim(pile_sizes=1;2;3)",
    "clobber(rows=3,columns=3)",
    "hex(board_size=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
]
PIG = "pig(winscore=3,horizon=10,diceoutcomes=2)"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tic_tac_toe", "two players, deterministic, zero-sum"),
        ("chess", "two players, deterministic, zero-sum"),
        ("backgammon", "two players, with chance, zero-sum"),
        ("pig(winscore=8)", "two players, with chance, zero-sum"),
        ("pig(players=3,winscore=6)", "three players, with chance, zero-sum"),
        ("chinese_checkers(players=3)", "three players, deterministic"),
        ("maedn(players=4)", "four players, with chance"),
        ("2048", "one player, with chance"),
        ("cliff_walking", "one player, deterministic"),
    ],
)
def test_games_keep_the_promises_of_states(name: str, kind: str) -> None:
    start = from_open_spiel(name)
    report = zermelo.check(start, games=3, seconds=0.3)
    assert report, report
    assert kind in str(zermelo.describe(start))


@pytest.mark.parametrize("name", DETERMINISTIC)
def test_values_are_those_of_open_spiels_alpha_beta(name: str) -> None:
    game = pyspiel.load_game(name)
    start = from_open_spiel(name)
    assert zermelo.search(start).value == theirs.alpha_beta_search(game, maximum_depth=60)[0]
    lots = Random(name)
    for _ in range(3):
        state = _some_moves(start, lots, 3)
        if state.utility() is not None:
            continue
        theirs_value, _ = theirs.alpha_beta_search(game, state.spiel_state, maximum_depth=60, maximizing_player_id=0)
        result = alpha_beta(state)
        assert result.value == zermelo.search(state).value == theirs_value
        end = state
        for move in result.line:
            end = end.play(move)
        assert end.utility() == result.value, "the line leads to the value"


def test_positions_can_be_recognised_by_their_text() -> None:
    name = "breakthrough(rows=5,columns=4)"
    blind, seeing = (zermelo.search(from_open_spiel(name, recognise), depth=7) for recognise in (None, str))
    assert blind.value == seeing.value
    assert 2 * seeing.nodes < blind.nodes
    one, other = (from_open_spiel("tic_tac_toe", str) for _ in range(2))
    for move, same in zip((0, 4, 8), (8, 4, 0), strict=True):
        one, other = one.play(move), other.play(same)
    assert one != other
    assert one.key() == other.key()


def test_connect_four_is_the_same_game_on_both_sides() -> None:
    lots = Random(4)
    for _ in range(5):
        spiel, own = from_open_spiel("connect_four"), ConnectFour()
        while own.utility() is None:
            assert list(spiel.moves()) == [column - 1 for column in own.moves()]
            assert spiel.player == own.player
            column = lots.choice(own.moves())
            spiel, own = spiel.play(column - 1), own.play(column)
        ended = own.utility() or 0
        assert spiel.utility() == (ended > 0) - (ended < 0)


def test_chance_is_open_spiels_too() -> None:
    value, _ = theirs.expectiminimax(pyspiel.load_game(PIG).new_initial_state(), 60, None, 0)
    assert expectiminimax(from_open_spiel(PIG)).value == pytest.approx(value)
    assert max_n(from_open_spiel(PIG)).value == pytest.approx((value, -value))
    falling = from_open_spiel("catch(rows=4,columns=3)").play(2)
    value, action = theirs.expectiminimax(falling.spiel_state, 60, None, 0)
    found = expectiminimax(falling)
    assert (found.value, found.move) == (value, action), "alone against chance"
    dice = from_open_spiel("backgammon")
    assert sum(chance for _, chance in dice.chances()) == pytest.approx(1)
    assert dice.play(dice.moves()[0]).player in (0, 1)


def test_three_players() -> None:
    three = from_open_spiel("pig(players=3,winscore=2,horizon=9,diceoutcomes=2)")
    assert sum(as_payoffs(max_n(three).value or 0)) == pytest.approx(0)
    start = from_open_spiel("chinese_checkers(players=3)")

    def judge(inner: Any) -> float:
        return float(sum(number * action for number, action in enumerate(inner.history(), 1)) % 101)

    value, _ = theirs.expectiminimax(start.spiel_state, 3, judge, 0)
    others = paranoid(start, depth=3, evaluate=lambda state: (judge(state.spiel_state), 0, 0)).value
    assert others == value, "all the others taken for one enemy, as OpenSpiel's search takes them"


def test_moves_are_written_and_read() -> None:
    start = from_open_spiel("breakthrough")
    assert [start.parse_san(start.san(move)) for move in start.moves()] == list(start.moves())
    assert start.play(start.moves()[0]) == start.play(start.moves()[0]) != start
    assert len({start, from_open_spiel(pyspiel.load_game("breakthrough"))}) == 1
    with pytest.raises(ZermeloError, match="'a9b9' is not a move here"):
        start.parse_san("a9b9")
    wrong: list[Any] = [-1, 99_999, "a1", None]
    for nonsense in wrong:
        with pytest.raises(ZermeloError, match="is not a move here"):
            from_open_spiel("tic_tac_toe").play(nonsense)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kuhn_poker", "kuhn_poker has hidden information"),
        ("dark_chess", "dark_chess has hidden information"),
        ("matrix_rps", "matrix_rps has simultaneous moves"),
        ("goofspiel", "goofspiel has simultaneous moves"),
        ("stones_and_gems", "stones_and_gems samples its chance moves"),
        ("no_such_game", "OpenSpiel has no game 'no_such_game'"),
        ("tic_tac_toe(size=9)", "OpenSpiel has no game"),
        (7, "expected the name of an OpenSpiel game, a pyspiel.Game or a pyspiel.State, not int"),
    ],
)
def test_games_that_are_refused(name: Any, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        from_open_spiel(name)


def test_the_engine_never_loses_tic_tac_toe_in_open_spiels_matches() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    results = []
    for seed in range(6):
        weak = pyspiel.make_uniform_random_bot(1 - seed % 2, seed)
        bots = [Bot("engine:9"), weak] if seed % 2 == 0 else [weak, Bot("engine:9")]
        results.append(pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[seed % 2])
    assert min(results) >= 0
    assert sum(results) >= 4


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("breakthrough(rows=5,columns=4)", Bot("engine:0.02s")),
        ("connect_four", Bot("alpha_beta:3")),
        (PIG, Bot("expectiminimax:3")),
        ("chinese_checkers(players=3)", Bot("reflex")),
        ("pig(players=3,winscore=6)", Bot("mcts:20")),
    ],
)
def test_bots_play_to_the_end(name: str, bot: Bot) -> None:
    game = pyspiel.load_game(name)
    others = [pyspiel.make_uniform_random_bot(player, 7) for player in range(1, game.num_players())]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), [bot, *others], 3)
    assert len(returns) == game.num_players()
    assert sum(returns) == pytest.approx(0)


def test_a_bot_begins_anywhere() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot = Bot()
    bot.restart_at(state)
    assert bot.step(state) == 2, "it wins where it can"
    assert not bot.provides_policy()
    with pytest.raises(ZermeloError, match="no player called"):
        Bot("nobody").step(state)


def _some_moves(state: SpielState, lots: Random, plies: int) -> SpielState:
    for _ in range(plies):
        if state.utility() is None:
            state = state.play(lots.choice(state.moves()))
    return state
