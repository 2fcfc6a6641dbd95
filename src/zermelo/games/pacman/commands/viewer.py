"""Shows games of Pac-Man: animated on a terminal as they are played, or printed round by round where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import click

from zermelo.games.pacman import Pacman
from zermelo.games.pacman.commands.maze import draw_maze
from zermelo.players.choice import Choice
from zermelo.result import format_bounded
from zermelo.state import as_number
from zermelo.terminal.terminal import KEYS, Stepper, read_keys, show

Frames: TypeAlias = Callable[[Callable[[], bool]], Iterator["Frame"]]
"""Yields frames as they come; calls the function it is given to learn whether the viewer has left."""


class Frame(NamedTuple):
    """What is shown after a round: the position, the direction Pac-Man faces, the game's title, and his choice in words."""

    state: Pacman
    facing: str
    title: str
    choice: str


def watch_games(frames: Frames, speed: float) -> None:
    """Show the frames on a terminal until the viewer leaves, or print them all."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        show(Viewer(frames, speed))
        return
    for frame in frames(lambda: False):
        click.echo(f"{frame.title}: {frame.choice}\n{frame.state}\n")


def format_choice(number: int, choice: Choice) -> str:
    """A choice of Pac-Man in one line: the move and the values of all moves.

    >>> format_choice(12, Choice(move="West"))
    'move 12, West'
    """
    values = "   ".join(
        f"{each.move} {format_bounded(round(float(as_number(each.value)), 1), each.bound)}" for each in choice.moves
    )
    return f"move {number}, {choice.move}" + (f"   ({values})" if values else "")


class Viewer(Stepper):
    """Steps through frames, which are asked for as they are needed and kept, so that one can go back."""

    AHEAD = 10
    """As many rounds as a key can step at once."""

    def __init__(self, frames: Frames, speed: float) -> None:
        super().__init__(speed, playing=True)
        self._frames = frames(self._has_left)
        self._seen = [next(self._frames)]
        self._all = False

    @property
    def last(self) -> int:
        return len(self._seen) - 1 + (0 if self._all else self.AHEAD)

    def go(self, step: int) -> None:
        step = min(max(step, 0), self.last)
        while not self._all and len(self._seen) <= step:
            frame = next(self._frames, None)
            if frame is None:
                self._all = True
            else:
                self._seen.append(frame)
        self.step = min(step, len(self._seen) - 1)

    def _has_left(self) -> bool:
        """Listen to keys while a player thinks; those that step wait until it has chosen."""
        for key in read_keys(0):
            if key in (" ", "+", "=", "-", "q", "\x03", "\x04"):
                self.key(key)
        return self.over

    def frame(self, width: int, height: int, colour: bool = True) -> list[str]:
        """The screen: title, maze, Pac-Man's choice, score, keys."""
        state, facing, title, choice = self._seen[self.step]
        foot = [
            choice,
            f"{_score(state)}   {'playing' if self.playing else 'paused'}, {self.speed:g} rounds a second",
            KEYS,
        ]
        room = max(height - len(foot) - 2, 1)
        if "utf" in (sys.stdout.encoding or "").lower():
            maze = draw_maze(state, facing, width, room, colour)
        else:
            maze = [line[:width] for line in str(state).splitlines()[: min(room, state.height)]]
        return [title[:width], *maze, "", *(line[:width] for line in foot)][-height:]


def _score(state: Pacman) -> str:
    return f"score {state.score}" + (", won" if state.won else ", lost" if state.lost else "")
