"""The sequential probability ratio test of a match: play until one of two hypotheses about the strength is accepted.

The test is Wald's (1945) with the generalised log-likelihood ratio, as on Stockfish's testing site: the likelihood of the
results under each hypothesis is that of the most likely distribution of results with the hypothesis' strength. Games are
counted in pairs with the same opening and changed seats (pentanomial counts: the two games of a pair are not independent),
or singly (trinomial counts).

References
----------
A. Wald (1945). Sequential tests of statistical hypotheses. Annals of Mathematical Statistics 16.
M. Van den Bergh. A practical introduction to the GSPRT; Comments on normalized Elo. https://www.cantate.be/Fishtest/
(support_MLE_multinomial.pdf, Proposition 1.1, and normalized_elo_practical.pdf, Section 4.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from zermelo.arena.linear_algebra import dot
from zermelo.arena.rating_table import ELO, share_of_elo

Decision = Literal["accept", "reject"]
MOST_ELO = 2_000
"""A difference at which the weaker player has one point in 100,000."""
EMPTY = 1e-3
"""What counts for a result that did not occur yet, so that its likelihood is defined."""


@dataclass
class Sprt:
    """A sequential test of elo1 against elo0.

    Attributes
    ----------
    elo0, elo1
        The first player's advantage under either hypothesis, in Elo points; elo0 < elo1.
    alpha
        The probability of accepting elo1 if elo0 is true; below 1/2.
    beta
        The probability of rejecting elo1 if elo1 is true; below 1/2. Wald's bounds, and so both probabilities, are
        approximate; `benchmarks/ratings.py` measures them.
    model
        The unit of elo0 and elo1: "logistic" Elo, or "normalised" Elo, which is the mean in standard deviations of a
        game and makes tests equally long whatever the draw rate.
    paired
        Whether results are those of pairs of games.
    counts
        How often each result occurred, from the worst to the best: of a pair 0, 1/2, 1, 1 1/2 and 2 points, of a game 0,
        1/2 and 1.

    Raises
    ------
    ValueError
        If an argument is out of its range.

    Examples
    --------
    A test of Stockfish that passed, tests.stockfishchess.org/tests/view/698432f5473df9d1d24a926d:

    >>> test = Sprt(0, 2, model="normalised", counts=[99, 3323, 8399, 3606, 109])
    >>> print(f"{test.llr:.2f}", test.decision)
    2.98 accept
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["logistic", "normalised"] = "logistic"
    paired: bool = True
    counts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not (-math.inf < self.elo0 < self.elo1 < math.inf):
            raise ValueError(f"elo0 must be less than elo1, but they are {self.elo0} and {self.elo1}")
        if max(-self.elo0, self.elo1) > MOST_ELO:
            raise ValueError(
                f"elo0 and elo1 must be from -{MOST_ELO} to {MOST_ELO}, not {self.elo0:g} and {self.elo1:g}"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5, not {risk}")
        if self.model not in ("logistic", "normalised"):
            raise ValueError(f"model must be logistic or normalised, not {self.model}")
        size = 5 if self.paired else 3
        self.counts = list(self.counts) or [0] * size
        if len(self.counts) != size or min(self.counts) < 0:
            raise ValueError(f"counts must be {size} numbers that are not negative, not {self.counts}")

    def update(self, points: float) -> Decision | None:
        """Count the first player's points in a pair (0 to 2), or in a game if games are not paired (0 to 1).

        Returns the decision, if there is one now.
        """
        result = round(2 * points)
        if result != 2 * points or not 0 <= result < len(self.counts):
            unit, most = ("a pair", 2) if self.paired else ("a game", 1)
            raise ValueError(f"the points of {unit} must be a multiple of 1/2 from 0 to {most}, not {points}")
        self.counts[result] += 1
        return self.decision

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio of elo1 to elo0."""
        if not any(self.counts):
            return 0.0
        seen = [count or EMPTY for count in self.counts]
        total = sum(seen)
        shares = [count / total for count in seen]
        values = [i / (len(seen) - 1) for i in range(len(seen))]
        if self.model == "logistic":
            low, high = (most_likely(values, shares, share_of_elo(elo)) for elo in (self.elo0, self.elo1))
        else:
            games = 2 if self.paired else 1
            low, high = (
                most_likely_normalised(values, shares, elo / (2 * ELO) * math.sqrt(games))
                for elo in (self.elo0, self.elo1)
            )
        return total * sum(share * math.log(one / other) for share, one, other in zip(shares, high, low, strict=True))

    @property
    def bounds(self) -> tuple[float, float]:
        """The values of `llr` at which elo1 is rejected and accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def decision(self) -> Decision | None:
        """Whether elo1 is to be accepted or rejected (so that elo0 is accepted); None while the test goes on."""
        llr, (low, high) = self.llr, self.bounds
        return "accept" if llr >= high else "reject" if llr <= low else None


def most_likely(values: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution on the values with this mean under which the observed shares are the most likely."""
    return _tilted([value - mean for value in values], shares)


def most_likely_normalised(values: Sequence[float], shares: Sequence[float], t: float) -> list[float]:
    """Return the most likely distribution whose mean is t standard deviations above 1/2.

    The condition is not linear; each step solves it linearised at the last distribution.
    """
    chances = [1 / len(values)] * len(values)
    for _ in range(50):
        mean = dot(values, chances)
        variance = dot([(value - mean) ** 2 for value in values], chances)
        half = t * math.sqrt(variance) / 2
        slopes = [value - 0.5 - half * (1 + (value - mean) ** 2 / variance) for value in values]
        last, chances = chances, _tilted(slopes, shares)
        if all(abs(new - old) < 1e-9 for new, old in zip(chances, last, strict=True)):
            break
    return chances


def _tilted(slopes: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return shares / (1 + x slopes) with the x for which the mean of the slopes is 0.

    The mean falls with x from one pole to another. Newton's method finds the root of the mean times the distances of both
    poles, which has none; a bracket guards it.
    """
    first, last = low, high = -1 / max(slopes), -1 / min(slopes)
    points = list(zip(shares, slopes, strict=True))
    x = 0.0
    for step in range(200):
        mean = steepness = 0.0
        for share, slope in points:
            term = slope / (1 + x * slope)
            mean += share * term
            steepness += share * term * term
        if mean * mean <= 1e-24 * steepness:
            break
        low, high = (x, high) if mean > 0 else (low, x)
        product = (x - first) * (last - x)
        slant = steepness * product - mean * (first + last - 2 * x)
        x = x + mean * product / slant if slant > 0 else low
        if not low < x < high or step % 8 == 7:
            x = (low + high) / 2
    return [share / (1 + x * slope) for share, slope in points]
