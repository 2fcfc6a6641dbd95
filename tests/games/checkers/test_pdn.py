"""PDN: reading, round trips, and records of checkers in the commands."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.starting import answer, refusal
from zermelo.games.checkers import Checkers, Checkers6
from zermelo.records.moves import format_record, parse_record
from zermelo.records.pgn import Game, read_pgn
from zermelo.records.turns import GameRecord, Line, Turn
from zermelo.state import ZermeloError

TEXT = """[Event "First"]
[White "W"]
[Black "B"]
[Result "1/2-1/2"]

1. 11-15 23-19 {the main line} 2. 8-11 22-17 (2... 22-18 15x22 3. 25x18) 3. 9-13! 17-14 4. 10x17 21x14 1/2-1/2

[Event "Set up"]
[SetUp "1"]
[FEN "W:W17,K22:B1,10,25"]

1... 22x29 2. 10-14 17x10 0-1
"""


def test_reading() -> None:
    first, second = read_pgn(TEXT, Checkers)
    assert first.moves == ["11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10x17", "21x14"]
    assert (first.result, first.tags["Black"]) == ("1/2-1/2", "B")
    assert first.line.turns[1].comment == "the main line"
    assert first.line.turns[3].variations[0].moves == ["22-18", "15x22", "25x18"]
    assert first.line.turns[4].annotations == (1,)
    assert (second.start.fen, second.moves) == ("W:W17,K22:B1,10,25", ["22x29", "10-14", "17x10"])
    assert second.start == Checkers("W:W17,K22:B1,10,25")


def test_captures_may_leave_out_the_squares_between() -> None:
    [game] = read_pgn('[FEN "B:W6,7,14,15:BK1"] 1. 1x17 *', Checkers)
    assert game.moves == ["1x10x17"]
    [game] = read_pgn('[FEN "B:W6,7,14,15:BK1"] 1. 1:10:3 *', Checkers)
    assert game.moves == ["1x10x3"]


def test_random_games_survive_writing() -> None:
    random = Random(5)
    for _ in range(30):
        state, moves = Checkers(), list[str]()
        while state.utility() is None:
            moves.append(random.choice(state.moves()))
            state = state.play(moves[-1])
        [game] = read_pgn(str(Game.from_moves(Checkers(), moves)), Checkers)
        assert game.moves == moves
        assert game.start == Checkers()
        assert game.tags["GameType"] == "21"
        assert game.result == {0: "1/2-1/2", 10_000: "0-1", -10_000: "1-0"}[int(state.utility() or 0)]


def test_the_winner_of_a_record_is_told_by_colour() -> None:
    won = Game.from_moves(Checkers("B:W22:B18"), ["18x25"])
    assert won.result == "0-1"
    assert '[FEN "B:W22:B18"]' in str(won)
    assert str(won).endswith("1. 18x25 0-1\n")
    assert str(Game.from_moves(Checkers("W:W22:B18"), ["22x15"])).endswith("1... 22x15 1-0\n")


def test_records_of_the_lab() -> None:
    record = GameRecord("W:W17,K22:B1,10,25", Line((Turn("22x29", (1,), "forced"), Turn("10-14"))), {"Black": "Ann"})
    again = parse_record("checkers", format_record("checkers", record))
    assert (again.position, again.line, again.tags["Black"]) == (record.position, record.line, "Ann")
    assert parse_record("checkers", "11-15 22-18").line.moves == ["11-15", "22-18"]
    assert parse_record("checkers", format_record("checkers", GameRecord())).position is None


def test_small_boards_have_records() -> None:
    [game] = read_pgn(str(Game.from_moves(Checkers6(), ["4-7", "13-10"])), Checkers6)
    assert game.moves == ["4-7", "13-10"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. 11-14 *", "line 1 of the text, in the game that begins in line 1: 11-14 is not a legal move here"),
        ("1. 11-15 22-18 2. 10-14", "10-14 is not a legal move here: a capture is compulsory"),
        ("1. e4 e5", "a square from 1 to 32 is missing"),
        ('[FEN "B:W1:B1"]\n\n*', "the tag FEN: White's man on square 1 must be a king, K1 at character 4"),
        ('[FEN "B:W32:BK1 32"]\n\n*', "the tag FEN: ' ' at character 10 is too much for a position"),
        ("1. 11-15 (11-16", "a variation has no end"),
        ("1. 11-15 {so", "a comment has no end"),
        ("(" * 1000, "a variation has no move to replace"),
        ("11-15 " + "(11-15 " * 100, "variations are nested too deeply"),
        ('[FEN "B:W6,7,14,15:BK1"] 1. 1x99 *', "a square from 1 to 32 is missing"),
    ],
)
def test_bad_records_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        list(read_pgn(text, Checkers))
    assert words in str(refused.value)
    assert len(str(refused.value)) < 250


def test_commands_read_and_write_records(tmp_path: Path) -> None:
    played, reviewed, bad = tmp_path / "played.pdn", tmp_path / "reviewed.pdn", tmp_path / "bad.pdn"
    answer("play", "checkers", "--both", "--player", "random", "--seed", "1", "--pgn", str(played))
    [game] = read_pgn(played.read_bytes(), Checkers)
    assert game.result != "*"
    assert game.tags["Black"] == "random"
    played.write_text("1. 11-15 23-19 2. 8-11 22-17 *", encoding="utf-8")
    answer("review", "checkers", str(played), "--nodes", "500", "--out", str(reviewed))
    [game] = read_pgn(reviewed.read_bytes(), Checkers)
    assert game.moves == ["11-15", "23-19", "8-11", "22-17"]
    bad.write_text("1. 11-15 23-19 2. 8-12", encoding="utf-8")
    assert "move 3 (8-12) is not legal there" in refusal("review", "checkers", str(bad))
