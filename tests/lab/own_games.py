"""Games of a user's own, as the lab meets them: a plain one, ones that break, one that never comes back."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple


class Countdown(NamedTuple):
    """Take one or two; whoever takes the last wins. It draws itself."""

    left: int = 5
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1, 2) if self.left > 1 else (1,)

    def play(self, move: int) -> Countdown:
        return Countdown(self.left - move, 1 - self.player)

    def utility(self) -> int | None:
        return None if self.left else (1 if self.player else -1)

    def _repr_svg_(self) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{self.left}</text></svg>'


class Boarded(NamedTuple):
    """Has a board of its own making."""

    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("end",)

    def play(self, move: str) -> Boarded:
        return Boarded(1)

    def utility(self) -> int | None:
        return 0 if self.player else None

    def board(self) -> list[str]:
        return ["."]


class Shared(NamedTuple):
    """Three players take one or two coins in turn and keep them; it has no static values."""

    left: int = 6
    taken: tuple[int, ...] = (0, 0, 0)
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return (1, 2) if self.left > 1 else (1,)

    def play(self, move: int) -> Shared:
        taken = tuple(coins + move * (seat == self.player) for seat, coins in enumerate(self.taken))
        return Shared(self.left - move, taken, (self.player + 1) % 3)

    def utility(self) -> tuple[int, ...] | None:
        return None if self.left else self.taken


class Alone(NamedTuple):
    """One player throws a coin, or stops."""

    worth: int = 0
    over: bool = False
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("stop", "throw") if self.player == 0 else ("heads", "tails")

    def chances(self) -> tuple[tuple[str, float], ...]:
        return (("heads", 0.5), ("tails", 0.5))

    def play(self, move: str) -> Alone:
        if self.player:
            return Alone(2 if move == "heads" else -1, True)
        return Alone(0, True) if move == "stop" else Alone(player=-1)

    def utility(self) -> int | None:
        return self.worth if self.over else None


class Crashing(NamedTuple):
    """Breaks at the second move."""

    plies: int = 0
    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("on", "out")

    def play(self, move: str) -> Crashing:
        if move == "out":
            return Crashing(9)
        if self.plies:
            raise TypeError("I cannot go on")
        return Crashing(self.plies + 1, 1 - self.player)

    def utility(self) -> int | None:
        return 0 if self.plies == 9 else None


class Slow(NamedTuple):
    """Takes its time over every move, and is long."""

    plies: int = 0

    @property
    def player(self) -> int:
        return self.plies % 2

    def moves(self) -> tuple[int, ...]:
        return (1, 2, 3)

    def play(self, move: int) -> Slow:
        time.sleep(0.002)
        return Slow(self.plies + 1)

    def utility(self) -> int | None:
        return 0 if self.plies == 60 else None


class Hanging(NamedTuple):
    """Never answers the first question about a move, and does not listen to anybody meanwhile."""

    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("hang", "stay")

    def play(self, move: str) -> Hanging:
        if move == "hang":
            time.sleep(1000)
        return self

    def utility(self) -> int | None:
        return None


class Breeding(Hanging):
    """A game that hangs, and has started a process before."""

    def play(self, move: str) -> Hanging:
        with subprocess.Popen(["sleep", "1000"]) as process:
            Path(os.environ["BRED"]).write_text(f"{process.pid}\n")
        return self


class Greedy(NamedTuple):
    """Wants a gigabyte for its only move."""

    player: int = 0

    def moves(self) -> tuple[str, ...]:
        return ("take",)

    def play(self, move: str) -> Greedy:
        bytearray(2**30)
        return Greedy(1)

    def utility(self) -> int | None:
        return 0 if self.player else None


def last_move(state: Any) -> Any:
    """A player: the last of the moves."""
    return state.moves()[-1]
