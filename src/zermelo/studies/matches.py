"""Matches of the arena for studies: players that search to a fixed depth, and the score of one against another.

The players keep no tables from move to move and draw nothing, so a match depends on its seed alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from zermelo.arena.report import make_report
from zermelo.arena.schedule import RoundRobin
from zermelo.arena.tournament import Event, run_event
from zermelo.catalogue import load_game
from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.clock import TimeControl
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.players.spec import PlayerSpec
from zermelo.registry import TWO_PLAYERS, Option
from zermelo.state import State, ZermeloError
from zermelo.studies.positions import SELECTIVE, WITHOUT

OPENING_PLIES = 6
MOST_PLIES = 160
"""Moves after which a game counts as a draw."""
NO_LIMIT = TimeControl()
_TABLE = 1


class FixedDepthPlayer(BasePlayer):
    """Plays by the engine's alpha-beta to a fixed depth, selective only by quiescence, where the game has it."""

    def __init__(self, settings: Settings) -> None:
        self._depth, self._evaluate = int(settings.values[0]), settings.evaluate

    def answer(self, request: Request) -> Choice:
        slug = type(request.state).__name__.lower()
        return to_choice(
            search(
                request.state,
                method="alpha_beta",
                depth=self._depth,
                evaluate=self._evaluate,
                without=(*SELECTIVE, *WITHOUT.get(slug, ())),
                table=_TABLE,
                past=request.past,
            )
        )


DEEP = PlayerKind(
    name="deep",
    title="Fixed depth",
    summary="The engine's alpha-beta to a fixed depth.",
    suits=TWO_PLAYERS,
    create=FixedDepthPlayer,
    options=(Option("depth", "integer", "Moves to look ahead.", 4, least=1, most=40),),
    is_builtin=False,
)
WEAK = replace(DEEP, name="weak", summary="The same by another static value.")


class Match(NamedTuple):
    """Two players who meet in so many pairs of games: each opening is played twice, with the seats changed.

    Parameters
    ----------
    depth, other_depth
        How far the first and the second player look ahead.
    weights
        The weights of the static value of the second player; the game's own if None.
    """

    game: str
    depth: int
    other_depth: int
    pairs: int
    seed: int
    weights: Mapping[str, float] | None = None


class Score(NamedTuple):
    """The first player's share of the points, and its lead in Elo with an interval of 95 %."""

    share: float
    elo: float
    low: float
    high: float
    games: int


def play_match(match: Match) -> Score:
    """Play a match, and rate the players."""
    first = PlayerSpec(DEEP, (match.depth,))
    second = PlayerSpec(DEEP if match.weights is None else WEAK, (match.other_depth,), evaluate=match.weights)
    return score_match(match.game, load_game(match.game), first, second, pairs=match.pairs, seed=match.seed)


def score_match(name: str, start: State, first: PlayerSpec, second: PlayerSpec, *, pairs: int, seed: int) -> Score:
    """Let two players meet from random openings.

    Raises
    ------
    ZermeloError
        If a player forfeits a game: a study measures strength, not faults.
    """
    event = Event(
        start,
        (first, second),
        RoundRobin(2 * pairs),
        game=name,
        openings=OPENING_PLIES,
        time=NO_LIMIT,
        most_plies=MOST_PLIES,
        seed=seed,
    )
    games = run_event(event)
    for game in games:
        if game.forfeited is not None or not game.points:
            raise ZermeloError(f"a game of {name} was not played to its end: {game.reason}")
    report = make_report(games)
    points, count = report.against[str(first), str(second)]
    lead = None if report.ratings is None else report.ratings.difference(str(first), str(second))
    assert lead is not None
    return Score(points / count, lead.value, lead.low, lead.high, count)
