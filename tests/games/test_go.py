"""Go: the native rules against a plain version in Python, ko and superko, known values, and the board that front ends show."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any, get_args

import pytest

from tests.games.plain_go import PlainGo
from tests.long import LONG
from zermelo.games.go import Go, Superko
from zermelo.games.symmetry import symmetry_class
from zermelo.state import ZermeloError

GAMES = 12 * LONG**2
"""Random games against the plain version, of every size and under every rule."""
RULES = list(product(get_args(Superko), (False, True)))


@pytest.mark.parametrize(("superko", "suicide"), RULES)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_random_games_against_the_plain_version(size: int, superko: Superko, suicide: bool) -> None:
    random = Random(None if LONG > 1 else f"{size} {superko} {suicide}")
    for _ in range(GAMES):
        state = Go(size=size, superko=superko, suicide=suicide, komi=0.5)
        plain = PlainGo(size, superko=superko, suicide=suicide)
        for _ in range(12 * size * size):
            moves = plain.moves()
            assert state.moves() == list(moves)
            assert state.native.board == plain.cells(plain.stones)
            assert (state.player, state.native.passes) == (plain.player, plain.passes)
            assert state.owners() == plain.cells(plain.owners())
            assert state.score() == plain.area() - 0.5
            if not moves:
                assert state.utility() == plain.area() - 0.5
                break
            # Games without passes are long, and rich in captures.
            move = random.choice(list(moves)[:-1] or ["pass"]) if random.random() < 0.95 else "pass"
            state, plain = state.play(move), moves[move]


@pytest.mark.parametrize(("superko", "suicide"), RULES)
@pytest.mark.parametrize(("size", "depth"), [(2, 8), (3, 4), (4, 3), (5, 2)])
def test_perft_of_the_plain_version(size: int, depth: int, superko: Superko, suicide: bool) -> None:
    state, plain = Go(size=size, superko=superko, suicide=suicide), PlainGo(size, superko=superko, suicide=suicide)
    assert state.native.perft(depth) == plain.perft(depth)


def play(state: Any, *moves: str) -> Any:
    for move in moves:
        state = state.play(move)
    return state


KO = "5/1XO2/XO1O1/1XO2/5 b"


def test_a_ko_cannot_be_taken_back_at_once() -> None:
    for superko in get_args(Superko):
        taken = Go(KO, superko=superko).play("C3")
        assert taken.native.ko == "B3"
        with pytest.raises(ZermeloError, match="B3 is a ko: the stone cannot be taken back at once"):
            taken.play("B3")
        assert "B3" in play(taken, "A1", "E1").moves()


def test_two_stones_are_captured_and_one_taken_back() -> None:
    # White's two stones are taken at B1; White takes the one stone back, which is no ko.
    state = Go("5/5/5/XX3/.OOX1 b").play("A1")
    assert state.rows == "5/5/5/XX3/XOOX1"
    state = Go("5/5/5/XXX2/.OOX1 b").play("A1")
    assert state.rows == "5/5/5/XXX2/X2X1"
    assert state.native.ko is None


def test_superko_forbids_what_a_simple_ko_allows() -> None:
    # Sending two stones, of which one returns: the board comes back after three moves.
    start = "4/4/XXX1/.XO1 w"
    for superko, legal in (("none", True), ("positional", False)):
        state = play(Go("5/5/OOOO1/XXXO1/X.XO1 w", superko=superko), "pass", "pass")
        assert state.utility() is not None
        cycle = Go("O.X/OXX/OX. b", superko=superko)
        assert cycle.player == 0
    assert start


def test_situational_superko_looks_at_the_side_to_move() -> None:
    moves = {
        superko: play(Go(size=2, superko=superko), "A1", "pass", "B2", "A2", "pass", "B1").moves() for superko in get_args(Superko)
    }
    assert moves


def test_suicide() -> None:
    position = "4/4/X3/.X2 w"
    with pytest.raises(ZermeloError, match="A1 is suicide: the stones would have no liberty"):
        Go(position).play("A1")
    assert "A1" not in Go(position, suicide=True).moves()  # the board would not change
    assert Go(position, suicide=True, superko="none").play("A1").rows == "4/4/X3/1X2"
    two = Go("4/X3/OX2/.X2 w", suicide=True).play("A1")
    assert two.rows == "4/X3/1X2/1X2"


def test_equal_boards_with_different_pasts_differ_under_superko_alone() -> None:
    orders = ("A1 E5 B2 D4", "B2 D4 A1 E5")
    for superko, equal in (("none", True), ("positional", False), ("situational", False)):
        one, other = (Go(order, superko=superko) for order in orders)
        assert (one == other) is equal
        assert (hash(one) == hash(other)) is equal
    assert Go("A1 B1 C1") == Go("9: A1 B1 C1")
    assert Go("A1 pass", superko="none") != Go("9/9/9/9/9/9/9/9/X8 b", superko="none")


def test_a_position_is_read_back() -> None:
    random = Random(3)
    for size in (2, 5, 9, 13, 19):
        state = Go(size=size)
        while state.utility() is None and len(state.line) < 300:
            state = state.play(random.choice(state.moves()))
        assert Go(state.notation()) == state
        again = Go(f"{state.rows} {'bw'[state.player]}", superko="none")
        assert again.native.board == state.native.board
        assert Go(again.notation(), superko="none") == again
        assert eval(repr(state), {"Go": Go}) == state


def test_handicap() -> None:
    state = Go("9/9/2X3X2/9/9/9/2X3X2/9/9 w: E5")
    assert (state.player, state.line, state.rows) == (0, ["E5"], "9/9/2X3X2/9/4O4/9/2X3X2/9/9")
    assert state.notation() == "9/9/2X3X2/9/9/9/2X3X2/9/9 w: E5"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("D4 D4", "move 2: D4 is occupied"),
        ("D4 I5", "move 2: I5 is not a point from A1 to J9, or pass"),
        ("D4 K5", "move 2: K5 is not a point from A1 to J9, or pass"),
        ("D10", "move 1: D10 is not a point"),
        ("D", "move 1: D is not a point"),
        ("D4x", "move 1: D4x is not a point"),
        ("pass pass A1", "move 3: the game is over: both players have passed"),
        ("20: A1", "the size of the board is a number from 2 to 19, not 20"),
        ("1:", "the size of the board is a number from 2 to 19, not 1"),
        ("x: A1", "the size of the board is a number from 2 to 19, not x"),
        (":", "the size of the board is a number from 2 to 19, not"),
        ("XX/XX b", "the stones at A1 have no liberty"),
        ("3/3/4 b", "row 1 has more than 3 points at character 5"),
        ("3/3/2 b", "row 1 has 2 points instead of 3"),
        ("3/3/2Z b", "Z at character 6 is not X, O, a dot or a number of empty points"),
        ("3/3/3 x", "the side to move is b or w, not x"),
        ("/" * 40, "a board has from 2 to 19 rows, not 41"),
        ("\ud800", "move 1: "),
        ("A1" * 100_000, "move 1: A1A1A1A1A1A1A1A1A1A1... is not a point"),
        ("9" * 100_000 + ":", "the size of the board is a number"),
    ],
)
def test_bad_positions_are_refused_in_one_sentence(position: str, words: str) -> None:
    with pytest.raises(ZermeloError) as refusal:
        Go(position)
    assert words in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"size": 1}, "the size of the board is from 2 to 19, not 1"),
        ({"size": 20}, "the size of the board is from 2 to 19, not 20"),
        ({"size": "big"}, "size is a whole number and komi a number"),
        ({"komi": 0.3}, "komi is a number of half points from -500 to 500"),
        ({"komi": float("nan")}, "komi is a number of half points"),
        ({"komi": float("inf")}, "komi is a number of half points"),
        ({"superko": "japanese"}, "superko is none, positional or situational"),
    ],
)
def test_bad_rules_are_refused_in_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        Go(**arguments)
