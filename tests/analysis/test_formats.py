"""Every format, plain and compressed: what is read, where it stands, and what is found about it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import tracemalloc
from collections.abc import Callable
from io import BufferedReader, BytesIO
from pathlib import Path
from threading import Thread
from typing import IO, Any
from unittest.mock import patch

import pytest

from zermelo.analysis import Limits, Record, analyse, open_inputs, read_entries
from zermelo.analysis.formats import lines_of
from zermelo.analysis.inputs import Decompressed, open_input
from zermelo.state import ZermeloError

MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"


def records(path: Path, text: str | bytes, *, nodes: int = 2_000, lines: int = 1, **options: Any) -> list[Record]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    inputs = open_inputs([str(path)], **options)
    return [each for group in analyse(read_entries(inputs), Limits(nodes=nodes, lines=lines)) for each in group]


def facts(found: list[Record], *names: str) -> list[Any]:
    rows = [tuple(getattr(each, name, None) for name in names) for each in found]
    return rows if len(names) > 1 else [row[0] for row in rows]


def test_fen(tmp_path: Path) -> None:
    found = records(tmp_path / "a.fen", f"# mates\n{MATE} 0 1\n\n8/8/8/8/8/5k2/5p2/5K2 w - - 0 1\n")
    assert facts(found, "line_number", "best_written", "mate", "value", "solved") == [
        (2, "Rd8#", 1, 9999, None),
        (4, "", None, 0, None),
    ]


def test_nothing_follows_a_fen(tmp_path: Path) -> None:
    lines = f"{MATE} 0 1 garbage and more\n{MATE} 0 1\n{MATE} bm Rd8#;\n{MATE} 0 1 ; a remark\n{MATE}\n"
    found = records(tmp_path / "a.fen", lines)
    assert (
        facts(found, "error")
        == [f"{tmp_path / 'a.fen'}, line 1: a FEN has six fields: 'garbage' follows them"] + [None] * 4
    )


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_line_ends_of_every_system(size: int) -> None:
    file = BytesIO(b"one\r\ntwo\rthree\n\rfive\r\r\nseven")
    with patch("zermelo.analysis.formats.CHUNK", size):
        assert [line for _, line in lines_of(file)] == [b"one", b"two", b"three", b"", b"five", b"", b"seven"]


def test_epd_counts_what_is_solved(tmp_path: Path) -> None:
    lines = f'{MATE} bm Rd8#; id "back rank";\n{MATE} bm h3;\n{MATE} am Rd8#;\n{MATE} c0 "nothing asked";\n'
    found = records(tmp_path / "a.epd", lines)
    assert facts(found, "name", "solved") == [("back rank", True), ("", False), ("", False), ("", None)]
    [bad] = records(tmp_path / "c.epd", f"{MATE} bm ;\n")
    assert bad.error == f"{tmp_path / 'c.epd'}, line 1: bm names no move"
    [anti] = records(
        tmp_path / "b.epd", "8/8/8/8/8/8/p7/1R6 b - - bm axb1=Q axb1=N axb1=R axb1=B axb1=K;", game="antichess"
    )
    assert anti.game == "antichess"  # type: ignore[union-attr]


def test_obf_calls_the_highest_scores_best(tmp_path: Path) -> None:
    board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    found = records(tmp_path / "a.obf", f"{board}; G8:+18; H1:+12;\n% a comment\n{board}; H1:+18;\n{board};\n")
    assert facts(found, "line_number", "best", "solved") == [(1, "g8", True), (3, "g8", False), (4, "g8", None)]


@pytest.mark.parametrize(
    ("game", "line", "best"),
    [
        ("connect_four", "121212 18", "1"),
        ("tic_tac_toe", "xx.oo....", "2"),
        ("nim", "1 2", "1 from heap 2"),
        ("othello4", "-XO--OO--XO----- X", None),
        ("checkers", "W:W21,22,K5:B1,2", None),
        ("go", "5:", None),
        ("hex", "3/3/3", "b2"),
        ("goofspiel", "", None),
        ("coins", "first last", None),
    ],
)
def test_the_notations_of_games(tmp_path: Path, game: str, line: str, best: str | None) -> None:
    found = records(tmp_path / "a.txt", f"\n{line}\n", game=game, nodes=500)
    assert facts(found, "kind", "error") == [(None, None)] * bool(line)
    if best is not None:
        assert facts(found, "line_number", "best") == [(2, best)]


def test_several_lines_are_ranked(tmp_path: Path) -> None:
    [found] = records(tmp_path / "a.txt", "4455\n", game="connect_four", lines=3)
    assert [each.move for each in found.moves][:1] == [found.best]  # type: ignore[union-attr]
    assert len(found.moves) == 3  # type: ignore[union-attr]


PGN = '[White "Fool"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White "Nobody"]\n\n*\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White "Zed"]\n1. d4 *\n'


def test_pgn(tmp_path: Path) -> None:
    found = records(tmp_path / "a.pgn", PGN)
    assert [(type(each).__name__, each.line_number) for each in found] == [
        *[("MoveRecord", 1)] * 4,
        ("GameSummary", 1),
        ("GameSummary", 5),
        ("ErrorRecord", 9),
        ("MoveRecord", 11),
        ("GameSummary", 11),
    ]
    assert facts(found[:5], "ply", "written", "judgement")[2:4] == [(3, "g4", "blunder"), (4, "Qh4#", "")]
    assert facts(found[4:6], "plies", "tags") == [(4, {"White": "Fool"}), (0, {"White": "Nobody"})]
    assert found[4].players[0].blunders == 1  # type: ignore[union-attr]
    assert found[6].error == f"{tmp_path / 'a.pgn'}, line 9: Ke3 is not a legal move here"


def test_pdn_and_sgf(tmp_path: Path) -> None:
    found = records(tmp_path / "a.pdn", '[Event "x"]\n1. 11-15 23-19 2. 8-11 *\n', nodes=500)
    assert facts(found, "move", "plies") == [("11-15", None), ("23-19", None), ("8-11", None), (None, 3)]
    found = records(tmp_path / "a.sgf", "(;SZ[5]PB[Ann];B[cc];W[bb])\n(;SZ[5];B[cc];B)\n(;SZ[5];B[zz])", nodes=50)
    assert facts(found, "move", "plies")[:3] == [("C3", None), ("B4", None), (None, 2)]
    assert "ErrorRecord" in {type(each).__name__ for each in found[3:]}
    path = tmp_path / "b.sgf"
    assert facts(records(path, "\n(;SZ[5];B[cc];B)"), "error") == [
        f"{path}, line 2, column 15: the property B has no value"
    ]


def test_moves_one_game_a_line(tmp_path: Path) -> None:
    found = records(tmp_path / "a.txt", "4455667\nf5\n44\n", game="connect_four", format_name="moves")
    assert facts(found, "judgement")[3] == "blunder"
    assert facts(found, "line_number", "position")[6] == (1, "445566")
    assert found[8].error is not None
    assert found[8].error.startswith(f"{tmp_path / 'a.txt'}, line 2: move 1 (f5) is not legal there")
    assert [each.line_number for each in found[9:]] == [3, 3, 3]
    path = tmp_path / "b.txt"
    found = records(path, '[White "Ann"]\n1. e4 e5 *\n', game="chess", format_name="moves", nodes=50)
    assert found[0].error == f"{path}, line 1: a line has the moves of a game, not its tags: --format pgn reads them"
    assert facts(found, "plies")[1:] == [None, None, 2]


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_compressed_files(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    plain = records(tmp_path / "a.pgn", PGN)
    packed = records(tmp_path / f"b.pgn.{suffix}", pack(PGN.encode()))
    misnamed = records(tmp_path / "c.pgn", pack(PGN[:30].encode()) + pack(PGN[30:].encode()))
    assert len(plain) == len(packed) == len(misnamed)
    assert facts(plain, "line_number", "move", "value") == facts(packed, "line_number", "move", "value")
    assert facts(plain, "line_number", "move", "value") == facts(misnamed, "line_number", "move", "value")


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_damage_of_a_later_stream_is_reported(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    path, first, second = tmp_path / f"a.txt.{suffix}", pack(b"44\n45\n"), pack(b"4455\n")
    changed = bytes([first[0] ^ 1]) + first[1:]
    for rest, damage in (
        (changed + second, "the compressed data are damaged from here on"),
        (b"\0" + changed[1:], "the compressed data are damaged from here on"),
        (first[:3], "the compressed data end too early"),
        (first[:-3], "the compressed data end too early"),
    ):
        *found, end = records(path, first + second + rest, game="connect_four", nodes=50)
        assert end.error is not None
        assert end.error.endswith(damage)
        assert facts(found, "error")[:3] == [None] * 3
    padding = b"" if suffix == "bz2" else bytes(8)
    with patch("zermelo.analysis.inputs.CHUNK", 5):
        found = records(path, first + padding + second + padding, game="connect_four", nodes=50)
    assert facts(found, "line_number", "position") == [(1, "44"), (2, "45"), (3, "4455")]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_what_grows_when_decompressed_is_read_in_pieces(pack: Callable[[bytes], bytes]) -> None:
    file = BufferedReader(BytesIO(pack(bytes(2**24))))
    tracemalloc.start()
    content, size = Decompressed(file), 0
    while piece := content.read(2**16):
        size += len(piece)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (size, content.damage) == (2**24, "")
    assert peak < 10 * 2**20, "xz has a dictionary of 8 MB"


def test_a_pipe_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, opened = tmp_path / "pipe", list[str]()

    def open_once(name: str) -> IO[bytes]:
        opened.append(name)
        assert len(opened) == 1
        return open_input(name)

    monkeypatch.setattr("zermelo.analysis.inputs.open_input", open_once)
    os.mkfifo(path)
    writer = Thread(target=path.write_bytes, args=(b"44\n45\n",), daemon=True)
    writer.start()
    assert [each.position for each in read_entries(open_inputs([str(path)], game="connect_four"))] == ["44", "45"]
    writer.join()


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ZermeloError, match=r"^standard input cannot be read: it is closed$"):
        list(read_entries(open_inputs(["-"], game="nim")))


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("a.txt", {}, "a.txt may be about any game: name it with --game"),
        ("a.pgn", {"game": "othello"}, "pgn files do not hold othello"),
        ("a.txt", {"game": "chess", "format_name": "obf"}, "obf files do not hold chess"),
        ("gone.pgn", {}, "gone.pgn cannot be read: No such file or directory"),
        (".", {"game": "nim"}, "cannot be read: Is a directory"),
        ("a.txt", {"game": "ches"}, "did you mean chess"),
        ("a.txt", {"format_name": "pgnn"}, "did you mean pgn"),
    ],
)
def test_what_is_not_known_is_refused(tmp_path: Path, name: str, options: dict[str, str], sentence: str) -> None:
    (tmp_path / "a.txt").write_text("")
    (tmp_path / "a.pgn").write_text("")
    with pytest.raises(ZermeloError, match=sentence):
        open_inputs([str(tmp_path / name)], **options)


def test_standard_input_is_read_once() -> None:
    with pytest.raises(ZermeloError, match="standard input can be read only once"):
        open_inputs(["-", "-"], game="chess")
