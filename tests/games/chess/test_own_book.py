"""UCI with a book: its moves come at once, and a search where it knows none or where one was asked for."""

from __future__ import annotations

from pathlib import Path
from struct import pack

import pytest

from tests.games.chess.test_uci import talk
from zermelo.games.chess import Chess
from zermelo.games.chess.polyglot import polyglot_key
from zermelo.tables.books.book import Book
from zermelo.tables.books.builder import BookBuilder


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """One that knows 1. a4 h5 and nothing else."""
    path = tmp_path / "An odd one.book"
    with BookBuilder("chess") as builder:
        builder.add(Chess(), ["a2a4", "h7h5"], 0)
        builder.write(path)
    return path


def test_the_options_are_named_and_off() -> None:
    said = talk("uci")
    assert "option name OwnBook type check default false" in said
    assert "option name BookFile type string default shipped" in said
    assert talk("go depth 1")[0].startswith("info depth 1")


def test_book_moves_come_at_once(book: Path) -> None:
    setting = ["setoption name OwnBook value true", f"setoption name BookFile value {book}"]
    said = talk(
        *setting, "go wtime 60000 btime 60000", "position startpos moves a2a4", "go infinite", "go movetime 9000"
    )
    assert said[:2] == ["info string a2a4 is in the book", "bestmove a2a4"]
    assert said[-2:] == ["info string h7h5 is in the book", "bestmove h7h5"]
    assert any(line.startswith("info depth 1") for line in said), "infinite asks for a search"
    out = talk(*setting, "position startpos moves a2a4 h7h5", "go depth 2")
    assert out[0].startswith("info depth 1")
    assert out[-1].startswith("bestmove")
    chosen = talk(*setting, "go depth 1 searchmoves e2e4")
    assert chosen[-1].startswith("bestmove e2e4")
    off = talk(*setting, "setoption name OwnBook value false", "go depth 1")
    assert off[0].startswith("info depth 1")


def test_the_shipped_book_is_the_usual_one(book: Path) -> None:
    known = {each.move for each in Book.shipped("chess").probe(Chess())}
    back = [f"setoption name BookFile value {book}", "setoption name BookFile value shipped"]
    for setting in ([], back, [*back[:1], "setoption name BookFile value <empty>"]):
        said = talk("setoption name OwnBook value true", *setting, "go wtime 1000")
        assert said[-1].split()[1] in known
        assert said[0].endswith("is in the book")
    # No book of anti-chess is meant by it, and one of chess is not used.
    for setting in ([], back[:1]):
        said = talk(
            *setting, "setoption name OwnBook value true", "setoption name UCI_Variant value antichess", "go depth 1"
        )
        assert said[0].startswith("info depth 1")


def test_polyglot_files_are_known_by_their_ending(tmp_path: Path) -> None:
    path = tmp_path / "odd.bin"
    path.write_bytes(pack(">QHHI", polyglot_key(Chess()), 8 << 6 | 24, 1, 0))  # a2a4
    said = talk("setoption name OwnBook value true", f"setoption name BookFile value {path}", "go nodes 10")
    assert said[-1] == "bestmove a2a4"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption name OwnBook value perhaps", "OwnBook must be true or false, not 'perhaps'"),
        ("setoption name BookFile value nowhere.book", "nowhere.book cannot be read: No such file"),
        ("setoption name BookFile value nowhere.bin", "nowhere.bin cannot be read: No such file"),
    ],
)
def test_what_cannot_be_set_changes_nothing(book: Path, line: str, sentence: str) -> None:
    said = talk("setoption name OwnBook value true", f"setoption name BookFile value {book}", line, "go depth 1")
    assert said[0].startswith(f"info string {sentence}")
    assert said[-1] == "bestmove a2a4"
