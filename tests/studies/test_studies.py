"""Every study at a small size: theorems exactly, determinism, and words that agree with the numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from zermelo.cluster import open_executor
from zermelo.state import ZermeloError
from zermelo.studies import (
    STUDIES,
    Study,
    StudyResult,
    evaluations,
    find_study,
    horizon,
    insurance,
    pathology,
    quality,
    simulations,
)
from zermelo.studies.matches import Match, Score, play_match
from zermelo.studies.study import Findings
from zermelo.studies.synthetic import StepGame, noisy_value
from zermelo.studies.trees import incremental_tree
from zermelo.textbook import alpha_beta, minimax
from zermelo.trees import tree
from zermelo.trees.generate import random_tree

NAMES = [study.name for study in STUDIES]
SIZE = {"pathology": 20}
"""Those that need more than one tree, position or pair to say anything."""


@cache
def small(name: str) -> StudyResult:
    """Return a study at its small size; studies are deterministic, so one run serves all tests."""
    return find_study(name).run(seed=1, size=SIZE.get(name, 1))


@pytest.mark.parametrize("name", NAMES)
def test_a_result_has_a_table_a_plot_and_two_paragraphs(name: str) -> None:
    result, study = small(name), find_study(name)
    assert result.study == name
    assert len(result.paragraphs) == 2
    assert all(paragraph.endswith(".") and len(paragraph) > 100 for paragraph in result.paragraphs)
    heads, *rows = result.table()
    assert len(set(heads)) == len(heads)
    assert rows
    assert all(len(row) == len(heads) for row in rows)
    assert 1 <= len(result.plot.series) <= 5
    for series in result.plot.series:
        assert series.points
        assert len(series.errors) in (0, len(series.points))
        assert not result.plot.x_names or len(series.points) == len(result.plot.x_names)
    assert study.claim.endswith(".")
    assert study.size <= study.most


@pytest.mark.parametrize("name", ["evaluations", "insurance", "branching", "pathology", "strength", "mcts"])
def test_the_same_seed_gives_the_same_result_and_another_seed_another(name: str) -> None:
    study, size = find_study(name), SIZE.get(name, 1)
    again = study.run(seed=1, size=size)
    assert again == small(name)
    assert msgspec.json.decode(msgspec.json.encode(again), type=StudyResult) == again
    assert study.run(seed=2, size=size).rows != again.rows


def test_tasks_can_run_in_other_processes() -> None:
    with open_executor(jobs=2) as executor:
        assert find_study("insurance").run(seed=1, size=1, executor=executor) == small("insurance")


def test_a_failing_task_is_one_sentence() -> None:
    broken = Study("x", "X", "X.", "trees", 1, 1, lambda seed, size: [1], _fail, lambda values: _nothing())
    with pytest.raises(ZermeloError, match="a part of the study x failed: no tree"):
        broken.run()


def _fail(_: object) -> Any:
    raise ZermeloError("no tree")


def _nothing() -> Findings:
    raise AssertionError


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 0}, "size must be from 1 to 1,000 trees of each branching factor, not 0"),
        ({"size": 10**9}, "not 1000000000"),
        ({"size": 1.5}, "not 1.5"),
        ({"size": True}, "not True"),
        ({"seed": -1}, "seed must be a whole number from 0 up, not -1"),
        ({"seed": "x"}, "not 'x'"),
        ({"seed": 2**63}, "seed must be"),
    ],
)
def test_bad_sizes_and_seeds_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ZermeloError, match=message):
        find_study("insurance").run(**arguments)


def test_an_unknown_study_is_refused() -> None:
    with pytest.raises(ZermeloError, match=r"there is no study called 'strengh': did you mean strength\?"):
        find_study("strengh")


# ---- theorems


def test_minimax_and_the_worst_order_evaluate_every_leaf_and_the_best_order_the_fewest() -> None:
    result = small("evaluations")
    assert result.verdict == "shows"
    for depth, exhaustive, worst, shuffled, best, every, fewest in result.rows:
        assert exhaustive == worst == every == evaluations.BRANCHING ** int(str(depth))
        assert best == fewest == evaluations.best_case(evaluations.BRANCHING, int(str(depth)))
        assert float(str(best)) <= float(str(shuffled)) <= float(str(worst))
    assert "both formulas hold exactly" in result.paragraphs[0]


@pytest.mark.parametrize("branching", [2, 3, 5])
def test_the_best_case_is_that_of_knuth_and_moore(branching: int) -> None:
    for depth in range(1, 6):
        shuffled = random_tree(depth, branching=branching, depth=depth, values=(0, 10**6), distinct=True)
        assert alpha_beta(shuffled).evaluations >= evaluations.best_case(branching, depth)


def test_the_insurance_of_minimax_is_the_formula() -> None:
    result = small("insurance")
    assert result.verdict == "shows"
    for branching, depth, before, last, share, law, *_ in result.rows:
        b, d = int(str(branching)), int(str(depth))
        assert Fraction(int(str(before)), int(str(last))) == Fraction(b**d - b, (b - 1) * b**d)
        assert 0 < float(str(law)) - float(str(share)) <= float(str(law)) / b**d * b + 1e-12
    assert insurance.premium(2, 1) == 0


def test_related_trees_change_by_a_step() -> None:
    grown = incremental_tree("a", 3, 4)
    assert grown == incremental_tree("a", 3, 4)
    assert len(grown.leaves()) == 81
    for node in grown.nodes[1:]:
        assert node.parent is not None
        assert isinstance(node.value, int)
        assert isinstance(node.parent.value, int)
        assert abs(node.value - node.parent.value) <= 10


@pytest.mark.parametrize("seed", range(5))
def test_backing_up_is_minimax(seed: int) -> None:
    random = Random(seed)
    values = [random.randint(0, 9) for _ in range(16)]
    pairs: list[Any] = list(values)
    while len(pairs) > 1:
        pairs = [pairs[at : at + 2] for at in range(0, len(pairs), 2)]
    assert pathology.back_up(values, 4) == [minimax(tree(pairs[0])).value]


def test_related_leaves_are_won_by_the_sum_of_the_moves() -> None:
    leaves = pathology.draw_leaves("related", Random(1), height=3)
    assert len(leaves) == 8
    assert set(leaves) <= {0, 1}
    assert len(pathology.draw_leaves("independent", Random(1), height=3)) == 8


# ---- words follow numbers


def test_a_claim_that_does_not_show_is_called_so() -> None:
    hits = [
        pathology.Hits("independent", 100, (50.0,) * 8 + (60.0,)),
        pathology.Hits("related", 100, (60.0,) * 8 + (50.0,)),
    ]
    findings = pathology.conclude(hits)
    assert findings.verdict == "does not show"
    assert (
        "in 50.0% of 100 trees, and a search to depth 9 in 60.0%: there is no clear difference"
        in findings.paragraphs[0]
    )
    assert "does not show as they say" in findings.paragraphs[1]


def test_the_worth_of_a_better_value_is_where_the_score_is_even() -> None:
    assert quality.worth([0.9, 0.5, 0.1]) == 1
    assert quality.worth([0.9, 0.7, 0.3]) == 1.5
    score = Score(0.75, 190.0, 100.0, 280.0, 8)
    lost = Score(0.25, -190.0, -280.0, -100.0, 8)
    meetings = [
        quality.Meeting(game, depth, extra, score if extra == 0 or game == "chess" else lost)
        for game in quality.COUNTS
        for depth in quality.DEPTHS
        for extra in range(quality.EXTRA[game] + 1)
    ]
    findings = quality.conclude(meetings)
    assert "worth 0.5 plies in Othello, 0.5 plies in Checkers and 0.5 plies in Breakthrough" in findings.paragraphs[1]
    assert "worth more plies than were tried: 2 in Chess" in findings.paragraphs[1]


@pytest.mark.parametrize(
    ("last", "words"), [(0.95, "simulations gain on alpha-beta"), (0.05, "lose ground to"), (0.5, "neither clearly")]
)
def test_simulations_gain_or_do_not(last: float, words: str) -> None:
    meetings = [
        simulations.Meeting(value, b, Score(last if b >= 16 else 0.5, 0.0, 0.0, 0.0, 10))
        for value in simulations.VALUES
        for b in simulations.FACTORS
    ]
    findings = simulations.conclude(meetings)
    assert (findings.verdict == "shows") == (last > 0.5)
    assert words in findings.paragraphs[1]


def test_quiescence_that_does_not_help_is_said_not_to() -> None:
    same = tuple(horizon.Judged(1.0, 2.0, 100) for _ in horizon.DEPTHS)
    findings = horizon.conclude([horizon.Pair(same, same)])
    assert findings.verdict == "does not show"
    assert "nearer at 0 of 5 depths" in findings.paragraphs[0]


# ---- what they are made of


def test_deeper_players_beat_shallow_ones_the_same_way_every_time() -> None:
    match = Match("connect_four", 5, 1, 2, 3)
    score = play_match(match)
    assert score == play_match(match)
    assert score.games == 4
    assert score.share > 0.5
    assert score.low < score.elo < score.high


def test_the_synthetic_game_ends_and_its_values_never_reach_a_win() -> None:
    state = StepGame(3, 6, path=7)
    while (payoff := state.utility()) is None:
        assert abs(state.evaluate()) < 1
        assert abs(noisy_value(state)) < 1
        assert noisy_value(state) == noisy_value(state)
        state = state.play(state.moves()[state.ply % 3])
    assert payoff == (state.score > 0) - (state.score < 0)
    assert state.ply == 6
