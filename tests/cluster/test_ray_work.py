"""The work of the program on a real Ray cluster of two nodes: what fails is done again, and what is written is that of one process.

For `make test-long`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena.test_store import _records, small_disk
from tests.cluster.ray_nodes import TwoNodes, on_ray, two_nodes
from tests.cluster.test_driver import LONGEST_WAIT, ROOT
from zermelo.games.checkers.endgames import SHIPPED, endgames

pytestmark = on_ray
__all__ = ["small_disk"]
TABLES = """
import sys
from pathlib import Path
from zermelo.cluster import open_executor
from zermelo.games.checkers import endgames as checkers
address, folder = sys.argv[1], Path(sys.argv[2])
checkers.SHIPPED = folder / "none"
with open_executor(ray=address) as executor:
    for table in checkers.build_checkers_tables(checkers.endgames(4), folder=folder, executor=executor):
        print(table.name, flush=True)
"""


@pytest.fixture
def cluster() -> Iterator[TwoNodes]:
    with two_nodes() as nodes:
        yield nodes


def zermelo(*arguments: str, cwd: Path = ROOT) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zermelo", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)


def finished(process: subprocess.Popen[str]) -> str:
    said, wrong = process.communicate(timeout=LONGEST_WAIT)
    assert process.returncode == 0, wrong
    return said


def wait_until(count: Callable[[], int], wanted: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while count() < wanted:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kill_a_worker() -> None:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"RayWorker" in (folder / "cmdline").read_bytes():
                return os.kill(int(folder.name), signal.SIGKILL)
    raise AssertionError("there is no worker")


ARENA = ("arena", "connect_four", "alpha_beta:4", "mcts:100", "random", "--games", "60", "--seed", "3", "--json")


def test_a_tournament_loses_nothing_whatever_is_killed(cluster: TwoNodes, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    asked = (*ARENA, "--store", str(store), "--ray", cluster.address)
    process = zermelo(*asked)
    for kill, wanted in ((kill_a_worker, 5), (cluster.kill_node, 30), (process.kill, 60)):
        wait_until(lambda: len(_records(store)), wanted, process)
        kill()
    process.communicate()
    before = _records(store)
    resumed = json.loads(finished(zermelo(*asked)))
    assert before.items() <= _records(store).items(), "what was stored is neither lost nor played again"
    assert resumed.pop("played") == 180 - len(before)
    alone = json.loads(finished(zermelo(*ARENA)))
    assert alone.pop("played") == 180
    assert resumed == alone


def test_a_full_disk_ends_it_and_it_goes_on_after_that(cluster: TwoNodes, small_disk: Path) -> None:
    arguments = ("arena", "tic_tac_toe", "reflex", "random", "--games", "1000", "--json")
    asked = (*arguments, "--store", str(small_disk / "games.db"), "--ray", cluster.address)
    said, wrong = (full := zermelo(*asked)).communicate(timeout=LONGEST_WAIT)
    assert (full.returncode, said) == (2, "")
    assert wrong.endswith("games.db fails: database or disk is full\n")
    subprocess.run(["mount", "-o", "remount,size=30m", small_disk], check=True)
    resumed = json.loads(finished(zermelo(*asked)))
    assert 0 < resumed.pop("played") < 1000
    whole = json.loads(finished(zermelo(*arguments)))
    assert whole.pop("played") == 1000
    assert resumed == whole


def test_a_player_that_always_ends_its_process_forfeits_and_the_rest_goes_on(cluster: TwoNodes) -> None:
    exits = "tests.arena.test_outside_players:exits"
    said = finished(zermelo("arena", "nim", "random", "reflex", exits, "--games", "4", "--ray", cluster.address))
    rows = {line.split()[0]: line.split() for line in said.splitlines()[1:4]}
    assert rows[exits][3] == "0/8"
    assert said.count("exits ended its process with code 3") >= 2


def test_an_analysis_writes_the_same_whatever_is_killed(cluster: TwoNodes, tmp_path: Path) -> None:
    lines = "".join(f"{number % 7 + 1}{number // 7 % 7 + 1}{number // 49 % 7 + 1}4\n" for number in range(343)) + "8\n"
    (tmp_path / "a.txt").write_text(lines)
    arguments = ("analyse", "a.txt", "--game", "connect_four", "--format", "moves", "--nodes", "60000")
    out = tmp_path / "out"
    asked = (*arguments, "--out", "out", "--ray", cluster.address)
    process = zermelo(*asked, cwd=tmp_path)

    def written() -> int:
        return out.read_bytes().count(b"\n") if out.exists() else 0

    for kill, wanted in ((kill_a_worker, 5), (cluster.kill_node, 60), (process.kill, 120)):
        wait_until(written, wanted, process)
        kill()
    process.communicate()
    before = written()
    for last in (zermelo(*asked, cwd=tmp_path), zermelo(*arguments, "--out", "alone", cwd=tmp_path)):
        last.communicate(timeout=LONGEST_WAIT)
        assert last.returncode == 1, "one line is not a game"
    assert out.read_bytes() == (tmp_path / "alone").read_bytes()
    assert before < written()


def test_tables_are_those_that_ship_although_a_node_is_killed(cluster: TwoNodes, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", TABLES, cluster.address, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as driver:
        assert driver.stdout is not None
        names = [driver.stdout.readline().strip() for _ in range(12)]
        cluster.kill_node()
        names += driver.stdout.read().split()
        assert driver.wait(LONGEST_WAIT) == 0
    assert sorted(names) == sorted(endgames(2, 3, 4))
    for name in names:
        assert (tmp_path / f"{name}.checkers").read_bytes() == (SHIPPED / f"{name}.checkers").read_bytes()


def test_training_and_self_play_write_the_files_of_one_process(cluster: TwoNodes, tmp_path: Path) -> None:
    train = ("train", "connect_four", "--generations", "1", "--games", "40", "--nodes", "100", "--match", "4", "--out")
    book = ("book", "self-play", "--game", "chess", "--nodes", "300", "--plies", "4", "--games", "4", "--out")
    for arguments in (train, book):
        for file, options in (("alone", ()), ("cluster", ("--ray", cluster.address))):
            finished(zermelo(*arguments, str(tmp_path / file), *options))
        assert (tmp_path / "alone").read_bytes() == (tmp_path / "cluster").read_bytes()
