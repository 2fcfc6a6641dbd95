"""The ways of playing: each chooses a legal move, the better ones the better move, and all stop when they are told."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from itertools import count, islice
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from zermelo.games import GAMES, load_game
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search
from zermelo.players import (
    PLAYERS,
    Choice,
    Clock,
    Forfeit,
    PlayerSpec,
    TimeControl,
    choose,
    draw_outcome,
    play,
    players_of,
    seated,
    survey,
)
from zermelo.players.clock import allow
from zermelo.players.engine import analyse
from zermelo.players.uci import UciPlayer
from zermelo.players.uci_program import Answer, UciProgram
from zermelo.records.moves import play_through
from zermelo.records.positions import legal_moves
from zermelo.result import Pass, Result
from zermelo.state import SIMULTANEOUS, State, ZermeloError
from zermelo.textbook import mcts
from zermelo.trees import tree

TO_WIN = TicTacToe.parse("XX./OO./...")
TO_SAVE = TicTacToe.parse("X.X/.O./...")


def weakest(name: str) -> PlayerSpec:
    (kind,) = (kind for kind in PLAYERS if kind.name == name)
    return PlayerSpec(kind, tuple(option.least or 0 for option in kind.options))


@pytest.mark.parametrize("slug", GAMES)
def test_every_player_plays_whole_games(slug: str) -> None:
    start = load_game(slug)
    for name in players_of(start, survey(start)):
        if name == "british_museum":
            continue  # which refuses most games: see test_five_ways.py
        with seated([weakest(name)] * 3, seed=1) as players:
            before = start
            for turn in islice(play(start, players, time=TimeControl(seconds=5)), 12):
                assert turn.choice.move in legal_moves(before).values()
                before = turn.state


@pytest.mark.parametrize(
    "name", ["engine", "minimax", "alpha_beta", "mcts", "reflex", "rules", "strategy", "british_museum"]
)
def test_a_win_in_one_is_taken(name: str) -> None:
    assert choose(TO_WIN, name).move == 2


@pytest.mark.parametrize("name", ["engine", "minimax", "alpha_beta", "mcts", "rules", "strategy", "british_museum"])
def test_a_loss_in_one_is_prevented(name: str) -> None:
    assert choose(TO_SAVE, name).move == 1


def test_values_are_for_max_and_come_with_their_moves() -> None:
    choice = choose(Nim.parse("1 2 second"), "engine:6", lines=0)
    assert choice.value == -1
    assert choice.sure
    assert len(choice.moves) == 3
    assert choose(Nim((1, 2)), "reflex").value == 0
    assert choose(load_game("coins"), "reflex").value == 5


def test_which_players_suit_a_game() -> None:
    suits = {name: players_of(load_game(name), survey(load_game(name))) for name in ("pig", "coins", "othello")}
    assert suits["pig"] == ("engine", "expectiminimax", "mcts", "reflex", "british_museum", "random")
    assert suits["coins"] == ("engine", "mcts", "reflex", "british_museum", "random")
    assert "expectiminimax" in suits["othello"], "without chance it is minimax"
    assert players_of(_AtOnce(), survey(_AtOnce())) == ("engine", "mcts", "random")
    with pytest.raises(ZermeloError, match="same time"):
        survey(_AtOnce()).in_turns(_AtOnce())


def test_the_engine_plays_for_the_player_to_move() -> None:
    choice = choose(Coins((1, 2, 9)), "engine")
    assert (choice.move, choice.value) == ("last", 9.0)


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
    moves = [choose(start, "random", seed=seed).move for seed in range(60)]
    assert moves == [choose(start, "random", seed=seed).move for seed in range(60)]
    assert set(moves) == set(start.moves())
    rolling = Pig().play("roll")
    assert {draw_outcome(rolling, seed) for seed in range(60)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", ["engine", "minimax", "alpha_beta", "mcts"])
def test_the_clock_and_cancel_end_a_search(name: str) -> None:
    told: list[Choice] = []
    asked = count()
    enough = (lambda: next(asked) >= 3) if name == "mcts" else (lambda: bool(told))
    choice = choose(Othello(), f"{name}:1000s", on_progress=told.append, cancel=enough)
    assert choice.move in Othello().moves()
    assert not choice.sure
    assert not choose(Othello(), f"{name}:0.15s").sure
    (kind,) = (kind for kind in PLAYERS if kind.name == name)
    strongest = PlayerSpec(kind, (kind.options[0].most or 0,))
    assert not choose(Othello(), strongest, clock=Clock(seconds=0.1)).sure


def test_the_clock_goes_on_where_the_tree_is_whole() -> None:
    assert choose(Nim((1, 1)), "mcts:0.05s").move in Nim((1, 1)).moves()
    assert mcts(Nim((1, 1)), simulations=10**9, seconds=0.05).stopped == "seconds"


def test_by_the_clock_the_end_of_the_game_is_known() -> None:
    assert choose(TO_SAVE, "minimax:1000s").sure


def test_by_the_clock_a_textbook_player_deepens_from_one_move() -> None:
    told: list[Choice] = []
    choose(TO_SAVE, "minimax:1000s", on_progress=told.append)
    assert told[0].nodes == 1 + len(TO_SAVE.moves())
    assert [len(choice.line) for choice in told[:2]] == [1, 2]


@pytest.mark.parametrize(
    ("state", "name", "options", "words"),
    [
        (TO_WIN, "nobody", {}, "there is no player called 'nobody'"),
        (TO_WIN, "alphabeta:3", {}, "did you mean alpha_beta"),
        (TO_WIN, "engine:0", {}, "level must be from 1 to 9, not '0'"),
        (TO_WIN, "engine:", {}, "level must be from 1 to 9, not ''"),
        (TO_WIN, "random:3", {}, "random takes no '3'"),
        (TO_WIN, "engine:0s", {}, "seconds must be from 0.001"),
        (TO_WIN, "engine:nans", {}, "seconds must be from 0.001"),
        (TO_WIN, "reflex:2s", {}, "reflex takes no '2s'"),
        (TO_WIN, "uci:", {}, "uci needs the command"),
        (TO_WIN, "uci:stockfish", {}, "UCI programs play Chess and Anti-chess, not TicTacToe"),
        (Chess(), "uci:/no/such", {}, "the program '/no/such' does not start: No such file or directory"),
        (Chess(), "uci:'abc", {}, 'the command "\'abc" cannot be read: no closing quotation'),
        (TO_WIN, "nowhere:player", {}, "no module called nowhere"),
        (TO_WIN, "engine", {"lines": -1}, "lines must be at least 0"),
        (TO_WIN.play(2), "engine", {}, "the game is over"),
        (Pig().play("roll"), "mcts", {}, "it is chance's turn"),
        (
            Pig(),
            "alpha_beta",
            {},
            "as there are chance moves: ask engine, expectiminimax, mcts, reflex, british_museum or random",
        ),
        (Coins(), "minimax:2", {}, "a payoff for each player: ask engine, mcts, reflex, british_museum or random"),
    ],
)
def test_what_is_refused(state: State, name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        choose(state, name, **options)


def test_a_stopped_player_of_a_tree_still_answers() -> None:
    assert choose(tree([[3, 12], [2, 4]]), "minimax:5").move == "B"


def test_the_engine_sees_a_repetition_in_the_past() -> None:
    """A queen ahead, White could win, but not by going where the game has been before."""
    states = play_through(Chess("6k1/8/8/8/8/8/8/1K1Q4 w - - 0 1"), ["d1d2", "g8h8", "d2d1", "h8g8"])
    *past, state = states
    for known, drawn in ((past, True), ([], False)):
        choice = choose(state, "engine:3", lines=0, past=known)
        assert choice.value is not None
        assert choice.value > 500
        values = {each.move: each.value for each in choice.moves}
        assert (values["d1d2"] == 0) == drawn


# ---- Specs


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("mcts:100", "mcts:100"),
        (" alpha_beta : 4 ", "alpha_beta:4"),
        ("alpha_beta", "alpha_beta:4"),
        ("engine:2s", "engine:2s"),
        ("mcts:0.50s", "mcts:0.5s"),
        ("random", "random"),
        ("uci:stockfish --threads 2", "uci:stockfish --threads 2"),
        ("my.players:greedy", "my.players:greedy"),
        ("folder/players.py:Greedy", "folder/players.py:Greedy"),
    ],
)
def test_specs_are_written_as_they_are_read(text: str, written: str) -> None:
    spec = PlayerSpec.parse(text)
    assert str(spec) == written
    assert PlayerSpec.parse(written) == spec
    assert spec.is_builtin == (not text.startswith(("uci", "my", "folder")))


def test_nothing_from_outside_is_named_over_the_wire() -> None:
    for name in ("os:getcwd", "uci:true", "uci", "nobody"):
        with pytest.raises(ZermeloError, match="there is no player called"):
            PlayerSpec.builtin(name)
    assert str(PlayerSpec.builtin("engine", 3)) == "engine:3"
    with pytest.raises(ZermeloError, match="level must be from 1 to 9"):
        PlayerSpec.builtin("engine", 99)


# ---- Players of one's own


def first(state: State) -> Any:
    return state.moves()[0]


class Memory:
    """Plays the first move, and remembers all."""

    made: ClassVar[list[Memory]] = []

    def __init__(self, seed: int) -> None:
        self.seed, self.heard, self.closed = seed, list[Any](), False
        Memory.made.append(self)

    def choose(self, state: State, past: Any, clock: Clock) -> Choice:
        assert len(past) == len(self.heard)
        assert clock.seconds == 7
        return Choice(move=state.moves()[0], value=0.5)

    def played(self, move: Any) -> None:
        self.heard.append(move)

    def close(self) -> None:
        self.closed = True


def test_a_function_and_a_class_play() -> None:
    assert choose(TO_WIN, first).move == choose(TO_WIN, "tests.players.test_players:first").move == 2
    Memory.made.clear()
    with seated([PlayerSpec.of(Memory), PlayerSpec.of(first)], seed=5) as players:
        moves = [turn.choice.move for turn in play(TicTacToe(), players, time=TimeControl(seconds=7))]
    (memory,) = Memory.made
    assert (memory.heard, memory.seed, memory.closed) == (moves, 5, True)
    assert moves == [0, 1, 2, 3, 4, 5, 6]


def test_a_player_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def last(state):\n    return state.moves()[-1]\n")
    assert choose(TicTacToe(), f"{tmp_path / 'mine.py'}:last").move == 8


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda state: 99, "plays 99, which is not a legal move here"),
        (lambda state: 1 / 0, "failed: ZeroDivisionError"),
        (dict, "is neither a function of a state nor a class with choose"),
    ],
)
def test_a_player_that_fails_forfeits(player: Any, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        choose(TicTacToe(), player)
    if player is not dict:
        with seated([PlayerSpec.of(first), PlayerSpec.of(player)]) as players, pytest.raises(Forfeit) as forfeit:
            list(play(TicTacToe(), players))
        assert forfeit.value.seat == 1


# ---- The engine


@pytest.mark.parametrize(
    ("position", "nodes", "winning"), [("42131336211553", 16_000, 5), ("65741136337443", 8_000, 7)]
)
def test_values_of_all_moves_do_not_weaken_the_best_one(position: str, nodes: int, winning: int) -> None:
    """A search that shares its nodes among all moves throws these wins away; searched for first, they are found."""
    state = ConnectFour(position)
    shared = search(state, method="alpha_beta", nodes=nodes, lines=len(state.moves()))
    assert shared.move != winning
    choice = choose(state, "engine:9", lines=0, clock=Clock(nodes=nodes))
    assert choice.move == winning
    assert {each.move for each in choice.moves} == set(state.moves())
    assert choice.moves[0].move == winning
    assert choice.nodes <= 1.1 * nodes


@pytest.mark.parametrize("lines", [1, 0])
def test_a_win_that_the_solver_can_prove_is_not_thrown_away(lines: int) -> None:
    """Only column 4 wins. The solver proves it in half the nodes with which alpha-beta still plays another column."""
    state = ConnectFour("42261651667167")
    assert search(state, method="alpha_beta", nodes=200_000).move != 4
    choice = choose(state, "engine:9", lines=lines, clock=Clock(nodes=3_000_000))
    assert (choice.move, choice.sure, choice.value) == (4, True, search(state, method="solve").value)
    assert lines == 0 or choice.nodes < 100_000
    assert len(choice.moves) == (1 if lines else len(state.moves()))


def test_an_analysis_gives_every_line_a_value_at_every_depth() -> None:
    told: list[Choice] = []
    found = analyse(Chess(), lines=3, seconds=1.2, on_progress=told.append)
    assert len(found.moves) == 3
    assert {len(choice.moves) for choice in told} == {3}
    # The second, longer search does not begin again in the eyes of those who watch.
    depths = [choice.depth or 0 for choice in told]
    assert depths == sorted(depths)
    proven = analyse(ConnectFour("444334536"), lines=0, seconds=60)
    assert proven.sure
    assert [each.value for each in proven.moves] == [-2, *[16] * 6]


@pytest.mark.parametrize("state", [Go(), Hex()])
def test_an_analysis_by_simulations_counts_visits(state: State) -> None:
    told: list[Choice] = []
    found = analyse(state, lines=4, seconds=60, on_progress=told.append, cancel=lambda: bool(told))
    assert {len(choice.moves) for choice in (*told, found)} == {4}
    assert found.move == found.moves[0].move
    visits = [each.visits or 0 for each in found.moves]
    assert visits == sorted(visits, reverse=True)
    assert all(each.win_rate is not None and 0 <= each.win_rate <= 1 for each in found.moves)


def test_an_analysis_that_is_stopped_says_what_it_has() -> None:
    found = analyse(Chess(), lines=0, seconds=3600, cancel=lambda: True)
    assert found.move in Chess().moves()
    assert not found.sure


def test_a_game_without_static_values_is_simulated() -> None:
    choice = choose(Pig(), "engine:1")
    assert choice.move in Pig().moves()
    assert choice.value is not None


def test_the_engine_keeps_to_its_share_of_a_game_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def fake(state: State, **options: Any) -> Result:
        asked.append(options)
        passed = Pass(
            depth=1, value=0, bound="estimate", move=1, line=(1,), nodes=1, evaluations=1, cached=0, seconds=0.0
        )
        options["goes_on"] = options["on_depth"](passed)
        return Result(method="alpha_beta", value=0, move=1)

    monkeypatch.setattr("zermelo.players.engine.search", fake)
    choose(ConnectFour(), "engine:9", clock=Clock(left=(60.0, 1.0), increment=1.0))
    choose(ConnectFour("4"), "engine:9", clock=Clock(left=(60.0, 0.03), increment=0.0))
    choose(ConnectFour(), "engine:9", clock=Clock(seconds=2.0))
    choose(ConnectFour(), "engine:9", clock=Clock(seconds=20.0))
    assert [options["seconds"] for options in asked] == [allow(60.0, 1.0).most, allow(0.03).most, 2.0, 10.0]
    assert asked[0]["goes_on"]
    for late, goes_on in ((0.001, True), (0.0, False)):
        times = iter((0.0, allow(60.0, 1.0).enough - late, 1.0))
        monkeypatch.setattr("zermelo.players.engine.perf_counter", lambda: next(times))  # noqa: B023
        choose(ConnectFour(), "engine:9", clock=Clock(left=(60.0, 1.0), increment=1.0))
        assert asked[-1]["goes_on"] == goes_on


# ---- Chess programs

ZERMELO = f"uci:{sys.executable} -m zermelo uci"


def test_a_uci_program_is_a_player() -> None:
    time = TimeControl(nodes=20)
    with seated([PlayerSpec.parse(ZERMELO), PlayerSpec.parse("random")], seed=2) as players:
        turns = list(islice(play(Chess(), players, time=time), 12))
    assert [turn.seat for turn in turns] == [0, 1] * 6
    # Asked about a position in the middle of a game, it is told how the game went: going back would repeat the position.
    *past, state = play_through(Chess("6k1/8/8/8/8/8/8/1K1Q4 w - - 0 1"), ["d1d2", "g8h8", "d2d1", "h8g8"] * 2)
    choice = choose(state.play("d1d2"), ZERMELO, past=[*past, state], clock=Clock(nodes=500))
    assert choice.move == "g8h8", "which draws, as the position stood twice before"


def test_uci_programs_learn_that_the_game_is_antichess() -> None:
    state = AntiChess("e2e3 b7b5")
    assert choose(state, ZERMELO, clock=Clock(nodes=20)).move == "f1b5", "captures are compulsory"


def test_other_lines_of_play_are_followed() -> None:
    """A program is told the moves that led to a state, also after moves were taken back."""
    asked: list[str] = []

    class Program:
        name = "fake"

        def new_game(self) -> None: ...

        def go(self, position: str, limits: str, timeout: float) -> Answer:
            asked.append(position.partition(" moves ")[2])
            return Answer("g1f3" if len(asked) % 2 else "g8f6", 0.0, "")

    player = UciPlayer("fake")
    player._program = cast(UciProgram, Program())
    for line in (["e2e4", "c7c5"], ["e2e4"], ["d2d4", "d7d5"], ["d2d4"]):
        *past, state = play_through(Chess(), line)
        player.choose(state, past)
    assert asked == ["e2e4 c7c5", "e2e4", "d2d4 d7d5", "d2d4"]


def test_a_game_clock_runs_for_the_player_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    now, seen = 0.0, list[tuple[float, ...]]()
    monkeypatch.setattr("zermelo.players.match.perf_counter", lambda: now)

    class Slow:
        def choose(self, state: State, clock: Clock) -> Any:
            nonlocal now
            seen.append(clock.left)
            now += 3.0 if state.player == 0 else 1.0
            return state.moves()[0]

    with seated([PlayerSpec.of(Slow)] * 2) as players, pytest.raises(Forfeit, match="exceeded its time") as forfeit:
        list(play(TicTacToe(), players, time=TimeControl(10.0, 0.5)))
    assert seen == [(10, 10), (7.5, 10), (7.5, 9.5), (5, 9.5), (5, 9), (2.5, 9), (2.5, 8.5)]
    assert forfeit.value.seat == 0


@pytest.mark.parametrize(("seconds", "is_late"), [(0.04, False), (0.1, False), (0.11, True)])
def test_a_move_may_exceed_the_clock_by_a_twentieth_of_a_second(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_late: bool
) -> None:
    now = 0.0
    monkeypatch.setattr("zermelo.players.match.perf_counter", lambda: now)

    class Slow:
        def choose(self, state: State, clock: Clock) -> Any:
            nonlocal now
            now += seconds
            return state.moves()[0]

    with seated([PlayerSpec.of(Slow)] * 2) as players:
        moves = play(TicTacToe(), players, time=TimeControl(0.05))
        with pytest.raises(Forfeit, match="exceeded its time") if is_late else nullcontext():
            next(moves)


def test_reflex_plays_for_the_player_to_move() -> None:
    assert choose(TicTacToe.parse("OO./XX./X.."), "reflex").move == 2
    # The second of three players takes the larger coin for itself, whatever the first would like.
    assert choose(Coins((1, 9), (0, 0, 0), 1), "reflex").move == "last"


def test_the_ends_of_a_range_are_in_it() -> None:
    assert str(PlayerSpec.parse("mcts:10")) == "mcts:10"
    assert str(PlayerSpec.parse("engine:9")) == "engine:9"
    assert str(PlayerSpec.parse("engine:0.001s")) == "engine:0.001s"
    with pytest.raises(ZermeloError, match="from 10 to 100,000, not '9'"):
        PlayerSpec.parse("mcts:9")


def test_the_engine_keeps_no_record_of_simulations() -> None:
    choice = choose(Go("5:"), "engine:1", record=10)
    assert choice.move is not None
    assert choice.search is not None
    assert (choice.search.method, choice.search.record) == ("mcts", ())
