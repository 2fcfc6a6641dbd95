"""Games and reports of the arena as messages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from zermelo.arena.games import PlayedGame
from zermelo.arena.report import Report, make_report, sentences
from zermelo.lab.topics.arena.messages import ArenaGame, ArenaReport, Meeting, Standing

MOST_SENTENCES = 20
LONGEST_REASON = 500
"""Characters of why a game ended; the rest is left out."""


def show_game(game: PlayedGame) -> ArenaGame:
    """Return a game as a message."""
    game = _shortened(game)
    return ArenaGame(
        key=game.key,
        round=game.round,
        players=game.players,
        points=game.points,
        reason=game.reason,
        forfeited=game.forfeited,
        position=game.position,
        opening=game.opening,
        moves=game.moves,
    )


def show_report(games: Sequence[PlayedGame], players: Sequence[str] = (), damage: Sequence[str] = ()) -> ArenaReport:
    """Rate games, and return what they say as a message, after the sentences on damage."""
    games = [*map(_shortened, games)]
    report = make_report(games, players)
    return ArenaReport(
        standings=tuple(
            Standing(
                player=each.player,
                elo=None if each.rating is None else each.rating.elo,
                low=None if each.rating is None else each.rating.low,
                high=None if each.rating is None else each.rating.high,
                games=each.games,
                points=each.points,
                wins=each.wins,
                draws=each.draws,
                losses=each.losses,
            )
            for each in report.standings
        ),
        superiority=_superiority(report),
        meetings=tuple(
            Meeting(player, against, points, games) for (player, against), (points, games) in report.against.items()
        ),
        sentences=tuple([*damage, *sentences(report, games)][:MOST_SENTENCES]),
    )


def _shortened(game: PlayedGame) -> PlayedGame:
    return replace(game, reason=game.reason[:LONGEST_REASON]) if len(game.reason) > LONGEST_REASON else game


def _superiority(report: Report) -> float | None:
    rated = [each.player for each in report.standings if each.rating is not None]
    if report.ratings is None or len(rated) < 2:
        return None
    found = report.ratings.superiority(*rated[:2])
    return None if found is None else round(found, 4)
