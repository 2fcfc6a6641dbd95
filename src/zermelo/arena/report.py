"""What the games of an event say: standings with ratings, the cross table, and both as text for other programs."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from zermelo.arena.games import PlayedGame
from zermelo.arena.plackett_luce import ranking_of, rate_rankings
from zermelo.arena.rating_table import Rating, Ratings
from zermelo.arena.ratings import GameScore, rate
from zermelo.records.moves import format_record
from zermelo.records.turns import GameRecord, Line
from zermelo.state import State

UNDECIDED = "*"


@dataclass(frozen=True)
class Standing:
    """The results of one player; a win is a game in which it beat everyone, a loss one in which everyone beat it."""

    player: str
    rating: Rating | None
    games: int
    points: float
    wins: int
    losses: int

    @property
    def draws(self) -> int:
        """Games that were neither."""
        return self.games - self.wins - self.losses


@dataclass(frozen=True)
class Report:
    """The results of an event.

    Attributes
    ----------
    standings
        Best first: by rating, and by points where nobody has one.
    against
        The points of a player against another, and how many times they met.
    ratings
        None if no game has a result, or if they cannot be computed.
    unrated
        Why they cannot be computed.
    """

    standings: tuple[Standing, ...]
    against: dict[tuple[str, str], tuple[float, int]]
    ratings: Ratings | None
    games: int
    without_result: int
    unrated: str = ""

    @property
    def players(self) -> list[str]:
        """The names in the order of the standings."""
        return [each.player for each in self.standings]


def make_report(games: Iterable[PlayedGame], players: Sequence[str] = ()) -> Report:
    """Count and rate games.

    Parameters
    ----------
    games
        Those of one event.
    players
        Who takes part, also if without any game so far.
    """
    results = Counter((game.players, game.points) for game in games)
    scores: dict[str, Counter[float]] = {name: Counter() for name in players}
    against = defaultdict[tuple[str, str], Counter[float]](Counter)
    missing = 0
    for (names, points), count in results.items():
        if not points:
            missing += count
            continue
        for seat, name in enumerate(names):
            scores.setdefault(name, Counter())[points[seat]] += count
            for other, rival in enumerate(names):
                if rival != name:
                    mine, theirs = points[seat], points[other]
                    against[name, rival][(mine > theirs) + (mine == theirs) / 2] += count
    try:
        ratings, unrated = _rate(results), ""
    except ValueError as error:
        ratings, unrated = None, str(error)
    by_name = {} if ratings is None else {each.player: each for each in ratings.table}
    standings = [
        Standing(name, by_name.get(name), counts.total(), _sum(counts), counts[1.0], counts[0.0])
        for name, counts in scores.items()
    ]
    standings.sort(key=lambda each: (-(each.rating.elo if each.rating else 0.0), -each.points))
    pairs = {pair: (_sum(counts), counts.total()) for pair, counts in against.items()}
    return Report(tuple(standings), pairs, ratings, results.total() - missing, missing, unrated)


def _sum(counts: Counter[float]) -> float:
    return sum(points * count for points, count in counts.items())


def _rate(results: Counter[tuple[tuple[str, ...], tuple[float, ...]]]) -> Ratings | None:
    """Rate by pairs in games of two, by rankings in larger ones."""
    told = {(names, points): n for (names, points), n in results.items() if points}
    if not told:
        return None
    if all(len(names) == 2 for names, _ in told):
        met = {names for names, _ in told}
        return rate(
            (GameScore(one, other, points[0]) for ((one, other), points), n in told.items() for _ in range(n)),
            first_move=any((other, one) in met for one, other in met),
        )
    return rate_rankings(
        ranking_of(zip(names, points, strict=True)) for (names, points), n in told.items() for _ in range(n)
    )


# ---- formats


def table_rows(report: Report) -> list[list[str]]:
    """Return the standings with the cross table, the heads first."""
    names = report.players
    rows = [["player", "Elo", "±", "points", "won", "drawn", "lost", *names]]
    for each in report.standings:
        rating = each.rating
        rows.append(
            [
                each.player,
                "" if rating is None else f"{rating.elo:+.0f}",
                "" if rating is None else f"{(rating.high - rating.low) / 2:.0f}",
                f"{each.points:.4g}/{each.games}",
                *map(str, (each.wins, each.draws, each.losses)),
                *(_met(report, each.player, other) for other in names),
            ]
        )
    return rows


def _met(report: Report, player: str, other: str) -> str:
    if player == other:
        return "·"
    points, games = report.against.get((player, other), (0, 0))
    return f"{points:g}/{games}" if games else ""


def sentences(report: Report, games: Iterable[PlayedGame] = ()) -> list[str]:
    """Return what else is known: the advantage of the first move, the share of draws, and games that ended badly."""
    told = []
    ratings = report.ratings
    if ratings is not None and ratings.first_move is not None:
        value, low, high = ratings.first_move
        told.append(f"The first move is worth {value:+.0f} Elo ({low:+.0f} to {high:+.0f}).")
    if ratings is not None and ratings.draw_rate is not None and any(each.draws for each in report.standings):
        told.append(f"Equal players draw {100 * ratings.draw_rate.value:.0f} % of their games.")
    if report.unrated:
        told.append(f"There are no ratings: {report.unrated}.")
    if ratings is not None and ratings.warning:
        told.append(ratings.warning)
    badly = Counter((game.players, game.reason) for game in games if game.forfeited is not None or not game.points)
    for (players, reason), count in badly.most_common():
        told.append(f"{' against '.join(players)}: {reason}{f' ({count} games)' if count > 1 else ''}")
    return told


def to_markdown(report: Report) -> str:
    """Return the standings and the cross table as a Markdown table."""
    heads, *rows = table_rows(report)
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def to_csv(report: Report) -> str:
    """Return the standings as comma-separated values, numbers in full."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["player", "elo", "low", "high", "games", "points", "wins", "draws", "losses"])
    for each in report.standings:
        rating = [round(number, 2) for number in each.rating[1:4]] if each.rating is not None else ["", "", ""]
        writer.writerow([each.player, *rating, each.games, each.points, each.wins, each.draws, each.losses])
    return file.getvalue()


def to_document(report: Report) -> dict[str, Any]:
    """Return the report as plain data for JSON."""
    ratings = report.ratings
    return {
        "standings": [
            {
                "player": each.player,
                "elo": None if each.rating is None else round(each.rating.elo, 2),
                "low": None if each.rating is None else round(each.rating.low, 2),
                "high": None if each.rating is None else round(each.rating.high, 2),
                "games": each.games,
                "points": each.points,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
            }
            for each in report.standings
        ],
        "cross_table": [
            {"player": player, "against": other, "points": points, "games": games}
            for (player, other), (points, games) in sorted(report.against.items())
        ],
        "superiority": [] if ratings is None else ratings.superiority_matrix(),
        "first_move": None if ratings is None or ratings.first_move is None else ratings.first_move._asdict(),
        "draw_rate": None if ratings is None or ratings.draw_rate is None else ratings.draw_rate._asdict(),
        "games": report.games,
        "without_result": report.without_result,
    }


def to_lines(games: Iterable[PlayedGame]) -> Iterable[str]:
    """Yield games as JSON, one a line."""
    for game in games:
        yield msgspec.json.encode(game).decode() + "\n"


def to_records(game: str, start: State, games: Iterable[PlayedGame]) -> Iterable[str]:
    """Yield games in the game's own format, such as PGN, PDN or SGF."""
    seats: Sequence[str] = getattr(start, "seats", ())
    for played in games:
        tags = {"Event": "Zermelo arena", "Round": f"{played.round}.{played.number}"}
        tags |= dict(zip(seats if len(seats) == 2 else ("White", "Black"), played.players, strict=False))
        if played.reason:
            tags["Termination"] = played.reason
        if len(played.points) == 2:
            tags["Result"] = _result(seats, played.points[0])
        yield format_record(game, GameRecord(played.position, Line.of(played.moves), tags)).rstrip() + "\n\n"


def _result(seats: Sequence[str], points: float) -> str:
    """Return the result as PGN writes it: White's points first, who is not the first player everywhere."""
    if points == 0.5:
        return "1/2-1/2"
    first_is_white = not seats or seats[0] == "White"
    return "1-0" if (points == 1.0) == first_is_white else "0-1"
