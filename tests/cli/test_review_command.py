"""zermelo review: the table, JSON, annotated PGN, and files that are not in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.starting import answer, refusal, zermelo
from zermelo.records.pgn import read_pgn


def test_the_table_marks_blunders() -> None:
    lines = zermelo("review", "chess", "1. f3 e5 2. g4 Qh4#", "--nodes", "5000").stdout.splitlines()
    assert lines[0].split() == ["move", "value", "loss", "White's", "expected", "score"]
    assert lines[3].startswith("2. g4 ??    mated in 1")
    assert "better: " in lines[3]
    assert lines[1].startswith("1. f3 ")
    assert "█" in lines[1]
    assert lines[4].startswith("2... Qh4# ")
    assert lines[-2].split()[:5] == ["White", "2", "0", "0", "1"]


def test_json() -> None:
    found = answer("review", "connect_four", "4455667")
    assert [move["judgement"] for move in found["moves"]] == ["", "", "", "blunder", "", "", ""]
    assert found["moves"][3]["after"] == 18
    assert [player["blunders"] for player in found["players"]] == [0, 1]
    mate = answer("review", "chess", "1. f3 e5 2. g4", "--depth", "3")["moves"][2]
    assert (mate["mate"], mate["best_written"] != "", mate["line"][0]) == (-1, True, mate["best"])


def test_a_file_in_and_out(tmp_path: Path) -> None:
    source, target = tmp_path / "old.pgn", tmp_path / "new.pgn"
    source.write_bytes('[White "Jiří Müller"]\n\n1. f3 e5 2. g4 {ouch} Qh4# 0-1\n\n[White "B"]\n\n1. e4 *\n'.encode())
    zermelo("review", "chess", str(source), "--nodes", "2000", "--out", str(target))
    (game,) = read_pgn(target.read_text("utf-8"))
    assert (game.tags["White"], game.result, game.line.turns[2].annotations) == ("Jiří Müller", "0-1", (4,))
    assert game.line.turns[2].comment == "[%eval #-1] ouch"
    source.write_bytes('[White "Müller"]\n\n1. e4 *\n'.encode("latin-1"))
    zermelo("review", "chess", str(source), "--nodes", "100", "--out", str(target))
    assert '[White "Müller"]' in target.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess", "missing.pgn"), "there is no file called missing.pgn"),
        (("chess", "1. e4 e5 2. Kd3"), "is not legal there"),
        (("chess", "e4 e5 Ke3"), "move 3 (Ke3) is not legal there: Ke2, Na3, Nc3, "),
        (("chess", "e4 e5 Ke3"), "Qe2 … and 17 more are"),
        (("connect_four", "49"), "move 2 (9) is not legal there"),
        (("connect_four", "44", "--out", "x.pgn"), "--out writes PGN"),
        (("chess", "e4", "--nodes", "0"), "nodes must be at least 1"),
        (("chess", "e4", "--out", "/no/such/folder/x.pgn"), "x.pgn"),
        (("kriegspiel", "e4"), "kriegspiel"),
    ],
)
def test_refusals(arguments: tuple[str, ...], words: str) -> None:
    assert words in refusal("review", *arguments)


def test_hostile_files(tmp_path: Path) -> None:
    for content in (b"\x00\xff\xfe", b"[", b"(" * 10_000, b"1. e4 {" + b"x" * 1_000, b'[FEN "8/8"]\n1. e4', b"%" * 99):
        path = tmp_path / "hostile.pgn"
        path.write_bytes(content)
        done = zermelo("review", "chess", str(path), "--nodes", "100")
        assert done.returncode in (0, 2)
        assert "Traceback" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == (done.returncode == 2)
