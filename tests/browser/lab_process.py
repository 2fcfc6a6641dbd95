"""The real program in a process of its own, which tests may end and start again on the same port."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.browser.stepping import HANGS, eventually

OWN_GAME = "own_game:Countdown"
NAMESAKE = "own_nim.py:Nim"
"""A user's own game with the name of one that Zermelo has."""


class LabProcess:
    """A lab on a free port of the loopback, with these options."""

    def __init__(self, *options: str) -> None:
        self._options = options
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the program, unless it runs, and wait until it answers."""
        if self._server is None:
            program = Path(sys.executable).with_name("zermelo")
            self._server = subprocess.Popen(
                [program, "lab", "--no-browser", "--port", str(self.port), *self._options, OWN_GAME, NAMESAKE],
                cwd=Path(__file__).parent,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            eventually(self._answers)

    def kill(self) -> None:
        """End the program without a word to anybody."""
        if self._server is not None:
            self._server.kill()
            self._server.communicate(timeout=HANGS)
            self._server = None

    def stop(self) -> None:
        """End the program as Ctrl-C does."""
        if self._server is not None:
            self._server.terminate()
            self._server.communicate(timeout=HANGS)
            self._server = None

    def _answers(self) -> bool:
        assert self._server is not None
        if self._server.poll() is not None:
            assert self._server.stderr is not None
            pytest.fail(f"zermelo lab ended: {self._server.stderr.read().decode()}")
        try:
            with urllib.request.urlopen(f"{self.address}api/about", timeout=HANGS):
                return True
        except OSError:
            return False
