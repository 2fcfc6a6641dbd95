"""A table of ratings with their uncertainty, and the score of a match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

from zermelo.arena.linear_algebra import Matrix

ELO = 400 / math.log(10)
"""Elo points per unit of log-odds."""


class Estimate(NamedTuple):
    """An estimated number and its confidence interval."""

    value: float
    low: float
    high: float


class Rating(NamedTuple):
    """A player's rating with its confidence interval, the games it played, and its points in them."""

    player: str
    elo: float
    low: float
    high: float
    games: int
    points: float

    @property
    def share(self) -> float:
        """The player's share of the points, from 0 to 1."""
        return self.points / self.games


@dataclass(frozen=True)
class Ratings:
    """The ratings of a tournament.

    Attributes
    ----------
    table
        The players, best first.
    groups
        The connected groups of players, the largest first; ratings compare only within a group.
    first_move
        The advantage of the first move in Elo points; None where the model has none.
    draw_rate
        The chance of a draw between equal players, from 0 to 1; None where the model has none.
    confidence
        The confidence of all intervals.
    covariance
        The covariance of the ratings, in the order of the table.
    """

    table: tuple[Rating, ...]
    groups: tuple[tuple[str, ...], ...]
    first_move: Estimate | None
    draw_rate: Estimate | None
    confidence: float
    covariance: Matrix

    @property
    def warning(self) -> str | None:
        """Say if the ratings of some players cannot be compared."""
        if len(self.groups) < 2:
            return None
        named = "; ".join(", ".join(group) for group in self.groups)
        return f"{len(self.groups)} groups of players never met, so ratings compare only within a group: {named}"

    def __getitem__(self, player: str) -> Rating:
        return self.table[self._places[player][0]]

    def difference(self, first: str, second: str) -> Estimate | None:
        """Return by how much first is rated above second; None if they are in different groups."""
        (i, group), (j, other) = self._places[first], self._places[second]
        if group != other:
            return None
        value = self.table[i].elo - self.table[j].elo
        variance = self.covariance[i][i] + self.covariance[j][j] - 2 * self.covariance[i][j]
        half = quantile(self.confidence) * math.sqrt(max(variance, 0.0))
        return Estimate(value, value - half, value + half)

    def superiority(self, first: str, second: str) -> float | None:
        """Return the likelihood that first is stronger than second; None if they are in different groups.

        It is the posterior probability under the normal approximation, as BayesElo's `los` gives it.
        """
        gap = self.difference(first, second)
        if gap is None or first == second:
            return None
        return NormalDist().cdf(gap.value * quantile(self.confidence) / (gap.high - gap.value))

    def superiority_matrix(self) -> list[list[float | None]]:
        """Return the likelihood that the player of the row is stronger than that of the column, in the table's order."""
        names = [row.player for row in self.table]
        return [[self.superiority(first, second) for second in names] for first in names]

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        """The row and the group of every player."""
        group_of = {player: number for number, group in enumerate(self.groups) for player in group}
        return {row.player: (i, group_of[row.player]) for i, row in enumerate(self.table)}


def tabulate(
    players: Sequence[str],
    elo: Sequence[float],
    covariance: Matrix,
    totals: Sequence[tuple[int, float]],
    groups: Sequence[Sequence[int]],
    *,
    confidence: float,
    anchor: str | None,
    anchor_elo: float,
    first_move: Estimate | None = None,
    draw_rate: Estimate | None = None,
) -> Ratings:
    """Make ratings relative to the mean of each group, or to the anchor in its group, and sort them."""
    size = len(players)
    group_of = {i: number for number, group in enumerate(groups) for i in group}
    references = [
        [i for i in group if players[i] == anchor] or list(group) for group in groups
    ]  # whose mean is the zero of each group
    zeros = [sum(elo[i] for i in reference) / len(reference) for reference in references]
    offsets = [anchor_elo if any(players[i] == anchor for i in group) else 0.0 for group in groups]
    to_group = [
        [sum(covariance[i][k] for k in reference) / len(reference) for reference in references] for i in range(size)
    ]
    among = [
        [sum(to_group[i][number] for i in reference) / len(reference) for number in range(len(groups))]
        for reference in references
    ]
    centred = [elo[i] - zeros[group_of[i]] + offsets[group_of[i]] for i in range(size)]
    order = sorted(range(size), key=lambda i: (-round(centred[i], 6), players[i]))
    relative = [
        [
            covariance[i][j] - to_group[i][group_of[j]] - to_group[j][group_of[i]] + among[group_of[i]][group_of[j]]
            for j in order
        ]
        for i in order
    ]
    z = quantile(confidence)
    table = []
    for row, i in enumerate(order):
        half = z * math.sqrt(max(relative[row][row], 0.0))
        table.append(Rating(players[i], centred[i], centred[i] - half, centred[i] + half, *totals[i]))
    named = tuple(tuple(players[i] for i in group) for group in groups)
    return Ratings(tuple(table), named, first_move, draw_rate, confidence, relative)


def quantile(confidence: float) -> float:
    """Return how many standard errors an interval reaches to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def elo_of_share(share: float) -> float:
    """Return the rating difference at which a share of the points is expected, by the logistic formula.

    >>> round(elo_of_share(0.75))
    191
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO * math.log(share / (1 - share))


def share_of_elo(elo: float) -> float:
    """Return the share of the points that is expected at a rating difference, by the logistic formula."""
    return 1 / (1 + 10 ** (-elo / 400))


class MatchScore(NamedTuple):
    """The score of a match between two players, from the first one's point of view.

    `share` is its share of the points and `elo` the difference this means, each with an interval; `superiority` is the
    likelihood that it is the stronger one; `pairs` counts the pairs of games.
    """

    share: Estimate
    elo: Estimate
    superiority: float
    pairs: int


def match_score(pairs: Iterable[float], *, confidence: float = 0.95) -> MatchScore:
    """Score a match of two players from its pairs of games with the same opening and changed seats.

    The pairs, not the games, are the independent trials. The interval is that of the normal approximation, with one virtual
    pair added that has each of the five results to a fifth; it keeps the intervals of short and of one-sided matches wide
    (compare Agresti and Coull 1998, who add games won and lost).

    Parameters
    ----------
    pairs
        The first player's share of the points of each pair, from 0 to 1; of each game, if the games are not paired.
    confidence
        The probability that an interval covers the true value.

    Examples
    --------
    >>> score = match_score([1, 0.5, 0.75, 0.5] * 10)
    >>> print(f"{score.share.value:.2f}, {score.share.low:.2f} to {score.share.high:.2f}; {score.elo.value:+.0f}")
    0.69, 0.62 to 0.75; +137
    """
    results = list(pairs)
    for result in results:
        if not 0 <= result <= 1:
            raise ValueError(f"the share of a pair must be between 0 and 1, not {result}")
    size = len(results) + 1
    mean = (sum(results) + 0.5) / size
    squares = sum((result - mean) ** 2 for result in results)
    virtual = sum((i / 4 - mean) ** 2 for i in range(5)) / 5
    error = math.sqrt((squares + virtual) / size / size)
    half = quantile(confidence) * error
    value = sum(results) / len(results) if results else 0.5
    share = Estimate(value, min(max(mean - half, 0.0), value), max(min(mean + half, 1.0), value))
    elo = Estimate(*map(elo_of_share, share))
    return MatchScore(share, elo, NormalDist().cdf((mean - 0.5) / error), len(results))


def superiority_of_match(wins: int, losses: int) -> float:
    """Return the likelihood that a player with so many wins and losses against another is the stronger one.

    Draws say nothing about it: with a uniform prior it is Phi((wins - losses) / sqrt(wins + losses)) for many games
    (https://www.chessprogramming.org/Match_Statistics).

    >>> round(superiority_of_match(10, 5), 3)
    0.902
    """
    return NormalDist().cdf((wins - losses) / math.sqrt(wins + losses)) if wins + losses else 0.5
