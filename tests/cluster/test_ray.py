"""A real Ray cluster of two nodes on loopback, whose workers, nodes and drivers are killed: for `make test-long`."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.ray_nodes import TwoNodes, on_ray, two_nodes
from tests.cluster.test_driver import LONGEST_WAIT, ROOT, driver, results, wait_for_lines
from zermelo.cluster import open_executor
from zermelo.state import ZermeloError

pytestmark = on_ray
PROGRAM = """
from zermelo.cluster.ray_cluster import RayExecutor
with RayExecutor("local", 2) as executor:
    values = sorted(done.value for done in executor.run(abs, range(-100, 0)))
    import psutil
    processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
    listening = {each.laddr.ip for process in processes for each in process.net_connections() if each.status == "LISTEN"}
    import json
    print(json.dumps([values, sorted(listening)]))
"""


@pytest.fixture
def cluster() -> Iterator[TwoNodes]:
    with two_nodes() as nodes:
        yield nodes


def test_workers_and_a_task_that_always_fails(cluster: TwoNodes, tmp_path: Path) -> None:
    """Workers that are killed are replaced; a task that always fails, or always kills, is reported once."""
    for task, error in (
        ("fail_at_five", "ValueError: five is right out"),
        ("die_at_five", "the worker that ran it died 3 times"),
    ):
        file = tmp_path / task
        with driver(task, 60, file, "--ray", cluster.address) as process:
            assert process.wait(LONGEST_WAIT) == 0
        lines = sorted((json.loads(line) for line in file.read_text().splitlines()), key=lambda line: int(line["item"]))
        assert [(line["item"], line["value"], line["error"]) for line in lines] == [
            (item, None, error) if item == 5 else (item, 2 * item, None) for item in range(60)
        ]


def test_a_node_is_killed(cluster: TwoNodes, tmp_path: Path) -> None:
    file = tmp_path / "results"
    with driver("slow_double", 600, file, "--ray", cluster.address) as process:
        wait_for_lines(file, 20)
        cluster.kill_node()
        assert process.wait(LONGEST_WAIT) == 0
    assert results(file) == {number: 2 * number for number in range(600)}


def test_the_driver_is_killed_and_restarted(cluster: TwoNodes, tmp_path: Path) -> None:
    file = tmp_path / "results"
    with driver("slow_double", 600, file, "--ray", cluster.address) as process:
        wait_for_lines(file, 20)
        process.kill()
    with driver("slow_double", 600, file, "--ray", cluster.address) as process:
        assert process.wait(LONGEST_WAIT) == 0
    assert results(file) == {number: 2 * number for number in range(600)}


def test_a_driver_without_the_token_is_refused(cluster: TwoNodes, tmp_path: Path) -> None:
    os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)  # the fixture sets it back
    with driver("double", 3, tmp_path / "results", "--ray", cluster.address) as process:
        assert process.wait(LONGEST_WAIT) == 1
    assert not (tmp_path / "results").exists()


def test_a_local_cluster_listens_on_loopback_only() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, cwd=ROOT)
    values, listening = json.loads(done.stdout)
    assert values == list(range(1, 101))
    assert set(listening) <= {"127.0.0.1", "::ffff:127.0.0.1"}


@pytest.mark.parametrize("address", ["nonsense", "host:0", "127.0.0.1:99999", "no.such.host.invalid:6379"])
def test_bad_addresses(address: str) -> None:
    with pytest.raises(ZermeloError, match="Ray cluster"):
        open_executor(ray=address)


def test_what_is_no_cluster_is_noticed_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(ZermeloError, match="there is no Ray cluster"):
        open_executor(ray=f"127.0.0.1:{server.getsockname()[1]}")
