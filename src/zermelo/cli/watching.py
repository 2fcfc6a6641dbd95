"""zermelo watch: a recorded search, stepped through in the terminal with the arrow keys, or playing by itself."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from zermelo import draw
from zermelo.cli.options import SOURCE_HELP, run_as_asked, search_options
from zermelo.cli.sources import print_json
from zermelo.cli.terminal import FASTEST, KEYS, SLOWEST, Stepper, show
from zermelo.limits import Limits
from zermelo.state import ZermeloError
from zermelo.textbook.running import Run


class Replay(Stepper):
    """Where a replay stands: how many events have happened, and whether time moves it on."""

    def __init__(self, done: Run, speed: float, playing: bool) -> None:
        super().__init__(speed, playing)
        self.done = done

    @property
    def last(self) -> int:
        return len(self.done.events)

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
    "--speed", type=click.FloatRange(SLOWEST, FASTEST), default=1.0, show_default=True, help="Steps a second."
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
        show(Replay(done, speed, play))
    else:
        _tell(done)


def _tell(done: Run) -> None:
    """Without a terminal to draw on: every sentence, then the tree at the end."""
    for number, event in enumerate(done.events, 1):
        click.echo(f"{number:4}  {event}")
    click.echo()
    click.echo(draw.text(done.position, done.events, width=shutil.get_terminal_size().columns))
