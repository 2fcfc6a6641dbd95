"""Checkers: the native rules against a plain version in Python, draws, and the board that front ends show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.checkers.plain_checkers import PlainCheckers
from tests.long import LONG
from zermelo.games.checkers import FORTY_MOVES, Checkers, Checkers4, Checkers6
from zermelo.kinds.outcome import outcome
from zermelo.methods import search
from zermelo.players import choose
from zermelo.records.moves import parse_move
from zermelo.state import ZermeloError

GAMES = 100 * LONG**2
"""Random games against the plain version: 100, and 10,000 in `make test-long`."""
KINGS = "B:WK32:BK1"


@pytest.mark.parametrize(("game", "share"), [(Checkers, 0.8), (Checkers6, 0.15), (Checkers4, 0.05)])
def test_random_games_against_the_plain_version(game: type[Checkers], share: float) -> None:
    random = Random(None if LONG > 1 else 1)
    for _ in range(round(GAMES * share)):
        state, plain = game(), PlainCheckers(game.size)
        while state.utility() is None:
            moves = plain.moves()
            assert sorted(state.moves()) == sorted(moves)
            move = random.choice(state.moves())
            state, plain = state.play(move), moves[move]
            assert (state.rows(), state.player, state.native.clock) == (plain.rows(), plain.player, plain.clock)
        if plain.moves():
            assert (state.utility(), plain.clock) == (0, FORTY_MOVES)
        else:
            assert state.utility() == (10_000 if plain.player else -10_000)


@pytest.mark.parametrize(("game", "depth"), [(Checkers, 5), (Checkers6, 7), (Checkers4, 12)])
def test_perft_of_the_plain_version(game: type[Checkers], depth: int) -> None:
    assert game().native.perft(depth) == PlainCheckers(game.size).perft(depth)


def test_known_counts_of_lines() -> None:
    # OEIS A133046.
    lines = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673]
    assert [Checkers().native.perft(depth) for depth in range(1, 13)] == lines


def play(state: Any, *moves: str) -> list[Any]:
    states = [state]
    for move in moves:
        states.append(states[-1].play(move))
    return states


def test_the_third_occurrence_of_a_position_is_a_draw_unless_the_rule_is_off() -> None:
    *past, last = play(Checkers(KINGS), *(["1-5", "32-28", "5-1", "28-32"] * 2))
    end = outcome(last, past)
    assert end is not None
    assert (end.value, end.reason) == (0, "drawn: the position occurred for the third time")
    assert outcome(last, past[1:]) is None
    *past, last = play(Checkers(KINGS, repetition=False), *(["1-5", "32-28", "5-1", "28-32"] * 2))
    assert outcome(last, past) is None


def test_forty_moves_without_progress_are_a_draw_unless_the_rule_is_off() -> None:
    last = play(Checkers(KINGS), *(["1-5", "32-28", "5-1", "28-32"] * 20))[-1]
    assert (last.utility(), last.moves()) == (0, [])
    assert last.outcome().reason == "drawn: forty moves without a capture or a man's move"
    endless = play(Checkers(KINGS, forty_moves=False), *(["1-5", "32-28", "5-1", "28-32"] * 20))[-1]
    assert endless.utility() is None
    assert endless.fen == "B:WK32:BK1:H80"
    assert Checkers(endless.fen).utility() == 0


def test_rules_distinguish_games_for_the_engine() -> None:
    rules = {Checkers(repetition=one, forty_moves=other).rules_key for one in (True, False) for other in (True, False)}
    assert len(rules) == 4
    after = Checkers(repetition=False, forty_moves=False).play("11-15").native
    assert (after.repetition, after.forty_moves) == (False, False)


def test_a_player_without_pieces_or_moves_loses() -> None:
    blocked, bare = Checkers("W:W29:B22,25").outcome(), Checkers("B:W21:B").outcome()
    assert blocked is not None
    assert bare is not None
    assert (blocked.value, blocked.reason) == (10_000, "White has no move left: Black wins")
    assert (bare.value, bare.reason) == (-10_000, "Black has no piece left: White wins")


NO_TABLES = ("knowledge",)
"""Endgame tables know who wins, but no distances."""


def test_the_engine_finds_forced_wins_and_their_distance() -> None:
    found = search(Checkers("B:WK29:BK23,K22"), depth=9, without=NO_TABLES)
    assert (found.value, found.move) == (9_997, "23-26")
    assert str(found.mate) == "win in 2"
    lost = search(Checkers("W:W29:B18,17"), depth=5, without=NO_TABLES)
    assert (lost.value, str(lost.mate)) == (9_996, "win in 2")


def test_the_engine_knows_the_rule_of_forty_moves() -> None:
    assert search(Checkers("B:WK29:BK23,K22:H78"), depth=9).value == 0
    assert search(Checkers("B:WK29:BK23,K22:H78", forty_moves=False), depth=9, without=NO_TABLES).value == 9_997


def test_the_engine_plays_pending_captures_out() -> None:
    state = Checkers("B:W18,25,26,32:B9,1,2,3")
    found = search(state, depth=1, moves=["9-14"], without=NO_TABLES)
    level = search(state, depth=1, moves=["9-14"], exact=True, without=NO_TABLES)
    assert found.line == ("9-14", "18x9")
    assert isinstance(level.value, int)
    assert isinstance(found.value, int)
    assert level.value - found.value > 80


def test_the_engine_extends_forced_lines() -> None:
    exchange = Checkers("B:W18,17,26,32:B9,10,3,7")
    extended = search(exchange, depth=3, without=NO_TABLES)
    assert extended.line[:3] == ("10-14", "17x10", "7x14x23x30")
    assert len(extended.line) == 3 + 2
    assert len(search(exchange, depth=3, without=(*NO_TABLES, "extensions")).line) == 3


@pytest.mark.parametrize(("position", "value"), [("W:W18,K32,28:B15,K1", -10_000), ("B:WK14,K32,K28:BK10,K1", 0)])
def test_a_value_that_rests_on_tables_alone_is_proven(position: str, value: int) -> None:
    """Five pieces, for which no table ships; the only move captures."""
    for exact in (False, True):
        found = search(Checkers(position), depth=6, exact=exact)
        assert (found.value, found.bound, found.proven, found.in_tables) == (value, "exact", True, True)
        assert not search(Checkers(position), depth=6, exact=exact, without=NO_TABLES).proven


def test_the_engine_takes_a_repetition_for_a_draw() -> None:
    *past, last = play(Checkers("W:WK32:BK23,K22,K14"), "32-28", "14-10", "28-32", "10-14", "32-28", "14-10", "28-32")
    assert search(last, depth=1, past=past, moves=["10-14"], without=NO_TABLES).value == 0
    assert search(last, depth=1, moves=["10-14"], without=NO_TABLES).value != 0


def test_board() -> None:
    board = Checkers("W:WK18,25:B9,15,22").board()
    assert (board.look, board.columns, board.rows) == ("chequered", 8, 8)
    assert {at: cell.piece for at, cell in enumerate(board.cells) if cell.piece} == {
        46: "black", 35: "black", 28: "white_king", 21: "black", 14: "white",
    }  # fmt: skip
    assert [(path.move, path.start, path.end) for path in board.paths] == [("18x11", 28, 42)]
    assert [board.cells[at].name for at in (0, 1, 62, 63)] == ["", "32", "1", ""]
    assert {cell.name for cell in Checkers6().board().cells} == {"", *map(str, range(1, 19))}


def test_the_board_of_a_terminal() -> None:
    state = Checkers4("1-3 7-5")
    assert state.text("7-5", figures=False).split("\n") == [
        "      w     [ 7]",
        "  6     [ w]",
        "      4       b",
        "  b       1",
    ]
    assert state.text(flipped=True).split("\n") == ["      1       ⛂", "  ⛂       4", "      ⛀       6", "  7       ⛀"]
    assert state.text("7-5", colour=True).count("48;5;186") == 2


def test_two_routes_between_the_same_squares_are_two_paths() -> None:
    paths = Checkers("B:W6,7,14,15:BK2").board().paths
    assert [path[:3] for path in paths] == [("2x9x18x11x2", 60, 60), ("2x11x18x9x2", 60, 60)]
    assert [path.via for path in paths] == [(46, 28, 42), (42, 28, 46)]


@pytest.mark.parametrize(
    ("text", "move"),
    [("1x17", "1x10x17"), ("1-3", "1x10x3"), ("1:10:3", "1x10x3"), ("1X10X19", "1x10x19"), ("1x10x17", "1x10x17")],
)
def test_a_typed_capture_may_leave_out_squares(text: str, move: str) -> None:
    assert parse_move(Checkers("B:W6,7,14,15:BK1"), text) == move


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        ("B:W6,7,14,15,22,23:BK2", "2-25", "2-25 may be 2x9x18x25 or 2x11x18x25: write every square"),
        ("B:W6,7,14,15:BK1", "1x10", "1x10 is not a legal move here: a capture is compulsory"),
        ("B:W6,7,14,15:BK1", "10", "the move 10 has only one square"),
        ("B:W6,7,14,15:BK1", "\ud800", "a square from 1 to 32 is missing"),
        ("B:W6,7,14,15:BK1", "", "a square from 1 to 32 is missing"),
    ],
)
def test_a_typed_move_that_is_not_clear_is_refused(position: str, text: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refusal:
        parse_move(Checkers(position), text)
    assert words in str(refusal.value)


def test_routes_to_the_same_position_are_one_typed_move() -> None:
    state = Checkers("B:W6,7,14,15:BK2")
    assert parse_move(state, "2x2") == "2x9x18x11x2"
    assert parse_move(state, "2x11x18x9x2") == "2x11x18x9x2"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("B:W33:B1", "a square from 1 to 32 is missing at character 4"),
        ("B:WK1:B1", "square 1 is given twice"),
        ("B:W32:B29", "Black's man on square 29 must be a king"),
        ("11-15 11-16", "11-16 at character 7 is not a legal move here"),
        ("11-15 22-18 10-14", "a capture is compulsory"),
        ("\ud800", "the side to move, B or W, is missing at character 1"),
        ("B:W32:B" + "1," * 100_000, "square 1 is given twice"),
        ("9" * 100_000, "a square from 1 to 32 is missing at character 1"),
        ("11-15" + "-16" * 100_000, "11-15-16"),
    ],
)
def test_bad_positions_are_refused_in_one_sentence(position: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words) as refusal:
        Checkers(position)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        ("B:W22:B18", "18x25", "win, the opponent has no move left"),
        ("B:W7,14,15,22,31:BK3,K18", "3x10x17x26", "capture the most, less what is captured in return"),
        ("B:W12,32:B25,1", "25-29", "crown a man"),
        ("B:W18,32:B10,6,1,2", "10-14", "trade one for one when ahead"),
        ("B:W19,24:B15,1", "15-18", "save a piece from being captured"),
        ("B:W32:BK1,9", "1-5", "move a king towards the opponent's pieces"),
        ("B:W30:B1,9", "9-14", "advance a man into the centre"),
        ("B:W17,32:B9,1,2,3", "9-13", "advance the man that is furthest ahead, keeping the back rank"),
        ("B:W22,32:B13,1", "1-5", "any move that loses nothing"),
        ("B:W21,26:B17", "17-22", "lose as little as possible"),
    ],
)
def test_the_rule_that_fires(position: str, move: str, rule: str) -> None:
    name, moves = next((name, moves) for name, moves in Checkers(position).rules() if moves)
    assert (name, moves[0]) == (rule, move)


def test_the_player_of_rules_says_which_rule_fired() -> None:
    choice = choose(Checkers("W:W14,26:B11"), "rules")
    assert (choice.move, choice.why) == ("26-22", "rule 7: advance a man into the centre")


def test_every_rule_proposes_legal_moves() -> None:
    random = Random(6)
    for _ in range(5):
        state = Checkers()
        while state.utility() is None:
            assert all(set(moves) <= set(state.moves()) for _, moves in state.rules())
            state = state.play(random.choice(state.moves()))


def test_static_values_are_sums_of_features() -> None:
    random = Random(4)
    state = Checkers()
    while state.utility() is None:
        weights = state.weights()
        value = sum(weights[name] * count for name, count in state.features().items())
        assert abs(value - (-state.evaluate() if state.player else state.evaluate())) <= 1
        state = state.play(random.choice(state.moves()))
