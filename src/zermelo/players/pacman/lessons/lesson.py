"""What a lesson is: a question about Pac-Man, the games that answer it, a table of what was counted in them, a sentence or two that
say what the table shows, and a picture. No answer is known beforehand: other seeds, other numbers, other sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from zermelo.games.pacman import Pacman
from zermelo.players.pacman.lessons.series import Trial
from zermelo.state import ZermeloError

Row: TypeAlias = Mapping[str, Any]
MOST_GAMES = 10_000


class Column(NamedTuple):
    """A column of a table: what its rows call it, its heading, and how its entries are written."""

    key: str
    heading: str
    form: str = "{:,}"

    def write(self, row: Row) -> str:
        """An entry in words; a dash where there is nothing to be said.

        >>> Column("idle", "idle", "{:.0%}").write({"idle": 0.25})
        '25%'
        """
        entry = row[self.key]
        return "-" if entry is None else self.form.format(entry)


@dataclass(frozen=True)
class Report:
    """What a lesson found.

    columns     those of the table; times are left out, as they are never the same twice
    rows        what was counted; `seconds` are those of Pac-Man's choices
    conclusion  what the rows show
    picture     the position that tells it best, as SVG
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    conclusion: str
    picture: str


class Cast(NamedTuple):
    """One of the pairings of a lesson, to be watched: agents as `parse_pacman` and `parse_ghosts` read them, and the weights of
    the static value, if they are not the usual ones."""

    pacman: str
    ghosts: str
    weights: Mapping[str, float] | None = None
    name: str = ""

    @property
    def title(self) -> str:
        """Who plays whom, where nothing tells the pairings apart better.

        >>> Cast("minimax:6", "random:1").title
        'minimax:6 against random:1'
        """
        return self.name or f"{self.pacman} against {self.ghosts}"


@dataclass(frozen=True)
class Lesson:
    """A question that games of Pac-Man answer.

    setting   who plays whom, and by which static value
    layout    the maze, by its name or its own text, and with how many of its ghosts
    games     how many each pairing plays if nothing else is asked for
    pairings  how many pairings play so many games
    teach     plays the games and says what they show
    casts     pairings that are worth watching
    """

    slug: str
    title: str
    question: str
    setting: str
    layout: str
    ghosts: int
    games: int
    pairings: int
    teach: Callable[[Pacman, Trial], Report]
    casts: tuple[Cast, ...]

    @property
    def start(self) -> Pacman:
        return Pacman(self.layout, ghosts=self.ghosts)

    @property
    def text(self) -> str:
        """What it is about, in the paragraph with which its module begins."""
        return " ".join((sys.modules[self.teach.__module__].__doc__ or "").split())

    def run(self, games: int | None = None, seed: int = 0, on_game: Callable[[], object] | None = None) -> Report:
        """Plays so many games of each pairing, with one seed after the other; `on_game` is called after each game."""
        wanted = self.games if games is None else games
        if not 1 <= wanted <= MOST_GAMES:
            raise ZermeloError(f"a lesson plays from 1 to {MOST_GAMES:,} games of each pairing, not {wanted:,}")
        return self.teach(self.start, Trial(range(seed, seed + wanted), on_game))
