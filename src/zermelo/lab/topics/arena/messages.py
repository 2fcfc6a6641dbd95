"""The messages of the Arena page.

live                    Compete -> NewGames, ..., Competed
POST /api/arena/events  AskEvents -> Events        the events of the store that the lab was started with
POST /api/arena/event   AskEvent -> EventReply     the standings of one of them
POST /api/arena/games   AskGames -> GamesReply     some of its games

A tournament may take longer than a visitor may have a worker. The server keeps nothing of it: the page sends the results so
far with the next `Compete`, which plays only the games that are missing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from zermelo.lab.messages import LiveRequest, Record

ScheduleName: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "knock-out"]


class Entrant(Record, frozen=True):
    """A player of a tournament: `strength` as its `PlayerInfo` says, or `seconds` for each move."""

    player: str
    strength: int | None = None
    seconds: float | None = None


class GameResult(Record, frozen=True):
    """The result of a game that was played before; `points` of each seat, none where the game has no result. `forfeited` is the
    seat that lost by its own fault."""

    key: str
    players: tuple[str, ...]
    points: tuple[float, ...]
    reason: str = ""
    forfeited: int | None = None


class Compete(LiveRequest, frozen=True, tag="compete"):
    """Play the games of a tournament that are not `played` yet. `games` are those of each meeting, `rounds` only those of a Swiss
    tournament, `opening` is how many random moves begin a game; `seconds` and `nodes` are the most for a move."""

    game: str
    entrants: tuple[Entrant, ...]
    schedule: ScheduleName = "round-robin"
    games: int = 10
    rounds: int | None = None
    opening: int = 2
    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    played: tuple[GameResult, ...] = ()


class ArenaGame(Record, frozen=True):
    """A game that was played. `players` and `points` are by seat; there are no points where the game has no result. `forfeited` is
    the seat that lost by its own fault. `position` is where it began, None for the start of the game, and the first moves, as many
    as `opening` says, were drawn."""

    key: str
    round: int
    players: tuple[str, ...]
    points: tuple[float, ...]
    reason: str
    forfeited: int | None
    position: str | None
    opening: int
    moves: tuple[str, ...]


class Standing(Record, frozen=True):
    """A player with its rating and the confidence interval of it; None before its first rated game."""

    player: str
    elo: float | None
    low: float | None
    high: float | None
    games: int
    points: float
    wins: int
    draws: int
    losses: int


class Meeting(Record, frozen=True):
    """The points of a player against another, and how often they met."""

    player: str
    against: str
    points: float
    games: int


class ArenaReport(Record, frozen=True):
    """Standings, best first, the cross table, and what else is known in sentences. `superiority` is the likelihood that the first
    player is stronger than the second, from 0 to 1; None where they cannot be compared."""

    standings: tuple[Standing, ...]
    superiority: float | None
    meetings: tuple[Meeting, ...]
    sentences: tuple[str, ...]


class NewGames(Record, frozen=True, tag="new_games"):
    """Games that have ended, and the report on all so far; `total` games make up the tournament. The page has to ask for `More`,
    as for steps."""

    id: int
    games: tuple[ArenaGame, ...]
    report: ArenaReport
    total: int


class Competed(Record, frozen=True, tag="competed"):
    """The end of a request: the tournament is `complete`, or the time of this request is over and the next one may go on."""

    id: int
    complete: bool


class AskEvents(Record, frozen=True):
    """Ask for the events of the store."""


class EventInfo(Record, frozen=True):
    number: int
    game: str
    """The title of the game."""
    games: int


class Events(Record, frozen=True):
    """The last events of the store; `store` is False where the lab was started without one."""

    store: bool
    events: tuple[EventInfo, ...]


class AskEvent(Record, frozen=True):
    number: int


class EventReply(Record, frozen=True):
    """The standings of a stored event. `game` is the game whose boards show its games; where it is empty, `closed` says why they
    cannot be opened here."""

    report: ArenaReport
    games: int
    game: str
    closed: str


class AskGames(Record, frozen=True):
    """Ask for games of a stored event from the `first` on, counted from 0: only those of a player and of another, where these are
    named."""

    number: int
    first: int = 0
    player: str = ""
    against: str = ""


class GamesReply(Record, frozen=True):
    """Some games, and how many there are to page through."""

    games: tuple[ArenaGame, ...]
    total: int
