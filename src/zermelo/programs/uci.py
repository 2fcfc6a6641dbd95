"""The client side of the Universal Chess Interface: start a chess program as a process and ask it for moves.

A program is started once and asked many times. Whatever goes wrong (it does not start, exits, answers nonsense or does not
answer) raises a `ZermeloError` that names the program.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Self

from zermelo.state import ZermeloError

_TIMEOUT = 20.0
"""Seconds to wait for answers that need no search."""


class Answer(NamedTuple):
    """A program's answer to `go`: the move in UCI notation, the seconds it took, and the last info line with a score."""

    move: str
    seconds: float
    info: str


def split_command(command: str) -> list[str]:
    """Split a command line into words, as a shell does."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ZermeloError(f"the command {command!r} cannot be read: {str(error).lower()}") from None


class UciProgram:
    """A chess program that speaks UCI.

    Parameters
    ----------
    command
        The command line, as one text or as a list of words.
    options
        UCI options to set before the first game, by their names.

    Raises
    ------
    ZermeloError
        If the program does not start or does not introduce itself.

    Use it as a context manager, or call `close` when done.
    """

    def __init__(self, command: str | Sequence[str], options: Mapping[str, object] | None = None) -> None:
        words = split_command(command) if isinstance(command, str) else list(command)
        self.name = words[0] if words else ""
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
            )
        except (OSError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no command was given"
            raise ZermeloError(f"the program {self.name or command!r} does not start: {reason}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._begin(options or {})
        except BaseException:
            self.close()
            raise

    def _begin(self, options: Mapping[str, object]) -> None:
        self.send("uci")
        for line in self.read_until("uciok", _TIMEOUT):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.wait_until_ready()

    def new_game(self) -> None:
        """Tell the program that the next position belongs to another game."""
        self.send("ucinewgame")
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the program has done everything it was sent so far."""
        self.send("isready")
        self.read_until("readyok", _TIMEOUT)

    def go(self, position: str, limits: str, timeout: float) -> Answer:
        """Ask for a move.

        Parameters
        ----------
        position
            The words after `position`, such as "startpos moves e2e4".
        limits
            The words after `go`, such as "movetime 100".
        timeout
            The most seconds to wait for the answer.
        """
        self.send(f"position {position}")
        start = perf_counter()
        self.send(f"go {limits}")
        lines = self.read_until("bestmove", timeout)
        seconds = perf_counter() - start
        move = lines[-1].split()[1:2]
        infos = [line for line in lines if line.startswith("info") and " score " in line]
        return Answer(move[0] if move else "0000", seconds, infos[-1] if infos else "")

    def send(self, line: str) -> None:
        """Write one line to the program; if it has exited, the next `read_until` says so."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def read_until(self, word: str, timeout: float) -> list[str]:
        """Read lines up to the one that begins with a word."""
        lines: list[str] = []
        deadline = perf_counter() + timeout
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - perf_counter(), 0.001))
            except queue.Empty:
                raise ZermeloError(f"{self.name} did not answer {word} within {timeout:.3g} s") from None
            if line is None:
                self._lines.put(None)  # for the next reader
                raise ZermeloError(f"{self.name} exited without answering {word}")
            lines.append(line)
            if line.split()[:1] == [word]:
                return lines

    def close(self) -> None:
        """Ask the program to quit; kill it if it does not."""
        with contextlib.suppress(ZermeloError):
            self.send("quit")
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(1.0)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
