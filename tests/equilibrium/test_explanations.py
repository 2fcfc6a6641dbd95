"""The explanation of a game, the JSON of an analysis, and best-reply curves."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import PARTS, TIES, games, games_of_three
from zermelo.equilibrium import MatrixGame, matrix_game
from zermelo.equilibrium.analysis import analyse, report
from zermelo.equilibrium.curves import Segment, best_reply_curves
from zermelo.equilibrium.examples import EXAMPLES, example
from zermelo.equilibrium.explanations import explain
from zermelo.equilibrium.notation import parse_matrix
from zermelo.equilibrium.numbers import dot
from zermelo.state import ZermeloError


def test_the_explanation_of_the_first_example() -> None:
    assert [step.text for step in explain(analyse(example("tcp")))] == [
        "If Sender 2 plays C, Sender 1's best reply is D: it pays 0, more than -1.",
        "If Sender 2 plays D, Sender 1's best reply is D: it pays -3, more than -4.",
        "If Sender 1 plays C, Sender 2's best reply is D: it pays 0, more than -1.",
        "If Sender 1 plays D, Sender 2's best reply is D: it pays -3, more than -4.",
        "Sender 1 never plays C: D pays more whatever Sender 2 does (0 > -1, -3 > -4).",
        "Sender 2 never plays C: in the reduced game, D pays more whatever Sender 1 does (-3 > -4).",
        "Only (D, D) is left: dominance alone solves the game.",
        "(D, D) is an equilibrium: each is a best reply to the other; it pays -3 and -3.",
        "(C, C) would be better for both than (D, D): -1 instead of -3 and -1 instead of -3.",
    ]


@settings(max_examples=40)
@given(st.one_of(games(TIES), games_of_three()), st.booleans())
def test_every_game_has_an_explanation_and_a_report(game: MatrixGame, weak: bool) -> None:
    analysis = analyse(game, weak)
    document = json.loads(json.dumps(report(analysis)))
    assert parse_matrix(json.dumps(document["game"])) == game
    assert (document["equilibria"] is None) == (len(game.players) > 2)
    steps = explain(analysis)
    assert sum(step.kind == "eliminate" for step in steps) == len(document["elimination"]["steps"])
    assert sum(step.kind == "equilibrium" for step in steps) == len(analysis.listed)
    for step in steps:
        assert step.text.endswith(".")
        assert "\n" not in step.text
        for profile in step.profiles:
            game.payoffs(profile)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_have_their_described_properties(name: str) -> None:
    analysis = analyse(example(name))
    if name in ("tcp", "prisoners", "iterated", "mixture", "lake"):
        assert analysis.elimination.solved
    if analysis.equilibria is not None:
        assert analysis.equilibria.continuum == (name == "degenerate")


def test_parts_left_out_have_a_reason() -> None:
    analysis = analyse(matrix_game([[0] * 12] * 2))
    assert analysis.equilibria is None
    assert "up to 10 actions" in analysis.left_out["equilibria"]
    assert len(analysis.listed) == 24


def test_very_many_equilibria_are_counted() -> None:
    steps = explain(analyse(matrix_game([[0] * 30] * 30)))
    assert sum(step.kind == "equilibrium" for step in steps) == 40
    assert any(step.text == "There are 900 such equilibria in all." for step in steps)


@settings(max_examples=60)
@given(games(st.one_of(TIES, PARTS), most=2, least=2), st.fractions(0, 1, max_denominator=12), st.data())
def test_the_curves_are_the_best_replies(game: MatrixGame, other: Fraction, data: st.DataObject) -> None:
    """On the line at any height a player has nothing better; beside it they have."""
    own = data.draw(st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1)]))
    for player, pieces in enumerate(best_reply_curves(game)):
        table = game.payoff_table(player)
        pays = [dot(row, (other, 1 - other)) for row in table]
        best = dot((own, 1 - own), pays) == max(pays)
        point = (own, other) if player == 0 else (other, own)
        on_line = any(each.left <= point[0] <= each.right and each.bottom <= point[1] <= each.top for each in pieces)
        assert on_line == best


def test_an_indifferent_player_has_the_whole_square() -> None:
    assert best_reply_curves(matrix_game("0,0 0,0; 0,0 0,0"))[0] == (Segment(*map(Fraction, (0, 1, 0, 1))),)
    with pytest.raises(ZermeloError, match="two actions each"):
        best_reply_curves(matrix_game("0 0 0"))
