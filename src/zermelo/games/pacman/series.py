"""A series of Pac-Man: the same players in the same maze, one game for each seed.

Pac-Man is one side and the ghosts are the other, whose moves are made in turn. A store keeps the games as it does those of
tournaments: more seeds add to what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, cast

from zermelo.arena.games import Figures, PlayedGame
from zermelo.arena.store import Store
from zermelo.arena.tournament import Results, play_event
from zermelo.cluster import Cancel, Executor
from zermelo.games.pacman.players import Game, format_ghosts, result_of, turns
from zermelo.games.pacman.players.evaluation import name_of
from zermelo.games.pacman.players.game import LIMIT, Outcome
from zermelo.games.pacman.rules import Pacman
from zermelo.players.match import Forfeit, Turn
from zermelo.players.spec import PlayerSpec
from zermelo.players.suitability import PATIENCE
from zermelo.state import ZermeloError

_POINTS = {"won": (1.0, 0.0), "lost": (0.0, 1.0), "unfinished": (0.5, 0.5)}


@dataclass(frozen=True)
class PacmanTask:
    """A game of Pac-Man to play."""

    start: Pacman
    pacman: PlayerSpec
    ghosts: tuple[PlayerSpec, ...]
    seed: int
    limit: int

    @property
    def key(self) -> str:
        return f"{self.seed:012}"

    def record(self, **told: Any) -> PlayedGame:
        """Return the record of this game with what is known of it."""
        sides = str(self.pacman), format_ghosts(self.ghosts)
        return PlayedGame(key=self.key, round=1, number=self.seed, players=sides, seed=self.seed, **told)


def play_pacman(task: PacmanTask) -> PlayedGame:
    """Play a game; the payoffs are the score, also of an unfinished one."""
    made: list[Turn] = []
    game = turns(task.start, task.pacman, task.ghosts, seed=task.seed, limit=task.limit, patience=PATIENCE)
    try:
        made.extend(game)
    except Forfeit as forfeit:
        name = (task.pacman, *task.ghosts)[forfeit.seat]
        side = min(forfeit.seat, 1)
        return task.record(
            points=_POINTS["won" if side else "lost"], forfeited=side, reason=f"{name} forfeits: {forfeit}"
        )
    end = made[-1].state if made else task.start
    result = result_of(end)
    return task.record(
        position=task.start.notation(),
        moves=tuple(turn.choice.move for turn in made),
        figures=tuple(map(Figures.of, made)),
        points=_POINTS[result],
        payoffs=(float(end.score), -float(end.score)),
        reason=result,
    )


@dataclass(frozen=True)
class PacmanSeries:
    """The games of one Pac-Man against the same ghosts.

    Parameters
    ----------
    start
        As `zermelo.games.pacman.players.set_up` makes it.
    pacman, ghosts
        Who plays, as `parse_pacman` and `parse_ghosts` read them.
    seeds
        One for each game: the same seed plays the same game, unless Pac-Man plays by the clock.
    limit
        Moves of Pac-Man after which a game ends unfinished.
    opening
        Random rounds that begin each game. Between players that draw nothing all games would be the same without.
    """

    start: Pacman
    pacman: PlayerSpec
    ghosts: tuple[PlayerSpec, ...]
    seeds: range
    limit: int = LIMIT
    opening: int = 0

    @staticmethod
    def play(task: PacmanTask) -> PlayedGame:
        """Play a game, as `play_pacman` does."""
        return play_pacman(task)

    @property
    def players(self) -> tuple[PlayerSpec, ...]:
        """All agents, Pac-Man first."""
        return self.pacman, *self.ghosts

    @property
    def _evaluation(self) -> dict[str, Any]:
        """The weights or the name of the function by which Pac-Man evaluates positions."""
        by = self.pacman.evaluate
        weights = dict(by) if isinstance(by, Mapping) else None
        return {"weights": weights, "evaluate": name_of(by) if callable(by) else None}

    def settings(self) -> dict[str, Any]:
        """Return what decides the games, as plain data, but for the seeds."""
        return {
            "game": "pacman",
            "position": self.start.notation(),
            "pacman": str(self.pacman),
            "ghosts": list(map(str, self.ghosts)),
            **self._evaluation,
            "limit": self.limit,
            "opening": self.opening,
        }

    def rounds(self, results: Callable[[], Results]) -> Iterator[Sequence[int]]:
        """Yield the seeds: there is one round."""
        yield self.seeds

    def tasks(self, lot: int) -> list[PacmanTask]:
        """Return the game of a seed."""
        return [PacmanTask(_opened(self.start, lot, self.opening), self.pacman, self.ghosts, lot, self.limit)]

    def includes(self, game: PlayedGame) -> bool:
        """Return whether a game has one of the seeds."""
        return game.seed in self.seeds

    def to_game(self, played: PlayedGame) -> Game:
        """Return a game that was played to its end as records of Pac-Man have it."""
        assert played.position is not None
        first = Pacman(played.position).agent
        own = played.figures[(-first) % self.start.agents :: self.start.agents]
        return Game(
            layout=played.position,
            pacman=played.players[0],
            ghosts=played.players[1],
            seed=played.seed,
            limit=self.limit,
            **self._evaluation,
            moves=played.moves,
            score=int(played.payoffs[0]),
            result=cast("Outcome", played.reason),
            nodes=sum(each.nodes for each in own),
            seconds=sum(each.seconds for each in own),
        )


class SeriesGames(NamedTuple):
    """The games of a series in the order of their seeds: those that ended, and those that a player failed in."""

    ended: list[Game]
    failed: list[PlayedGame]


def read_series(series: PacmanSeries, store: Store) -> SeriesGames:
    """Return the games of a series that are in a store."""
    every = sorted(filter(series.includes, store.games(store.event(series.settings()))), key=lambda game: game.seed)
    return SeriesGames(
        [series.to_game(game) for game in every if game.payoffs], [game for game in every if not game.payoffs]
    )


def play_series(
    series: PacmanSeries,
    *,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    on_game: Callable[[PlayedGame], object] | None = None,
) -> list[Game]:
    """Play the games of a series, and return them in the order of their seeds.

    Parameters are those of `run_event`.

    Raises
    ------
    ZermeloError
        If a player fails in a game.

    Examples
    --------
    >>> from zermelo.games.pacman.players import parse_ghosts, parse_pacman, set_up
    >>> ghosts = parse_ghosts("random:1")
    >>> games = play_series(PacmanSeries(set_up("trap", ghosts), parse_pacman("expectimax"), ghosts, range(3)))
    >>> [game.seed for game in games]
    [0, 1, 2]
    """
    with Store() as store:
        play_event(series, store, executor=executor, cancel=cancel, on_game=on_game)
        games = read_series(series, store)
    if games.failed:
        raise ZermeloError(games.failed[0].reason)
    return games.ended


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
