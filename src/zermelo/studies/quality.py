"""Evaluation quality against depth: how many plies a better static value is worth.

A player with the game's own static value looks d moves ahead and meets one that counts only material, or discs, and looks d + k
moves ahead; the k at which both score the same is what the better value is worth. Compare Berliner
and others, "Measuring the performance potential of chess programs", 1990.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from zermelo.studies.matches import Match, Score, play_match
from zermelo.studies.positions import title_of
from zermelo.studies.study import Column, Findings, Plot, Series, Study, join, mean

COUNTS: dict[str, dict[str, float]] = {
    "othello": {"discs": 1.0},
    "checkers": {"men": 100.0, "kings": 140.0},
    "breakthrough": {"men": 1.0},
    "chess": {
        "material.pawn": 100.0,
        "material.knight": 300.0,
        "material.bishop": 300.0,
        "material.rook": 500.0,
        "material.queen": 900.0,
    },
}
"""The weights of the poor static values."""
DEPTHS = (1, 2)
EXTRA = {"othello": 4, "checkers": 4, "breakthrough": 3, "chess": 2}
"""The most plies that the poor value gets in addition."""


class Meeting(NamedTuple):
    """The score of the good static value at `depth` against the poor one at `depth` + `extra`."""

    game: str
    depth: int
    extra: int
    score: Score


def _tasks(seed: int, size: int) -> list[Match]:
    return [
        Match(game, depth, depth + extra, size, seed, weights)
        for game, weights in COUNTS.items()
        for depth in DEPTHS
        for extra in range(EXTRA[game] + 1)
    ]


def measure(match: Match) -> Meeting:
    """Play one match."""
    return Meeting(match.game, match.depth, match.other_depth - match.depth, play_match(match))


def worth(shares: Sequence[float]) -> float | None:
    """Return the plies at which the score falls to one half, between two matches by a straight line; None if it never does.

    >>> worth([0.8, 0.6, 0.4]), worth([0.9, 0.8]), worth([0.4, 0.2])
    (1.5, None, 0.0)
    """
    if shares[0] <= 0.5:
        return 0.0
    for extra, (one, other) in enumerate(pairwise(shares)):
        if other <= 0.5:
            return round(extra + (one - 0.5) / (one - other), 2)
    return None


def conclude(meetings: Sequence[Meeting]) -> Findings:
    shares = {
        (game, depth): [each.score.share for each in meetings if (each.game, each.depth) == (game, depth)]
        for game in COUNTS
        for depth in DEPTHS
    }
    pooled = {
        game: [mean(column) for column in zip(*(shares[game, depth] for depth in DEPTHS), strict=True)]
        for game in COUNTS
    }
    values = {game: worth(own) for game, own in pooled.items()}
    better = [game for game, own in pooled.items() if own[0] > 0.5]
    caught = {game: value for game, value in values.items() if value is not None}
    never = [game for game, value in values.items() if value is None]
    most = max(EXTRA.values())
    rows = tuple(
        (
            title_of(game),
            depth,
            *(own[extra] if extra < len(own) else None for extra in range(most + 1)),
            worth(own),
        )
        for (game, depth), own in shares.items()
    )
    return Findings(
        columns=(
            Column("game"),
            Column("depth"),
            Column("same depth", "{:.1%}"),
            *(Column(f"+{extra}", "{:.1%}") for extra in range(1, most + 1)),
            Column("worth in plies", "{:.1f}"),
        ),
        rows=rows,
        plot=Plot(
            x="plies that the poor value looks further ahead",
            y="score of the good value",
            level=0.5,
            series=tuple(
                Series(label=title_of(game), points=tuple((float(extra), share) for extra, share in enumerate(own)))
                for game, own in pooled.items()
            ),
        ),
        paragraphs=(
            f"A player with the game's own static value meets one that counts only pieces, in {meetings[0].score.games} games a "
            f"match. At the same depth the better value wins in {len(better)} of {len(COUNTS)} games, with "
            f"{mean([own[0] for own in pooled.values()]):.0%} of the points on average. Against the "
            f"most plies more that were tried it still has {mean([own[-1] for own in pooled.values()]):.0%}.",
            f"{_caught(caught)}{_never(never)} {_replaced(caught, never)}",
        ),
        verdict="does not show" if len(better) < len(COUNTS) else "shows in part" if never else "shows",
    )


def _caught(caught: dict[str, float]) -> str:
    if not caught:
        return "In no game did it catch up."
    values = [f"{value:.1f} plies in {title_of(game)}" for game, value in caught.items()]
    return f"Measured by the depth at which both score the same, the better value is worth {join(values)}."


def _replaced(caught: dict[str, float], never: Sequence[str]) -> str:
    if caught and never:
        return "So a few plies replace knowledge in some of these games, and not in others."
    return (
        "So a few plies replace knowledge in all of these games."
        if caught
        else "So a few plies do not replace knowledge."
    )


def _never(never: Sequence[str]) -> str:
    if not never:
        return ""
    tried = [f"{EXTRA[game]} in {title_of(game)}" for game in never]
    return f" It is worth more plies than were tried: {join(tried)}."


QUALITY = Study(
    name="quality",
    title="Evaluation quality against depth",
    claim="A better static value is worth plies of search, and more search makes up for a poor one.",
    unit="pairs of games a match",
    size=24,
    most=1_000,
    tasks=_tasks,
    measure=measure,
    conclude=conclude,
)
