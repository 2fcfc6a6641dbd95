"""The rerun of failed browser tests lets flaky ones pass, and names them; a test that fails twice fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS = """
import pathlib

HERE = pathlib.Path(__file__).parent

def test_fails_once():
    seen = HERE / "seen"
    first = not seen.exists()
    seen.touch()
    assert not first, "busy machine"

def test_fails():
    (HERE / "runs").open("a").write("x")
    raise ValueError("broken")

def test_passes():
    (HERE / "passes").open("a").write("x")
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_failed_test_is_run_once_more(tmp_path: Path, workers: str) -> None:
    (tmp_path / "conftest.py").write_text("from tests.flaky import pytest_runtest_protocol, pytest_terminal_summary\n")
    (tmp_path / "test_flaky.py").write_text(TESTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed, 2 passed" in done.stdout
    listed = done.stdout.partition("flaky: failed, and passed when run once more")[2]
    assert "test_fails_once" in listed
    assert "busy machine" in listed
    assert "test_flaky.py::test_fails\n" not in listed.partition("short test summary")[0]
    assert (tmp_path / "runs").read_text() == "xx"
    assert (tmp_path / "passes").read_text() == "x"
