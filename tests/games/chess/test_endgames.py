"""Endgame tables: known facts, and agreement with themselves, with python-chess and with a search that uses no tables."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables.positions import small_endgames
from tests.tables.unpack import unpack
from zermelo import ZermeloError, search
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.chess.endgames import ENDGAMES, SHIPPED, build_order, build_tables, probe_tables
from zermelo.state import as_number


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables that ship, made anew."""
    folder = tmp_path_factory.mktemp("endgames")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.games.chess.endgames.SHIPPED", folder / "none")
        made = {each.name: each.longest for each in build_tables(["KPK"], folder=folder, threads=2)}
    # KQK 10, KRK 16, KPK 28 moves: as in every book on endgames.
    assert made == {"KQK": 10, "KRK": 16, "KPK": 28}
    return folder


def test_the_shipped_tables_are_those_built_here(built: Path) -> None:
    for name in ("KQK", "KRK", "KPK"):
        assert unpack(SHIPPED / f"{name}.endgame") == unpack(built / f"{name}.endgame")


def test_building_again_gives_the_same_bytes(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.games.chess.endgames.SHIPPED", tmp_path / "none")
    list(build_tables(["krk"], folder=tmp_path))
    assert (tmp_path / "KRK.endgame").read_bytes() == (built / "KRK.endgame").read_bytes()


def test_counts_of_king_and_pawn(built: Path) -> None:
    # White to move, one of each two mirror images: 62,480 positions are won and 19,184 drawn, a count that every table of
    # king and pawn against king gives.
    won = drawn = 0
    values = iter(unpack(built / "KPK.endgame"))
    for white, black in product(range(64), range(64)):
        if white % 8 > 3 or chess.square_distance(white, black) < 2:
            continue
        for pawn in range(8, 56):
            value = next(values)
            if pawn not in (white, black) and not chess.BB_PAWN_ATTACKS[chess.WHITE][pawn] >> black & 1:
                won += value > 0 and value % 2 == 0
                drawn += value == 0
    assert (won, drawn) == (62480, 19184)


@settings(max_examples=150)
@given(small_endgames())
def test_a_position_has_the_value_of_its_best_move(board: chess.Board) -> None:
    assume(board.is_valid() and not board.is_game_over())
    state = Chess(board.fen())
    found = probe_tables(state)
    assert {each.move for each in found.moves} == {move.uci() for move in board.legal_moves}
    values = []
    for move in state.moves():
        after = probe_tables(state.play(move))
        values.append({"win": -1000, "draw": 0, "loss": 1000}[after.outcome] + _signed(after.outcome, after.plies))
    best = max(values)
    assert found.outcome == ("win" if best > 500 else "loss" if best < -500 else "draw")
    assert found.plies == (None if found.outcome == "draw" else 1000 - abs(best) + 1)
    for move in found.best:
        board.push_uci(move)
        assert board.is_checkmate() == (found.mate == 1)
        board.pop()


def _signed(outcome: str, plies: int | None) -> int:
    return 0 if plies is None else plies if outcome == "win" else -plies


@settings(max_examples=100)
@given(small_endgames(), st.booleans(), st.integers(0, 3))
def test_symmetric_positions_have_the_same_value(board: chess.Board, reversed_colours: bool, turns: int) -> None:
    assume(board.is_valid())
    image = board.mirror() if reversed_colours else board.copy()
    image.apply_transform(chess.flip_horizontal)
    if not board.pawns and turns & 1:
        image.apply_transform(chess.flip_diagonal)
    if not board.pawns and turns & 2:
        image.apply_transform(chess.flip_vertical)
    one, other = probe_tables(Chess(board.fen())), probe_tables(Chess(image.fen()))
    assert (one.outcome, one.plies, len(one.best)) == (other.outcome, other.plies, len(other.best))


@settings(max_examples=60)
@given(small_endgames("QR"))
def test_short_mates_are_those_of_an_exact_search(board: chess.Board) -> None:
    assume(board.is_valid() and not board.is_game_over())
    state = Chess(board.fen())
    found = probe_tables(state)
    won = 10_000 * (1 if board.turn else -1) * (1 if found.outcome == "win" else -1)
    for depth in range(1, 5):  # an exact search asks no table
        value = search(state, depth=depth, exact=True, evaluate=lambda _: 0.0, table=1).value
        assert (value == won) == (found.plies is not None and found.plies <= depth)


def test_a_search_knows_the_mate() -> None:
    state = Chess("8/8/8/3k4/8/8/8/KR6 b - - 0 1")
    found, known = search(state, depth=5), probe_tables(state)
    assert known.plies is not None
    assert found.value == 10_000 - known.plies  # White's, who wins
    assert (found.proven, len(found.line), found.move in known.best) == (True, known.plies, True)
    assert abs(float(as_number(search(state, depth=5, without=["knowledge"]).value))) < 5000
    # The best move is found below the root too: after e3 is taken king and pawn win.
    assert search(Chess("8/5k2/8/8/8/4p3/4PK2/8 w - - 0 1"), depth=4).move == "f2e3"
    once, again = (search(Chess("8/5k2/8/8/6p1/4p3/4PK2/8 w - - 0 1"), depth=10) for _ in range(2))
    assert once.nodes == again.nodes


def test_tables_ignore_the_fifty_move_rule() -> None:
    late = probe_tables(Chess("8/8/8/3k4/8/8/8/KR6 w - - 90 80"))
    assert (late.outcome, late.in_time) == ("win", False)
    assert probe_tables(Chess("8/8/8/3k4/8/8/8/KR6 w - - 9 80")).in_time
    assert search(Chess("8/8/8/3k4/8/8/8/KR6 w - - 98 80"), depth=6).value == 0


def test_why_a_position_is_in_no_table() -> None:
    for position, words in {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "has 32 pieces",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1": "no positions with castling rights",
        "4k3/8/8/8/8/8/1q6/4K2R b - - 0 1": "there is no table of KQKR yet: zermelo table build KQKR",
    }.items():
        with pytest.raises(ZermeloError, match=words):
            probe_tables(Chess(position))
    with pytest.raises(ZermeloError, match="are of chess, not of AntiChess"):
        probe_tables(AntiChess())


def test_dead_positions_need_no_table() -> None:
    for board in ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KB2", "4k1n1/8/8/8/8/8/8/4K3", "4kb2/8/8/8/8/8/8/2B1K3"):
        found = probe_tables(Chess(f"{board} w - - 0 1"))
        assert (found.outcome, found.mate, found.moves) == ("draw", None, ())


def test_needed_tables_are_built_first() -> None:
    assert build_order(["KQK", "kqk", "KKQ"]) == ["KQK"]
    order = build_order(["KPKP"])
    assert order[-1] == "KPKP"
    assert order.index("KQK") < order.index("KQKQ") < order.index("KQKP")
    assert set(build_order(ENDGAMES)) == set(ENDGAMES)
    for wrong in ("KK", "KQKRR", "queen", ""):
        with pytest.raises(ZermeloError, match="is not an endgame of three or four pieces"):
            build_order([wrong])
