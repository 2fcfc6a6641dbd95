"""Tables built by several processes: the bytes of the serial build, resumed builds, failures in a sentence."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.starting import refusal
from zermelo.cluster import Executor, open_executor
from zermelo.extras import install_command
from zermelo.games.checkers.distances import build_checkers_distances
from zermelo.games.checkers.endgames import build_checkers_tables, endgames
from zermelo.games.chess.endgames import build_tables
from zermelo.state import ZermeloError
from zermelo.tables.files import appended_alone

BOARD = "checkers6"


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with open_executor(2) as workers:
        yield workers


@pytest.fixture(autouse=True)
def nothing_ships(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("zermelo.games.chess.endgames.SHIPPED", tmp_path / "none")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_chess_tables_are_those_of_one_process(executor: Executor, tmp_path: Path) -> None:
    built = {table.name: table for table in build_tables(["KPK", "KNK"], folder=tmp_path / "many", executor=executor)}
    alone = {table.name: table for table in build_tables(["KPK", "KNK"], folder=tmp_path / "one")}
    assert built.keys() == alone.keys() == {"KQK", "KRK", "KPK", "KNK"}
    assert all(built[name].longest == table.longest for name, table in alone.items())
    assert content(tmp_path / "many") == content(tmp_path / "one")
    assert [table.seconds for table in build_tables(["KPK"], folder=tmp_path / "many", executor=executor)] == [None] * 3


def test_checkers_tables_are_those_of_one_process(executor: Executor, tmp_path: Path) -> None:
    names = endgames(2, 3)
    built = list(build_checkers_tables(names, folder=tmp_path / "many", threads=2, executor=executor))
    list(build_checkers_tables(names, folder=tmp_path / "one"))
    assert sorted(table.name for table in built) == sorted(names)
    assert all(table.wins + table.losses + table.draws == table.positions for table in built)
    assert content(tmp_path / "many") == content(tmp_path / "one")


def test_distances_are_those_of_one_process(executor: Executor, tmp_path: Path) -> None:
    names = endgames(3)
    for folder, workers in ((tmp_path / "many", executor), (tmp_path / "one", None)):
        list(build_checkers_distances(names, game=BOARD, folder=folder, executor=workers))
    assert len(content(tmp_path / "many")) == 9
    assert content(tmp_path / "many") == content(tmp_path / "one")
    kept = build_checkers_distances(names, game=BOARD, folder=tmp_path / "many", executor=executor)
    assert {found.seconds for found in kept} == {None}


def test_a_build_that_was_interrupted_goes_on(executor: Executor, tmp_path: Path) -> None:
    """Finished tables are kept, damaged ones built again, and the table under way goes on after its last whole slice."""
    names = endgames(2, 3)
    list(build_checkers_tables(names, game=BOARD, folder=tmp_path))
    whole = content(tmp_path)
    (tmp_path / f"KMvK.{BOARD}").rename(tmp_path / f"KMvK.{BOARD}.part")
    with (tmp_path / f"KMvK.{BOARD}.part").open("r+b") as file:
        file.truncate(len(whole[f"KMvK.{BOARD}"]) - 5)
    (tmp_path / f"KMvM.{BOARD}").unlink()
    (tmp_path / f"MMvM.{BOARD}").write_bytes(whole[f"MMvM.{BOARD}"][:-3] + b"???")
    tables = list(build_checkers_tables(names, game=BOARD, folder=tmp_path, executor=executor))
    assert content(tmp_path) == whole
    assert {table.name for table in tables if table.seconds is not None} == {"KMvK", "KMvM", "MMvM"}
    assert sorted(table.name for table in tables) == sorted(names)


def test_a_table_that_fails_is_named_and_the_others_are_built(executor: Executor, tmp_path: Path) -> None:
    (tmp_path / f"KKvK.{BOARD}.part").mkdir()
    with pytest.raises(ZermeloError) as failure:
        list(build_checkers_tables(["MMvK", "MvM"], game=BOARD, folder=tmp_path, executor=executor))
    part = tmp_path / f"KKvK.{BOARD}.part"
    why = f"KKvK could not be built: {part} cannot be written: Is a directory; 2 other tables not built either"
    assert str(failure.value) == why
    assert sorted(path.stem for path in tmp_path.iterdir() if path.is_file()) == ["KvK", "KvM", "MvM"]


def test_two_processes_do_not_write_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.tables.files.LOCK_SECONDS", 0.0)
    part = tmp_path / f"KvK.{BOARD}.part"
    with appended_alone(part), pytest.raises(ZermeloError, match="another process is writing it"):
        list(build_checkers_tables(["KvK"], game=BOARD, folder=tmp_path))
    part.unlink()
    assert len(list(build_checkers_tables(["KvK"], game=BOARD, folder=tmp_path))) == 1


def test_a_driver_that_was_killed_is_started_again(tmp_path: Path) -> None:
    many, one = tmp_path / "many", tmp_path / "one"
    build = ("table", "build", "--game", BOARD, "--folder", str(many), "--jobs", "2", "--pieces")
    command = [sys.executable, "-m", "zermelo", *build]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen([*command, "5"], stdout=nowhere, stderr=nowhere) as driver:
        until = time.monotonic() + 60
        while len(list(many.glob(f"*.{BOARD}"))) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        driver.kill()
    done = subprocess.run([*command, "3"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("exists already") >= 3
    list(build_checkers_tables(endgames(3), game=BOARD, folder=one))
    assert {name: content(many)[name] for name in content(one)} == content(one)


def test_refusals(tmp_path: Path) -> None:
    build = ("table", "build", "KNK", "--folder", str(tmp_path))
    assert "0 is not in the range" in refusal(*build, "--jobs", "0")
    without_ray = install_command("cluster")
    known = "is auto, local or HOST:PORT, not 'nonsense'" if find_spec("ray") else without_ray
    assert known in refusal(*build, "--ray", "nonsense")
    assert "'KXK' is not an endgame" in refusal("table", "build", "KXK", "--jobs", "2")
    (tmp_path / "file").touch()
    nowhere = refusal("table", "build", "KNK", "--jobs", "2", "--folder", str(tmp_path / "file" / "x"))
    assert "KNK.endgame cannot be written" in nowhere
