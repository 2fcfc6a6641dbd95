"""A program that runs as a process of its own and is talked to line by line: starting, sending, reading, closing.

The protocols are built on it. Whatever goes wrong (the program does not start, exits, floods its pipe or does not answer)
raises a `ZermeloError` that names the program.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from shutil import which
from time import perf_counter
from types import TracebackType
from typing import Self

from zermelo.cluster.ending import call_at_end
from zermelo.state import ZermeloError

TIMEOUT = 20.0
"""Seconds to wait for answers that need no search."""
LONGEST_LINE = 2**16
"""Characters after which a line is cut."""
MOST_WAITING = 100
"""Lines that wait to be read; the program has to wait with the next one."""
LONGEST_ANSWER = 64 * 2**20
"""The most characters of an answer."""
_PATIENCE = 1.0
"""Seconds for a program to quit before it is killed."""


def split_command(command: str) -> list[str]:
    """Split a command line into words, as a shell does."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ZermeloError(f"the command {command!r} cannot be read: {str(error).lower()}") from None


def check_command(command: str) -> None:
    """Raise ZermeloError if there is no program that a command line would start."""
    words = split_command(command)
    if not words or which(words[0]) is None:
        raise ZermeloError(f"there is no program {words[0] if words else ''!r} to start: give its path")


class Program(ABC):
    """A program that was started. Use it as a context manager, or call `close` when done.

    Parameters
    ----------
    command
        The command line, as one text or as a list of words.

    Raises
    ------
    ZermeloError
        If the program does not start or does not introduce itself.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        words = split_command(command) if isinstance(command, str) else list(command)
        self.name = words[0] if words else ""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is not for the program, and what it starts ends with it
            )
        except (OSError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no command was given"
            raise ZermeloError(f"the program {self.name or command!r} does not start: {reason}") from None
        self._forget = call_at_end(self._kill)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.introduce()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def introduce(self) -> None:
        """Ask the program who it is, and make it ready."""

    def send(self, line: str) -> None:
        """Write one line to the program; if it has exited, the next answer that is read says so."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def read_lines(self, is_last: Callable[[str], bool], asked: str, timeout: float) -> list[str]:
        """Read lines up to the one that ends an answer.

        Parameters
        ----------
        is_last
            Whether a line is the last of the answer.
        asked
            What was asked for, for errors.
        timeout
            The most seconds to wait.
        """
        lines, length = list[str](), 0
        deadline = perf_counter() + timeout
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - perf_counter(), 0.001))
            except queue.Empty:
                raise ZermeloError(f"{self.name} did not answer {asked} within {timeout:.3g} s") from None
            if line is None:
                self._lines.put(None)  # for the next reader
                raise ZermeloError(f"{self.name} exited without answering {asked}")
            lines.append(line)
            if is_last(line):
                return lines
            length += len(line) + 1
            if length > LONGEST_ANSWER:
                raise ZermeloError(f"{self.name} wrote {LONGEST_ANSWER // 2**20} MB without answering {asked}")
            if perf_counter() > deadline:
                raise ZermeloError(f"{self.name} did not answer {asked} within {timeout:.3g} s")

    def close(self) -> None:
        """Ask the program to quit; kill it if it does not."""
        self.send("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        self._kill()
        self._process.wait()
        self._forget()
        deadline = perf_counter() + _PATIENCE
        while self._reader.is_alive() and perf_counter() < deadline:
            with contextlib.suppress(queue.Empty):  # the reader may wait for room
                self._lines.get(timeout=0.01)
        # A pipe that a child of the program still holds open cannot be closed while it is read.
        pipes = [self._process.stdin, None if self._reader.is_alive() else self._process.stdout]
        for pipe in pipes:
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _kill(self) -> None:
        """Kill the program, and what it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
