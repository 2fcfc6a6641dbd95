"""Plays the games of a tournament within the time of one request, and sends them as they end."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter

import msgspec

from zermelo.arena.games import PlayedGame
from zermelo.arena.store import Store
from zermelo.arena.tournament import Event, run_event
from zermelo.lab.context import RequestContext
from zermelo.lab.server.frames import STEPS
from zermelo.lab.topics.arena.event import Stop, Stopped, count_games, make_event, played_before
from zermelo.lab.topics.arena.messages import Compete, Competed, NewGames
from zermelo.lab.topics.arena.records import show_game, show_report
from zermelo.state import ZermeloError

_FLUSH_SECONDS = 0.2
_REPORT_SHARE = 5
"""Rating all games again takes at most one part in so many of the time."""


def compete(message: Compete, context: RequestContext) -> Competed:
    """Play games until all are played, the time of the request is over, or other visitors wait."""
    stop = Stop(context)
    event = make_event(message, context, stop)
    before = played_before(message, event)
    batches = Batches(message.id, event, before, context)
    batches.flush()
    with Store() as store:
        number = store.event(event.settings())
        for game in before:
            store.add(number, game)
        with suppress(Stopped):  # the game that was interrupted is played again by the next request
            run_event(event, store=store, cancel=stop, on_game=batches.add)
        complete = len(store.results(number)) >= batches.total
    batches.flush()
    if not complete and not batches.count and not context.cancel():
        raise ZermeloError(f"no game ended within {stop.seconds:g} seconds: give the players less time for a move")
    return Competed(message.id, complete)


class Batches:
    """Sends games in batches, with a report on all of them."""

    def __init__(self, number: int, event: Event, before: list[PlayedGame], context: RequestContext) -> None:
        self.number, self.context = number, context
        self.names, self.total, self.count = [*map(str, event.players)], count_games(event), 0
        # A game without a result in an earlier request is played again.
        self._all, self._new = {game.key: game for game in before}, list[PlayedGame]()
        self._sent = False
        self._due = 0.0

    def add(self, game: PlayedGame) -> None:
        self._all[game.key] = game
        self._new.append(game)
        self.count += 1
        if perf_counter() > self._due:
            self.flush()

    def flush(self) -> None:
        """Send what is new; the first time also if nothing is."""
        if self._sent and not self._new:
            return
        start = perf_counter()
        report = show_report([*self._all.values()], self.names)
        games = tuple(map(show_game, self._new))
        self.context.send(STEPS, msgspec.json.encode(NewGames(self.number, games, report, self.total)))
        self._new.clear()
        self._sent = True
        end = perf_counter()
        self._due = end + max(_FLUSH_SECONDS, _REPORT_SHARE * (end - start))
