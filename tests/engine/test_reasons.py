"""Why a move was chosen: the reasons agree with the search, and with brute force where a game is small."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from zermelo.engine.reasons import Reasons, explain_reasons, reasons
from zermelo.games import GAMES, game_class
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.kinds.profile import game_profile
from zermelo.methods import search, solve
from zermelo.state import MAX, State, as_number

WITH_TURNS = [slug for slug in GAMES if slug != "goofspiel" and len(game_profile(game_class(slug)).seats) == 2]


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


def test_simulations_are_given_with_their_numbers() -> None:
    """The mean of few simulations may be higher than that of the move that was chosen, and says less."""
    state = game_class("go")("5:")
    found = reasons(state, search(state, simulations=400, seed=1))
    visits = [each.visits or 0 for each in found.alternatives]
    assert visits == sorted(visits, reverse=True)
    chosen = next(each for each in found.result.moves if each.move == found.result.move)
    assert chosen.visits is not None
    assert chosen.visits >= max(visits)
    sections = said(state, found)
    rate = 100 * (chosen.win_rate or 0)
    begins = f"{found.result.move} begins {chosen.visits} of 400 simulations, of which Black wins {rate:.0f} %"
    assert sections["Expected line"][0].startswith(begins)
    assert re.match(r"\w+ begins \d+, of which Black wins \d+ %", sections["Other moves"][0])
    assert "are tried no more often" in sections["Other moves"][-2]
    assert sections["Other moves"][-1].startswith("What most simulations begin with is chosen")
    answer = state.play(found.result.move)
    assert "of which White wins" in said(answer, reasons(answer, search(answer, simulations=100)))["Expected line"][0]


def test_moves_with_one_bound_share_a_sentence() -> None:
    state = ConnectFour("4444")
    found = why(state, depth=7, method="alpha_beta")
    shared = [
        sentence for sentence in said(state, found)["Other moves"] if sentence.startswith("No better, worth at most ")
    ]
    assert shared
    for sentence in shared:
        worth, _, lines = sentence.removeprefix("No better, worth at most ").removesuffix(".").partition(": ")
        moves = [line.split()[0] for line in lines.split("; ")]
        bounds = [each.value for each in found.alternatives if str(each.move) in moves and each.bound == "upper"]
        assert len(moves) == len(bounds) > 1
        assert {round(bound or 0, 2) for bound in bounds} == {float(worth)}


@pytest.mark.parametrize(("slug", "unit"), [("chess", "pawns"), ("checkers", "men")])
def test_values_have_the_unit_that_people_count_in(slug: str, unit: str) -> None:
    state = game_class(slug)()
    found = why(state, depth=4)
    value: Any = found.result.value
    assert f" is worth {value / 100 + 0.0:.2f} {unit} at depth 4: " in said(state, found)["Expected line"][0]


@pytest.mark.parametrize("slug", WITH_TURNS)
@pytest.mark.parametrize("options", [{"depth": 2}, {"method": "mcts", "simulations": 60, "seed": 1}])
def test_no_number_has_more_than_two_digits_after_the_point(slug: str, options: dict[str, Any]) -> None:
    state = game_class(slug)()
    for sentences in said(state, reasons(state, search(state, **options))).values():
        for sentence in sentences:
            assert not re.search(r"\d\.\d{3}", sentence), sentence


def test_games_without_a_record() -> None:
    sections = said(Pig(), reasons(Pig(), search(Pig(), depth=3)))
    assert "Expected line" in sections
    over = ConnectFour("1212121")
    assert explain_reasons(over, reasons(over, search(over))) == ()


@pytest.mark.parametrize("fen", ["", "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5"])
def test_no_other_move_looks_better_than_the_chosen_one(fen: str) -> None:
    """Not even where the search was stopped in the middle of a pass."""
    state = Chess(fen) if fen else Chess()
    unknown = 0
    for nodes in (500, 1500, 3000, 6000):
        result = search(state, nodes=nodes, record=2000)
        found = reasons(state, result)
        values = [each.value for each in found.alternatives if each.value is not None]
        assert result.value is not None
        assert all(value <= as_number(result.value) for value in values)
        unknown += len(found.alternatives) - len(values)
        said = [sentence for section in explain_reasons(state, found) for sentence in section.sentences]
        shown = [each for each in found.alternatives[:8] if each.value is None]
        assert sum("was not searched as deeply" in each for each in said) == len(shown)
    assert unknown
