"""Ratings from rankings of two or more players: the Plackett-Luce model with ties.

A ranking is made by choosing the best of the players, then the best of the rest, and so on, each time in proportion to the
players' strengths. Several may be chosen at once, which is a tie: a set of k players has the weight d(k) times the geometric
mean of their strengths, where d(1) = 1 (the Davidson-Luce model). With two players this is Davidson's model of draws.

Hunter (2004) maximises the likelihood by minorization-maximization. It is concave in the log-strengths, also with ties, so
Newton's method finds the same maximum in a few steps, and with it the information that the intervals need.

References
----------
R. L. Plackett (1975). The analysis of permutations. Applied Statistics 24.
D. R. Hunter (2004). MM algorithms for generalized Bradley-Terry models. Annals of Statistics 32.
D. Firth, I. Kosmidis, H. L. Turner (2019). Davidson-Luce model for multi-item choice with ties. arXiv:1909.07123.
H. L. Turner, J. van Etten, D. Firth, I. Kosmidis (2020). Modelling rankings in R: the PlackettLuce package. Computational
Statistics 35: the prior.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from zermelo.arena.linear_algebra import Derivatives, Matrix, Vector, add_logistic_prior, maximise
from zermelo.arena.rating_table import ELO, Ratings, tabulate
from zermelo.arena.ratings import PRIOR, connected

Ranking = Sequence[Collection[str]]
"""The players from best to worst, in groups; those of a group are tied."""

MAX_CHOICES = 100_000
"""How many sets of players that may be tied are worth counting for one choice."""


@dataclass(frozen=True)
class RankingRatings(Ratings):
    """Ratings from rankings; `ties` has the weight d(k) of a tie of k players, for every k that occurred.

    A player's points in a game are the share of the others that it left behind, a tie counting half.
    """

    ties: Mapping[int, float]


def ranking_of(scores: Iterable[tuple[str, float]]) -> Ranking:
    """Rank the players of a game by their scores, the highest first; equal scores are tied.

    >>> ranking_of([("ann", 3), ("bob", 7), ("cy", 3)])
    [['bob'], ['ann', 'cy']]
    """
    ordered = sorted(scores, key=lambda each: -each[1])
    return [[name for name, _ in group] for _, group in groupby(ordered, key=lambda each: each[1])]


def rate_rankings(
    rankings: Iterable[Ranking],
    *,
    confidence: float = 0.95,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    prior: float = PRIOR,
) -> RankingRatings:
    """Rate the players of games with more than two players.

    Parameters
    ----------
    rankings
        The games, each as groups of players from best to worst. A player that has several seats is named once for each.
    confidence, anchor, anchor_elo, prior
        As in `zermelo.arena.ratings.rate`.

    Returns
    -------
    RankingRatings
        The players, best first. A difference of 400 points means that the chance of being chosen is ten to one.

    Raises
    ------
    ValueError
        If a ranking or an argument is wrong, or if `prior` is 0 and there is no finite maximum.

    Examples
    --------
    >>> games = [[["ann"], ["bob"], ["cy"]]] * 3 + [[["bob"], ["ann", "cy"]]]
    >>> for row in rate_rankings(games).table:
    ...     print(f"{row.player} {row.elo:+.0f} ({row.low:+.0f} to {row.high:+.0f})")
    ann +197 (-51 to +444)
    bob +81 (-133 to +296)
    cy -278 (-570 to +13)
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence}")
    if not prior >= 0:
        raise ValueError(f"prior must not be negative, but is {prior}")
    games = Counter(tuple(tuple(sorted(group)) for group in ranking) for ranking in rankings)
    players = sorted({name for ranking in games for group in ranking for name in group})
    if anchor is not None and anchor not in players:
        raise ValueError(f"the anchor {anchor} has no games")
    index = {name: number for number, name in enumerate(players)}
    totals = [[0.0, 0.0] for _ in players]
    links: list[list[int]] = []
    choices: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for ranking, count in games.items():
        order = [[index[name] for name in group] for group in ranking]
        rest = sorted(i for group in order for i in group)
        if len(set(rest)) < 2 or not all(order):
            raise ValueError(
                f"a ranking has two or more different players, in groups that are not empty, unlike {ranking}"
            )
        links.append(list(rest))
        others = len(rest) - 1
        for group in order:
            if len(rest) > 1:
                choices[tuple(rest), tuple(group)] += count
            for i in group:
                rest.remove(i)
            for i in group:
                totals[i][0] += count
                totals[i][1] += count * (len(rest) + (len(group) - 1) / 2) / others
    groups = connected(len(players), links)
    point, covariance, orders = fit(len(players), choices, groups, prior, prior)
    size = len(players)
    result = tabulate(
        players,
        [ELO * strength for strength in point[:size]],
        [[ELO * ELO * number for number in row[:size]] for row in covariance[:size]],
        [(int(played), points) for played, points in totals],
        groups,
        confidence=confidence,
        anchor=anchor,
        anchor_elo=anchor_elo,
    )
    ties = {order: math.exp(weight) for order, weight in zip(orders, point[size:], strict=True)}
    return RankingRatings(**vars(result), ties=ties)


def fit(
    size: int,
    choices: Mapping[tuple[tuple[int, ...], tuple[int, ...]], float],
    groups: Sequence[Sequence[int]],
    prior: float,
    tie_prior: float,
) -> tuple[Vector, Matrix, list[int]]:
    """Fit the model.

    Parameters
    ----------
    size
        The number of players.
    choices
        How often a set of players was chosen from a set of players.
    groups
        The connected groups of players.
    prior, tie_prior
        The prior of the players, as in `rate_rankings`, and that of the weights of ties.

    Returns
    -------
    tuple
        The log-strengths and the logarithms of the weights of ties, their covariance, and the numbers of tied players.
    """
    orders = sorted({len(chosen) for _, chosen in choices} - {1})
    tie_index = {order: size + number for number, order in enumerate(orders)}
    whole = size + len(orders)
    priors = [prior] * size + [tie_prior] * len(orders)
    observed = [0.0] * whole
    sets: dict[tuple[int, ...], float] = {}
    for (alternatives, chosen), count in choices.items():
        sets[alternatives] = sets.get(alternatives, 0.0) + count
        for i in chosen:
            observed[i] += count / len(chosen)
        if len(chosen) > 1:
            observed[tie_index[len(chosen)]] += count
    for alternatives in sets:
        if sum(math.comb(len(alternatives), order) for order in orders) > MAX_CHOICES:
            raise ValueError(f"ties of {orders[-1]} among {len(alternatives)} players are too many to count")

    def function(point: Vector) -> Derivatives:
        value = sum(number * parameter for number, parameter in zip(observed, point, strict=True))
        gradient, curvature = list(observed), [[0.0] * whole for _ in range(whole)]
        for alternatives, count in sets.items():
            logs: list[tuple[tuple[int, ...], float]] = [((i,), point[i]) for i in alternatives]
            for order, number in tie_index.items():
                for chosen in combinations(alternatives, order):
                    logs.append((chosen, point[number] + sum(point[i] for i in chosen) / order))
            highest = max(log for _, log in logs)
            weights = [(chosen, math.exp(log - highest)) for chosen, log in logs]
            total = sum(weight for _, weight in weights)
            value -= count * (highest + math.log(total))
            mean: dict[int, float] = {}
            for chosen, weight in weights:
                features = [(i, 1 / len(chosen)) for i in chosen]
                if len(chosen) > 1:
                    features.append((tie_index[len(chosen)], 1.0))
                for i, first in features:
                    mean[i] = mean.get(i, 0.0) + weight / total * first
                    row = curvature[i]
                    for j, second in features:
                        row[j] += count * weight / total * first * second
            for i, first in mean.items():
                gradient[i] -= count * first
                row = curvature[i]
                for j, second in mean.items():
                    row[j] -= count * first * second
        if prior > 0:
            return add_logistic_prior(point, priors, (value, gradient, curvature))
        for group in groups:  # the likelihood does not determine a group's mean: keep it at 0
            for i in group:
                for j in group:
                    curvature[i][j] += 1
        return value, gradient, curvature

    point, covariance = maximise(function, [0.0] * whole)
    if prior == 0 and max(map(abs, point), default=0) > 25:
        raise ValueError("some players won or lost everything: prior must be positive")
    return point, covariance, orders
