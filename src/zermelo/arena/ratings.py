"""Elo ratings with confidence intervals, from the results of games between two players.

The model is Bradley and Terry's with draws (Davidson 1970) and an advantage of the first move (Davidson and Beaver 1977).
With the log-strengths s and t of the players who move first and second, the advantage a and the draw parameter v, the
chances that the first player wins, draws and loses are in the proportion of

    exp((s - t + a) / 2)  :  v  :  exp(-(s - t + a) / 2).

The log-likelihood is concave, and a player's points are all that matters of its results, as in a tournament's own table.

References
----------
R. R. Davidson (1970). On extending the Bradley-Terry model to accommodate ties in paired comparison experiments. JASA 65.
R. R. Davidson, R. J. Beaver (1977). On extending the Bradley-Terry model to incorporate within-pair order effects.
Biometrics 33.
R. Coulom (2005). Bayesian Elo rating, https://www.remi-coulom.fr/Bayesian-Elo/: the scale, the likelihood of superiority.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from zermelo.arena.linear_algebra import Derivatives, Matrix, Vector, add_logistic_prior, maximise
from zermelo.arena.rating_table import ELO, Estimate, Rating, Ratings, elo_of_share, match_score, quantile, tabulate

__all__ = ["Estimate", "GameScore", "Rating", "Ratings", "elo_of_share", "match_score", "rate"]

PRIOR = 1.0
"""Virtual games of every player, half won and half lost, against one of log-strength 0; see `rate`."""


class GameScore(NamedTuple):
    """The result of one game: who moved first, who second, and the first player's points (1, 1/2 or 0)."""

    first: str
    second: str
    points: float


def rate(
    games: Iterable[GameScore | tuple[str, str, float]],
    *,
    confidence: float = 0.95,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    prior: float = PRIOR,
    first_move: bool = True,
) -> Ratings:
    """Rate the players of a tournament.

    Ratings are on the scale on which small differences mean the same as by the logistic formula: the log-strengths are
    multiplied by 400 / log(10) and by 1 - d, with d the draw rate of equal players. BayesElo does the same; without it
    players who draw much would seem farther apart than their scores. The intervals come from the inverse of the observed
    information, by the delta method.

    Parameters
    ----------
    games
        The results. Only their number per pair of players, seats and result matters, not their order.
    confidence
        The probability that an interval covers the true value.
    anchor
        The player whose rating is `anchor_elo`; by default the mean of all players is 0.
    anchor_elo
        The anchor's rating.
    prior
        How many virtual games, half won and half lost against an average player, each player has in addition; the
        advantage and the draw parameter have as many. It makes the ratings of players who won or lost all games finite.
        With 0 the estimate is that of maximum likelihood.
    first_move
        Whether the model has an advantage of the first move.

    Returns
    -------
    Ratings
        The players, best first. Groups of players that never met, not even through others, are listed in `groups`; each
        has its own mean 0.

    Raises
    ------
    ValueError
        If a result or an argument is wrong, or if `prior` is 0 and there is no finite maximum.

    Examples
    --------
    >>> games = [("ann", "bob", 1), ("bob", "ann", 0), ("ann", "bob", 0.5), ("bob", "ann", 1)] * 10
    >>> for row in rate(games).table:
    ...     print(f"{row.player} {row.elo:+.0f} ({row.low:+.0f} to {row.high:+.0f})")
    ann +47 (-2 to +96)
    bob -47 (-96 to +2)
    """
    counts = Counter((first, second, points) for first, second, points in games)
    players = sorted({name for first, second, _ in counts for name in (first, second)})
    _check(counts, players, confidence, anchor, prior)
    index = {name: number for number, name in enumerate(players)}
    results: dict[tuple[int, int], list[float]] = {}
    totals = {name: [0, 0.0] for name in players}
    for (first, second, points), count in counts.items():
        one, other = index[first], index[second]
        if first_move:
            results.setdefault((one, other), [0, 0, 0])[round(2 * points)] += count
        else:  # half with either seat, which leaves the advantage at 0 and the strengths independent of it
            results.setdefault((one, other), [0, 0, 0])[round(2 * points)] += count / 2
            results.setdefault((other, one), [0, 0, 0])[round(2 - 2 * points)] += count / 2
        for name, share in ((first, points), (second, 1 - points)):
            totals[name][0] += count
            totals[name][1] += share * count
    groups = connected(len(players), results)
    point, covariance = fit(len(players), results, groups, prior)
    scale, draw = _scale(point[-1])
    jacobian = [-draw * strength for strength in point[:-1]]
    elo_covariance = _with_scale(covariance, jacobian, (ELO * scale) ** 2)
    z = quantile(confidence)
    half = z * math.sqrt(elo_covariance[-1][-1])
    advantage = ELO * scale * point[-2]
    spread = z * math.sqrt(covariance[-1][-1])
    without_draws = point[-1] == -math.inf
    return tabulate(
        players,
        [ELO * scale * strength for strength in point[:-2]],
        [row[:-1] for row in elo_covariance[:-1]],
        [(int(played), points) for played, points in totals.values()],
        groups,
        confidence=confidence,
        anchor=anchor,
        anchor_elo=anchor_elo,
        first_move=Estimate(advantage, advantage - half, advantage + half) if first_move else None,
        draw_rate=Estimate(0.0, 0.0, 0.0)
        if without_draws
        else Estimate(draw, _scale(point[-1] - spread)[1], _scale(point[-1] + spread)[1]),
    )


def connected(size: int, links: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the connected groups of the numbers below size, each in order, the largest first."""
    root = list(range(size))

    def find(node: int) -> int:
        while root[node] != node:
            root[node] = node = root[root[node]]
        return node

    for link in links:
        for other in link[1:]:
            root[find(other)] = find(link[0])
    groups: dict[int, list[int]] = {}
    for node in range(size):
        groups.setdefault(find(node), []).append(node)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def fit(
    size: int, results: Mapping[tuple[int, int], Sequence[float]], groups: Sequence[Sequence[int]], prior: float
) -> tuple[Vector, Matrix]:
    """Fit the model.

    Parameters
    ----------
    size
        The number of players.
    results
        Per pair of players, the first to move first, how many games the first lost, drew and won.
    groups
        The connected groups of players.
    prior
        As in `rate`.

    Returns
    -------
    tuple
        The log-strengths, the advantage and the logarithm of the draw parameter (-inf without a prior and draws), and
        their covariance.
    """
    drawn = prior > 0 or any(draws for _, draws, _ in results.values())

    def function(point: Vector) -> Derivatives:
        value, gradient, curvature = 0.0, [0.0] * (size + 2), [[0.0] * (size + 2) for _ in range(size + 2)]
        advantage, log_tie = point[-2], point[-1] if drawn else -math.inf
        for (first, second), (losses, draws, wins) in results.items():
            games = losses + draws + wins
            edge = (point[first] - point[second] + advantage) / 2
            top = max(abs(edge), log_tie)
            win, loss, draw = math.exp(edge - top), math.exp(-edge - top), math.exp(log_tie - top)
            total = win + loss + draw
            win, loss, draw = win / total, loss / total, draw / total
            value += (wins - losses) * edge + (draws * log_tie if draws else 0) - games * (top + math.log(total))
            surplus = (wins - losses) / 2 - games * (win - loss) / 2
            weight = games * (win + loss - (win - loss) ** 2) / 4
            cross = -games * draw * (win - loss) / 2
            for i, sign in ((first, 1), (second, -1), (size, 1)):
                gradient[i] += sign * surplus
                curvature[i][-1] += sign * cross
                for j, other in ((first, 1), (second, -1), (size, 1)):
                    curvature[i][j] += sign * other * weight
            gradient[-1] += draws - games * draw
            curvature[-1][-1] += games * draw * (1 - draw)
        curvature[-1][:-1] = [row[-1] for row in curvature[:-1]]
        if prior > 0:
            return add_logistic_prior(point, [prior] * len(point), (value, gradient, curvature))
        for group in groups:  # the likelihood does not determine a group's mean: keep it at 0
            for i in group:
                for j in group:
                    curvature[i][j] += 1
        if not drawn:
            curvature[-1][-1] = 1
        return value, gradient, curvature

    point, covariance = maximise(function, [0.0] * (size + 2))
    if prior == 0 and max(map(abs, point)) > 25:
        raise ValueError("some players won or lost everything: prior must be positive")
    if not drawn:
        point[-1], covariance[-1][-1] = -math.inf, 0.0
    return point, covariance


def _scale(log_tie: float) -> tuple[float, float]:
    """Return the factor that makes log-strengths logistic near 0, and the draw rate of equal players."""
    tie = math.exp(log_tie)
    return 2 / (2 + tie), tie / (2 + tie)


def _with_scale(covariance: Matrix, jacobian: Vector, factor: float) -> Matrix:
    """Return the covariance of all but the last parameter times the scale, which depends on the last."""
    last = covariance[-1]
    return [
        [
            factor
            * (covariance[i][j] + jacobian[i] * last[j] + jacobian[j] * last[i] + jacobian[i] * jacobian[j] * last[-1])
            for j in range(len(jacobian))
        ]
        for i in range(len(jacobian))
    ]


def _check(
    counts: Mapping[tuple[str, str, float], int],
    players: Sequence[str],
    confidence: float,
    anchor: str | None,
    prior: float,
) -> None:
    for first, second, points in counts:
        if points not in (0, 0.5, 1):
            raise ValueError(f"points must be 1, 1/2 or 0, not {points}")
        if first == second:
            raise ValueError(f"{first} cannot be both players of a game")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence}")
    if not prior >= 0:
        raise ValueError(f"prior must not be negative, but is {prior}")
    if anchor is not None and anchor not in players:
        raise ValueError(f"the anchor {anchor} has no games")
