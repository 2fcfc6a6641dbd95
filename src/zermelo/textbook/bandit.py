"""Bandits: which of several slot machines to play next, and what it costs to find out which is best.

Source: Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002 (UCB1, ε-greedy); Rosin,
"Multi-armed bandits with episode context", 2011 (PUCT). Every arm pays 1 with a probability of its own, else 0, and nobody is
told which probability is whose. Each rule pulls the arm with the largest score, where n of all N pulls were of that arm:

    ucb1            mean + c * sqrt(ln N / n); an arm without pulls comes first
    epsilon_greedy  mean; but with probability ε any arm, at random
    puct            mean + c * prior * sqrt(N) / (1 + n), the prior being the same for all arms unless it is given

Regret is what always pulling the best arm would have paid on average, less what the arms pulled pay on average. Monte-Carlo
tree search makes the same choice at every node of its tree, with moves for arms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple

from zermelo.limits import check_count, is_finite, shorten
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError

MOST_ARMS = len(ascii_uppercase)
MOST_PULLS = 1_000_000


class Settings(NamedTuple):
    """What the rules use: c, ε, and one prior for each arm."""

    exploration: float
    epsilon: float
    priors: tuple[float, ...]


class Pull(NamedTuple):
    """One pull and the numbers that decided: the pulls, means and bonuses of all arms before it. `at_random` is a pull by ε;
    `regret` includes this pull."""

    arm: int
    reward: int
    at_random: bool
    pulls: tuple[int, ...]
    means: tuple[float, ...]
    bonuses: tuple[float, ...]
    regret: float

    def __str__(self) -> str:
        name, mean, bonus = ascii_uppercase[self.arm], self.means[self.arm], self.bonuses[self.arm]
        count, total = self.pulls[self.arm], sum(self.pulls)
        if self.at_random:
            why = f"{name} is drawn at random"
        elif bonus == inf or (not count and not bonus):
            why = f"{name} has not been pulled yet"
        elif bonus:
            why = f"{name} has the largest sum: mean {mean:.2f} + bonus {bonus:.2f} after {count:,} of {total:,} pulls"
        else:
            why = f"{name} has the largest mean: {mean:.2f} after {count:,} of {total:,} pulls"
        return f"{why}. It pays {self.reward}."


def _ucb1(arm: int, count: int, total: int, settings: Settings) -> float:
    return settings.exploration * sqrt(log(total) / count) if count else inf


def _no_bonus(arm: int, count: int, total: int, settings: Settings) -> float:
    return 0.0


def _puct(arm: int, count: int, total: int, settings: Settings) -> float:
    return settings.exploration * settings.priors[arm] * sqrt(total) / (1 + count)


RULES: dict[str, Callable[[int, int, int, Settings], float]] = {
    "ucb1": _ucb1,
    "epsilon_greedy": _no_bonus,
    "puct": _puct,
}
"""The bonus of an arm by each rule."""


def bandit(
    chances: Sequence[float],
    rule: str = "ucb1",
    *,
    pulls: int = 100,
    exploration: float = sqrt(2),
    epsilon: float = 0.1,
    priors: Sequence[float] | None = None,
    seed: int = 0,
) -> list[Pull]:
    """Pull arms by a rule.

    Parameters
    ----------
    chances
        The probability of each arm to pay 1.
    rule
        The name of a rule in `RULES`.
    pulls
        How many pulls to make.
    exploration, epsilon, priors
        The constant of UCB1 and PUCT, the probability of a random pull by ε-greedy, and PUCT's weight of each arm.
    seed
        The same seed gives the same pulls.

    Returns
    -------
    list of Pull
        Every pull with the numbers that decided; `str(pull)` is one sentence.

    Examples
    --------
    >>> for pull in bandit([0.2, 0.8], pulls=4, seed=1):
    ...     print(pull)
    A has not been pulled yet. It pays 1.
    B has not been pulled yet. It pays 0.
    A has the largest sum: mean 1.00 + bonus 1.18 after 1 of 2 pulls. It pays 0.
    A has the largest sum: mean 0.50 + bonus 1.05 after 2 of 3 pulls. It pays 0.
    """
    settings = _check(chances, rule, pulls, exploration, epsilon, priors)
    if not isinstance(seed, int):
        raise ZermeloError(f"seed must be a whole number, not {shorten(seed)}")
    random, best = Random(seed), max(chances)
    counts, wins, regret = [0] * len(chances), [0] * len(chances), 0.0
    done: list[Pull] = []
    for total in range(pulls):
        means = tuple(won / count if count else 0.0 for won, count in zip(wins, counts, strict=True))
        bonuses = tuple(RULES[rule](arm, count, total, settings) for arm, count in enumerate(counts))
        at_random = rule == "epsilon_greedy" and random.random() < epsilon
        if at_random:
            arm = random.randrange(len(chances))
        else:
            arm = max(range(len(chances)), key=lambda arm: means[arm] + bonuses[arm])
        reward = int(random.random() < chances[arm])
        regret += best - chances[arm]
        done.append(Pull(arm, reward, at_random, tuple(counts), means, bonuses, regret))
        counts[arm] += 1
        wins[arm] += reward
    return done


def mean_regret(
    chances: Sequence[float], rule: str = "ucb1", *, runs: int = 20, seed: int = 0, **options: Any
) -> list[float]:
    """Return the regret after each pull, the mean of several runs with the seeds from `seed` on.

    >>> curve = mean_regret([0.4, 0.6], "epsilon_greedy", pulls=200, epsilon=1)
    >>> round(curve[99]), round(curve[199])
    (10, 20)
    """
    check_count("runs", runs, MOST_PULLS)
    games = [bandit(chances, rule, seed=seed + run, **options) for run in range(runs)]
    return [sum(pull.regret for pull in pulls) / runs for pulls in zip(*games, strict=True)]


def _check(
    chances: Sequence[float], rule: str, pulls: int, exploration: float, epsilon: float, priors: Sequence[float] | None
) -> Settings:
    """Return the settings, or raise ZermeloError with what is wrong."""
    if rule not in RULES:
        raise unknown_name("rule", rule, RULES)
    if not 1 <= len(chances) <= MOST_ARMS:
        raise ZermeloError(f"a bandit has from 1 to {MOST_ARMS} arms, not {len(chances)}")
    for arm, chance in enumerate(chances):
        if not (is_finite(chance) and 0 <= chance <= 1):
            raise ZermeloError(
                f"arm {ascii_uppercase[arm]}: the probability must be from 0 to 1, not {shorten(chance)}"
            )
    check_count("pulls", pulls, MOST_PULLS)
    if not (is_finite(exploration) and exploration >= 0):
        raise ZermeloError(f"exploration must be at least 0, not {shorten(exploration)}")
    if not (is_finite(epsilon) and 0 <= epsilon <= 1):
        raise ZermeloError(f"epsilon must be from 0 to 1, not {shorten(epsilon)}")
    weights = [1.0] * len(chances) if priors is None else list(priors)
    if len(weights) != len(chances) or not all(is_finite(each) and each >= 0 for each in weights) or not sum(weights):
        raise ZermeloError("priors must be one number from 0 up for each arm, and not all 0")
    return Settings(exploration, epsilon, tuple(each / sum(weights) for each in weights))
