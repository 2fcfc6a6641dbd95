"""Ratings against published estimates, brute force, and the truth behind simulated tournaments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.simulations import coverage, tournament
from tests.long import LONG
from zermelo.arena.rating_table import ELO, elo_of_share, quantile, superiority_of_match
from zermelo.arena.ratings import GameScore, connected, fit, rate

BASEBALL = {
    "Milwaukee": "- 4:3 4:2 4:3 6:1 4:2 6:0",
    "Detroit": "3:3 - 4:2 4:3 6:0 6:1 4:3",
    "Toronto": "2:5 4:3 - 2:4 4:3 4:2 6:0",
    "New York": "3:3 5:1 2:5 - 4:3 4:2 6:1",
    "Boston": "5:1 2:5 3:3 4:2 - 5:2 6:0",
    "Cleveland": "2:5 3:3 3:4 4:3 4:2 - 2:4",
    "Baltimore": "2:5 1:5 1:6 2:4 1:6 3:4 -",
}
"""Wins and losses at home, American League 1987: A. Agresti (2002), Categorical Data Analysis, 2nd edition, Table 10.10."""

Point = Sequence[float]
results = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0, 0.5, 1])).filter(
        lambda game: game[0] != game[1]
    ),
    min_size=1,
    max_size=30,
).map(lambda games: [GameScore(*game) for game in games])


def baseball() -> list[GameScore]:
    games = []
    for home, row in BASEBALL.items():
        for away, score in zip(BASEBALL, row.split(), strict=True):
            if score != "-":
                won, lost = map(int, score.split(":"))
                games += [GameScore(home, away, 1)] * won + [GameScore(home, away, 0)] * lost
    return games


def test_the_published_estimates_for_baseball() -> None:
    ratings = rate(baseball(), prior=0)
    worth = {row.player: math.exp(row.elo / ELO) for row in ratings.table}
    assert [round(each / sum(worth.values()), 3) for each in worth.values()] == [
        0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044,
    ]  # fmt: skip  # Agresti, Table 10.11
    assert list(worth) == list(BASEBALL)
    assert ratings.first_move is not None
    assert round(ratings.first_move.value / ELO, 3) == 0.302
    anchored = rate(baseball(), prior=0, anchor="Baltimore")
    errors = [(row.high - row.elo) / ELO / quantile(0.95) for row in anchored.table]
    assert [round(error, 1) for error in errors] == [0.3] * 6 + [0.0]  # "standard errors are about 0.3"


def log_likelihood(point: Point, games: Sequence[GameScore], players: Sequence[str], prior: float) -> float:
    """The logarithm of the posterior density, as the docstring of the module states it, game by game."""
    total = 0.0
    for first, second, points in games:
        edge = (point[players.index(first)] - point[players.index(second)] + point[-2]) / 2
        weights = {1: math.exp(edge), 0.5: math.exp(point[-1]), 0: math.exp(-edge)}
        total += math.log(weights[points] / sum(weights.values()))
    return total + sum(prior / 2 * (math.log(1 / (1 + math.exp(-x))) + math.log(1 / (1 + math.exp(x)))) for x in point)


def climb(function: Callable[[Point], float], size: int) -> list[float]:
    """Maximise a function by trying steps in every direction, ever smaller ones."""
    point, step = [0.0] * size, 1.0
    best = function(point)
    while step > 1e-5:
        better = False
        for i in range(size):
            for change in (-step, step):
                candidate = [*point[:i], point[i] + change, *point[i + 1 :]]
                if (value := function(candidate)) > best:
                    point, best, better = candidate, value, True
        if not better:
            step /= 2
    return point


@pytest.mark.parametrize("seed", range(6))
def test_brute_force_finds_the_same_maximum_and_curvature(seed: int) -> None:
    random, players = Random(seed), ["0", "1", "2"]
    games = tournament(random, [random.gauss(0, 1) for _ in players], random.gauss(0, 1), random.random(), 1 + seed)
    table: dict[tuple[int, int], list[int]] = {}
    for game in games:
        table.setdefault((int(game.first), int(game.second)), [0, 0, 0])[int(2 * game.points)] += 1
    point, covariance = fit(3, table, [[0, 1, 2]], 1.0)

    def function(at: Point) -> float:
        return log_likelihood(at, games, players, 1.0)

    assert point == pytest.approx(climb(function, 5), abs=1e-3)

    def second(i: int, j: int, step: float = 1e-3) -> float:
        def at(x: int, y: int) -> float:
            moved = list(point)
            moved[i] += x * step
            moved[j] += y * step
            return function(moved)

        return (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * step * step)

    for i in range(5):
        product = [sum(-second(i, k) * covariance[k][j] for k in range(5)) for j in range(5)]
        assert product == pytest.approx([float(i == j) for j in range(5)], abs=1e-3)


def test_the_uncertainty_of_the_scale_is_part_of_the_intervals() -> None:
    """The delta method by differences: ratings are the log-strengths less their mean, times a factor of the draw rate."""
    table = {(0, 1): [2, 3, 9], (1, 0): [7, 2, 1], (1, 2): [3, 4, 3], (2, 0): [9, 1, 2], (0, 2): [0, 4, 6]}
    games = [(str(i), str(j), k / 2) for (i, j), row in table.items() for k in range(3) for _ in range(row[k])]
    point, covariance = fit(3, table, [[0, 1, 2]], 1.0)

    def elo(at: Point, player: int) -> float:
        return 2 / (2 + math.exp(at[-1])) * ELO * (at[player] - sum(at[:3]) / 3)

    for player in range(3):
        slopes = []
        for k in range(5):
            up, down = ([x + sign * 1e-5 * (i == k) for i, x in enumerate(point)] for sign in (1, -1))
            slopes.append((elo(up, player) - elo(down, player)) / 2e-5)
        variance = sum(slopes[i] * covariance[i][j] * slopes[j] for i in range(5) for j in range(5))
        row = rate(games)[str(player)]
        assert row.elo == pytest.approx(elo(point, player))
        assert row.high - row.elo == pytest.approx(quantile(0.95) * math.sqrt(variance))


@given(results, st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(games: list[GameScore], random: Random) -> None:
    shuffled = random.sample(games, len(games))
    for one, other in zip(rate(games).table, rate(shuffled).table, strict=True):
        assert one.player == other.player
        assert one[1:] == pytest.approx(other[1:], abs=1e-6)


@given(results)
def test_changed_seats_mirror_the_advantage(games: list[GameScore]) -> None:
    """The first move's advantage changes its sign, nothing else."""
    one, other = rate(games), rate([GameScore(second, first, 1 - points) for first, second, points in games])
    for row in one.table:
        assert (row.elo, row.low, row.high) == pytest.approx(other[row.player][1:4], abs=1e-6)
    assert one.first_move is not None and other.first_move is not None  # noqa: PT018
    assert one.first_move.value == pytest.approx(-other.first_move.value, abs=1e-6)
    assert one.draw_rate == pytest.approx(other.draw_rate)


@given(results, st.floats(-3000, 3000))
def test_an_anchor_shifts_its_group(games: list[GameScore], elo: float) -> None:
    one, anchor = rate(games), games[0].first
    other = rate(games, anchor=anchor, anchor_elo=elo)
    assert (other[anchor].elo, other[anchor].low, other[anchor].high) == pytest.approx((elo, elo, elo))
    for row in one.table:
        gap = one.difference(row.player, anchor)
        if gap is None:
            assert row[1:] == pytest.approx(other[row.player][1:])
        else:
            assert gap == pytest.approx(other.difference(row.player, anchor), abs=1e-6)
            assert other[row.player].elo == pytest.approx(elo + gap.value, abs=1e-6)


@given(results, st.sampled_from("bcd"))
def test_more_wins_never_lower_a_rating(games: list[GameScore], rival: str) -> None:
    """A pair of games, one in each seat, that player a wins instead of losing."""
    lost = rate([*games, GameScore("a", rival, 0), GameScore(rival, "a", 1)])
    won = rate([*games, GameScore("a", rival, 1), GameScore(rival, "a", 0)])
    assert won["a"].elo - won[rival].elo > lost["a"].elo - lost[rival].elo


@given(results)
def test_superiority_is_a_probability_and_its_complement(games: list[GameScore]) -> None:
    ratings = rate(games)
    matrix = ratings.superiority_matrix()
    for i, first in enumerate(ratings.table):
        for j, second in enumerate(ratings.table):
            value, opposite = matrix[i][j], matrix[j][i]
            if i == j or ratings.difference(first.player, second.player) is None:
                assert value is None
            else:
                assert value is not None and opposite is not None  # noqa: PT018
                assert value + opposite == pytest.approx(1)
                assert (value >= 0.5) == (i < j) or first.elo == pytest.approx(second.elo)


def test_a_long_match_means_what_the_logistic_formula_says() -> None:
    for draws in (0, 400, 3000):
        games = [GameScore("a", "b", 1), GameScore("b", "a", 0)] * 520 + [
            GameScore("a", "b", 0),
            GameScore("b", "a", 1),
        ] * 480
        games += [GameScore("a", "b", 0.5), GameScore("b", "a", 0.5)] * draws
        ratings = rate(games)
        gap = ratings.difference("a", "b")
        assert gap is not None
        assert gap.value == pytest.approx(elo_of_share(ratings["a"].share), rel=0.01)
        assert ratings.superiority("a", "b") == pytest.approx(superiority_of_match(1040, 960), abs=0.01)


def test_players_who_win_everything_have_finite_ratings() -> None:
    games = [GameScore("a", "b", 1), GameScore("b", "a", 0), GameScore("b", "c", 0.5)] * 5
    table = rate(games).table
    assert table[0].player == "a"
    assert 200 < table[0].elo < table[0].high < 2000
    with pytest.raises(ValueError, match="no finite maximum"):
        rate(games, prior=0)


def test_groups_that_never_met_are_said() -> None:
    ratings = rate([GameScore("a", "b", 1), GameScore("c", "d", 1), GameScore("e", "c", 0.5)])
    assert ratings.groups == (("c", "d", "e"), ("a", "b"))
    assert ratings.warning is not None
    assert "2 groups of players never met" in ratings.warning
    assert ratings.difference("a", "c") is None
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)
    assert rate([GameScore("a", "b", 1)]).warning is None
    assert connected(3, []) == [[0], [1], [2]]
    assert rate([]).table == ()


@pytest.mark.parametrize(
    ("games", "options", "message"),
    [
        ([("a", "b", 0.7)], {}, "points must be 1, 1/2 or 0, not 0.7"),
        ([("a", "a", 1)], {}, "a cannot be both players"),
        ([("a", "b", 1)], {"confidence": 1}, "confidence must be between 0 and 1"),
        ([("a", "b", 1)], {"prior": -1}, "prior must not be negative"),
        ([("a", "b", 1)], {"anchor": "c"}, "the anchor c has no games"),
    ],
)
def test_wrong_arguments(games: list[tuple[str, str, float]], options: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rate(games, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "rounds", "draw_rate"), [(6, 5, 1 / 3), (8, 2, 0.6), (4, 10, 0.02)])
def test_the_intervals_of_1000_tournaments_cover_the_truth(players: int, rounds: int, draw_rate: float) -> None:
    for name, covered in coverage(1000 * LONG, players, rounds, draw_rate, seed=1).items():
        assert 0.93 <= covered <= 0.97, name


def test_without_an_advantage_of_the_first_move_the_rating_is_that_of_the_score() -> None:
    """The same player moves first in every game, as Pac-Man does: interval and difference are those of the binomial share."""
    games = [("a", "b", 1.0)] * 75 + [("a", "b", 0.0)] * 25
    ratings = rate(games, prior=0, first_move=False)
    assert ratings.first_move is None
    gap = ratings.difference("a", "b")
    assert gap is not None
    assert gap.value == pytest.approx(elo_of_share(0.75))
    assert gap.high - gap.value == pytest.approx(quantile(0.95) * ELO / math.sqrt(100 * 0.75 * 0.25))
    assert (ratings["a"].games, ratings["a"].points) == (100, 75)
    mirrored = [(second, first, 1 - points) for first, second, points in games]
    assert rate(mirrored, prior=0, first_move=False).difference("a", "b") == pytest.approx(gap)
