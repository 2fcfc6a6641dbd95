"""Answers of the Arena page about the store that the lab was started with. It is only read, and no request names a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zermelo.arena.store import Store, StoredEvent
from zermelo.catalogue import SIMULTANEOUS_GAMES
from zermelo.games.gdl.sheets import SIMULTANEOUS_SHEETS
from zermelo.kinds.profile import game_profile
from zermelo.lab.context import RequestContext
from zermelo.lab.topics.arena.messages import (
    AskEvent,
    AskEvents,
    AskGames,
    EventInfo,
    EventReply,
    Events,
    GamesReply,
)
from zermelo.lab.topics.arena.records import show_game, show_report
from zermelo.state import ZermeloError

MOST_EVENTS = 200
MOST_GAMES = 100_000
"""Games of an event that the lab rates."""
GAMES_AT_ONCE = 100


def events(message: AskEvents, context: RequestContext) -> Events:
    """List the events of the store, the last ones if there are many."""
    if context.store is None:
        return Events(False, ())
    with _opened(context) as store:
        found = store.events()[-MOST_EVENTS:]
    return Events(True, tuple(EventInfo(each.number, _title(each, context), each.games) for each in found))


def event(message: AskEvent, context: RequestContext) -> EventReply:
    """Rate the games of an event."""
    damage = list[str]()
    with _opened(context, damage) as store:
        chosen = _event(store, message.number)
        if chosen.games > MOST_GAMES:
            raise ZermeloError(
                f"{chosen.games:,} games are too many to rate here: zermelo ratings rates any number, the lab {MOST_GAMES:,}"
            )
        games = list(store.games(chosen.number))
        report = show_report(games, damage=damage)
    closed = _closed(chosen, context)
    return EventReply(report, len(games), "" if closed else str(chosen.settings["game"]), closed)


def games(message: AskGames, context: RequestContext) -> GamesReply:
    """Return some of the games of an event, in the order in which they are scheduled."""
    wanted = {message.player, message.against} - {""}
    with _opened(context) as store:
        chosen = _event(store, message.number)
        found, total, first = [], 0, max(message.first, 0)
        for game in store.games(chosen.number):
            if wanted.issubset(game.players):
                if first <= total < first + GAMES_AT_ONCE:
                    found.append(show_game(game))
                total += 1
    return GamesReply(tuple(found), total)


@contextmanager
def _opened(context: RequestContext, damage: list[str] | None = None) -> Iterator[Store]:
    """Open the store to read it, and list its damage. No sentence has its path, which visitors need not know."""
    if context.store is None:
        raise ZermeloError("this lab has no store: start it with zermelo lab --store FILE")
    found = [] if damage is None else damage
    try:
        with Store(context.store, writes=False, on_damage=lambda each: found.append(_unplaced(each, context))) as store:
            yield store
    except ZermeloError as error:
        if not Path(context.store).is_file():
            raise ZermeloError("the store is not there any more") from None
        raise ZermeloError(_unplaced(str(error), context)) from None


def _unplaced(sentence: str, context: RequestContext) -> str:
    path = str(context.store)
    return sentence.replace(f"the store {path}", "the store").replace(path, "the store")


def _event(store: Store, number: int) -> StoredEvent:
    for each in store.events():
        if each.number == number:
            return each
    raise ZermeloError(f"the store has no event {number}")


def _title(chosen: StoredEvent, context: RequestContext) -> str:
    """Return the title of an event's game where the lab has it, else its name in the store."""
    name = str(chosen.settings.get("game", "unknown game"))
    return game_profile(type(context.begin(name, None))).title if name in context.games else name


def _closed(chosen: StoredEvent, context: RequestContext) -> str:
    """Say why the games of an event cannot be opened here; empty if they can."""
    if "game" not in chosen.settings:
        return "The settings of this tournament are damaged, so its games cannot be opened."
    name = str(chosen.settings["game"])
    if name in (*SIMULTANEOUS_GAMES, *(f"{sheet}.kif" for sheet in SIMULTANEOUS_SHEETS)):
        return f"Players of {name} move at the same time, and the boards of the lab show only games in turns."
    if name not in context.games:
        return f"This lab has no game called {name}: start it with zermelo lab {name} to open these games."
    position, begun = chosen.settings.get("position"), chosen.settings.get("start")
    if begun is None:  # every game of a series has its own position
        return ""
    try:
        start = context.begin(name, None if position is None else str(position))
    except ZermeloError as error:
        return f"These games cannot be opened here: {error}."
    place = f"{type(start).__module__}:{type(start).__qualname__}"
    if begun not in (place, f"{place}\n{start}"):
        return "These games begin at a position that is not in the store, so they cannot be opened here."
    return ""
