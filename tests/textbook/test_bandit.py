"""Bandits: every rule pulls the arm with the largest score, regret is counted, and UCB1's grows ever more slowly."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Any

import pytest

from zermelo import ZermeloError
from zermelo.textbook.bandit import RULES, bandit, mean_regret

ARMS = (0.2, 0.5, 0.8)


@pytest.mark.parametrize("rule", RULES)
def test_a_run_is_consistent(rule: str) -> None:
    counts, wins, regret = [0] * 3, [0] * 3, 0.0
    for number, pull in enumerate(bandit(ARMS, rule, pulls=300, seed=4)):
        assert list(pull.pulls) == counts
        assert sum(counts) == number
        assert list(pull.means) == [won / count if count else 0 for won, count in zip(wins, counts, strict=True)]
        if not pull.at_random:
            sums = [mean + bonus for mean, bonus in zip(pull.means, pull.bonuses, strict=True)]
            assert sums[pull.arm] == max(sums)
        regret += 0.8 - ARMS[pull.arm]
        assert pull.regret == pytest.approx(regret)
        assert str(pull).endswith(f"It pays {pull.reward}.")
        counts[pull.arm] += 1
        wins[pull.arm] += pull.reward
    assert counts[2] == max(counts)


def test_the_rules_by_hand() -> None:
    first, second, third = bandit((1, 0), pulls=3)
    assert (first.arm, second.arm, third.arm) == (0, 1, 0), "each arm once, and then the one that paid"
    assert first.bonuses == (inf, inf)
    assert third.bonuses == pytest.approx((sqrt(2 * 0.693147), sqrt(2 * 0.693147)), rel=1e-5)
    favoured = bandit((0, 0), "puct", pulls=40, priors=(1, 3))
    assert favoured[-1].bonuses == pytest.approx(
        [
            sqrt(2) * prior * sqrt(39) / (1 + count)
            for prior, count in zip((0.25, 0.75), favoured[-1].pulls, strict=True)
        ]
    )
    assert favoured[-1].pulls[1] == pytest.approx(3 * favoured[-1].pulls[0], abs=3), "pulls go by the priors"
    greedy = bandit((0.5, 1), "epsilon_greedy", epsilon=0, pulls=50, seed=1)
    assert {pull.arm for pull in greedy} == {0}, "an arm that pays now and then is never left without exploration"
    assert any(pull.at_random for pull in bandit((0.5, 1), "epsilon_greedy", pulls=100))


def test_the_seed_decides() -> None:
    assert bandit(ARMS, pulls=50, seed=1) == bandit(ARMS, pulls=50, seed=1) != bandit(ARMS, pulls=50, seed=2)


def test_the_regret_of_ucb1_flattens_and_that_of_random_pulls_does_not() -> None:
    ucb1 = mean_regret(ARMS, pulls=2000, runs=5)
    assert ucb1[1999] - ucb1[999] < (ucb1[999] - ucb1[0]) / 2
    at_random = mean_regret(ARMS, "epsilon_greedy", epsilon=1, pulls=2000, runs=5)
    assert at_random[1999] == pytest.approx(2000 * 0.3, rel=0.1)


@pytest.mark.parametrize(
    ("arms", "options", "says"),
    [
        ((), {}, "a bandit has from 1 to 26 arms, not 0"),
        ((0.5, 1.5), {}, "arm B: the probability must be from 0 to 1, not 1.5"),
        ((nan,), {}, "arm A: the probability must be from 0 to 1, not nan"),
        (("x",), {}, "arm A: the probability must be from 0 to 1, not 'x'"),
        (ARMS, {"rule": "ucb2"}, "there is no rule called 'ucb2': did you mean ucb1?"),
        (ARMS, {"pulls": 0}, "pulls must be at least 1, not 0"),
        (ARMS, {"exploration": -1}, "exploration must be at least 0, not -1"),
        (ARMS, {"epsilon": 2}, "epsilon must be from 0 to 1, not 2"),
        (ARMS, {"priors": (1, 2)}, "priors must be one number from 0 up for each arm, and not all 0"),
        (ARMS, {"seed": "one"}, "seed must be a whole number, not 'one'"),
    ],
)
def test_bad_arms_and_options_are_refused(arms: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ZermeloError) as refused:
        bandit(arms, **options)
    assert str(refused.value) == says
