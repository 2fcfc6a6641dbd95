"""The tournament that a visitor asks for, within the limits of the lab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from time import perf_counter
from typing import Any, TypeVar

from zermelo.arena.games import PlayedGame, points_of
from zermelo.arena.schedule import Points, Schedule, make_schedule
from zermelo.arena.tournament import Event
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.arena.messages import Compete, Entrant
from zermelo.lab.topics.arena.records import LONGEST_REASON
from zermelo.players import Choice, PlayerSpec, TimeControl
from zermelo.players.apart import START
from zermelo.players.player import BasePlayer, Cancel, Player, Request, Settings
from zermelo.players.spec import LEAST_SECONDS
from zermelo.players.suitability import PATIENCE
from zermelo.state import State, ZermeloError

MOST_PLAYERS = 8
MOST_GAMES = 500
MOST_SECONDS = 1
"""For a move."""
MOST_NODES = 1_000_000
MOST_OPENING = 50
MOST_PLIES = 1_000
"""Moves after which an unfinished game is drawn."""
LONGEST_KEY = 2_000
_PATIENCE_SHARE = 6
"""Players from outside may be silent for one part in so many of the time of a request."""

Answer = TypeVar("Answer")


class Stopped(BaseException):
    """A game that is no longer wanted; not an Exception, which would be the fault of a player."""


class Stop:
    """Says whether games are still wanted: until the request is cancelled, or its time is over."""

    def __init__(self, context: RequestContext) -> None:
        whole = context.settings.caps.seconds
        self._cancel = context.cancel
        self.patience = min(PATIENCE, whole / _PATIENCE_SHARE)
        """Seconds for which a player from outside may be silent before it forfeits its game."""
        self.seconds = whole - self.patience
        """Seconds for games: what a player does outside of its moves cannot be stopped, but ends within the patience."""
        self._end = perf_counter() + self.seconds

    def __call__(self) -> bool:
        return self._cancel() or perf_counter() > self._end

    def leaves_time_to_start(self) -> bool:
        """Whether the request has time for a player from outside that takes as long to start as it may."""
        return not self() and perf_counter() + START <= self._end + self.patience


class StoppablePlayer(BasePlayer):
    """Raises `Stopped` once the game is no longer wanted.

    The player is created when it is first asked, so it can only hang in a game of its own.
    """

    def __init__(self, spec: PlayerSpec, settings: Settings, stop: Stop) -> None:
        self.name, self._spec, self._settings, self._stop = str(spec), spec, settings, stop

    @cached_property
    def _player(self) -> Player:
        if not self._spec.is_builtin and not self._stop.leaves_time_to_start():
            raise Stopped
        return self._spec.kind.create(self._settings)

    def _ask(self, question: Callable[[], Answer]) -> Answer:
        if self._stop():
            raise Stopped
        try:
            return question()
        finally:
            if self._stop():
                raise Stopped

    def answer(self, request: Request) -> Choice:
        return self._ask(lambda: self._player.choose(*request._replace(cancel=self._stop)))

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        self._ask(lambda: self._player.prepare(state, seconds, self._stop))

    def played(self, move: Any) -> None:
        self._ask(lambda: self._player.played(move))

    def close(self) -> None:
        if "_player" in vars(self):
            self._player.close()


def make_event(message: Compete, context: RequestContext, stop: Stop) -> Event:
    """Return the event; raise ZermeloError if the lab does not play it."""
    if not 2 <= len(message.entrants) <= MOST_PLAYERS:
        raise ZermeloError(f"a tournament here has from 2 to {MOST_PLAYERS} players, not {len(message.entrants)}")
    _check("games", message.games, 1, MOST_GAMES)
    _check("nodes", message.nodes, 1, MOST_NODES)
    _check("seconds", message.seconds, LEAST_SECONDS, MOST_SECONDS)
    _check("opening", message.opening, 0, MOST_OPENING)
    _check("rounds", message.rounds, 1, MOST_GAMES)
    schedule = make_schedule(message.schedule, message.games, message.rounds)
    event = Event(
        context.begin(message.game, None),
        tuple(_stoppable(_player(entrant, context), stop) for entrant in message.entrants),
        schedule,
        game=context.place(message.game),
        openings=message.opening,
        time=TimeControl(seconds=message.seconds or MOST_SECONDS, nodes=message.nodes),
        most_plies=MOST_PLIES,
        seed=message.seed,
        patience=stop.patience,
    )
    if (total := count_games(event)) > MOST_GAMES:
        raise ZermeloError(
            f"{total:,} games are too many here: the lab plays at most {MOST_GAMES}, zermelo arena plays any number"
        )
    return event


def count_games(event: Event) -> int:
    """Return how many games the event has; it does not depend on their results."""
    schedule: Schedule = event.schedule
    total, number, points = 0, 1, list[Any]()
    while pairings := schedule.next_round(number, len(event.players), event.seats, points):
        even: Points = [(pairing, (0.0,) * event.seats) for pairing in pairings]
        points += even
        total += len(pairings) * event.seats
        number += 1
    return total


def played_before(message: Compete, event: Event) -> list[PlayedGame]:
    """Return the games that the page has already; raise ZermeloError for results that no game of the event has."""
    names, keys = set(map(str, event.players)), set[str]()
    if len(message.played) > MOST_GAMES:
        raise ZermeloError(f"{len(message.played):,} games are too many here: the lab plays at most {MOST_GAMES}")
    for each in message.played:
        met = set(each.players)
        if not (
            len(each.key) <= LONGEST_KEY
            and len(each.players) == event.seats
            and len(met) > 1
            and names.issuperset(met)
            and each.key not in keys
        ):
            raise ZermeloError(f"this tournament has no game {each.key[:40]!r}: begin it again")
        keys.add(each.key)
        if each.points and (len(each.points) != event.seats or points_of(each.points) != each.points):
            raise ZermeloError(f"game {each.key[:40]!r} cannot end with the points {str(each.points)[:40]}")
        if each.forfeited is not None and not 0 <= each.forfeited < event.seats:
            raise ZermeloError(f"game {each.key[:40]!r} has no seat {each.forfeited} to forfeit it")
        if len(each.reason) > LONGEST_REASON:
            raise ZermeloError(f"the reason of game {each.key[:40]!r} must have at most {LONGEST_REASON} characters")
    return [
        PlayedGame(
            key=each.key,
            round=0,
            number=0,
            players=each.players,
            points=each.points,
            reason=each.reason,
            forfeited=each.forfeited,
        )
        for each in message.played
    ]


def _player(entrant: Entrant, context: RequestContext) -> PlayerSpec:
    """Return one of Zermelo's players, or one from the command line of the lab: requests start no other code."""
    if entrant.player in context.players:
        return PlayerSpec.parse(entrant.player)
    _check("seconds", entrant.seconds, LEAST_SECONDS, MOST_SECONDS)
    return PlayerSpec.builtin(entrant.player, entrant.strength, entrant.seconds)


def _stoppable(spec: PlayerSpec, stop: Stop) -> PlayerSpec:
    kind = replace(spec.kind, create=lambda settings: StoppablePlayer(spec, settings, stop))
    return replace(spec, kind=kind)


def _check(name: str, number: float | None, least: float, most: float) -> None:
    if number is not None and not least <= number <= most:
        raise ZermeloError(f"{name} must be from {least:,} to {most:,} here, not {number}")
