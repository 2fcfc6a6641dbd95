"""Test chess and anti-chess against python-chess and published perft counts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.variant
import pytest

from tests.long import LONG, many
from zermelo import ZermeloError, search
from zermelo.analysis.perft import perft
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.learning import explain

DATA = Path(__file__).parent
GAMES = many(42)  # random games of each kind
PARTS = 6  # of the games, so that the cores share them


def known_counts(name: str, most: int) -> list[tuple[str, int, int]]:
    counts = []
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith("#"):
            fen, *parts = line.split(";")
            known = [(int(part.split()[0][1:]), int(part.split()[1])) for part in parts]
            counts += [(fen.strip(), depth, count) for depth, count in known if count <= most]
    return counts


@pytest.mark.parametrize(("game", "name"), [(Chess, "chess.perft"), (AntiChess, "antichess.perft")])
def test_published_counts(game: type[Chess], name: str) -> None:
    for fen, depth, count in known_counts(name, 1_000_000 * LONG):
        assert perft(game(fen), depth) == count, f"{fen}, depth {depth}"


def worth(board: Any, legal: list[Any]) -> int | None:
    """The value of a finished game as python-chess sees it, with the draw of fifty moves claimed."""
    if not legal:
        return {True: 1, False: -1, None: 0}[board.outcome().winner]
    return 0 if board.halfmove_clock >= 100 or board.is_insufficient_material() else None


def compare(state: Chess, board: Any, random: Random, keys: dict[int, Any]) -> None:
    """Plays one random game on both boards."""
    while True:
        fen, legal, moves = state.fen, list(board.legal_moves), state.moves()
        assert fen == board.fen()
        assert state.player == (0 if board.turn else 1)
        # Equal keys for equal positions, and only for those.
        told = fen.rsplit(" ", 2)[0]
        assert keys.setdefault(state.native.key(), told) == told
        utility = state.utility()
        expected = worth(board, legal)
        assert utility == (None if expected is None else 10_000 * expected), fen
        if utility is not None:
            assert moves == []
            return
        ours = [board.uci(board.parse_uci(move)) for move in moves] if board.chess960 else moves
        assert sorted(ours) == sorted(map(board.uci, legal)), fen
        move = random.choice(legal)
        text = board.san(move)
        assert state.parse_san(text) in moves
        assert state.san(board.uci(move)) == text
        state = state.play(board.uci(move))
        board.push(move)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", ["chess", "antichess", "chess960"])
def test_random_games_against_python_chess(kind: str, part: int) -> None:
    random = Random(f"{kind} {part}")
    keys: dict[int, Any] = {}
    for _ in range(-(-GAMES // PARTS)):
        if kind == "chess":
            compare(Chess(), chess.Board(), random, keys)
        elif kind == "antichess":
            compare(AntiChess(), chess.variant.AntichessBoard(), random, keys)
        else:
            board = chess.Board.from_chess960_pos(random.randrange(960))
            compare(Chess(board.fen()), board, random, keys)
        if len(keys) > 1_000_000:
            keys.clear()


def test_every_move_in_san() -> None:
    random = Random(2)
    for fen, _, _ in known_counts("chess.perft", 50):
        state, board = Chess(fen), chess.Board(fen, chess960=True)
        for _ in range(6):
            for move in board.legal_moves:
                assert state.san(board.uci(move)) == board.san(move), (state.fen, move)
            if state.utility() is not None:
                break
            choice = random.choice(state.moves())
            state, _ = state.play(choice), board.push_uci(choice)


def test_positions_by_fen_and_by_moves() -> None:
    assert Chess("e2e4 e7e5 g1f3") == Chess("1. e4 e5 2. Nf3") == Chess().play("e2e4").play("e7e5").play("g1f3")
    ruy = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    assert Chess("1.e4 e5 2.Nf3 Nc6 3.Bb5").fen == ruy
    assert Chess(ruy + " moves a7a6 O-O") == Chess(ruy).play("a7a6").play("e1g1")
    assert eval(repr(Chess(ruy))) == Chess(ruy)
    assert Chess.position_in(ruy + " ;D1 30") == ruy
    assert Chess.position_in("8/8/8/8/8/8/k7/7K w - - bm Kh2; id 1") == "8/8/8/8/8/8/k7/7K w - -"
    assert Chess.position_in("1. e4 e5") == "1. e4 e5"
    assert str(Chess()).splitlines()[-3:] == ["1 R N B Q K B N R", "  a b c d e f g h", "White to move"]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("e2e4 e7e6 e4e6", "move 3 at character 11: e4e6 is not a legal move here"),
        ("1. e4 e5 2. Kd3", "move 3 at character 13: Kd3 is not a legal move here"),
        ("hello", "move 1 at character 1: 'hello' is not a move such as Nf3"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king on the board, and needs one"),
        ("k7/8/8/8/8/8/8/7K w - - 0 1 moves h1h9", "move 1 at character 2: 'h1h9' is not a move"),
    ],
)
def test_what_is_no_position_is_told_in_a_sentence(position: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        Chess(position)


def test_what_is_no_move_is_told_in_a_sentence() -> None:
    for move in ("e2e5", "e9", "", 3):
        with pytest.raises(ZermeloError, match=r"is not a legal move here|a move is a word|is not a move such as"):
            Chess().play(move)
    with pytest.raises(ZermeloError, match="Ke2 is not a legal move here"):
        Chess().parse_san("Ke2")
    with pytest.raises(ZermeloError, match="e2e5 is not a legal move here"):
        Chess().san("e2e5")
    # Bytes of a terminal that are no text.
    for read in (Chess, Chess().parse_san):
        with pytest.raises(ZermeloError, match="is not a move such as"):
            read("\udcff\udcfe")


def test_the_static_value_is_the_sum_of_its_features() -> None:
    random = Random(7)
    for _ in range(4 * LONG):
        state = Chess()
        while state.utility() is None:
            ours = state.evaluate() if state.player == 0 else -state.evaluate()
            # It is rounded once, towards zero, and kept below the value of a won game.
            total = sum(part.contribution for part in explain(state))
            assert abs(max(-9000.0, min(total, 9000.0)) - ours) < 1
            state = state.play(random.choice(state.moves()))
    assert Chess().evaluate() == -Chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1").evaluate()


def test_the_engine_finds_a_mate() -> None:
    assert search(Chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=2).move == "a1a8"
    assert search(AntiChess("8/8/8/8/8/1p6/8/B6K w - - 0 1"), depth=1).move is not None
