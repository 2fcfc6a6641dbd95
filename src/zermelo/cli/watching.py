"""zermelo watch: a recorded search, stepped through in the terminal with the arrow keys, or playing by itself."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from zermelo import draw
from zermelo.cli.options import SOURCE_HELP, run_as_asked, search_options
from zermelo.cli.sources import print_json
from zermelo.limits import Limits
from zermelo.state import ZermeloError
from zermelo.textbook.running import Run

KEYS = "space play/pause   ← → step   ↑ ↓ ten steps   Home End   + - speed   q quit"
_ESCAPES = {"\x1b[C": "right", "\x1b[D": "left", "\x1b[A": "up", "\x1b[B": "down", "\x1b[H": "home", "\x1b[F": "end",
            "\x1bOC": "right", "\x1bOD": "left", "\x1bOA": "up", "\x1bOB": "down", "\x1bOH": "home", "\x1bOF": "end",
            "\x1b[1~": "home", "\x1b[4~": "end"}  # fmt: skip
_SLOWEST, _FASTEST = 0.25, 64.0


class Replay:
    """Where a replay stands: how many events have happened, and whether time moves it on."""

    def __init__(self, done: Run, speed: float, playing: bool) -> None:
        self.done, self.speed, self.playing = done, speed, playing
        self.step = 0
        self.over = False

    @property
    def last(self) -> int:
        return len(self.done.events)

    def key(self, key: str) -> None:
        """What a key does; keys without a meaning do nothing."""
        moves = {"right": 1, "l": 1, "left": -1, "h": -1, "up": 10, "down": -10, "home": -self.last, "end": self.last}
        if key in moves:
            self.playing = False
            self.step = min(max(self.step + moves[key], 0), self.last)
        elif key == " ":
            self.playing = not self.playing
            if self.playing and self.step == self.last:
                self.step = 0
        elif key in ("+", "=", "-"):
            self.speed = min(max(self.speed * (0.5 if key == "-" else 2), _SLOWEST), _FASTEST)
        elif key in ("q", "\x03", "\x04"):
            self.over = True

    def tick(self) -> None:
        """One step of playing by itself; it stops at the end."""
        if self.playing:
            self.step += 1
            self.playing = self.step < self.last

    def frame(self, width: int, height: int, colour: bool = True) -> list[str]:
        """The screen: the tree, the sentence, a bar, the keys. Never more lines than `height`."""
        picture = draw.text(self.done.position, self.done.events, step=self.step, width=width, colour=colour)
        events = self.done.events[: self.step]
        said = str(events[-1]) if events else "Press space to play, or → for the first step."
        share = self.step / self.last if self.last else 1.0
        room = max(width - 34, 10)
        bar = "━" * round(share * room) + "─" * (room - round(share * room))
        state = "playing" if self.playing else "paused "
        foot = ["", *_wrapped(said, width), f"{bar} step {self.step}/{self.last}  {state}  {self.speed:g}/s"]
        foot.append(KEYS[:width])
        body = picture.splitlines()
        space = max(height - len(foot), 1)
        if len(body) > space:
            body = [*body[: space - 1], "..."]
        return [*body, *foot][-height:]


def _wrapped(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


@click.command(epilog=SOURCE_HELP)
@click.argument("source", metavar="TREE", default="classroom")
@search_options
@click.option("--play", is_flag=True, help="Play by itself from the start, and leave at the end when not watched.")
@click.option(
    "--speed", type=click.FloatRange(_SLOWEST, _FASTEST), default=1.0, show_default=True, help="Steps a second."
)
@click.option("--json", "as_json", is_flag=True, help="Print the steps as one JSON document instead.")
def watch(source: str, play: bool, speed: float, as_json: bool, **options: Any) -> None:
    """Step through a search in the terminal with the arrow keys, or let it play."""
    done = run_as_asked(source, Limits(nodes=200_000), options)
    if done.result.stopped == "nodes":
        raise ZermeloError("a search of more than 200,000 nodes is too long to watch: give it a --depth")
    if as_json:
        print_json({"steps": [str(event) for event in done.events], "value": done.result.value})
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _show(Replay(done, speed, play))
    else:
        _tell(done)


def _tell(done: Run) -> None:
    """Without a terminal to draw on: every sentence, then the tree at the end."""
    for number, event in enumerate(done.events, 1):
        click.echo(f"{number:4}  {event}")
    click.echo()
    click.echo(draw.text(done.position, done.events, width=shutil.get_terminal_size().columns))


def _show(replay: Replay) -> None:
    colour = not os.environ.get("NO_COLOR")
    with _raw_terminal():
        drawn: tuple[int, int, int, bool, float] | None = None
        due = monotonic() + 1 / replay.speed
        while not replay.over:
            width, height = shutil.get_terminal_size()
            now = (replay.step, width, height, replay.playing, replay.speed)
            if now != drawn:
                lines = replay.frame(width, height, colour)
                sys.stdout.write(
                    "\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in lines[:-1]) + lines[-1] + "\x1b[K\x1b[J"
                )
                sys.stdout.flush()
                drawn = now
            for key in _read_keys(max(due - monotonic(), 0.0) if replay.playing else 0.25):
                replay.key(key)
            if not replay.playing:
                due = monotonic() + 1 / replay.speed
            elif monotonic() >= due:
                replay.tick()
                due = monotonic() + 1 / replay.speed


@contextmanager
def _raw_terminal() -> Iterator[None]:
    """Keys arrive one by one, on a screen of its own; everything is put back however it ends."""
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


def _read_keys(seconds: float) -> list[str]:
    """The keys pressed by then, by their names or as they are; a terminal that went away reads as q."""
    descriptor = sys.stdin.fileno()
    if not select.select([descriptor], [], [], seconds)[0]:
        return []
    data = os.read(descriptor, 1024)
    keys = re.findall(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", data.decode("utf-8", "replace"), re.DOTALL)
    return [_ESCAPES.get(key, key) for key in keys] if data else ["q"]
