"""The five ways to play: a strategy, rules, one move ahead, the British Museum, look-ahead. Each says why it moves so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.starting import refusal
from zermelo.arena import Event, RoundRobin, make_report, run_event
from zermelo.catalogue import GAMES, SIMULTANEOUS_GAMES, load_game
from zermelo.cli import cli
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim, Take
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.survey import survey
from zermelo.players import PLAYERS, PlayerSpec, TimeControl, check_player, choose, players_of
from zermelo.state import State, ZermeloError, as_number
from zermelo.textbook import expectiminimax, max_n, minimax


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_offered_the_players_that_it_declares(game: str) -> None:
    start = load_game(game)
    names = players_of(start, survey(start))
    for kind in PLAYERS:
        for member in kind.suits.needs:
            assert (kind.name in names) == callable(getattr(start, member, None))
    assert game in SIMULTANEOUS_GAMES or {"reflex", "british_museum"} <= set(names)


def test_tic_tac_toe_declares_and_connect_four_declares() -> None:
    for start in (TicTacToe(), ConnectFour(), Nim()):
        assert {"strategy", "rules"} <= set(players_of(start, survey(start)))


# ---- Rules


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        ("XX./OO./...", 2, "rule 1: win, three in a row"),
        ("X.X/.O./...", 1, "rule 2: block, the opponent's three in a row"),
        ("X.O/.O./X..", 3, "rule 1: win, three in a row"),
        ("X../.O./..X", 1, "rule 4: block a fork, by a threat"),
        (".../.../...", 4, "rule 6: centre"),
        (".../.X./...", 0, "rule 8: corner"),
    ],
)
def test_the_rule_that_fires_is_named(position: str, move: int, rule: str) -> None:
    choice = choose(TicTacToe.parse(position), "rules")
    assert (choice.move, choice.why) == (move, rule)


def test_a_fork_is_made() -> None:
    choice = choose(TicTacToe.parse("XO./..O/.X."), "rules")
    assert (choice.move, choice.why) == (6, "rule 3: fork, two threats at once")


@cache
def never_loses(spec: str, seat: int, state: TicTacToe) -> bool:
    """Whether a player gets at least a draw against every play of the other side."""
    utility = state.utility()
    if utility is not None:
        return utility * (1, -1)[seat] >= 0
    moves = [choose(state, spec).move] if state.player == seat else state.moves()
    return all(never_loses(spec, seat, state.play(move)) for move in moves)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rules_of_newell_and_simon_never_lose(seat: int) -> None:
    assert never_loses("rules", seat, TicTacToe())


@pytest.mark.parametrize(
    ("position", "column", "rule"),
    [
        ("112233", 4, "rule 1: win, four in a row"),
        ("1122337", 4, "rule 2: block, the opponent's four in a row"),
        ("", 4, "rule 7: near the centre, without giving the square above away"),
        ("3141", 5, "rule 3: fork, two threats at once"),
    ],
)
def test_rules_of_connect_four(position: str, column: int, rule: str) -> None:
    choice = choose(ConnectFour(position) if position else ConnectFour(), "rules")
    assert (choice.move, choice.why) == (column, rule)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 7), max_size=40))
def test_connect_four_wins_and_blocks_where_it_can(columns: list[int]) -> None:
    """The rules about a stone that completes four agree with the game."""
    state = ConnectFour()
    for column in columns:
        if column in state.moves() and state.play(column).utility() is None:
            state = state.play(column)
    winning = [move for move in state.moves() if state.play(move).utility()]
    for player in ("rules", "strategy"):
        choice = choose(state, player)
        assert choice.move in state.moves()
        assert (choice.move in winning) == bool(winning)
        if not winning and state.play(choice.move).utility() is None:
            replies = state.play(choice.move)
            lost = [move for move in replies.moves() if replies.play(move).utility()]
            safe = [
                move
                for move in state.moves()
                if (after := state.play(move)).utility() is not None
                or not any(after.play(reply).utility() for reply in after.moves())
            ]
            assert not lost or not safe, "a move that loses at once is played only if all do"


# ---- Strategies


@settings(max_examples=80)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any))
def test_boutons_strategy_wins_every_won_position(heaps: list[int]) -> None:
    state = Nim(tuple(heaps))
    choice = choose(state, "strategy")
    left = state.play(choice.move).heaps
    total = left[0]
    for heap in left[1:]:
        total ^= heap
    won = choice.why.startswith("leaves heaps whose exclusive or is 0")
    assert won == (total == 0)
    if sum(heaps) <= 8:
        assert won == (minimax(state).value == 1)


@pytest.mark.parametrize("heaps", [(1,), (5,), (1, 1, 4), (2, 5), (4, 4), (3, 3, 1), (1, 2, 3), (0, 7, 0)])
def test_rules_of_nim(heaps: tuple[int, ...]) -> None:
    state = Nim(heaps)
    choice = choose(state, "rules")
    assert choice.move in state.moves()
    if not choice.why.startswith("rule 4"):
        assert minimax(state.play(choice.move)).value == 1, "the first three rules win"


# ---- The British Museum


def test_it_searches_everything_and_says_how_much() -> None:
    state = TicTacToe.parse("X.O/.X./...")
    choice = choose(state, "british_museum")
    expected = minimax(state)
    assert (choice.move, choice.value, choice.sure) == (expected.move, expected.value, True)
    assert choice.nodes == expected.nodes
    assert choice.why.startswith("b^d = ")
    assert choice.why.endswith(f", {expected.nodes:,} nodes searched")


def test_it_plays_games_of_many_players_and_of_chance() -> None:
    assert choose(Coins((3, 1, 4)), "british_museum").move == max_n(Coins((3, 1, 4))).move
    late = Pig(target=6, turns=2, pot=3)
    assert choose(late, "british_museum").value == pytest.approx(float(as_number(expectiminimax(late).value)))


def test_it_refuses_a_game_that_is_too_large_with_the_number() -> None:
    words = r"the British Museum searches at most 1,000,000 leaves, and Chess has about b\^d = [0-9.]+\^[0-9]+ = 10\^[0-9]{3} from"
    for refused in (
        lambda: choose(Chess(), "british_museum"),
        lambda: check_player(Chess(), survey(Chess()), PlayerSpec.parse("british_museum")),
    ):
        with pytest.raises(ZermeloError, match=words):
            refused()
    told = refusal("arena", "connect_four", "british_museum", "random")
    assert "Connect Four has about b^d = " in told
    assert "at most 5 leaves" in refusal("play", "tic_tac_toe", "--player", "british_museum:5")


# ---- What goes wrong in a game of one's own


class Wrong(NamedTuple):
    """A game of one move whose strategy and rules are given."""

    answer: Any = None
    player: int = 0

    def moves(self) -> list[str]:
        return ["a", "b"]

    def play(self, move: str) -> Wrong:
        return Wrong(move, 1)

    def utility(self) -> int | None:
        return 1 if self.player else None

    def strategy(self) -> Any:
        return self.answer()

    def rules(self) -> Iterator[Any]:
        yield from self.answer()


@pytest.mark.parametrize(
    ("player", "answer", "words"),
    [
        ("strategy", lambda: "a", r"strategy\(\) of Wrong must return a move and the reason as text, not 'a'"),
        ("strategy", lambda: ("c", "because"), r"strategy\(\) of Wrong plays 'c', which is not a legal move here"),
        ("strategy", lambda: 1 / 0, r"strategy\(\) of Wrong raised ZeroDivisionError"),
        ("rules", lambda: ["a"], r"rules\(\) of Wrong must give pairs of a name and moves, not 'a'"),
        ("rules", lambda: [("first", []), ("second", ["c"])], r"rule 2 \(second\) of Wrong plays 'c', which is not"),
        ("rules", lambda: [("first", 3)], r"rules\(\) of Wrong raised TypeError"),
        ("rules", lambda: iter(lambda: ("never", []), None), r"gives more than 1,000 rules"),
    ],
)
def test_a_wrong_answer_is_told(player: str, answer: Any, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        choose(Wrong(answer), player)


def test_if_no_rule_fires_a_random_move_is_played() -> None:
    choices = [choose(Wrong(lambda: [("never", [])]), "rules", seed=seed) for seed in range(20)]
    assert {choice.move for choice in choices} == {"a", "b"}
    assert {choice.why for choice in choices} == {"no rule fires: a random move"}


def test_a_game_without_rules_is_refused_by_name() -> None:
    with pytest.raises(ZermeloError, match=r"Chess declares no rules\(\)"):
        choose(Chess(), "rules")
    assert "rules cannot play Chess, which declares no rules(): engine, " in refusal(
        "arena", "chess", "rules", "random"
    )


# ---- All of them together


def test_five_ways_in_a_tournament_and_in_the_terminal() -> None:
    names = ("strategy", "rules", "reflex", "british_museum", "alpha_beta:3", "random")
    limits = TimeControl(seconds=1000)
    played = run_event(Event(TicTacToe(), tuple(map(PlayerSpec.parse, names)), RoundRobin(4), seed=1, time=limits))
    assert len(played) == 4 * 15
    assert make_report(played).players[-1] == "random"
    assert not any("forfeits" in game.reason for game in played)
    shown = CliRunner().invoke(cli, ["play", "tic_tac_toe", "--player", "rules", "--second"], input="quit\n")
    assert "I play 4  (rule 6: centre)" in shown.output
    ahead = choose(TicTacToe(), "reflex")
    assert ahead.why == f"the best of 9 positions one move ahead: {TicTacToe().play(4).evaluate()}"


def test_take_is_a_move_of_nim() -> None:
    state: State = Nim((5, 5))
    assert choose(state, "strategy").move == Take(1, 1)
