"""The other side of the Universal Chess Interface: a chess program run as a process of its own, asked for moves.

A program is started once and asked many times. Whatever it does wrong (it does not start, dies, answers nonsense or not
at all) is a `ZermeloError` that names it.
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

_PATIENCE = 20.0
"""Seconds to wait for an answer that takes no thought."""


class Answer(NamedTuple):
    """What a program says to `go`: its move as UCI writes it, the seconds it took, and the last it said of its search."""

    move: str
    seconds: float
    info: str


class Program:
    """A chess program that speaks UCI, as a context: it is ended with the block."""

    def __init__(self, command: str | Sequence[str], options: Mapping[str, object] | None = None) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = words[0] if words else ""
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
            )
        except (OSError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else "nothing was named"
            raise ZermeloError(f"the program {self.name or command!r} does not start: {reason}") from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._begin(options or {})
        except BaseException:
            self.end()
            raise

    def _begin(self, options: Mapping[str, object]) -> None:
        self.tell("uci")
        for line in self.until("uciok", _PATIENCE):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        for name, value in options.items():
            self.tell(f"setoption name {name} value {value}")
        self.settle()

    def new_game(self) -> None:
        self.tell("ucinewgame")
        self.settle()

    def settle(self) -> None:
        """Waits until everything told so far is done."""
        self.tell("isready")
        self.until("readyok", _PATIENCE)

    def go(self, position: str, words: str, patience: float) -> Answer:
        """Asks for a move in a position (the words after `position`), and waits for at most `patience` seconds."""
        self.tell(f"position {position}")
        start = perf_counter()
        self.tell(f"go {words}")
        said = self.until("bestmove", patience)
        seconds = perf_counter() - start
        move = said[-1].split()[1:2]
        infos = [line for line in said if line.startswith("info") and " score " in line]
        return Answer(move[0] if move else "0000", seconds, infos[-1] if infos else "")

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ZermeloError(f"{self.name} has ended") from None

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def until(self, word: str, patience: float) -> list[str]:
        """The lines up to the one that begins with a word."""
        said: list[str] = []
        last = perf_counter() + patience
        while True:
            try:
                line = self._lines.get(timeout=max(last - perf_counter(), 0.001))
            except queue.Empty:
                raise ZermeloError(f"{self.name} does not say {word} within {patience:.3g} s") from None
            if line is None:
                raise ZermeloError(f"{self.name} ended without saying {word}")
            said.append(line)
            if line.split()[:1] == [word]:
                return said

    def end(self) -> None:
        """Asks it to quit; ends it if it does not."""
        with contextlib.suppress(ZermeloError):
            self.tell("quit")
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
        self.end()
