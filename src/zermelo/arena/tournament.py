"""Play an event: the schedule names the games, an executor plays them, and the store keeps them.

What tells a game from others is its event and its key: the round, the players by seat and the number of the opening. All lots
follow from the key and the seed, so a game is the same whichever were played before it, on one machine or on many. An event
that is started again plays only what is missing; more games or more players in a round robin add to what is there.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from time import sleep
from typing import Any, Protocol, TypeAlias

import msgspec

from zermelo.arena.games import MOST_PLIES, Adjudication, GameTask, Opening, PlayedGame, play_game
from zermelo.arena.schedule import Gauntlet, KnockOut, Pairing, RoundRobin, Schedule, Swiss
from zermelo.arena.store import Store
from zermelo.cluster import Cancel, Executor, open_executor
from zermelo.cluster.serial import SerialExecutor
from zermelo.kinds.survey import survey
from zermelo.players.clock import TimeControl
from zermelo.players.spec import PlayerSpec
from zermelo.players.suitability import PATIENCE, check_player
from zermelo.records.moves import play_through
from zermelo.records.positions import parse_position
from zermelo.state import State, ZermeloError

MOST_ENTRANTS = 512
USUAL_TIME = TimeControl(seconds=5.0)
_WAIT = 0.5
"""Seconds between looks at games that another run plays."""
Results: TypeAlias = Mapping[str, tuple[float, ...]]
"""The points of games by their keys."""


class Task(Protocol):
    """A game to play; it must be picklable."""

    @property
    def key(self) -> str:
        """What tells the game from the others of its contest."""

    def record(self, **told: Any) -> PlayedGame:
        """Return the record of this game with what is known of it."""


class Contest(Protocol):
    """What can be run and stored: rounds of lots, such as pairings, which have one or more games each."""

    @property
    def start(self) -> Any:
        """The state in which games begin."""

    @property
    def players(self) -> Sequence[PlayerSpec]:
        """Who takes part."""

    @staticmethod
    def play(task: Any) -> PlayedGame:
        """Play a task, on any machine."""

    def settings(self) -> dict[str, Any]:
        """Return what decides the games, as plain data: games of other settings are another event of the store."""

    def rounds(self, results: Callable[[], Results]) -> Iterator[Sequence[Any]]:
        """Yield the lots of each round; `results` returns the points of all games that were played."""

    def tasks(self, lot: Any) -> Sequence[Task]:
        """Return the games of a lot."""

    def includes(self, game: PlayedGame) -> bool:
        """Return whether a game of the same settings belongs to this run."""


@dataclass(frozen=True)
class Event:
    """A tournament.

    Parameters
    ----------
    start
        The state in which games begin.
    players
        Who takes part: all different.
    schedule
        Who meets whom.
    game
        The name of the game, as `zermelo.games.load_game` takes it; by default the class of the state.
    position
        The start as text, None if it is the game's own; only records of games need it.
    openings
        How many random moves begin each pairing; or openings, each pairing gets another one.
    time
        The time control of every game.
    adjudication
        When games end early; only in games of two.
    most_plies
        Moves after which an unfinished game counts as a draw.
    seed
        The same seed draws the same lots.
    patience
        Seconds beyond its time for which a player from outside may be silent before it forfeits the game.

    Raises
    ------
    ZermeloError
        If the event cannot be played: before anything is.
    """

    start: State
    players: tuple[PlayerSpec, ...]
    schedule: Schedule = field(default_factory=lambda: RoundRobin(10))
    game: str = ""
    position: str | None = None
    openings: int | tuple[Opening, ...] = 2
    time: TimeControl = USUAL_TIME
    adjudication: Adjudication | None = None
    most_plies: int = MOST_PLIES
    seed: int = 0
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        found, names = survey(self.start), list(map(str, self.players))
        if found.kind.players < 2:
            raise ZermeloError(f"{self.name} is a puzzle for one player: there is nobody to play against")
        if not 2 <= len(names) <= MOST_ENTRANTS:
            raise ZermeloError(f"an event needs from 2 to {MOST_ENTRANTS} players, not {len(names)}")
        for number, player in enumerate(self.players):
            if names[number] in names[:number]:
                raise ZermeloError(f"{player} is named twice")
            check_player(self.start, found, player)
        if isinstance(self.openings, int):
            if self.openings < 0:
                raise ZermeloError(f"opening must be at least 0 moves, not {self.openings}")
        elif not self.openings:
            raise ZermeloError("there is no opening to begin with")
        else:
            for opening in self.openings:
                begun = self.start if opening.position is None else parse_position(self.game, opening.position)
                if play_through(begun, opening.moves)[-1].utility() is not None:
                    raise ZermeloError(f"the game is over after the opening {' '.join(opening.moves)}")
        if self.most_plies < 1:
            raise ZermeloError(f"a game must have at least 1 move, not {self.most_plies}")
        self.schedule.next_round(1, len(names), self.seats, [])

    @staticmethod
    def play(task: GameTask) -> PlayedGame:
        """Play a game, as `play_game` does."""
        return play_game(task)

    @property
    def name(self) -> str:
        """The game's name, or that of the class."""
        return self.game or type(self.start).__name__

    @cached_property
    def seats(self) -> int:
        """How many play in one game."""
        return survey(self.start).kind.players

    def games(self) -> int | None:
        """Return how many games the event has, None if that depends on the results."""
        if not isinstance(self.schedule, RoundRobin | Gauntlet):
            return None
        return self.seats * len(self.schedule.next_round(1, len(self.players), self.seats, []))

    def settings(self) -> dict[str, Any]:
        """Return what decides the games, as plain data."""
        # A round robin may grow; elsewhere who meets whom depends on who takes part.
        grows = isinstance(self.schedule, RoundRobin | Gauntlet)
        fixed: dict[str, Any] = {} if grows else {"schedule": str(self.schedule), "players": [*map(str, self.players)]}
        # A game by its name begins where its position says; the text of a user's state may differ from process to process.
        text = "" if self.game else f"\n{self.start}"
        return {
            "game": self.name,
            "position": self.position,
            "start": f"{type(self.start).__module__}:{type(self.start).__qualname__}{text}",
            "openings": self.openings if isinstance(self.openings, int) else msgspec.to_builtins(self.openings),
            "time": msgspec.to_builtins(self.time),
            "adjudication": msgspec.to_builtins(self.adjudication),
            "most_plies": self.most_plies,
            "seed": self.seed,
            **fixed,
        }

    def includes(self, game: PlayedGame) -> bool:
        """Return whether a game of these settings is of these players: a round robin in the store may have others."""
        return self._names.issuperset(game.players)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(str, self.players))

    def rounds(self, results: Callable[[], Results]) -> Iterator[Sequence[Pairing]]:
        """Yield the pairings of each round; `results` returns the points of all games that were played."""
        points: list[tuple[Pairing, tuple[float, ...]]] = []
        number = 1
        while pairings := self.schedule.next_round(number, len(self.players), self.seats, points):
            yield pairings
            number += 1
            if self.games() is None:  # the next round depends on them
                there = results()
                points += [(pairing, self._totals(pairing, there)) for pairing in pairings]

    def winners(self, results: Results) -> list[str]:
        """Return who has won a knock-out or a Swiss tournament; nobody before it has ended, or where only the ratings tell."""
        if not isinstance(self.schedule, KnockOut | Swiss):
            return []
        points: list[tuple[Pairing, tuple[float, ...]]] = []
        for number in range(1, MOST_ENTRANTS + 1):
            pairings = self.schedule.next_round(number, len(self.players), self.seats, points)
            if any(task.key not in results for pairing in pairings for task in self.tasks(pairing)):
                return []
            if not pairings:
                break
            points += [(pairing, self._totals(pairing, results)) for pairing in pairings]
        return [str(self.players[player]) for player in self.schedule.winners(len(self.players), points)]

    def _totals(self, pairing: Pairing, results: Results) -> tuple[float, ...]:
        """Return the points of each player of a pairing."""
        totals = [0.0] * len(pairing.players)
        for turned, task in enumerate(self.tasks(pairing)):
            for seat, share in enumerate(results[task.key]):
                totals[(seat + turned) % len(totals)] += share
        return tuple(totals)

    def tasks(self, pairing: Pairing) -> list[GameTask]:
        """Return the games of a pairing, one for each rotation of the seats."""
        names = [str(self.players[player]) for player in pairing.players]
        seed = Random(f"{self.seed} {sorted(names)} {pairing.round} {pairing.number}").randrange(2**32)
        opening = (
            self.openings if isinstance(self.openings, int) else self._deck[(pairing.number - 1) % len(self._deck)]
        )
        tasks = []
        for turned in range(self.seats):
            seated = pairing.players[turned:] + pairing.players[:turned]
            players = tuple(self.players[player] for player in seated)
            key = f"{pairing.round}/{pairing.number:06}/{' | '.join(map(str, players))}"
            tasks.append(
                GameTask(
                    key=key,
                    round=pairing.round,
                    number=pairing.number,
                    players=players,
                    start=self.start,
                    game=self.game,
                    position=self.position,
                    opening=opening,
                    time=self.time,
                    adjudication=self.adjudication,
                    most_plies=self.most_plies,
                    seed=seed,
                    patience=self._patience_apart,
                )
            )
        return tasks

    @cached_property
    def _patience_apart(self) -> float | None:
        """The patience; None if users' players cannot play in processes of their own, since those cannot be given the game."""
        apart = type(self.start).__module__ != "__main__" and _unsendable(self.start) is None
        return self.patience if apart else None

    @cached_property
    def _deck(self) -> list[Opening]:
        """The openings in the order in which they are played."""
        assert not isinstance(self.openings, int)
        return Random(f"{self.seed} openings").sample(self.openings, len(self.openings))


def run_event(
    event: Contest,
    *,
    store: Store | None = None,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    on_game: Callable[[PlayedGame], object] | None = None,
) -> list[PlayedGame]:
    """Play the games of an event that are not in the store yet.

    Parameters
    ----------
    store
        Where games are kept; in memory by default.
    executor
        What plays them; by default one after another in this process.
    cancel
        Called now and then; once it returns True no game begins.
    on_game
        Called with every game that was played, in the order in which they end. If it returns True, no game begins any more.

    Returns
    -------
    list
        All games of the event that are in the store now, those of earlier runs among them.

    Examples
    --------
    >>> from zermelo.games.nim import Nim
    >>> players = (PlayerSpec.parse("alpha_beta:9"), PlayerSpec.parse("random"))
    >>> games = run_event(Event(Nim((1, 2, 4)), players, RoundRobin(4), openings=0))
    >>> len(games), sum(game.points[game.players.index("alpha_beta:9")] for game in games)
    (4, 4.0)
    """
    if store is None:
        with Store() as kept:
            return run_event(event, store=kept, executor=executor, cancel=cancel, on_game=on_game)
    play_event(event, store, executor=executor, cancel=cancel, on_game=on_game)
    return list(filter(event.includes, store.games(store.event(event.settings()))))


def play_event(
    event: Contest,
    store: Store,
    *,
    executor: Executor | None = None,
    cancel: Cancel | None = None,
    on_game: Callable[[PlayedGame], object] | None = None,
) -> None:
    """Play as `run_event` does, and leave the games in the store."""
    if executor is None:
        with open_executor() as alone:
            play_event(event, store, executor=alone, cancel=cancel, on_game=on_game)
    else:
        _Run(event, store, executor, cancel, on_game).play()


class _Run:
    def __init__(
        self,
        event: Contest,
        store: Store,
        executor: Executor,
        cancel: Cancel | None,
        on_game: Callable[[PlayedGame], object] | None,
    ) -> None:
        self.event, self.store, self.executor, self.on_game = event, store, executor, on_game
        self.number = store.event(event.settings())
        self._cancel, self._enough = cancel, False
        self._tried: set[str] = set()
        """The games without a result that were played in this run; those of earlier runs are tried again."""
        if not isinstance(executor, SerialExecutor):
            _check_sendable(event)

    def stopped(self) -> bool:
        return self._enough or (self._cancel is not None and self._cancel())

    def play(self) -> None:
        for lots in self.event.rounds(lambda: self.store.results(self.number)):
            if not self._play_all(lots):
                return

    def _play_all(self, lots: Sequence[Any]) -> bool:
        """Play the games that are missing; False if the run was stopped before all are there."""
        while not self.stopped():
            missing = self._missing(lots)
            if not missing:
                return True
            played = False
            for done in self.executor.run(self.event.play, self._claimed(missing), cancel=self.stopped):
                game = done.value or done.item.record(reason=f"no result: {done.error}")
                played = True
                if not game.points:
                    self._tried.add(game.key)
                if self.store.add(self.number, game) and self.on_game is not None:
                    self._enough = self._enough or self.on_game(game) is True
            if not played:  # other runs are at all of them
                sleep(_WAIT)
        return False

    def _missing(self, lots: Sequence[Any]) -> list[Any]:
        """Return the lots that still lack the result of a game."""
        there = self.store.results(self.number)
        done = self._tried.union(key for key, points in there.items() if points)
        return [each for each in lots if any(task.key not in done for task in self.event.tasks(each))]

    def _claimed(self, lots: Sequence[Any]) -> Iterator[Task]:
        for lot in lots:
            for task in self.event.tasks(lot):
                if task.key not in self._tried and self.store.claim(self.number, task.key):
                    yield task


def _check_sendable(event: Contest) -> None:
    """Raise ZermeloError if a worker could not be told the games, before any is played."""
    for what, each in (("the game", event.start), *((f"the player {player}", player) for player in event.players)):
        if (problem := _unsendable(each)) is not None:
            raise ZermeloError(f"{what} cannot be sent to another process: {problem}")


def _unsendable(each: Any) -> str | None:
    """Return why another process cannot be given an object, None if it can."""
    try:
        pickle.loads(pickle.dumps(each))
    except Exception as error:
        return " ".join(str(error).split())
    return None
