"""Tables of endings: known facts, agreement with themselves, with the rules of another program, and with a search that knows
nothing of tables."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tables.positions import small_endings
from tests.tables.unpacking import unpack
from zermelo import ZermeloError, search
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.state import as_number
from zermelo.tables.endings import build, plan, probe
from zermelo.tables.endings.files import ENDINGS, shipped_folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables that ship, made anew."""
    folder = tmp_path_factory.mktemp("endings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.tables.endings.files.shipped_folder", lambda: folder / "none")
        made = {each.name: each.longest for each in build(["KPK"], folder=folder, threads=2)}
    # KQK 10, KRK 16, KPK 28 moves: as in every book on endings.
    assert made == {"KQK": 10, "KRK": 16, "KPK": 28}
    return folder


def test_what_ships_is_what_is_made(built: Path) -> None:
    for name in ("KQK", "KRK", "KPK"):
        assert unpack(shipped_folder() / f"{name}.ending") == unpack(built / f"{name}.ending")


def test_making_gives_the_same_bytes(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.tables.endings.files.shipped_folder", lambda: tmp_path / "none")
    list(build(["krk"], folder=tmp_path))
    assert (tmp_path / "KRK.ending").read_bytes() == (built / "KRK.ending").read_bytes()


def test_counts_of_king_and_pawn(built: Path) -> None:
    # White to move, one of each two mirror images: 62,480 positions are won and 19,184 drawn, a count that every table of
    # king and pawn against king gives.
    won = drawn = 0
    values = iter(unpack(built / "KPK.ending"))
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
@given(small_endings())
def test_a_position_is_worth_its_best_move(board: chess.Board) -> None:
    assume(board.is_valid() and not board.is_game_over())
    state = Chess(board.fen())
    found = probe(state)
    assert {each.move for each in found.moves} == {move.uci() for move in board.legal_moves}
    values = []
    for move in state.moves():
        after = probe(state.play(move))
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
@given(small_endings(), st.booleans(), st.integers(0, 3))
def test_images_are_worth_the_same(board: chess.Board, reversed_colours: bool, turns: int) -> None:
    assume(board.is_valid())
    image = board.mirror() if reversed_colours else board.copy()
    image.apply_transform(chess.flip_horizontal)
    if not board.pawns and turns & 1:
        image.apply_transform(chess.flip_diagonal)
    if not board.pawns and turns & 2:
        image.apply_transform(chess.flip_vertical)
    one, other = probe(Chess(board.fen())), probe(Chess(image.fen()))
    assert (one.outcome, one.plies, len(one.best)) == (other.outcome, other.plies, len(other.best))


@settings(max_examples=60)
@given(small_endings("QR"))
def test_short_mates_are_those_of_an_exact_search(board: chess.Board) -> None:
    assume(board.is_valid() and not board.is_game_over())
    state = Chess(board.fen())
    found = probe(state)
    won = 10_000 * (1 if board.turn else -1) * (1 if found.outcome == "win" else -1)
    for depth in range(1, 5):  # an exact search asks no table
        value = search(state, depth=depth, exact=True, evaluate=lambda _: 0.0, table=1).value
        assert (value == won) == (found.plies is not None and found.plies <= depth)


def test_a_search_knows_the_mate() -> None:
    state = Chess("8/8/8/3k4/8/8/8/KR6 b - - 0 1")
    found, known = search(state, depth=5), probe(state)
    assert known.plies is not None
    assert found.value == 10_000 - known.plies  # White's, who wins
    assert (found.proven, len(found.line), found.move in known.best) == (True, known.plies, True)
    assert abs(float(as_number(search(state, depth=5, without=["knowledge"]).value))) < 5000
    # The best move is found below the root too: after e3 is taken king and pawn win.
    assert search(Chess("8/5k2/8/8/8/4p3/4PK2/8 w - - 0 1"), depth=4).move == "f2e3"
    once, again = (search(Chess("8/5k2/8/8/6p1/4p3/4PK2/8 w - - 0 1"), depth=10) for _ in range(2))
    assert once.nodes == again.nodes


def test_the_fifty_moves_are_no_part_of_a_table() -> None:
    late = probe(Chess("8/8/8/3k4/8/8/8/KR6 w - - 90 80"))
    assert (late.outcome, late.in_time) == ("win", False)
    assert probe(Chess("8/8/8/3k4/8/8/8/KR6 w - - 9 80")).in_time
    assert search(Chess("8/8/8/3k4/8/8/8/KR6 w - - 98 80"), depth=6).value == 0


def test_what_is_in_no_table_is_said() -> None:
    for position, words in {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "there are 32 pieces on the board",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1": "somebody may still castle",
        "4k3/8/8/8/8/8/1q6/4K2R b - - 0 1": "the table of KQKR has not been made yet: zermelo table build KQKR",
    }.items():
        with pytest.raises(ZermeloError, match=words):
            probe(Chess(position))
    with pytest.raises(ZermeloError, match="tables of chess"):
        probe(AntiChess())


def test_dead_positions_need_no_table() -> None:
    for board in ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KB2", "4k1n1/8/8/8/8/8/8/4K3", "4kb2/8/8/8/8/8/8/2B1K3"):
        found = probe(Chess(f"{board} w - - 0 1"))
        assert (found.outcome, found.mate, found.moves) == ("draw", None, ())


def test_plans_come_in_order() -> None:
    assert plan(["KQK", "kqk", "KKQ"]) == ["KQK"]
    order = plan(["KPKP"])
    assert order[-1] == "KPKP"
    assert order.index("KQK") < order.index("KQKQ") < order.index("KQKP")
    assert set(plan(ENDINGS)) == set(ENDINGS)
    for wrong in ("KK", "KQKRR", "queen", ""):
        with pytest.raises(ZermeloError, match="is not an ending of three or four pieces"):
            plan([wrong])
