"""Two nodes of a real Ray cluster on loopback, for tests of `make test-long`: started with a token, and one of them killed."""

from __future__ import annotations

import importlib.util
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cluster.test_driver import ROOT
from tests.long import LONG

on_ray = [
    pytest.mark.skipif(LONG == 1, reason="starting Ray takes long: make test-long"),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
]
"""The marks of tests that need a cluster."""
SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # loopback
}


class TwoNodes:
    """The program of `tests.cluster.two_nodes`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster.two_nodes"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )
        self.address = self._read()

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def kill_node(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self._read() == "killed"


@contextmanager
def two_nodes() -> Iterator[TwoNodes]:
    """Start the nodes, and end them with the block; their settings are those of this process meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        nodes = TwoNodes()
        with nodes.process:
            yield nodes
            assert nodes.process.stdin is not None
            nodes.process.stdin.close()
