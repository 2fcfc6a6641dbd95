"""Proofs about checkers in files: values, the check, damage, wrong claims, SIGKILL and resumption, the command."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.games.checkers import Checkers, Checkers4, Checkers6
from zermelo.games.checkers.proof import check_checkers_proof, prove_checkers
from zermelo.state import ZermeloError

FIRST_MOVES = {"1-3": "White wins", "1-4": "draw", "2-4": "draw"}
HEAD = 39
"""Bytes of a file before its sets: magic, version, size, position, pieces, complete, nodes."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path / "tables"))


@pytest.mark.parametrize("pieces", [0, 2, 3])
def test_4x4_is_a_draw(tmp_path: Path, pieces: int) -> None:
    path = tmp_path / "proof"
    proof = prove_checkers(Checkers4(), path, pieces=pieces)
    assert proof.stopped == "complete"
    assert proof.value == "draw"
    assert {move.move: move.value for move in proof.moves} == FIRST_MOVES
    checked = check_checkers_proof(path, "checkers4")
    assert (checked.value, checked.moves, checked.nodes) == (proof.value, proof.moves, proof.nodes)
    assert prove_checkers(Checkers4(), path, pieces=pieces).nodes == proof.nodes  # nothing is left to do


def test_6x6_is_a_draw(tmp_path: Path) -> None:
    proof = prove_checkers(Checkers6(), tmp_path / "proof", pieces=5)
    assert proof.value == "draw"
    assert {move.move: move.value for move in proof.moves} == {
        "4-7": "draw",
        "5-7": "draw",
        "5-8": "White wins",
        "6-8": "draw",
        "6-9": "White wins",
    }


def test_a_won_ending_of_8x8(tmp_path: Path) -> None:
    proof = prove_checkers(Checkers("B:WK32:BK1,K2"), tmp_path / "proof", pieces=2, seconds=60)
    assert proof.value == "Black wins"
    assert all(move.value for move in proof.moves)


KILLED = """
import os, signal, sys
from zermelo.games.checkers import proof as checkers_proof
from zermelo.games.checkers import Checkers4

class Killed:
    saves = 0

written = checkers_proof.written_whole
def count(path):
    Killed.saves += 1
    if Killed.saves > int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return written(path)
checkers_proof.written_whole = count
checkers_proof.prove_checkers(Checkers4(), sys.argv[1], pieces=0, save_nodes=int(sys.argv[3]))
"""


@pytest.mark.parametrize(("saves", "nodes"), [(0, 300), (1, 300), (4, 300), (9, 97)])
def test_killed_and_resumed(tmp_path: Path, saves: int, nodes: int) -> None:
    path = tmp_path / "proof"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), str(saves), str(nodes)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.exists() == (saves > 0)
    if saves:
        with pytest.raises(ZermeloError, match="the proof is not complete"):
            check_checkers_proof(path, "checkers4")
    proof = prove_checkers(Checkers4(), path, pieces=0)
    assert proof.nodes > saves * nodes
    assert proof.value == "draw"
    assert check_checkers_proof(path, "checkers4").value == "draw"


def test_limits_and_cancel(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    first = prove_checkers(Checkers6(), path, pieces=2, nodes=2000)
    assert (first.stopped, first.value, first.shown, first.moves) == ("nodes", None, "nothing yet", ())
    assert prove_checkers(Checkers6(), path, pieces=2, seconds=1e-6).stopped == "seconds"
    assert prove_checkers(Checkers6(), path, pieces=2, watch=lambda nodes, positions: True).stopped == "cancelled"


def test_the_value_alone(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    alone = prove_checkers(Checkers4(), path, pieces=2, moves=False)
    assert (alone.value, alone.shown, alone.moves) == ("draw", "draw", ())
    assert check_checkers_proof(path, "checkers4").value == "draw"
    stopped = prove_checkers(Checkers4(), path, pieces=2, nodes=1)
    assert (stopped.value, stopped.stopped) == ("draw", "nodes")
    whole = prove_checkers(Checkers4(), path, pieces=2)
    assert {move.move: move.value for move in whole.moves} == FIRST_MOVES
    assert whole.positions > alone.positions


def test_what_an_unfinished_proof_shows(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    shown = [prove_checkers(Checkers4(), path, pieces=0, moves=False, nodes=500, table=2).shown for _ in range(10)]
    assert shown[0] == "White does not lose"
    assert shown[-1] == "draw"


def test_damage(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prove_checkers(Checkers4(), path, pieces=2)
    content = path.read_bytes()
    for damaged in (b"", content[:-1], content[:100] + bytes([content[100] ^ 4]) + content[101:], content + b"x"):
        path.write_bytes(damaged)
        refused = r"damaged or cut off|not a proof about checkers"
        with pytest.raises(ZermeloError, match=refused):
            check_checkers_proof(path, "checkers4")
        with pytest.raises(ZermeloError, match=refused):
            prove_checkers(Checkers4(), path, pieces=2)
        assert path.read_bytes() == damaged


def test_a_wrong_claim(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prove_checkers(Checkers4(), path, pieces=2)
    content = path.read_bytes()
    assert content[HEAD : HEAD + 4] == bytes(4)  # Black wins nowhere
    claim = content[16:29] + bytes([0])  # Black wins the start by the first move
    wrong = content[:HEAD] + bytes([1, 0, 0, 0]) + claim + content[HEAD + 4 : -4]
    path.write_bytes(wrong + crc32(wrong).to_bytes(4, "little"))
    with pytest.raises(ZermeloError, match="Black is not shown to win B:W7,8:B1,2"):
        check_checkers_proof(path, "checkers4")


def test_another_position_or_tables(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prove_checkers(Checkers4(), path, pieces=2)
    for state, pieces in ((Checkers4("1-4"), 2), (Checkers4(), 3)):
        with pytest.raises(
            ZermeloError, match="holds a proof about B:W7,8:B1,2 with tables of 2 pieces: name another file"
        ):
            prove_checkers(state, path, pieces=pieces)
    with pytest.raises(ZermeloError, match="it is about a board of size 4, not 6"):
        check_checkers_proof(path, "checkers6")
    with pytest.raises(ZermeloError, match="pieces must be 0 or from 2 to 6, not 7"):
        prove_checkers(Checkers4(), path, pieces=7)


def test_command(tmp_path: Path) -> None:
    path = str(tmp_path / "proof")
    stopped = CliRunner().invoke(cli, ["prove", "checkers4", "--proof", path, "--pieces", "0", "--nodes", "100"])
    assert "not proven yet (nodes)" in stopped.output
    assert "The same command goes on" in stopped.output
    shown = CliRunner().invoke(cli, ["prove", "checkers4", "--proof", path, "--pieces", "0"])
    assert "B:W7,8:B1,2: draw, proven and checked" in shown.output
    assert "1-3  White wins" in shown.output
    checked = CliRunner().invoke(cli, ["prove", "checkers4", "--proof", path, "--check", "--json"])
    document = json.loads(checked.output)
    assert {move["move"]: move["value"] for move in document["moves"]} == FIRST_MOVES


def test_the_command_says_that_moves_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    prove_checkers(Checkers4(), path, pieces=2, moves=False)
    command = ["prove", "checkers4", "--proof", str(path), "--pieces", "2"]
    alone = CliRunner().invoke(cli, [*command, "--value-only"]).output
    stopped = CliRunner().invoke(cli, [*command, "--nodes", "1"]).output
    more = f"The values of the moves are not proven yet (nodes). The same command goes on with {path}.\n"
    assert "draw, proven and checked" in alone
    assert "draw, proven and checked" in stopped
    assert "The values" not in alone
    assert stopped.endswith(more)


def test_tables_that_are_built_first_are_announced(tmp_path: Path) -> None:
    path, proving, checking = tmp_path / "proof", list[str](), list[str]()
    prove_checkers(Checkers4(), path, pieces=2, watch_tables=proving.append)
    shutil.rmtree(tmp_path / "tables")
    check_checkers_proof(path, "checkers4", watch_tables=checking.append)
    assert set(proving) == set(checking) == {"KvK", "KvM", "MvM"}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("prove chess --proof x", "--proof suits checkers, checkers6, checkers4, not chess"),
        ("prove checkers4 --check", "--check needs the file of a proof: --proof FILE"),
        ("prove checkers4 --proof missing --check", "missing cannot be read: No such file or directory"),
        ("prove checkers4 --proof x --seconds nan", "seconds and nodes must be above 0"),
        ("prove checkers4 --proof x --position 9-9", "square"),
    ],
)
def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, error: str) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(cli, arguments.split(), standalone_mode=False)
    assert isinstance(outcome.exception, ZermeloError)
    assert error in str(outcome.exception)
