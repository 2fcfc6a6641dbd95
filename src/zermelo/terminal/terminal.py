"""Full-screen replays in the terminal, controlled by keys."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

KEYS = "space play/pause   ← → step   ↑ ↓ ten steps   Home End   + - speed   q quit"
SLOWEST, FASTEST = 0.25, 64.0
_ESCAPES = {"\x1b[C": "right", "\x1b[D": "left", "\x1b[A": "up", "\x1b[B": "down", "\x1b[H": "home", "\x1b[F": "end",
            "\x1bOC": "right", "\x1bOD": "left", "\x1bOA": "up", "\x1bOB": "down", "\x1bOH": "home", "\x1bOF": "end",
            "\x1b[1~": "home", "\x1b[4~": "end"}  # fmt: skip


class Stepper(ABC):
    """The position of a replay, and whether it plays automatically."""

    def __init__(self, speed: float, playing: bool) -> None:
        self.speed, self.playing = speed, playing
        self.step = 0
        self.over = False

    @property
    @abstractmethod
    def last(self) -> int:
        """The number of steps."""

    @abstractmethod
    def frame(self, width: int, height: int, colour: bool = True) -> list[str]:
        """Return the lines of the screen, at most `height`."""

    def key(self, key: str) -> None:
        """Handle a key; unknown keys are ignored."""
        moves = {"right": 1, "l": 1, "left": -1, "h": -1, "up": 10, "down": -10, "home": -self.last, "end": self.last}
        if key in moves:
            self.playing = False
            self.go(self.step + moves[key])
        elif key == " ":
            self.playing = not self.playing
            if self.playing and self.step == self.last:
                self.step = 0
        elif key in ("+", "=", "-"):
            self.speed = min(max(self.speed * (0.5 if key == "-" else 2), SLOWEST), FASTEST)
        elif key in ("q", "\x03", "\x04"):
            self.over = True

    def go(self, step: int) -> None:
        """Go to a step, or to the nearest one that exists."""
        self.step = min(max(step, 0), self.last)

    def tick(self) -> None:
        """Advance one step if the replay is playing; stop at the end."""
        if self.playing:
            self.go(self.step + 1)
            self.playing = self.step < self.last


def show(stepper: Stepper) -> None:
    """Show a replay until the user quits."""
    colour = not os.environ.get("NO_COLOR")
    with _raw_terminal():
        drawn: tuple[int, int, int, bool, float] | None = None
        due = monotonic() + 1 / stepper.speed
        while not stepper.over:
            width, height = shutil.get_terminal_size()
            now = (stepper.step, width, height, stepper.playing, stepper.speed)
            if now != drawn:
                lines = stepper.frame(width, height, colour)
                sys.stdout.write(
                    "\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in lines[:-1]) + lines[-1] + "\x1b[K\x1b[J"
                )
                sys.stdout.flush()
                drawn = now
            for key in read_keys(max(due - monotonic(), 0.0) if stepper.playing else 0.25):
                stepper.key(key)
            if not stepper.playing:
                due = monotonic() + 1 / stepper.speed
            elif monotonic() >= due:
                stepper.tick()
                due = monotonic() + 1 / stepper.speed


@contextmanager
def _raw_terminal() -> Iterator[None]:
    """Switch to the alternate screen and read keys one by one; restore the terminal afterwards."""
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        sys.stdout.write("\x1b[?1049h\x1b[?25l")
        yield
    finally:
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_keys(seconds: float) -> list[str]:
    """Return the keys pressed within some seconds, by name or as characters; q if the terminal is closed."""
    descriptor = sys.stdin.fileno()
    if not select.select([descriptor], [], [], seconds)[0]:
        return []
    data = os.read(descriptor, 1024)
    keys = re.findall(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", data.decode("utf-8", "replace"), re.DOTALL)
    return [_ESCAPES.get(key, key) for key in keys] if data else ["q"]
