"""Test boards as cells, positions as text, and games as move lists."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games import GAMES, load_game
from zermelo.games.chess import Chess
from zermelo.games.connect_four import SIZES, ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello, Othello4, Othello6
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.records import positions as positions_module
from zermelo.records.moves import format_record, parse_record, play_moves
from zermelo.records.positions import legal_moves, parse_moves, parse_position
from zermelo.records.turns import GameRecord, Line
from zermelo.state import State, ZermeloError


def played(start: State, seed: int, plies: int) -> tuple[list[str], State]:
    random, moves = Random(seed), list[str]()
    while start.utility() is None and len(moves) < plies:
        legal = legal_moves(start)
        moves.append(random.choice(list(legal)))
        start = start.play(legal[moves[-1]])
    return moves, start


@given(st.sampled_from(list(GAMES)), st.integers(0, 10**6), st.integers(0, 70))
def test_what_is_written_down_can_be_read(slug: str, seed: int, plies: int) -> None:
    moves, end = played(load_game(slug), seed, plies)
    record = format_record(slug, GameRecord(None, Line.of(moves)))
    read = parse_record(slug, record)
    again = read.line.moves
    assert read.position is None
    # A pass at the very end is the one thing a record in the usual form of Othello does not tell.
    while moves and moves[-1] == "--" and moves != again:
        moves.pop()
    assert again == moves
    if not isinstance(end, Chess):  # in PGN a capital is another piece
        assert parse_record(slug, record.upper()).line.moves == again
    assert play_moves(load_game(slug), moves) == play_moves(load_game(slug), again)
    notation = getattr(end, "notation", None)
    if notation is not None:
        assert parse_position(slug, notation()) == end
        begun = format_record(slug, GameRecord(notation()))
        read = parse_record(slug, begun)
        assert play_moves(parse_position(slug, read.position), read.line.moves) == end
        if slug != "go":  # whose notation has the moves, since superko depends on them
            assert read.line.moves == []


STARTS: list[Any] = [
    *(ConnectFour(columns=columns, rows=rows) for columns, rows in SIZES),
    *(Othello(), Othello6(), Othello4(), Nim(), Nim((0, 0)), TicTacToe()),
]


@given(st.sampled_from(range(len(STARTS))), st.integers(0, 10**6), st.integers(0, 70))
def test_a_board_shows_every_move_and_no_other(number: int, seed: int, plies: int) -> None:
    _, end = played(STARTS[number], seed, plies)
    board = end.board()  # type: ignore[attr-defined]
    assert len(board.cells) == board.columns * board.rows
    assert len(board.column_labels) in (0, board.columns)
    assert len(board.row_labels) in (0, board.rows)
    clicks = {cell.move for cell in board.cells} - {None}
    legal = set() if end.utility() is not None else {str(move) for move in end.moves()} - {"--"}
    assert clicks == legal


@pytest.mark.parametrize(
    ("slug", "text", "words"),
    [
        ("connect_four", "9", "move 1"),
        ("connect_four", "4444444", "move 7"),
        ("othello", "f5f5", "move 2"),
        ("nim", "9 from heap 1", "move 1"),
        ("tic_tac_toe", "0 3 1 4 2 5", "the game is over before it"),
        ("tic_tac_toe", "position XXX\n4", "is not a position"),
    ],
)
def test_what_cannot_be_read(slug: str, text: str, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        parse_record(slug, text)


def test_a_forced_pass_need_not_be_written() -> None:
    for seed in range(200):
        moves, _ = played(Othello6(), seed, 70)
        if "--" in moves[:-1]:
            written = "".join(move for move in moves if move != "--")
            again = parse_moves(Othello6(), written)
            assert again == moves[: len(again)]
            assert play_moves(Othello6(), again).utility() is not None or moves[len(again) :] == ["--"]
            return
    pytest.fail("no game with a pass was found")


@pytest.mark.parametrize("text", ["", "X", "XXXXXXXXX", "OO.......", "X.O/.X./..Y", "XO.XO.XO.X"])
def test_no_position_of_tic_tac_toe(text: str) -> None:
    with pytest.raises(ZermeloError, match="is not a position"):
        TicTacToe.parse(text)


@pytest.mark.parametrize("text", ["", "x", "-1", "1 2 third", "51", "1 " * 21, "second", "٣"])
def test_no_position_of_nim(text: str) -> None:
    with pytest.raises(ZermeloError, match="is not a position"):
        Nim.parse(text)


def test_the_largest_positions_of_nim_are_read() -> None:
    assert Nim.parse("50 0 " + "1 " * 18).heaps == (50, 0, *[1] * 18)


def test_the_longest_games_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions_module, "MOST_MOVES", 3)
    assert parse_moves(TicTacToe(), "1 2 3") == ["1", "2", "3"]
    with pytest.raises(ZermeloError, match="a game of more than 3 moves is too long"):
        parse_moves(TicTacToe(), "1 2 3 4")
