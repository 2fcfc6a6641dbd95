"""A lesson: a question about Pac-Man, the games that answer it, a table of what was counted in them, a conclusion drawn from the
table, and a picture. No answer is fixed: other seeds give other numbers and other sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from zermelo.arena.games import PlayedGame
from zermelo.cluster import Executor
from zermelo.games.pacman.lessons.series import Trial
from zermelo.games.pacman.rules import Pacman
from zermelo.state import ZermeloError

Row: TypeAlias = Mapping[str, Any]
MOST_GAMES = 10_000


class Column(NamedTuple):
    """A column of a table: its key in the rows, its heading, and the format of its entries."""

    key: str
    heading: str
    form: str = "{:,}"

    def write(self, row: Row) -> str:
        """Format an entry; a dash stands for None.

        >>> Column("idle", "idle", "{:.0%}").write({"idle": 0.25})
        '25%'
        """
        entry = row[self.key]
        return "-" if entry is None else self.form.format(entry)


@dataclass(frozen=True)
class Report:
    """The answer of a lesson.

    Parameters
    ----------
    columns
        Those of the table; times are left out, since they differ from run to run.
    rows
        What was counted; `seconds` are those of Pac-Man's choices.
    conclusion
        What the rows show.
    picture
        The most telling position, as SVG.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    conclusion: str
    picture: str


class Cast(NamedTuple):
    """A pairing of a lesson, to be watched: specs for `parse_pacman` and `parse_ghosts`, and the weights of the static value, if
    they are not the game's."""

    pacman: str
    ghosts: str
    weights: Mapping[str, float] | None = None
    name: str = ""

    @property
    def title(self) -> str:
        """The name, or else who plays whom.

        >>> Cast("minimax:6", "random:1").title
        'minimax:6 against random:1'
        """
        return self.name or f"{self.pacman} against {self.ghosts}"


@dataclass(frozen=True)
class Lesson:
    """A question that games of Pac-Man answer.

    Parameters
    ----------
    setting
        Who plays whom, and by which static value.
    layout, ghosts
        The maze, by its name or its own text, and how many of its ghosts take part.
    games
        How many each pairing plays by default.
    pairings
        The number of pairings that play this many games.
    teach
        Plays the games and reports what they show.
    casts
        Pairings that are worth watching.
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
        """The first paragraph of the lesson's module."""
        return " ".join((sys.modules[self.teach.__module__].__doc__ or "").split())

    def run(
        self,
        games: int | None = None,
        seed: int = 0,
        on_game: Callable[[PlayedGame], object] | None = None,
        executor: Executor | None = None,
    ) -> Report:
        """Play the games of each pairing from consecutive seeds; `on_game` is called after each game."""
        wanted = self.games if games is None else games
        if not 1 <= wanted <= MOST_GAMES:
            raise ZermeloError(f"games must be from 1 to {MOST_GAMES:,} of each pairing, not {wanted:,}")
        return self.teach(self.start, Trial(range(seed, seed + wanted), on_game, executor))
