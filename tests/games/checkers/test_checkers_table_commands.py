"""zermelo table --game checkers: build, probe, verify, list."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.cli.starting import answer, refusal, zermelo
from tests.cli.terminals import in_terminal
from zermelo.games.checkers.endgames import SHIPPED

CHECKERS = ("--game", "checkers")


def test_probe() -> None:
    found = answer("table", "probe", *CHECKERS, "B:W14:B10")
    assert found == {"outcome": "win", "plies": None, "best": ["10x17"], "moves": [{"move": "10x17", "outcome": "win"}]}
    shown = zermelo("table", "probe", *CHECKERS, "W:WK32:BK1,K2").stdout
    assert "Black wins, if no rule makes the game a draw before" in shown
    assert "32-27  loss" in shown
    assert "a draw" in zermelo("table", "probe", *CHECKERS, "W:WK32:BK1").stdout


def test_bad_input_is_refused(tmp_path: Path) -> None:
    assert "at character" in refusal("table", "probe", *CHECKERS, "B:W99:B1")
    assert "24 pieces" in refusal("table", "probe", *CHECKERS, "11-15 23-19")
    assert "'KQK' is not an endgame of two to six pieces" in refusal("table", "build", *CHECKERS, "KQK")
    assert "name an endgame such as KKvKM" in refusal("table", "build", *CHECKERS)
    assert "there is no file nowhere" in refusal("table", "verify", *CHECKERS, "nowhere")
    assert "--pieces" in refusal("table", "build", *CHECKERS, "--pieces", "7")
    assert "chess has tables of 3 and 4 pieces" in refusal("table", "build", "--pieces", "5")
    assert "is for tables of checkers" in refusal("table", "verify", "--successors")
    few = refusal("table", "build", *CHECKERS, "KKKKvMM", "--memory", "60", "--folder", str(tmp_path))
    assert "MB to build, more than the 60 MB of --memory" in few
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refusal(
        "table", "build", *CHECKERS, "KKKKvK", "--folder", str(tmp_path / "file" / "x")
    )


def test_build_verify_and_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = ("--game", "checkers4")
    done = zermelo("table", "build", *board, "MvK", "--folder", str(tmp_path), "--json")
    built = {table["name"]: table for table in map(json.loads, done.stdout.splitlines())}
    assert list(built) == ["KvK", "KvM"]
    assert built["KvM"]["wins"] + built["KvM"]["losses"] + built["KvM"]["draws"] == built["KvM"]["positions"]
    path = tmp_path / "KvM.checkers4"
    assert built["KvM"]["bytes"] == path.stat().st_size
    assert "exists already" in zermelo("table", "build", *board, "KvM", "--folder", str(tmp_path)).stdout

    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    checked = zermelo("table", "verify", *board, "--successors", "--threads", "2")
    assert (checked.returncode, checked.stdout.count("is undamaged and agrees with its successors")) == (0, 2)
    listed = answer("table", "list", *board)
    assert [table["name"] for table in listed["endgames"] if table["file"]] == ["KvK", "KvM"]
    assert listed["positions"][0] == {"pieces": 2, "all": 342, "in_tables": 172}

    path.write_bytes(path.read_bytes()[:-3] + b"???")
    checked = zermelo("table", "verify", *board)
    assert checked.returncode == 1
    assert f"{path}: slice 3 of 3 is damaged or cut off\n" in checked.stdout
    assert "builds it again" in refusal("table", "probe", *board, "B:W8:BK1")


def test_a_folder_gets_all_that_is_asked_for(tmp_path: Path) -> None:
    done = zermelo("table", "build", *CHECKERS, "--pieces", "2", "--folder", str(tmp_path))
    assert (done.returncode, done.stdout.count("ships with Zermelo")) == (0, 0)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert built == {path.name: path.read_bytes() for path in SHIPPED.glob("?v?.checkers")}


def test_shipped_tables_are_listed_with_the_known_counts() -> None:
    listed = zermelo("table", "list", *CHECKERS).stdout
    assert "4 pieces: 7,092,774 positions; 6,209,316 with both colours and one side to move" in listed
    assert "5 pieces: 148,688,232 positions; 139,450,808 with both colours and one side to move" in listed
    assert "23 of 82 endgames" in listed
    checked = zermelo("table", "verify", *CHECKERS, str(SHIPPED / "MMvMM.checkers"))
    assert (checked.returncode, checked.stdout.count("MMvMM is undamaged")) == (0, 1)


def test_a_terminal_shows_the_time_left_below_the_tables(tmp_path: Path) -> None:
    build = ("table", "build", "--game", "checkers4", "KvM", "--distances", "--folder", str(tmp_path))
    with in_terminal([sys.executable, "-m", "zermelo", *build], 24) as terminal:
        terminal.wait_for("KvM     distances")
    lines = re.findall(r"[^\r\n]*Kv[MK] +[0-9d][^\r\n]*", terminal.seen.decode())
    assert [line.partition("Kv")[0] for line in lines] == [
        "\x1b[1A\x1b[2K"
    ] * 4  # the bar is gone where a line is printed
    bars = set(re.findall("(Kv[MK], [12] of 2) [^\\r\\n]* time left ", terminal.seen.decode()))
    assert bars == {"KvK, 1 of 2", "KvM, 2 of 2"}
