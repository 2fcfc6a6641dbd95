"""The client side of the Go Text Protocol: start a program that plays Go as a process and ask it for moves.

Whatever goes wrong (the program does not start, exits, answers nonsense or an error, or does not answer) raises a
`ZermeloError` that names the program.
"""

from __future__ import annotations

import re
from time import perf_counter
from typing import NamedTuple

from zermelo.players.program import TIMEOUT, Program
from zermelo.state import ZermeloError

COLOURS = ("b", "w")
_SHOWN = 40
_VERTEX = re.compile(r"[a-hj-z]\d{1,2}|pass|resign", re.IGNORECASE)


class Answer(NamedTuple):
    """A program's answer to `genmove`: a vertex, "pass" or "resign", and the seconds it took."""

    move: str
    seconds: float


class GtpProgram(Program):
    """A program that speaks GTP, version 2; see `Program`."""

    _asked = 0

    def introduce(self) -> None:
        self.name = self.command("name") or self.name
        self.known = frozenset(self.command("list_commands").split())

    def command(self, line: str, timeout: float = TIMEOUT) -> str:
        """Send a command and return the answer.

        Raises
        ------
        ZermeloError
            If the program refuses it, or does not answer as the protocol says.
        """
        self._asked += 1
        word, begun = line.split()[0], False
        self.send(f"{self._asked} {line}")

        def is_last(text: str) -> bool:
            nonlocal begun
            if begun or not text.strip():
                return begun and not text.strip()
            if not re.match(rf"[=?]\s*{self._asked}(?!\d)", text):
                raise ZermeloError(f"{self.name} answers {word} with {text[:_SHOWN]!r}, which is not GTP")
            begun = True
            return False

        lines = [text for text in self.read_lines(is_last, word, timeout) if text.strip()]
        sign, first = lines[0][0], lines[0][1:].strip().removeprefix(str(self._asked))
        answer = "\n".join([first, *lines[1:]]).strip()
        if sign == "?":
            raise ZermeloError(f"{self.name} refuses {line[:_SHOWN]!r}: {' '.join(answer.split())[:200]}")
        return answer

    def new_game(self, size: int, komi: float) -> None:
        """Begin a game on an empty board."""
        self.command(f"boardsize {size}")
        self.command("clear_board")
        self.command(f"komi {komi:g}")

    def play(self, player: int, vertex: str) -> None:
        """Tell the program a move; Black is player 0."""
        self.command(f"play {COLOURS[player]} {vertex}")

    def genmove(self, player: int, timeout: float) -> Answer:
        """Ask for a move, which the program also plays on its own board."""
        start = perf_counter()
        text = self.command(f"genmove {COLOURS[player]}", timeout)
        seconds = perf_counter() - start
        if not _VERTEX.fullmatch(text):
            raise ZermeloError(f"{self.name} plays {text[:_SHOWN]!r}, which is not a move")
        move = text.lower() if text.lower() in ("pass", "resign") else text.upper()
        return Answer(move, seconds)
