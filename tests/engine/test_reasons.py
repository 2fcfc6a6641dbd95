"""Why a move was chosen: the reasons agree with the search, and with brute force where a game is small."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from zermelo.engine.reasons import Reasons, explain_reasons, reasons
from zermelo.games import game_class
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search, solve
from zermelo.state import MAX, State


def why(state: State, **options: Any) -> Reasons:
    return reasons(state, search(state, record=2000, **options))


def said(state: State, found: Reasons) -> dict[str, tuple[str, ...]]:
    return {section.title: section.sentences for section in explain_reasons(state, found)}


def test_other_moves_are_refuted() -> None:
    """O has to stop X in the corner; every other move loses at once, by the line that X completes."""
    state = TicTacToe.parse("XX./.O./...")
    found = why(state)
    assert (found.result.move, found.result.value) == (2, 0)
    assert {each.move for each in found.alternatives} == {3, 5, 6, 7, 8}
    for each in found.alternatives:
        assert each.bound in ("exact", "lower")
        assert each.value == 1
        assert each.line == (each.move, 2)


@pytest.mark.parametrize("position", ["4444", "44", "1212"])
def test_alternatives_are_no_better(position: str) -> None:
    state = ConnectFour(position)
    found = why(state, depth=7, method="alpha_beta")
    assert len(found.alternatives) == len(state.moves()) - 1
    sign = 1 if state.player == MAX else -1
    values = [sign * (each.value or 0) for each in found.alternatives]
    assert values == sorted(values, reverse=True)
    best: Any = found.result.value
    assert all(value <= sign * best for value in values)
    for each in found.alternatives:
        assert each.line[0] == each.move
        position_after = state
        for move in each.line:
            position_after = position_after.play(move)


def test_the_choice_from_depth_to_depth() -> None:
    found = why(game_class("chess")(), depth=7)
    history = found.result.history
    assert found.spans[0].first == 1
    assert found.spans[-1].last == 7
    assert found.spans[-1].move == found.result.move
    for one, other in pairwise(found.spans):
        assert one.last + 1 == other.first
        assert one.move != other.move
    for each in history:
        span = next(span for span in found.spans if span.first <= (each.depth or 0) <= span.last)
        assert span.move == each.move


def test_features_add_up_to_the_static_value() -> None:
    """The changes listed are true ones: what a feature adds is its part of the static value."""
    state = ConnectFour("4444")
    found = why(state, depth=6, method="alpha_beta")
    end = state
    for move in found.result.line:
        end = end.play(move)
    assert found.weighed
    assert found.changes
    weights = state.weights()
    for each in found.changes:
        for position, worth in ((state, each.before), (end, each.after)):
            sign = 1 if position.player == MAX else -1
            assert worth == pytest.approx(sign * weights[each.name] * position.features()[each.name])
    assert not why(game_class("othello")(), depth=4).weighed, "its evaluation is not a sum of these features"


def test_a_solved_position_has_its_proof_line() -> None:
    state = ConnectFour("5554224333234511764415115")
    found = why(state)
    assert found.result.method == "solve"
    end = state
    for move in found.result.line:
        end = end.play(move)
    assert end.utility() == found.result.value
    assert len(found.alternatives) == len(state.moves()) - 1
    for each in found.alternatives:
        child = state.play(each.move)
        assert each.value == (child.utility() if child.utility() is not None else solve(child).value)
    sections = said(state, found)
    assert "Proof line" in sections
    assert sections["Proof line"][-1].startswith("There the game ends: ")


def test_sentences() -> None:
    state = game_class("chess")("1. e4 e5 2. Nf3 Nc6")
    sections = said(state, why(state, depth=6))
    assert list(sections) == ["Expected line", "Other moves", "Depth by depth", "What weighs"]
    assert " at depth 6: " in sections["Expected line"][0]
    assert sections["Other moves"][-1].endswith("are no better.")
    assert sections["Depth by depth"][0].startswith("Depth 1")
    assert all(sentence.endswith(".") for sentences in sections.values() for sentence in sentences)


def test_games_without_a_record() -> None:
    sections = said(Pig(), reasons(Pig(), search(Pig(), depth=3)))
    assert "Expected line" in sections
    over = ConnectFour("1212121")
    assert explain_reasons(over, reasons(over, search(over))) == ()
