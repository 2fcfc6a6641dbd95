"""The driver dies: its workers go with it, and when it is started again it loses nothing and repeats nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST_WAIT = 120.0


@contextmanager
def driver(task: str, count: int, file: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Start the program of `tests.cluster.driver`."""
    command = [sys.executable, "-m", "tests.cluster.driver", task, str(count), str(file), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until_ended(pid: int) -> None:
    """Return when a process has ended; whether init has collected it does not matter."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        try:
            status = Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return
        if status.rpartition(")")[2].split()[0] in "ZX":
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} still runs")


def wait_for_lines(file: Path, count: int) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while not file.exists() or file.read_text().count("\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def results(file: Path) -> dict[int, int]:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len({line["item"] for line in lines}) == len(lines), "a task was counted twice"
    assert not [line for line in lines if line["error"]]
    return {line["item"]: line["value"] for line in lines}


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc whether a process has ended")


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_driver(tmp_path: Path, number: signal.Signals) -> None:
    with driver("hang", 4, tmp_path / "results", "--jobs", "2") as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline().split()[1])
        assert worker != process.pid
        if number is signal.SIGINT:
            os.killpg(process.pid, number)  # as Ctrl-C does
        else:
            process.send_signal(number)
        process.wait(LONGEST_WAIT)
        wait_until_ended(worker)


def test_a_killed_driver_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with driver("slow_double", 200, file, "--jobs", "2") as process:
        wait_for_lines(file, 20)
        process.kill()
    with driver("slow_double", 200, file, "--jobs", "2") as process:
        assert process.wait(LONGEST_WAIT) == 0
    assert results(file) == {number: 2 * number for number in range(200)}


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from zermelo.cluster import open_executor\n"
        "with open_executor(2) as executor:\n"
        "    print(list(executor.run(abs, [1, 2])))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=LONGEST_WAIT
    )
    assert done.returncode == 1
    assert 'a script must run its tasks under if __name__ == "__main__"' in done.stderr
