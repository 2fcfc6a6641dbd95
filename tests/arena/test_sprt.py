"""The sequential test against Stockfish's testing site, the definition of the likelihood ratio, and simulated matches."""

from __future__ import annotations

import math
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.arena.simulations import accepted
from tests.long import LONG
from zermelo.arena.rating_table import ELO, share_of_elo
from zermelo.arena.sprt import Sprt, most_likely, most_likely_normalised

STOCKFISH = {
    "69675ab9d5a3b5895b50fb44": ((-1.75, 0.25), [19, 4020, 10316, 4215, 24], 2.94),
    "6984bbe6473df9d1d24a937b": ((0, 2), [103, 3851, 8316, 3728, 98], -2.03),
    "6983867b473df9d1d24a9148": ((0, 2), [291, 10353, 21899, 10175, 306], -3.08),
    "698432f5473df9d1d24a926d": ((0, 2), [99, 3323, 8399, 3606, 109], 2.98),
    "6984bb68473df9d1d24a9378": ((0, 2), [2, 40, 72, 14, 0], -0.36),
    "6982cf46eb87369ff4d0c888": ((0, 2), [59, 6427, 15570, 6693, 91], 2.94),
    "6983946d473df9d1d24a916d": ((0.5, 2.5), [45, 8506, 25934, 8883, 57], 2.94),
    "697f19db5f56030af97b5b01": ((0.5, 2.5), [105, 19880, 51075, 20005, 108], -2.94),
}
"""Tests in normalised Elo by their name on https://tests.stockfishchess.org/tests/view/, with the ratio that the site shows."""

FASTCHESS: list[tuple[Literal["logistic", "normalised"], tuple[float, float], list[int], float]] = [
    ("normalised", (0, 2), [365, 16618, 36229, 16974, 390], 2.25),
    ("normalised", (-1.75, 0.25), [127, 4883, 10712, 5150, 104], 3.01),
    ("normalised", (0, 5), [0, 0, 0, 0, 5550], 111.82),
    ("logistic", (0.5, 2.5), [223, 9863, 21279, 10037, 246], -3.07),
    ("logistic", (0, 2), [871, 26175, 55983, 26678, 821], -4.98),
    ("normalised", (0, 2), [36027, 68692, 36433], 0.92),
    ("normalised", (-1.75, 0.25), [10650, 20431, 10871], 2.30),
    ("normalised", (0, 10), [0, 0, 4250], 120.56),
    ("logistic", (0.5, 2.5), [21184, 40708, 21404], -1.57),
    ("logistic", (0, 2), [57030, 106593, 57433], -2.59),
]
"""The values that the tests of the match program Fastchess expect to 1 %, from pairs and from single games."""


@pytest.mark.parametrize("name", STOCKFISH)
def test_the_ratio_that_stockfish_shows(name: str) -> None:
    (elo0, elo1), counts, llr = STOCKFISH[name]
    assert Sprt(elo0, elo1, model="normalised", counts=counts).llr == pytest.approx(llr, abs=0.0051)


@pytest.mark.parametrize(("model", "elo", "counts", "llr"), FASTCHESS)
def test_the_ratio_that_fastchess_expects(
    model: Literal["logistic", "normalised"], elo: tuple[float, float], counts: list[int], llr: float
) -> None:
    assert Sprt(*elo, model=model, paired=len(counts) == 5, counts=counts).llr == pytest.approx(llr, rel=0.01)


def log_likelihood(counts: list[int], model: str, elo: float) -> float:
    """The highest log-likelihood of trinomial counts under a hypothesis, by trying the chances of a draw."""
    share = share_of_elo(elo)

    def at(draw: float) -> float:
        mean = share
        if model == "normalised":  # mean - 1/2 = t sigma, with sigma^2 = win + draw / 4 - mean^2
            t = elo / (2 * ELO)
            mean = 0.5 + t * math.sqrt((1 - draw) / 4 / (1 + t * t))
        chances = (1 - mean - draw / 2, draw, mean - draw / 2)
        return sum(n * math.log(p) for n, p in zip(counts, chances, strict=True)) if min(chances) > 0 else -math.inf

    return max(at(draw / 20_000) for draw in range(1, 20_000))


@pytest.mark.parametrize("model", ["logistic", "normalised"])
@pytest.mark.parametrize("counts", [[10, 20, 15], [3, 4, 50], [40, 100, 39]])
def test_the_ratio_is_that_of_the_most_likely_distributions(
    model: Literal["logistic", "normalised"], counts: list[int]
) -> None:
    expected = log_likelihood(counts, model, 30) - log_likelihood(counts, model, -5)
    assert Sprt(-5, 30, model=model, paired=False, counts=counts).llr == pytest.approx(expected, abs=1e-4)


@given(
    st.lists(st.integers(0, 200), min_size=5, max_size=5),
    st.sampled_from(["logistic", "normalised"]),
    st.tuples(st.floats(-100, 100), st.floats(1, 100)),
)
def test_changed_sides_mirror_the_ratio(
    counts: list[int], model: Literal["logistic", "normalised"], elo: tuple[float, float]
) -> None:
    low, high = elo[0], elo[0] + elo[1]
    one = Sprt(low, high, model=model, counts=counts)
    other = Sprt(-high, -low, model=model, counts=counts[::-1])
    assert math.isfinite(one.llr)
    assert one.llr == pytest.approx(-other.llr, rel=1e-5, abs=1e-5)


@given(st.lists(st.floats(1e-6, 1), min_size=5, max_size=5), st.floats(-800, 800), st.booleans())
@example([0.2, 0.2, 0.2, 2.2, 0.2], 0, False)  # the plain Newton step ends beside a pole
def test_the_most_likely_distributions_meet_the_hypothesis(weights: list[float], elo: float, normalised: bool) -> None:
    values, shares = [0, 0.25, 0.5, 0.75, 1], [weight / sum(weights) for weight in weights]
    chances = most_likely(values, shares, share_of_elo(elo))
    if normalised:
        chances = most_likely_normalised(values, shares, t := elo / 1000)
    assert min(chances) > 0
    assert sum(chances) == pytest.approx(1)
    mean = sum(value * chance for value, chance in zip(values, chances, strict=True))
    variance = sum((value - mean) ** 2 * chance for value, chance in zip(values, chances, strict=True))
    assert mean == pytest.approx(0.5 + t * math.sqrt(variance) if normalised else share_of_elo(elo), abs=1e-6)


def test_the_decision_follows_the_bounds() -> None:
    test = Sprt(0, 50)
    assert test.bounds == pytest.approx((-math.log(19), math.log(19)))
    assert (test.llr, test.decision) == (0, None)
    points, random = 0.0, Random(1)
    while test.update(points := random.choice([1.0, 1.5])) is None:
        assert test.bounds[0] < test.llr < test.bounds[1]
    assert test.decision == "accept"
    assert points >= 1
    again = Sprt(0, 50, counts=test.counts)
    assert again.decision == "accept"
    assert Sprt(0, 50, counts=test.counts[::-1]).decision == "reject"
    assert Sprt(0, 50, alpha=0.01, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.99), math.log(80)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be less than elo1, but they are 5 and 5"),
        ({"elo0": 0, "elo1": math.nan}, "elo0 must be less"),
        ({"elo0": 0, "elo1": 2001}, "elo0 and elo1 must be from -2000 to 2000, not 0 and 2001"),
        ({"elo0": -3000, "elo1": 0}, "elo0 and elo1 must be from -2000 to 2000, not -3000 and 0"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha must be between 0 and 0.5, not 0"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta must be between 0 and 0.5, not 0.5"),
        ({"elo0": 0, "elo1": 5, "model": "bayesian"}, "model must be logistic or normalised"),
        ({"elo0": 0, "elo1": 5, "counts": [1, 2, 3]}, "counts must be 5 numbers"),
        ({"elo0": 0, "elo1": 5, "paired": False, "counts": [1, 2, -3]}, "counts must be 3 numbers"),
    ],
)
def test_wrong_arguments(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(**options)


@pytest.mark.parametrize("points", [-0.5, 0.25, 2.5])
def test_wrong_points(points: float) -> None:
    with pytest.raises(ValueError, match="points of a pair must be a multiple of 1/2 from 0 to 2"):
        Sprt(0, 5).update(points)
    with pytest.raises(ValueError, match="points of a game"):
        Sprt(0, 5, paired=False).update(1.5)


@pytest.mark.parametrize(("model", "elo1", "matches"), [("logistic", 50, 500), ("normalised", 150, 300)])
def test_the_error_rates_of_simulated_matches(
    model: Literal["logistic", "normalised"], elo1: float, matches: int
) -> None:
    """Both errors are promised to be at most 5 %; three standard errors are allowed to the simulation."""
    matches *= LONG
    slack = 3 * math.sqrt(0.05 * 0.95 / matches)
    wrongly, _ = accepted(matches, 0, 0, elo1, seed=3, model=model)
    rightly, _ = accepted(matches, elo1, 0, elo1, seed=4, model=model)
    assert 0.01 < wrongly < 0.05 + slack
    assert 0.01 < 1 - rightly < 0.05 + slack
