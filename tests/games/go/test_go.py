"""Go: the native rules against a plain version in Python, ko and superko, known values, and the board that front ends show."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any, get_args

import pytest

from tests.games.go.plain_go import PlainGo
from tests.long import LONG, many
from zermelo.games.go import Go, Superko
from zermelo.kinds.symmetry import symmetry_class
from zermelo.state import ZermeloError

GAMES = many(12 * LONG)
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


SENT = "5/5/5/XXOO1/.O.O1 w"
"""White sends a second stone to A1, Black takes both at C1, White takes one back at B1: the same board, Black to move."""


def test_positional_superko_forbids_the_same_board() -> None:
    for superko in get_args(Superko):
        sent = play(Go(SENT, superko=superko), "A1", "C1")
        assert sent.rows == "5/5/5/XXOO1/2XO1"
        assert ("B1" in sent.moves()) is (superko != "positional")
    with pytest.raises(ZermeloError, match="B1 repeats an earlier position, which superko forbids"):
        play(Go(SENT), "A1", "C1", "B1")


def test_situational_superko_forbids_the_same_board_with_the_same_side_to_move() -> None:
    for superko in ("none", "situational"):
        back = play(Go(SENT, superko=superko), "A1", "C1", "B1")
        assert back.rows == Go(SENT).rows
        assert ("A1" in back.play("pass").moves()) is (superko == "none")


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
    for superko in get_args(Superko):
        one, other = (Go(order, superko=superko) for order in orders)
        assert (one == other) is (superko == "none")
        assert (hash(one) == hash(other)) is (superko == "none")
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


@pytest.mark.parametrize(("superko", "suicide"), RULES)
def test_a_position_brings_its_rules(superko: Superko, suicide: bool) -> None:
    for position in ("7:", "4/1X2/1OX1/4 w"):
        for komi in (7.5, 0, -3, 6.5):
            state = Go(position, komi=komi, superko=superko, suicide=suicide).play("A1")
            assert Go(state.notation()) == state
            assert Go(state.notation()).rules_key == state.rules_key
            assert eval(repr(state), {"Go": Go}) == state
            cells = [cell.piece for cell in state.board().cells]
            assert Go(state.compose(cells, state.player, {})).rules_key == state.rules_key
    assert Go("D4 E5", komi=3).komi == Go("9: D4", komi=3).komi == Go("komi=3: D4").komi == 3


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
        ("9 komi=0.3: D4", "komi is a number of half points from -500 to 500"),
        ("9 komi=nan: D4", "komi is a number of half points from -500 to 500"),
        ("9 komi=1e9: D4", "komi is a number of half points from -500 to 500"),
        ("9 superko=: D4", "superko is none, positional or situational"),
        ("3/3/3 b ko=no", "ko=no is not a rule; rules are komi=NUMBER, superko=NAME and suicide"),
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


def test_symmetric_positions() -> None:
    for superko in get_args(Superko):
        one, turned = Go("B1 C3", size=3, superko=superko), Go("A2 C3", size=3, superko=superko)
        other = Go("B1 A2", size=3, superko=superko)
        assert symmetry_class(one) == symmetry_class(turned) == symmetry_class(Go("B3 C1", size=3, superko=superko))
        assert symmetry_class(one) != symmetry_class(other)
        assert symmetry_class(one) != symmetry_class(one.play("pass"))
    ko = Go(KO, superko="none").play("C3")
    assert symmetry_class(ko) != symmetry_class(Go(f"{ko.rows} w", superko="none"))
    # The same board on another way.
    assert symmetry_class(Go("B1 C3 A1 A3", size=3)) != symmetry_class(Go("A1 C3 B1 A3", size=3))


def test_score_and_outcome() -> None:
    draw = Go("3: B2 A1 pass pass", komi=0).outcome()
    assert draw is not None
    assert (draw.value, draw.reason) == (0, "both passed: a draw")
    assert isinstance(Go("pass pass", komi=6).utility(), int)
    assert Go("pass pass", komi=6).utility() == -6
    assert Go("pass pass", komi=0.5).utility() == -0.5
    won = Go("3: B2 pass pass", komi=8).outcome()
    assert won is not None
    assert won.reason == "both passed: Black wins by 1 point"
    assert Go("pass").outcome() is None


def test_rules_distinguish_games_for_the_engine() -> None:
    rules = [Go(), Go(size=5), Go(komi=0), Go(superko="none"), Go(superko="situational"), Go(suicide=True)]
    assert len({state.rules_key for state in rules}) == len(rules)
    assert all(one != other for one, other in pairwise(rules))
    after = Go(size=7, komi=-3.5, superko="situational", suicide=True).play("pass")
    assert after.rules_key[1:] == (7, -3.5, "situational", True)
    assert after.with_position("A1").rules_key == after.rules_key


def test_ownership_and_dead_stones() -> None:
    state = Go("5/XXXXX/O1X1X/XXXXX/5 w")
    points, score = state.ownership(100, seed=4)
    assert state.ownership(100, seed=4) == (points, score)
    assert min(points) > 0.5
    assert 10 < score <= 17.5
    assert state.dead_stones() == ["A3"]
    assert Go("5/XXXXX/5/OOOOO/5 b").dead_stones() == []
    for playouts in (0, -1, 2**40):
        with pytest.raises(ZermeloError, match="playouts must be at least 1"):
            state.ownership(playouts)


def test_priors_know_captures_and_ladders() -> None:
    assert sum(Go().priors().values()) == pytest.approx(1, abs=1e-5)
    capture = Go("9/9/9/9/4X4/3XO4/4X4/9/9 b").priors()
    assert max(capture, key=capture.__getitem__) == "F4"
    lost = "9/9/9/9/9/2X6/1XO6/2XX5/9 w"
    saved = "9/9/6O2/9/9/2X6/1XO6/2XX5/9 w"
    assert 4 * Go(lost).priors()["D3"] < Go(saved).priors()["D3"] == max(Go(saved).priors().values())
    assert Go(lost).priors()["D3"] < max(Go(lost).priors().values())


def test_board() -> None:
    state = Go("3/1XO/3 b: A1")
    board = state.board()
    assert (board.look, board.columns, board.rows) == ("go", 3, 3)
    assert [cell.piece for cell in board.cells] == ["", "", "", "", "black", "white", "black", "", ""]
    assert [cell.move for cell in board.cells] == ["A3", "B3", "C3", "A2", None, None, None, "B1", "C1"]
    assert (board.column_labels, board.row_labels) == (("A", "B", "C"), ("3", "2", "1"))
    assert not any(cell.move for cell in Go("pass pass").board().cells)


def test_the_board_of_a_terminal() -> None:
    state = Go("7: D4 E5 A1 G1")
    assert state.text(figures=False).split("\n") == [
        "    A B C D E F G",
        " 7  . . . . . . . 7",
        " 6  . . . . . . . 6",
        " 5  . . + . O . . 5",
        " 4  . . . X . . . 4",
        " 3  . . + . + . . 3",
        " 2  . . . . . . . 2",
        " 1  X . . . . .(O)1",
        "    A B C D E F G",
    ]
    assert state.text("A1", flipped=True).split("\n")[1] == " 1  ○ · · · · ·(●)1"
    assert state.text("D4").split("\n")[4] == " 4  · · ·(●)· · · 4"
    assert state.text(colour=True).count("\x1b[7m") == 1
    assert str(state).endswith("Black to move")
    assert str(Go("pass pass")).endswith("the game is over")


def test_the_picture_marks_the_last_stone() -> None:
    svg = Go("19: D4 Q16")._repr_svg_()
    assert svg.count('r="9.4"') == 2
    assert svg.count('r="2.2"') == 9 - 2
    assert svg.count('r="4"') == 1
    assert Go("D4 pass")._repr_svg_().count('r="4"') == 0
