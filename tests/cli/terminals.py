"""A program in a terminal that is not there: what it shows is waited for, and keys are pressed."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

WAITS = 120.0


class Terminal:
    """What a program has shown so far, and the way to its keyboard."""

    def __init__(self, main: int, process: subprocess.Popen[bytes]) -> None:
        self.main, self.process, self.seen = main, process, b""

    def wait_for(self, text: str) -> None:
        deadline = monotonic() + WAITS
        while text.encode() not in self.seen:
            assert monotonic() < deadline, self.seen.decode("utf-8", "replace")
            if select.select([self.main], [], [], 0.2)[0]:
                self.seen += os.read(self.main, 65536)

    def press(self, keys: bytes) -> None:
        os.write(self.main, keys)


@contextmanager
def in_terminal(command: Sequence[str], lines: int) -> Iterator[Terminal]:
    """Runs a program in a terminal of a hundred columns."""
    main, side = pty.openpty()
    size = {"TERM": "xterm", "COLUMNS": "100", "LINES": str(lines), "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env={**os.environ, **size})
    os.close(side)
    try:
        yield Terminal(main, process)
    finally:
        process.kill()
        process.wait()
        os.close(main)
