"""Ratings: how often their intervals cover the truth, how often sequential tests err, and how long it takes to rate."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.arena.simulations import accepted, coverage, ranking, ranking_coverage

from benchmarks.table import Table, best_of
from zermelo.arena.plackett_luce import rate_rankings
from zermelo.arena.ratings import GameScore, rate

TOURNAMENTS, MATCHES, SEED = 1000, 2000, 1
SETTINGS = ((6, 5, 1 / 3), (8, 2, 0.6), (4, 10, 0.02), (10, 1, 1 / 3), (20, 1, 0.5))
"""Players, double rounds and draw rate of the simulated tournaments."""


def intervals() -> Table:
    rows, figures = [], dict[str, float]()
    for players, rounds, draw_rate in SETTINGS:
        covered = coverage(TOURNAMENTS, players, rounds, draw_rate, SEED)
        games = players * (players - 1) * rounds
        rows.append(
            [
                str(players),
                str(games),
                f"{100 * draw_rate:.0f} %",
                *(f"{100 * each:.1f} %" for each in covered.values()),
            ]
        )
        figures[f"ratings_coverage_{players}"] = round(100 * covered["ratings"], 1)
    ranked = 100 * ranking_coverage(TOURNAMENTS, players=6, games=20, tie=0.3, seed=SEED)
    rows.append(["6, ranked together", "20", "ties", f"{ranked:.1f} %", "", "", ""])
    figures["ratings_coverage_rankings"] = round(ranked, 1)
    covers = list(figures.values())
    return Table(
        "The intervals of ratings",
        f"How often the 95 % intervals cover the truth in {TOURNAMENTS} simulated tournaments of each kind: those of the "
        "ratings, of the differences of two ratings, of the first move's advantage and of the draw rate. The logarithms of the "
        "strengths are drawn with a standard deviation of 0.8; moving first is worth 0.3.",
        ["players", "games", "draw rate", "ratings", "differences", "first move", "draw rate covered"],
        rows,
        figures | {"ratings_coverage_lowest": min(covers), "ratings_coverage_highest": max(covers)},
    )


def sequential_tests() -> Table:
    rows, figures = [], dict[str, float]()
    for model, elo1 in (("logistic", 20), ("logistic", 50), ("normalised", 100)):
        wrongly, pairs0 = accepted(MATCHES, 0, 0, elo1, SEED, model)  # type: ignore[arg-type]
        rightly, pairs1 = accepted(MATCHES, elo1, 0, elo1, SEED + 1, model)  # type: ignore[arg-type]
        rows.append(
            [
                f"0 against {elo1} {model}",
                f"{100 * wrongly:.1f} %",
                f"{100 * (1 - rightly):.1f} %",
                f"{pairs0:.0f}",
                f"{pairs1:.0f}",
            ]
        )
        figures[f"sprt_{model}_{elo1}_wrongly_accepted"] = round(100 * wrongly, 1)
        figures[f"sprt_{model}_{elo1}_wrongly_rejected"] = round(100 * (1 - rightly), 1)
    return Table(
        "Sequential tests",
        f"How often tests with alpha = beta = 5 % err in {MATCHES} simulated matches in which either hypothesis is true, and "
        "how many pairs of games they take on average. Equal players split 54 % of the pairs.",
        ["Elo", "wrongly accepted", "wrongly rejected", "pairs if 0 is true", "pairs if the other is true"],
        rows,
        figures,
    )


def speed() -> Table:
    random = Random(SEED)
    names = [f"player {i}" for i in range(300)]

    def games(players: list[str]) -> list[GameScore]:
        pairs = (random.sample(players, 2) for _ in range(100_000))
        return [GameScore(first, second, random.choice((0, 0.5, 1))) for first, second in pairs]

    few, many = games(names[:10]), games(names)
    tables = list(combinations(range(20), 4))
    ranked = [
        [[str(table[int(i)]) for i in group] for group in ranking(random, [0.0] * 4, 0.3)]
        for table in random.choices(tables, k=5000)
    ]
    seconds = {
        "100,000 games of 10 players": best_of(3, lambda: rate(few)),
        "100,000 games of 300 players": best_of(2, lambda: rate(many)),
        "5,000 rankings of 4 of 20 players": best_of(2, lambda: rate_rankings(ranked)),
    }
    return Table(
        "The time to rate",
        "In plain Python, without NumPy.",
        ["what", "seconds"],
        [[name, f"{each:.2f}"] for name, each in seconds.items()],
        {"ratings_seconds_300_players": round(seconds["100,000 games of 300 players"], 2)},
    )
