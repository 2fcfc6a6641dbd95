"""A program that runs as a process of its own and is talked to line by line: starting, sending, reading, closing.

The protocols are built on it. Whatever goes wrong (the program does not start, exits, floods its pipe or does not answer)
raises a `ZermeloError` that names the program.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from shutil import which
from time import perf_counter

from zermelo.cluster.child import Child
from zermelo.state import ZermeloError

TIMEOUT = 20.0
"""Seconds to wait for answers that need no search."""
LONGEST_LINE = 2**16
"""Bytes after which a line is cut."""
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


class Program(Child, ABC):
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
            super().__init__(words, longest_line=LONGEST_LINE)
        except (OSError, IndexError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no command was given"
            raise ZermeloError(f"the program {self.name or command!r} does not start: {reason}") from None
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
        self.write(f"{line}\n".encode("utf-8", "replace"))

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
            left = deadline - perf_counter()
            piece = self.read(left) if left > 0 else None
            if piece is None:
                raise ZermeloError(f"{self.name} did not answer {asked} within {timeout:.3g} s")
            if not piece:
                raise ZermeloError(f"{self.name} exited without answering {asked}")
            line = piece.decode("utf-8", "replace").rstrip("\r\n")
            lines.append(line)
            if is_last(line):
                return lines
            length += len(line) + 1
            if length > LONGEST_ANSWER:
                raise ZermeloError(f"{self.name} wrote {LONGEST_ANSWER // 2**20} MB without answering {asked}")

    def close(self) -> None:
        """Ask the program to quit; kill it if it does not."""
        self.send("quit")
        self.wait(_PATIENCE)
        super().close()
