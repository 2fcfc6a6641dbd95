"""Polyglot books: the published keys, python-chess as oracle, and files that are written here by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from struct import pack

import chess.polyglot
import pytest

from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.chess.polyglot import Polyglot, polyglot_key
from zermelo.state import ZermeloError
from zermelo.tables.books.book import open_book

# The test positions of "Polyglot book format" by Michel Van den Bergh, hgm.nubati.net/book_format.html.
PUBLISHED = {
    "": 0x463B96181691FC9C,
    "e2e4": 0x823C9B50FD114196,
    "e2e4 d7d5": 0x0756B94461C50FB0,
    "e2e4 d7d5 e4e5": 0x662FAFB965DB29D4,
    "e2e4 d7d5 e4e5 f7f5": 0x22A48B5A8E47FF78,
    "e2e4 d7d5 e4e5 f7f5 e1e2": 0x652A607CA3F242C1,
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7": 0x00FDD303C946BDD9,
    "a2a4 b7b5 h2h4 b5b4 c2c4": 0x3C8123EA7B067637,
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5C3F9B829B279560,
}
# Black's pawn may not take on d3: the king stands behind it in the rook's row.
PINNED = "8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1"


def code(move: str, promoted: int = 0) -> int:
    """A move as the format writes it."""
    places = ["abcdefgh".index(move[at]) + 8 * (int(move[at + 1]) - 1) for at in (0, 2)]
    return promoted << 12 | places[0] << 6 | places[1]


def write(path: Path, *entries: tuple[Chess, int, int]) -> Path:
    """A book of entries: position, move, weight."""
    rows = [(chess.polyglot.zobrist_hash(chess.Board(state.fen)), move, weight) for state, move, weight in entries]
    path.write_bytes(b"".join(pack(">QHHI", *row, 0) for row in sorted(rows)))
    return path


@pytest.mark.parametrize(("moves", "key"), PUBLISHED.items())
def test_published_keys(moves: str, key: int) -> None:
    assert polyglot_key(Chess(moves) if moves else Chess()) == key


def test_keys_of_random_games() -> None:
    for seed in range(40):
        random, board, state = Random(seed), chess.Board(), Chess()
        while not board.is_game_over() and board.ply() < 100:
            move = random.choice(list(board.legal_moves))
            board.push(move)
            state = state.play(move.uci())
            if not board.has_pseudo_legal_en_passant() or board.has_legal_en_passant():
                assert polyglot_key(state) == chess.polyglot.zobrist_hash(board)


def test_both_read_the_same_book(tmp_path: Path) -> None:
    castling = Chess("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    black = Chess("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    rook = Chess("3k4/8/8/8/8/8/8/K3R2R w - - 0 1")
    promoting = Chess("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1")
    taking = Chess("e2e4 d7d5 e4e5 f7f5")
    path = write(
        tmp_path / "tiny.bin",
        (Chess(), code("e2e4"), 30),
        (Chess(), code("d2d4"), 20),
        (Chess(), code("g1f3"), 0),
        (castling, code("e1h1"), 1),
        (castling, code("e1a1"), 2),
        (castling, code("h1h8"), 3),
        (black, code("e8a8"), 1),
        (black, code("e8h8"), 1),
        (rook, code("e1g1"), 1),
        (promoting, code("e7d8", 4), 4),
        (promoting, code("e7d8", 1), 1),
        (taking, code("e5f6"), 7),
    )
    book = open_book(path)
    assert (book.entries, book.positions, book.size) == (12, 6, 12 * 16)
    with chess.polyglot.open_reader(path) as reader:
        for state in (Chess(), castling, black, rook, promoting, taking):
            entries = reader.find_all(chess.Board(state.fen), minimum_weight=0)
            theirs = {entry.move.uci(): entry.weight for entry in entries}
            assert {each.move: each.weight for each in book.probe(state)} == theirs
    assert [each.move for each in book.probe(castling)] == ["h1h8", "e1c1", "e1g1"]
    assert [each.move for each in book.probe(promoting)] == ["e7d8q", "e7d8n"]
    assert book.probe(Chess("1. e4")) == ()
    counts = Counter(book.choose(Chess(), seed=seed) for seed in range(500))
    assert set(counts) == {"e2e4", "d2d4"}, "a weight of 0 is never chosen"
    assert 250 < counts["e2e4"] < 350


def test_chess960_castling(tmp_path: Path) -> None:
    state = Chess("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1")
    path = tmp_path / "960.bin"
    path.write_bytes(pack(">QHHI", polyglot_key(state), code("f1h1"), 1, 0))
    assert [each.move for each in open_book(path).probe(state)] == ["f1h1"]


def test_a_pinned_pawn_counts_in_the_key_only(tmp_path: Path) -> None:
    board = chess.Board(PINNED)
    path = tmp_path / "pinned.bin"
    path.write_bytes(pack(">QHHI", chess.polyglot.zobrist_hash(board), code("h4g4"), 1, 0))
    assert polyglot_key(Chess(PINNED)) != chess.polyglot.zobrist_hash(board)
    assert [each.move for each in open_book(path).probe(Chess(PINNED))] == ["h4g4"]
    # Where the pawn could take if only the other had just moved, the positions differ.
    free = "8/8/8/8/3Pp3/7k/8/4K3 b - d3 0 1"
    path.write_bytes(pack(">QHHI", chess.polyglot.zobrist_hash(chess.Board(free)), code("h3g2"), 1, 0))
    assert open_book(path).probe(Chess(free)) != ()
    assert open_book(path).probe(Chess(free.replace("d3", "-"))) == ()


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.bin"
    path.write_bytes(bytes(17))
    with pytest.raises(ZermeloError, match=r"cut\.bin is damaged: its length is not a multiple of 16 bytes"):
        open_book(path)
    path.write_bytes(b"")
    empty = open_book(path)
    assert empty.probe(Chess()) == ()
    with pytest.raises(ZermeloError, match="is a book of chess, not of antichess"):
        empty.probe(AntiChess())
    # Moves that are not legal there, and a promotion that does not exist, are passed over.
    path.write_bytes(b"".join(pack(">QHHI", PUBLISHED[""], move, 1, 0) for move in (code("e2e5"), 7 << 12, 0xFFFF)))
    assert Polyglot.open(path).probe(Chess()) == ()
