"""Ratings from rankings against published estimates, Hunter's algorithm, brute force, and simulated rankings."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.nascar_2002 import RACES
from tests.arena.simulations import ranking, ranking_coverage
from tests.long import LONG
from zermelo.arena.plackett_luce import fit, ranking_of, rate_rankings
from zermelo.arena.rating_table import ELO, quantile
from zermelo.arena.ratings import rate

Ranks = list[list[str]]


def races() -> list[Ranks]:
    return [[[driver] for driver in race.split()] for race in RACES.strip().splitlines()]


def hunter(rankings: list[Ranks], steps: int) -> dict[str, float]:
    """The log-strengths by minorization-maximization, Hunter (2004), Section 5, for rankings without ties."""
    names = [[name for group in each for name in group] for each in rankings]
    wins = Counter(name for order in names for name in order[:-1])
    strengths = {name: 1.0 for order in names for name in order}
    for _ in range(steps):
        rates = dict.fromkeys(strengths, 0.0)
        for order in names:
            rest, rate_so_far = sum(strengths[name] for name in order), 0.0
            for place, name in enumerate(order):
                if place < len(order) - 1:
                    rate_so_far += 1 / rest
                rest -= strengths[name]
                rates[name] += rate_so_far
        strengths = {name: wins[name] / rates[name] for name in strengths}
    return {name: math.log(strength) for name, strength in strengths.items()}


def test_the_published_estimates_for_nascar() -> None:
    """Hunter (2004), Table 2: relative to the first driver, as the R package PlackettLuce also gives them."""
    ratings = rate_rankings(races(), prior=0, anchor="1")
    worth = {driver: round(ratings[driver].elo / ELO, 2) for driver in ("58", "68", "51", "40")}
    assert worth == {"58": 4.15, "68": 3.62, "51": 2.08, "40": -0.15}
    assert len(ratings.table) == 83
    assert ratings["51"].games == 36


def test_the_published_estimates_with_and_without_the_prior() -> None:
    """The example of disconnected networks in the introduction to the R package PlackettLuce, version 0.4.3."""
    games = [[[first], [second]] for first, second in ("AB", "CA", "AD", "BA", "BC")]
    ratings = rate_rankings(games, anchor="A")  # the package has half a win and half a loss, too
    worth = [ratings[name].elo / ELO for name in "ABCD"]
    assert worth == pytest.approx([0, 0.5184185, 0.1354707, -1.1537565], abs=1e-6)
    ratings = rate_rankings([game for game in games if ["D"] not in game], anchor="A", prior=0)
    worth = [ratings[name].elo / ELO for name in "ABC"]
    assert worth == pytest.approx([0, 0.8392, 0.4196], abs=5e-5)
    errors = [(ratings[name].high - ratings[name].elo) / ELO / quantile(0.95) for name in "ABC"]
    assert errors == pytest.approx([0, 1.3596, 1.5973], abs=5e-5)


def test_the_published_estimates_with_ties() -> None:
    """The first test of methods of PlackettLuce 0.4.3: apple, banana, orange, and the ghost that is the package's prior."""
    a, b, o, ghost = range(4)
    choices: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {
        ((a, b), (a,)): 1,
        ((a, b, o), (b,)): 1,
        ((a, o), (o,)): 1,
        ((a, b, o), (b, o)): 2,
        ((a, b, o), (a,)): 1,
        ((b, o), (b,)): 1,
        ((a, o), (a,)): 1,
    }
    for fruit in (a, b, o):
        choices |= {((fruit, ghost), (fruit,)): 0.5, ((fruit, ghost), (ghost,)): 0.5}
    point, _, orders = fit(4, choices, [[a, b, o, ghost]], 0.0, 0.0)
    assert orders == [2]
    assert [point[b] - point[a], point[o] - point[a], point[4]] == pytest.approx(
        [0.2867987, -0.4636687, -1.0701129], abs=1e-6
    )


def test_hunters_algorithm_finds_the_same_maximum() -> None:
    random = Random(5)
    games: list[Ranks] = [[[name] for name in random.sample("abcde", 4)] for _ in range(40)]
    expected, ratings = hunter(games, 400), rate_rankings(games, prior=0)
    mean = sum(expected.values()) / 5
    for name, strength in expected.items():
        assert ratings[name].elo / ELO == pytest.approx(strength - mean, abs=1e-5)


def test_the_chances_of_all_rankings_add_up_to_one() -> None:
    """The model by brute force: rankings in proportion to their chances give back the strengths and the tie's weight."""
    strengths, tie = {"a": 0.7, "b": 0.0, "c": -0.7}, 0.4
    chances: dict[tuple[tuple[str, ...], ...], float] = {}

    def rank(rest: tuple[str, ...], so_far: tuple[tuple[str, ...], ...], chance: float) -> None:
        if not rest:
            chances[so_far] = chance
            return
        sets = {(name,) for name in rest} | {tuple(sorted(pair)) for pair in permutations(rest, 2)}
        weights = {
            chosen: (tie if len(chosen) > 1 else 1) * math.exp(sum(strengths[name] for name in chosen) / len(chosen))
            for chosen in sets
        }
        for chosen, weight in weights.items():
            left = tuple(name for name in rest if name not in chosen)
            rank(left, (*so_far, chosen), chance * weight / sum(weights.values()))

    rank(("a", "b", "c"), (), 1.0)
    assert sum(chances.values()) == pytest.approx(1)
    games = [order for order, chance in chances.items() for _ in range(round(chance * 20_000))]
    ratings = rate_rankings(games, prior=0)
    assert {row.player: row.elo / ELO for row in ratings.table} == pytest.approx(strengths, abs=2e-3)
    assert ratings.ties == pytest.approx({2: tie}, abs=2e-3)


@given(st.lists(st.tuples(st.permutations("abc"), st.integers(1, 3)), min_size=1, max_size=10))
def test_rankings_of_two_are_games_without_an_advantage(drawn: list[tuple[list[str], int]]) -> None:
    """Davidson's model, each game played in both seats; ratings of games are scaled by their draw rate."""
    rankings: list[Ranks] = []
    games = []
    for (first, second, _), result in drawn:
        rankings += [[[first, second]] if result == 1 else [[first], [second]]] * 2
        games += [(first, second, 0.5 if result == 1 else 1.0), (second, first, 0.5 if result == 1 else 0.0)]
    ranked, rated = rate_rankings(rankings), rate(games)
    assert rated.draw_rate is not None
    if 2 in ranked.ties:
        for row in rated.table:
            assert ranked[row.player].elo * (1 - rated.draw_rate.value) == pytest.approx(row.elo, abs=1e-6)
            assert (ranked[row.player].games, ranked[row.player].points) == (row.games, row.points)


@given(st.lists(st.permutations("abcd"), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_rankings_does_not_matter_and_a_win_raises(orders: list[list[str]], random: Random) -> None:
    games = [[[name] for name in order] for order in orders]
    one, other = rate_rankings(games), rate_rankings(random.sample(games, len(games)))
    for row in one.table:
        assert row[1:] == pytest.approx(other[row.player][1:], abs=1e-6)
    last = rate_rankings([*games, [["b"], ["c"], ["d"], ["a"]]])
    first = rate_rankings([*games, [["a"], ["b"], ["c"], ["d"]]])
    assert first["a"].elo > last["a"].elo


def test_a_player_with_two_seats() -> None:
    """The maximum for games of A, A and B, found on a fine grid from the chances that the model gives by hand."""
    first, second, last = 30, 40, 10  # how often B came in first, second and last
    games = [[["B"], ["A"], ["A"]]] * first + [[["A"], ["B"], ["A"]]] * second + [[["A"], ["A"], ["B"]]] * last

    def likelihood(b: float) -> float:
        chances = b / (2 + b), 2 / (2 + b) * b / (1 + b), 2 / (2 + b) / (1 + b)
        assert sum(chances) == pytest.approx(1)
        return sum(n * math.log(chance) for n, chance in zip((first, second, last), chances, strict=True))

    best = max((1 + step / 10_000 for step in range(30_000)), key=likelihood)
    ratings = rate_rankings(games, prior=0, anchor="A")
    assert ratings["B"].elo == pytest.approx(400 * math.log10(best), abs=0.1)
    assert (ratings["A"].games, ratings["B"].games) == (160, 80)
    assert ratings["A"].points + ratings["B"].points == pytest.approx(1.5 * 80)
    shared = rate_rankings([[["A", "B"], ["A"]], [["A", "A"], ["B"]], [["A", "A", "B"]]])
    assert shared.ties.keys() == {2, 3}
    assert shared["A"].games == 6


def test_scores_points_and_groups() -> None:
    assert ranking_of([("a", 1), ("b", 5), ("c", 1)]) == [["b"], ["a", "c"]]
    ratings = rate_rankings([ranking_of([("a", 1), ("b", 5), ("c", 1)]), [["d"], ["e"]]], anchor="d", anchor_elo=100)
    assert (ratings["a"].points, ratings["b"].points, ratings["d"].elo) == (0.25, 1, 100)
    assert ratings.groups == (("a", "b", "c"), ("d", "e"))
    assert ratings.superiority("a", "d") is None
    assert rate_rankings([]).table == ()


@pytest.mark.parametrize(
    ("rankings", "options", "message"),
    [
        ([[["a"]]], {}, "two or more different players"),
        ([[["a"], ["a"]]], {}, "two or more different players"),
        ([[["a"], [], ["b"]]], {}, "groups that are not empty"),
        ([[["a"], ["b"]]], {"prior": 0}, "no finite maximum|prior must be positive"),
        ([[["a"], ["b"]]], {"prior": -1}, "prior must not be negative"),
        ([[["a"], ["b"]]], {"confidence": 0}, "confidence must be between 0 and 1"),
        ([[["a"], ["b"]]], {"anchor": "z"}, "the anchor z has no games"),
        ([[[str(i) for i in range(20)], [str(i) for i in range(20, 40)]]], {}, "too many to count"),
    ],
)
def test_wrong_arguments(rankings: list[Ranks], options: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rate_rankings(rankings, **options)  # type: ignore[arg-type]


def test_the_intervals_of_simulated_rankings_cover_the_truth() -> None:
    assert 0.93 <= ranking_coverage(500 * LONG, players=5, games=15, tie=0.3, seed=1) <= 0.97
    assert len(ranking(Random(1), [0.0] * 6, 0.0)) == 6
