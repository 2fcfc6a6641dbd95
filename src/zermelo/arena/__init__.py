"""The arena: tournaments of any players in any game, kept in a store, and ratings of those who play in them.

>>> from zermelo.games.nim import Nim
>>> from zermelo.players import PlayerSpec
>>> players = tuple(map(PlayerSpec.of, ("alpha_beta:9", "reflex", "random")))
>>> report = make_report(run_event(Event(Nim((1, 2, 3)), players, RoundRobin(10))))
>>> report.players[0], report.games
('alpha_beta:9', 30)
"""

from zermelo.arena.games import Adjudication, GameTask, Opening, PlayedGame, play_game
from zermelo.arena.report import Report, Standing, make_report
from zermelo.arena.schedule import SCHEDULES, Gauntlet, KnockOut, RoundRobin, Schedule, Swiss, make_schedule
from zermelo.arena.store import Store
from zermelo.arena.tournament import Event, play_event, run_event

__all__ = [
    "SCHEDULES",
    "Adjudication",
    "Event",
    "GameTask",
    "Gauntlet",
    "KnockOut",
    "Opening",
    "PlayedGame",
    "Report",
    "RoundRobin",
    "Schedule",
    "Standing",
    "Store",
    "Swiss",
    "make_report",
    "make_schedule",
    "play_event",
    "play_game",
    "run_event",
]
