"""zermelo watch: step through a recorded search in the terminal."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from zermelo import draw
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_trees
from zermelo.terminal.options import SOURCE_HELP, run_as_asked, search_options
from zermelo.terminal.sources import FiniteRange, print_json, read_source
from zermelo.terminal.terminal import FASTEST, KEYS, SLOWEST, Stepper, show
from zermelo.textbook.run import Run

MAX_NODES = 200_000


class Replay(Stepper):
    """The state of a replay: how many events have happened, and whether it plays by itself."""

    def __init__(self, done: Run, speed: float, playing: bool) -> None:
        super().__init__(speed, playing)
        self.done = done

    @property
    def last(self) -> int:
        return len(self.done.events)

    def frame(self, width: int, height: int, colour: bool = True) -> list[str]:
        """Return the lines of the screen, at most `height`: the tree, the sentence, a progress bar, the keys."""
        picture = draw.text(self.done.state, self.done.events, step=self.step, width=width, colour=colour)
        events = self.done.events[: self.step]
        sentence = str(events[-1]) if events else "Press space to play, or → for the first step."
        share = self.step / self.last if self.last else 1.0
        room = max(width - 34, 10)
        bar = "━" * round(share * room) + "─" * (room - round(share * room))
        state = "playing" if self.playing else "paused "
        foot = ["", *_wrapped(sentence, width), f"{bar} step {self.step}/{self.last}  {state}  {self.speed:g}/s"]
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
@click.argument("source", metavar="TREE", shell_complete=complete_trees, default="classroom")
@search_options
@click.option("--play", is_flag=True, help="Play by itself from the start.")
@click.option("--speed", type=FiniteRange(SLOWEST, FASTEST), default=1.0, show_default=True, help="Steps a second.")
@click.option("--json", "as_json", is_flag=True, help="Print the steps as one JSON document instead.")
def watch(source: str, root: str | None, play: bool, speed: float, as_json: bool, **options: Any) -> None:
    """Step through a search in the terminal with the arrow keys, or let it play."""
    asked = read_source(source, root)
    done = run_as_asked(asked, options, nodes=MAX_NODES)
    if done.result.stopped == "nodes":
        raise ZermeloError(f"a search of more than {MAX_NODES:,} nodes is too long to watch: give it a --depth")
    if as_json:
        steps = [str(event) for event in done.events]
        print_json({"steps": steps, "value": done.result.value, "depth": done.result.depth})
        return
    if asked.test is not None:
        click.echo(f"The depth is {asked.test.format_depth(done.result.depth)}.")
    if sys.stdin.isatty() and sys.stdout.isatty():
        show(Replay(done, speed, play))
    else:
        _print_steps(done)


def _print_steps(done: Run) -> None:
    """Print every sentence, then the tree at the end, where there is no terminal to draw on."""
    for number, event in enumerate(done.events, 1):
        click.echo(f"{number:4}  {event}")
    click.echo()
    click.echo(draw.text(done.state, done.events, width=shutil.get_terminal_size().columns))
