"""Games as text: every format round-trips exactly, and errors name the place."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import PARTS, exactly, games, games_of_three, zero_sum_games
from zermelo.equilibrium import MatrixGame, matrix_game, solve_zero_sum
from zermelo.equilibrium.examples import EXAMPLES, example
from zermelo.equilibrium.nfg import format_nfg, parse_nfg
from zermelo.equilibrium.notation import format_matrix, parse_matrix, to_json
from zermelo.state import ZermeloError

ANY_GAME = st.one_of(games(PARTS), games_of_three(), zero_sum_games(PARTS))


@settings(max_examples=60)
@given(ANY_GAME)
def test_every_format_round_trips(game: MatrixGame) -> None:
    assert parse_matrix(json.dumps(to_json(game))) == game
    assert parse_nfg(format_nfg(game)) == game
    if len(game.players) == 2:
        assert parse_matrix(format_matrix(game)) == game


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_round_trip(name: str) -> None:
    game = example(name)
    again = parse_nfg(format_nfg(game))
    assert again == game
    assert again.title == game.title == EXAMPLES[name].title
    assert parse_matrix(json.dumps(to_json(game))) == game


def test_tables_are_read_leniently() -> None:
    plain = parse_matrix("1,2 3,4; 5,6 7,8")
    for text in ("1, 2 3 , 4 ;5,6  7,8;", " 1,2 3,4\n5,6 7,8\n", "1,2 3,4\r\n5,6 7,8", "+1,2.0 3,8/2; 5,6e0 7,08"):
        assert parse_matrix(text) == plain
    assert parse_matrix("−1 1/3").payoffs((0, 0)) == parse_matrix("–1 1/3").payoffs((0, 0)) == exactly("-1 1")
    assert parse_matrix("0.1").payoffs((0, 0))[0] == Fraction(1, 10)
    assert parse_matrix("[[0.1, 1e1]]").payoffs((0, 0))[0] == Fraction(1, 10)


GAMBIT_OUTCOMES = """NFG 1 R "Selten (IJGT, 75), \\"Figure\\" 2" { "Player 1" "Player 2" }

{ { "1" "2" "3" }
{ "1" "2" }
}
"a comment"

{
{ "" 1, 1 }
{ "x" 0, 2 }
{ "" 1/2, -2.5 }
}
1 2 3 0 1 2
"""


def test_gambit_files_in_both_forms() -> None:
    game = parse_matrix(GAMBIT_OUTCOMES)
    assert game.title == 'Selten (IJGT, 75), "Figure" 2'
    assert game.shape == (3, 2)
    assert game.payoffs((1, 0)) == exactly("0 2")
    assert game.payoffs((2, 0)) == exactly("1/2 -5/2")
    assert game.payoffs((0, 1)) == exactly("0 0")
    assert game.payoffs((1, 1)) == exactly("1 1")
    three = parse_matrix('NFG 1 D "" { "A" "" "C" } { 2 1 2 } 1 2 3 4 5 6 7 8 9 10 11 12')
    assert three.players == ("A", "Player 2", "C")
    assert three.payoffs((1, 0, 0)) == exactly("4 5 6")
    assert three.payoffs((0, 0, 1)) == exactly("7 8 9")


REFUSED = {
    "": "there are no payoffs",
    ";": "there are no payoffs",
    "1,2 3; 4,5 6,7": "row 1, column 2 has 1 payoff, but the first cell has 2 payoffs",
    "1 2; 3": "row 2 has 1 cell, but row 1 has 2 cells",
    "1 2;; 3 4": "row 2 has 0 cells",
    "1 2; 3 x": "row 2, column 2: 'x' is not a number",
    "1,2,3": "row 1, column 1 has 3 payoffs, but a table has two players",
    "1/0": "row 1, column 1: 1/0 divides by zero",
    "1e999999999": "row 1, column 1: a payoff may have at most 40 digits",
    "1e-99": "at most 40 digits",
    "9" * 50: "at most 40 characters, not 50",
    "nan": "'nan' is not a number",
    " ".join(["1"] * 10_001): "at most 10,000 cells, not 10,001",
    " ".join(["1"] * 501): "at most 500 actions, not 501",
    " ".join(f"1/{10**29 + number}" for number in range(1, 9)): "the common denominator of the payoffs has more than 100 digits",
    "{": "line 1, column 2: this is not JSON",
    "[" * 100_000: "nested too deeply",
    "[]": "is empty",
    "[[]]": "is empty",
    "[1]": "payoffs must be nested lists",
    "[[1, 2], [3]]": "row 2 must have 2 items, as the first one has, not 1",
    "[[[1, 2]], [[1, null]]]": "row 2, column 1: 'None' is not a number",
    "[[true]]": "'True' is not a number",
    "[[NaN]]": "'NaN' is not a number",
    "[[[1,2,3]]]": "payoffs must be nested lists",
    '{"payoff": 1}': "'payoff' is not a key of a game",
    '{"players": []}': "payoffs are missing",
    '{"payoffs": [[1]], "players": ["A"]}': "2 to 8 players, not 1",
    '{"payoffs": [[1]], "players": [1, 2]}': "players must be a list of names",
    '{"payoffs": [[1]], "players": ["A", "A"]}': "two of the players are called 'A'",
    '{"payoffs": [[1]], "actions": [["a"], ["b", "c"]]}': "every cell must have one payoff",
    '{"payoffs": [[1]], "actions": [["a\\n"], ["b"]]}': "is not a name for one of the actions of MAX",
    '{"payoffs": [[1]], "title": 3}': "title must be a string",
    '{"payoffs": [[1]], "title": "\\u001b[2J"}': "one line of printable text",
    '{"payoffs": "1 2"}': "payoffs are missing: write nested lists",
    "EFG 2 R": "this Gambit file has a tree, not a matrix game",
    "NFG 2 R": "line 1, column 1: a Gambit file begins with NFG 1 R",
    'NFG 1 R "t" { "A" } { 1 } 1': "line 1, column 13: a matrix game has 2 to 8 players, not 1",
    'NFG 1 R "t" { "A" "B" } { 2 } 1': "2 players need 2 lists of actions, not 1",
    'NFG 1 R "t" { "A" "B" }\n{ 1 2 }\n1 2 3': "line 3, column 6: a payoff is expected, but the text ends",
    'NFG 1 R "t" { "A" "B" } { 1 1 } 1 2 3': "'3' follows the end of the game",
    'NFG 1 R "t" { "A" "B" } { 99999 99999 } 1': "whole number from 1 to 10,000",
    'NFG 1 R "t" { "A" "B" } { 5000 5000 } 1': "at most 10,000 cells, not 25,000,000",
    'NFG 1 R "t" { "A" "B" } { 1 1 } { { "" 1 1 } } 2': "from 0 to 1, not 2",
    'NFG 1 R "t" { "A" "B" } { { "a" "a" } { "b" } } 1 1 1 1': "two of the actions of A are called 'a'",
    'NFG 1 R "t': "is not expected here",
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), REFUSED.items(), ids=lambda text: str(text)[:24])
def test_invalid_texts_are_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(ZermeloError) as refusal:
        parse_matrix(text)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def _named(name: str) -> str:
    return json.dumps({"payoffs": [[1]], "actions": [[name], ["b"]]})


def _titled(title: str) -> str:
    return json.dumps({"payoffs": [[1]], "title": title})


def _deep(players: int) -> str:
    return "[" * players + json.dumps([1] * players) + "]" * players


def _gambit(players: int) -> str:
    return 'NFG 1 R "t" {' + ' ""' * players + " } {" + " 1" * players + " }" + " 1" * players


LIMITS = {
    "characters of text": ("1".ljust(4_000_000), "1".ljust(4_000_001)),
    "cells of a table": ("; ".join(["1 " * 100] * 100), "; ".join(["1 " * 73] * 137)),
    "cells of a Gambit file": (
        'NFG 1 R "t" { "A" "B" } { 100 100 }' + " 1" * 20_000,
        'NFG 1 R "t" { "A" "B" } { 73 137 }' + " 1" * 20_002,
    ),
    "actions": ("1 " * 500, "1 " * 501),
    "players": (_deep(8), _deep(9)),
    "players of a Gambit file": (_gambit(8), _gambit(9)),
    "characters of a name": (_named("x" * 60), _named("x" * 61)),
    "characters of a title": (_titled("x" * 200), _titled("x" * 201)),
    "characters of a payoff": ("9" * 40, "0" + "9" * 40),
    "a positive exponent": ("1e40", "1e41"),
    "a negative exponent": ("1e-40", "1e-41"),
}  # fmt: skip
"""Texts at a limit, and just beyond it."""


@pytest.mark.parametrize(("largest", "too_large"), LIMITS.values(), ids=LIMITS)
def test_the_limits_of_texts_are_allowed(largest: str, too_large: str) -> None:
    parse_matrix(largest)
    with pytest.raises(ZermeloError, match=r"at most|2 to 8 players|1 to 60 characters|nested too deeply"):
        parse_matrix(too_large)


PIECES = st.sampled_from(
    ["NFG 1 R ", '"a" ', "{ ", "} ", "1 ", "2,", "; ", "\n", "-", "1/2 ", "[", "]", ",", '"payoffs":', "e9", "null", "\\", "é"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=20).map("".join)))
def test_no_text_raises_anything_else(text: str) -> None:
    try:
        game = parse_matrix(text)
    except ZermeloError:
        return
    assert parse_matrix(json.dumps(to_json(game))) == game


@settings(max_examples=150)
@given(st.integers(0, len(GAMBIT_OUTCOMES)), st.integers(0, 12), st.text('{}"1 a/-', max_size=3))
def test_no_damage_to_a_gambit_file_raises_anything_else(at: int, size: int, put: str) -> None:
    with suppress(ZermeloError):
        parse_matrix(GAMBIT_OUTCOMES[:at] + put + GAMBIT_OUTCOMES[at + size :])


def test_games_from_python() -> None:
    game = matrix_game([[0.1, Fraction(1, 3)], ["2/7", 4]], actions=[["up", "down"], ["left", "right"]])
    assert game.payoffs((0, 0)) == (Fraction(1, 10), Fraction(-1, 10))
    assert hash(game) == hash(matrix_game(to_json(game)["payoffs"], game.players, game.actions))
    assert game.format_profile((1, 0)) == "(down, left)"
    assert solve_zero_sum(game).exact
    assert matrix_game([[Fraction(2**134 - 1, 2**133)]]).payoffs((0, 0))[0] > 1
    for wrong in (float("inf"), float("nan"), 2**134, Fraction(1, 2**134), object(), None, True):
        with pytest.raises(ZermeloError, match="row 1, column 1: "):
            matrix_game([[wrong]])
    with pytest.raises(ZermeloError, match="action 2 is out of range: there are 2"):
        game.payoffs((2, 0))
    with pytest.raises(ZermeloError, match="2 to 8 players, not 9"):
        MatrixGame(((Fraction(0),) * 9,), tuple("ABCDEFGHI"), (("a",),) * 9)


def test_games_from_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert matrix_game(numpy.array([[1, 2], [3, 4]])) == matrix_game([[1, 2], [3, 4]])
    assert matrix_game(numpy.zeros((2, 3, 2))).shape == (2, 3)
    assert matrix_game([[numpy.float64(0.1), numpy.int32(2)]]) == matrix_game([["1/10", 2]])


def test_an_unknown_example_is_refused_with_the_names() -> None:
    with pytest.raises(ZermeloError, match="tcp, prisoners"):
        example("nothing")
    with pytest.raises(ZermeloError, match="has 3: write it as JSON"):
        format_matrix(example("lake"))
