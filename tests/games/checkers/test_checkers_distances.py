"""Distances of checkers endgames: against the results and the successors, damaged files, the commands."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.games.checkers import Checkers4, Checkers6
from zermelo.games.checkers.distances import build_checkers_distances, distances_file, probe_distance
from zermelo.games.checkers.endgames import build_checkers_tables, probe_checkers_tables
from zermelo.state import ZermeloError


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))


def random_position(random: Random) -> Checkers6:
    """Return a position with two kings against a king and at most a man."""
    squares = random.sample(range(4, 16), 4)
    man = f",{squares[3]}" if random.random() < 0.5 else ""
    pieces = f"K{squares[0]},K{squares[1]}", f"K{squares[2]}{man}"
    white, black = pieces if random.random() < 0.5 else pieces[::-1]
    return Checkers6(f"{random.choice('BW')}:W{white}:B{black}", repetition=False, forty_moves=False)


def test_every_distance_follows_from_the_best_move() -> None:
    list(build_checkers_tables(["KKvKM"], game="checkers6"))
    list(build_checkers_distances(["KKvKM"], game="checkers6"))
    random, decided = Random(8), 0
    for _ in range(300):
        state = random_position(random)
        found = probe_checkers_tables(state)
        after = [probe_distance(state.play(move)) for move in found.best]
        assert None not in after
        plies = [distance for distance in after if distance is not None]
        if found.outcome == "draw":
            assert probe_distance(state) == 0
        else:
            assert probe_distance(state) == 1 + (min(plies) if found.outcome == "win" else max(plies))
            decided += 1
    assert decided > 30


def test_known_distances() -> None:
    list(build_checkers_distances(["MvM"], game="checkers4"))
    assert probe_distance(Checkers4("B:W5:B3")) == 1  # 3x8 takes the last piece
    assert probe_distance(Checkers4("B:WK8:BK1")) == 0  # a draw
    assert probe_distance(Checkers4("B:W7,8:B1,2")) is None  # no table


def test_damage_is_an_error_and_is_built_again(tmp_path: Path) -> None:
    list(build_checkers_distances(["KvM"], game="checkers4"))
    path = distances_file("KvM", "checkers4")
    content = path.read_bytes()
    for damaged in (content[:-1], content + b"x", content[:-3] + bytes([content[-3] ^ 16]) + content[-2:], b""):
        path.write_bytes(damaged)
        state = Checkers4("B:W5:B3")
        with pytest.raises(ZermeloError, match=str(path)):
            probe_distance(state)
    built = {table.name: table.seconds for table in build_checkers_distances(["KvM"], game="checkers4")}
    assert built["KvK"] is None
    assert built["KvM"] is not None
    assert path.read_bytes() == content
    distances_file("KvK", "checkers4").write_bytes(content)
    with pytest.raises(ZermeloError, match="it holds KvM, not KvK"):
        probe_distance(Checkers4("B:WK8:BK1"))
    path.rename(distances_file("KvM", "checkers6"))
    with pytest.raises(ZermeloError, match="it is for a board of another size"):
        probe_distance(Checkers6("B:W14:BK1"))


def test_stopped() -> None:
    assert list(build_checkers_distances(["KKvK"], game="checkers4", watch=lambda name: True)) == []


def test_commands() -> None:
    runner = CliRunner()
    built = runner.invoke(cli, ["table", "build", "--game", "checkers4", "KKvK", "--distances"])
    assert built.exit_code == 0
    assert "KKvK    distances" in built.output
    probe = ["table", "probe", "--game", "checkers4"]
    assert "Black wins in 1 ply, if no rule" in runner.invoke(cli, [*probe, "B:WK5:BK3,K1"]).output
    assert "Black wins in 2 plies, if no rule" in runner.invoke(cli, [*probe, "W:WK1:BK2,K3"]).output
    assert json.loads(runner.invoke(cli, [*probe, "B:WK5:BK3,K1", "--json"]).output)["plies"] == 1
    assert json.loads(runner.invoke(cli, [*probe, "B:WK8:BK1,K2", "--json"]).output)["plies"] is None  # a draw
    again = runner.invoke(cli, ["table", "build", "--game", "checkers4", "KKvK", "--distances", "--json"])
    assert json.loads(again.output.splitlines()[-1])["seconds"] is None


def test_distances_are_listed_and_verified(tmp_path: Path) -> None:
    runner, verify = CliRunner(), ["table", "verify", "--game", "checkers4"]
    assert runner.invoke(cli, verify).output == "there are no tables of checkers4 yet\n"
    list(build_checkers_tables(["KvK"], game="checkers4"))
    list(build_checkers_distances(["KvK"], game="checkers4"))
    path = tmp_path / "KvK.checkers4-distances"
    checked = runner.invoke(cli, [*verify, "--successors"])
    assert f"{path}: the distances of KvK are undamaged\n" in checked.output
    listed = ["table", "list", "--game", "checkers4"]
    assert f"{tmp_path}  with distances\n" in runner.invoke(cli, listed).output
    files = {
        row["name"]: row["distances"] for row in json.loads(runner.invoke(cli, [*listed, "--json"]).output)["endgames"]
    }
    assert (files["KvK"], files["KvM"]) == (str(path), None)
    path.write_bytes(path.read_bytes()[:-1])
    for arguments in (verify, [*verify, str(path)]):
        checked = runner.invoke(cli, arguments, standalone_mode=False)
        assert checked.return_value == 1
        assert f"{path}: " in checked.output
        assert "undamaged" not in checked.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("--game checkers KKKvKKK", "distances are for endgames of up to 5 pieces, not for KKKvKKK"),
        ("--game chess KQK", "chess tables hold distances already: leave out --distances"),
    ],
)
def test_refusals(tmp_path: Path, arguments: str, error: str) -> None:
    outcome = CliRunner().invoke(cli, ["table", "build", "--distances", *arguments.split()], standalone_mode=False)
    assert isinstance(outcome.exception, ZermeloError)
    assert error in str(outcome.exception)
    assert list(tmp_path.iterdir()) == []
