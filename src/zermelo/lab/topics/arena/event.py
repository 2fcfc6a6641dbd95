"""The tournament that a visitor asks for, within the limits of the lab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.arena.games import PlayedGame, points_of
from zermelo.arena.schedule import Points, Schedule, make_schedule
from zermelo.arena.tournament import Event
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.arena.messages import Compete, Entrant
from zermelo.players import Choice, PlayerSpec, TimeControl
from zermelo.players.player import Player
from zermelo.players.spec import LEAST_SECONDS
from zermelo.state import ZermeloError

MOST_PLAYERS = 8
MOST_GAMES = 500
MOST_SECONDS = 1
"""For a move."""
MOST_NODES = 1_000_000
MOST_OPENING = 50
MOST_PLIES = 1_000
"""Moves after which an unfinished game is drawn."""
LONGEST_KEY = 2_000


class Stopped(BaseException):
    """A game that is no longer wanted; not an Exception, which would be the fault of a player."""


class StoppablePlayer:
    """Leaves the game once it is no longer wanted."""

    def __init__(self, player: Player, stopped: Callable[[], bool]) -> None:
        self._player, self._stopped = player, stopped

    def choose(self, *request: Any, **options: Any) -> Choice:
        """Choose a move, or raise `Stopped`."""
        if self._stopped():
            raise Stopped
        choice = self._player.choose(*request, **{**options, "cancel": self._stopped})
        if self._stopped():
            raise Stopped
        return choice

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)


def make_event(message: Compete, context: RequestContext, stopped: Callable[[], bool]) -> Event:
    """Return the event; raise ZermeloError if the lab does not play it."""
    if not 2 <= len(message.entrants) <= MOST_PLAYERS:
        raise ZermeloError(f"a tournament here has from 2 to {MOST_PLAYERS} players, not {len(message.entrants)}")
    _check("games", message.games, 1, MOST_GAMES)
    _check("nodes", message.nodes, 1, MOST_NODES)
    _check("seconds", message.seconds, LEAST_SECONDS, MOST_SECONDS)
    _check("opening", message.opening, 0, MOST_OPENING)
    schedule = make_schedule(message.schedule, message.games, message.rounds)
    event = Event(
        context.begin(message.game, None),
        tuple(_stoppable(_player(entrant, context), stopped) for entrant in message.entrants),
        schedule,
        game=context.place(message.game),
        openings=message.opening,
        time=TimeControl(seconds=message.seconds or MOST_SECONDS, nodes=message.nodes),
        most_plies=MOST_PLIES,
        seed=message.seed,
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
    names = set(map(str, event.players))
    if len(message.played) > MOST_GAMES:
        raise ZermeloError(f"{len(message.played):,} games are too many here: the lab plays at most {MOST_GAMES}")
    for each in message.played:
        if len(each.key) > LONGEST_KEY or len(each.players) != event.seats or not names.issuperset(each.players):
            raise ZermeloError(f"this tournament has no game {each.key[:40]!r}: begin it again")
        if each.points and (len(each.points) != event.seats or points_of(each.points) != each.points):
            raise ZermeloError(f"game {each.key[:40]!r} cannot end with the points {str(each.points)[:40]}")
    return [
        PlayedGame(key=each.key, round=0, number=0, players=each.players, points=each.points) for each in message.played
    ]


def _player(entrant: Entrant, context: RequestContext) -> PlayerSpec:
    """Return one of Zermelo's players, or one from the command line of the lab: requests start no other code."""
    if entrant.player in context.players:
        return PlayerSpec.parse(entrant.player)
    _check("seconds", entrant.seconds, LEAST_SECONDS, MOST_SECONDS)
    return PlayerSpec.builtin(entrant.player, entrant.strength, entrant.seconds)


def _stoppable(spec: PlayerSpec, stopped: Callable[[], bool]) -> PlayerSpec:
    create = spec.kind.create
    return replace(spec, kind=replace(spec.kind, create=lambda settings: StoppablePlayer(create(settings), stopped)))


def _check(name: str, number: float | None, least: float, most: float) -> None:
    if number is not None and not least <= number <= most:
        raise ZermeloError(f"{name} must be from {least:,} to {most:,} here, not {number}")
