"""The client side of the Universal Chess Interface: start a chess program as a process and ask it for moves.

A program is started once and asked many times. Whatever goes wrong (it does not start, exits, answers nonsense or does not
answer) raises a `ZermeloError` that names the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from zermelo.players.program import TIMEOUT, Program


class Answer(NamedTuple):
    """A program's answer to `go`: the move in UCI notation, the seconds it took, and the last info line with a score."""

    move: str
    seconds: float
    info: str


class UciProgram(Program):
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
        self._options = options or {}
        super().__init__(command)

    def introduce(self) -> None:
        self.send("uci")
        for line in self.read_until("uciok", TIMEOUT):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        for name, value in self._options.items():
            self.send(f"setoption name {name} value {value}")
        self.wait_until_ready()

    def new_game(self) -> None:
        """Tell the program that the next position belongs to another game."""
        self.send("ucinewgame")
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the program has done everything it was sent so far."""
        self.send("isready")
        self.read_until("readyok", TIMEOUT)

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

    def read_until(self, word: str, timeout: float) -> list[str]:
        """Read lines up to the one that begins with a word."""
        return self.read_lines(lambda line: line.split()[:1] == [word], word, timeout)
