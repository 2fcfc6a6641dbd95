"""Scores of matches: intervals that cover the truth, also of few pairs and of equal ones."""

from __future__ import annotations

import math
from random import Random

import pytest

from tests.arena.simulations import pair_chances
from zermelo.arena.rating_table import match_score, share_of_elo


@pytest.mark.parametrize(("pairs", "elo"), [(10, 0), (50, 30), (100, 200), (200, -100)])
def test_the_intervals_of_match_scores_cover_the_truth(pairs: int, elo: float) -> None:
    random, share, covered = Random(pairs), share_of_elo(elo), 0
    chances = pair_chances(share)
    for _ in range(2000):
        drawn = random.choices(range(5), chances, k=pairs)
        score = match_score([points / 4 for points in drawn])
        covered += score.share.low <= share <= score.share.high
    assert 0.93 <= covered / 2000 <= 0.975  # the virtual pair makes the intervals of ten pairs a little wide


def test_match_scores_of_few_and_of_equal_pairs() -> None:
    assert match_score([]).share == (0.5, 0, 1)
    swept = match_score([1] * 20)
    assert (swept.share.value, swept.share.high, swept.elo.value) == (1, 1, math.inf)
    assert 0.85 < swept.share.low < 0.95
    assert swept.superiority > 0.99
    even = match_score([0.5] * 50)
    assert 0.45 < even.share.low < 0.5 < even.share.high < 0.55
    assert even.superiority == 0.5
    with pytest.raises(ValueError, match="between 0 and 1"):
        match_score([2])
