"""The games of a pairing, and what is counted in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean

from zermelo.games.pacman import CellAt, Pacman
from zermelo.players.pacman.game import Game, play_game, replay
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
    """The seeds that every pairing of a lesson plays with, and a function to call after each game."""

    seeds: range
    on_game: Callable[[], object] | None = None

    def play(
        self, start: Pacman, pacman: PlayerSpec, ghosts: Sequence[PlayerSpec], *, limit: int, opening: int = 0
    ) -> Series:
        """Play the games of a pairing. Between deterministic players all games would be the same: then `opening` is the number
        of random rounds that begin each game."""
        games = []
        for seed in self.seeds:
            games.append(play_game(_opened(start, seed, opening), pacman, ghosts, seed=seed, limit=limit))
            if self.on_game is not None:
                self.on_game()
        return Series(tuple(games))


def _opened(start: Pacman, seed: int, rounds: int) -> Pacman:
    """Return the position after some random rounds; openings in which the game ends are drawn again."""
    draw = Random(f"{seed} opening")
    while True:
        state = start
        for _ in range(rounds * start.agents):
            if state.utility() is None:
                state = state.play(draw.choice(state.moves()))
        if state.utility() is None:
            return state


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
