"""zermelo table: build, probe, verify, list."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

from tests.cli.starting import answer, refusal, zermelo
from tests.cli.terminals import in_terminal
from zermelo.games.chess.endgames import SHIPPED

KRK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"


def test_probe() -> None:
    found = answer("table", "probe", "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert (found["outcome"], found["mate"], found["plies"], found["best"]) == ("win", 1, 1, ["a1a8"])
    assert found["moves"][0] == {"move": "a1a8", "san": "Ra8#", "outcome": "win", "plies": 1}
    assert len(found["moves"]) == 14 + 6  # of the rook and of the king
    lost = answer("table", "probe", "k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert (lost["outcome"], lost["mate"], lost["best"]) == ("loss", -1, ["a8b8"])
    mated = zermelo("table", "probe", "R6k/8/6K1/8/8/8/8/8 b - - 0 1")
    assert "Black is mated" in mated.stdout
    assert "White mates in" in zermelo("table", "probe", KRK).stdout
    assert "the fifty-move rule" in zermelo("table", "probe", KRK.replace("0 1", "90 90")).stdout
    drawn = zermelo("table", "probe", "k7/8/K7/P7/8/8/8/8 b - - 0 1").stdout
    assert "a draw" in drawn
    assert "Kb8  draw" in drawn


def test_bad_input_is_refused() -> None:
    assert "at character" in refusal("table", "probe", "8/8/8 w")
    assert "32 pieces" in refusal("table", "probe", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert "'KXK' is not an endgame" in refusal("table", "build", "KXK")
    assert "name an endgame" in refusal("table", "build")
    assert "there is no file nowhere.endgame" in refusal("table", "verify", "nowhere.endgame")


def test_ctrl_c_leaves_no_part_of_a_table(tmp_path: Path) -> None:
    # Shells start background jobs with SIGINT ignored.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{hears}; from zermelo.cli import main; main()"]
    with in_terminal([*command, "table", "build", "KQKR", "--folder", str(tmp_path)], 24) as terminal:
        terminal.wait_for("KQKR, 3 of 3")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("stopped")
        assert terminal.process.wait() == 130
    assert list(tmp_path.iterdir()) == []


def test_build_verify_and_list(tmp_path: Path) -> None:
    done = zermelo("table", "build", "KNK", "KPK", "--folder", str(tmp_path), "--json")
    built = {each["name"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert list(built) == ["KNK", "KQK", "KRK", "KPK"]
    assert built["KNK"]["longest"] == 0
    assert built["KQK"]["seconds"] is None, "it ships with Zermelo"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["KNK.endgame", "KPK.endgame"], "those asked for"
    assert (tmp_path / "KPK.endgame").read_bytes() == (SHIPPED / "KPK.endgame").read_bytes()
    path = tmp_path / "KNK.endgame"
    assert built["KNK"]["bytes"] == path.stat().st_size
    assert "exists already" in zermelo("table", "build", "KNK", "--folder", str(tmp_path)).stdout

    checked = zermelo("table", "verify", str(path), str(SHIPPED / "KPK.endgame"))
    assert (checked.returncode, checked.stdout.count("is undamaged")) == (0, 2)
    path.write_bytes(path.read_bytes()[:-3] + b"???")
    checked = zermelo("table", "verify", str(path))
    assert (checked.returncode, checked.stdout) == (1, f"{path}: block 4 is damaged\n")

    listed = answer("table", "list")["endgames"]
    assert len(listed) == 35
    assert [each["name"] for each in listed if each["shipped"]] == ["KQK", "KRK", "KPK"]
    assert "3 of 35 endgames" in zermelo("table", "list").stdout
