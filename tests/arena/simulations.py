"""Simulated tournaments, rankings and matches, whose truth is known; the tests and the benchmark of ratings draw them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Literal

from zermelo.arena.plackett_luce import Ranking, rate_rankings
from zermelo.arena.rating_table import ELO, Estimate, Rating, share_of_elo
from zermelo.arena.ratings import GameScore, rate
from zermelo.arena.sprt import Sprt

PAIRS = (0.03, 0.2, 0.54, 0.2, 0.03)
"""How often equal players score 0, 1/2, 1, 1 1/2 and 2 points in a pair of games."""


def tournament(
    random: Random, strengths: Sequence[float], advantage: float, tie: float, rounds: int
) -> list[GameScore]:
    """Play a double round robin so many times by the model of `ratings`; players are called by their numbers."""
    games = []
    for i, first in enumerate(strengths):
        for j, second in enumerate(strengths):
            if i != j:
                edge = (first - second + advantage) / 2
                for points in random.choices((1, 0.5, 0), (math.exp(edge), tie, math.exp(-edge)), k=rounds):
                    games.append(GameScore(str(i), str(j), points))
    return games


def coverage(tournaments: int, players: int, rounds: int, draw_rate: float, seed: int) -> dict[str, float]:
    """Return which part of the 95 % intervals of simulated tournaments cover the truth, by what they are about."""
    random, covered, drawn = Random(seed), dict[str, int](), dict[str, int]()
    tie = 2 * draw_rate / (1 - draw_rate)
    scale = ELO * (1 - draw_rate)

    def note(name: str, interval: Estimate | Rating | None, truth: float) -> None:
        assert interval is not None
        covered[name] = covered.get(name, 0) + (interval.low <= truth <= interval.high)
        drawn[name] = drawn.get(name, 0) + 1

    for _ in range(tournaments):
        strengths = [random.gauss(0, 0.8) for _ in range(players)]
        mean = sum(strengths) / players
        ratings = rate(tournament(random, strengths, 0.3, tie, rounds))
        for i, strength in enumerate(strengths):
            note("ratings", ratings[str(i)], scale * (strength - mean))
        for i, j in combinations(range(players), 2):
            note("differences", ratings.difference(str(i), str(j)), scale * (strengths[i] - strengths[j]))
        note("first move", ratings.first_move, scale * 0.3)
        note("draw rate", ratings.draw_rate, draw_rate)
    return {name: count / drawn[name] for name, count in covered.items()}


def ranking(random: Random, strengths: Sequence[float], tie: float) -> Ranking:
    """Draw a ranking by the model of `plackett_luce`, with ties of two."""
    rest, groups = list(range(len(strengths))), []
    while rest:
        sets: list[tuple[int, ...]] = [*((i,) for i in rest), *combinations(rest, 2)]
        weights = [
            (tie if len(chosen) == 2 else 1) * math.exp(sum(strengths[i] for i in chosen) / len(chosen))
            for chosen in sets
        ]
        chosen = random.choices(sets, weights)[0]
        groups.append([str(i) for i in chosen])
        rest = [i for i in rest if i not in chosen]
    return groups


def ranking_coverage(tournaments: int, players: int, games: int, tie: float, seed: int) -> float:
    """Return which part of the 95 % intervals of ratings from simulated rankings cover the truth."""
    random, covered = Random(seed), 0
    for _ in range(tournaments):
        strengths = [random.gauss(0, 0.8) for _ in range(players)]
        mean = sum(strengths) / players
        for row in rate_rankings(ranking(random, strengths, tie) for _ in range(games)).table:
            covered += row.low <= ELO * (strengths[int(row.player)] - mean) <= row.high
    return covered / tournaments / players


def pair_chances(share: float) -> list[float]:
    """Return chances of the results of a pair, like PAIRS, in which the expected share of the points is the given one."""
    low, high = -50.0, 50.0
    while True:
        tilt = (low + high) / 2
        weights = [chance * math.exp(tilt * i / 4) for i, chance in enumerate(PAIRS)]
        mean = sum(i / 4 * weight for i, weight in enumerate(weights)) / sum(weights)
        if high - low < 1e-12:
            return [weight / sum(weights) for weight in weights]
        low, high = (tilt, high) if mean < share else (low, tilt)


def accepted(
    matches: int,
    true_elo: float,
    elo0: float,
    elo1: float,
    seed: int,
    model: Literal["logistic", "normalised"] = "logistic",
) -> tuple[float, float]:
    """Return which part of simulated matches accept elo1, and how many pairs a match has on average.

    In the normalised model `true_elo` is normalised, too.
    """
    share = share_of_elo(true_elo) if model == "logistic" else _normalised_share(true_elo)
    random, weights, passed, pairs = Random(seed), pair_chances(share), 0, 0
    for _ in range(matches):
        test = Sprt(elo0, elo1, model=model)
        while (decision := test.update(random.choices(range(5), weights)[0] / 2)) is None:
            pass
        passed += decision == "accept"
        pairs += sum(test.counts)
    return passed / matches, pairs / matches


def _normalised_share(elo: float) -> float:
    """Return the share at which the mean of `pair_chances` is so far above 1/2, in standard deviations of a game."""
    low, high = 0.01, 0.99
    while high - low > 1e-12:
        share = (low + high) / 2
        variance = sum((i / 4 - share) ** 2 * chance for i, chance in enumerate(pair_chances(share)))
        far = (share - 0.5) / math.sqrt(2 * variance) * 2 * ELO
        low, high = (share, high) if far < elo else (low, share)
    return low
