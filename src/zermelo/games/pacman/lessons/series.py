"""The games of a pairing, and what is counted in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from zermelo.arena.games import PlayedGame
from zermelo.cluster import Executor
from zermelo.games.pacman.players.game import Game, replay
from zermelo.games.pacman.rules import CellAt, Pacman
from zermelo.games.pacman.series import PacmanSeries, play_series
from zermelo.players.spec import PlayerSpec

BACK = {"North": "South", "South": "North", "East": "West", "West": "East"}


@dataclass(frozen=True)
class Series:
    """The games of one pairing."""

    games: tuple[Game, ...]

    @property
    def won(self) -> int:
        return sum(game.result == "won" for game in self.games)

    @property
    def lost(self) -> int:
        return sum(game.result == "lost" for game in self.games)

    @property
    def mean_score(self) -> float:
        return fmean(game.score for game in self.games)

    @cached_property
    def moves(self) -> int:
        """The number of Pac-Man's moves."""
        return sum(game.pacman_moves for game in self.games)

    @property
    def nodes_a_move(self) -> float:
        return sum(game.nodes for game in self.games) / self.moves

    @property
    def seconds(self) -> float:
        return sum(game.seconds for game in self.games)


@dataclass(frozen=True)
class Trial:
    """The seeds that every pairing of a lesson plays with, what plays the games, and a function to call after each of them."""

    seeds: range
    on_game: Callable[[PlayedGame], object] | None = None
    executor: Executor | None = None

    def play(
        self, start: Pacman, pacman: PlayerSpec, ghosts: Sequence[PlayerSpec], *, limit: int, opening: int = 0
    ) -> Series:
        """Play the games of a pairing, as `PacmanSeries` describes them."""
        series = PacmanSeries(start, pacman, tuple(ghosts), self.seeds, limit, opening)
        return Series(tuple(play_series(series, executor=self.executor, on_game=self.on_game)))


def states(game: Game) -> list[Pacman]:
    """The positions with Pac-Man to move, and the last one."""
    every = list(replay(game))
    return [*every[: -1 : every[0].agents], every[-1]]


def trail(game: Game) -> list[CellAt]:
    """The cells on Pac-Man's way, in order."""
    return [state.pacman for state in states(game)]


def eaten(game: Game) -> int:
    """How much food Pac-Man ate."""
    first, *_, last = replay(game)
    return len(first.food) - len(last.food)


def idle_in(game: Game) -> list[Pacman]:
    """The positions in which Pac-Man stood still or took back his last move."""
    moves = game.moves[:: Pacman(game.layout).agents]
    back = [BACK.get(before) for before in ("Stop", *moves)]
    steps = zip(states(game), back, moves, strict=False)
    return [state for state, before, move in steps if move in ("Stop", before)]


def so_many(count: int, games: int) -> str:
    """
    >>> so_many(0, 10), so_many(4, 10), so_many(10, 10)
    ('none of 10', '4 of 10', 'all 10')
    """
    return f"all {games}" if count == games else f"{count or 'none'} of {games}"
