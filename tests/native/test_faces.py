"""Test the native games: counts, values, symmetries, notation."""

from __future__ import annotations

import pytest

from zermelo import ZermeloError, search, solve
from zermelo.analysis.perft import perft
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello, Othello4, Othello6
from zermelo.state import as_number
from zermelo.textbook import alpha_beta


def test_connect_four_positions_by_ply() -> None:
    # Distinct positions; OEIS A212693 and John Tromp's counts for the standard board.
    level = {ConnectFour()}
    for known in (1, 7, 49, 238, 1120, 4263, 16422):
        assert len(level) == known
        level = {state.play(move) for state in level if state.utility() is None for move in state.moves()}


def test_plain_alpha_beta_visits_the_known_nodes() -> None:
    assert [ConnectFour().native.reference(depth)[1] for depth in (8, 10)] == [12_574, 155_590]


@pytest.mark.parametrize(
    ("position", "score"),
    [  # Pascal Pons, blog.gamesolver.org
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("5554224333234511764415115", 4),
        ("52753311433677442422121", 8),
        ("1233722555341451114725221333", -1),
        ("271713432331713132", -11),
        ("32164625", 11),
        ("6146", 18),
        ("274552224131661", 0),
        ("5455174361263362", -1),
    ],
)
def test_connect_four_scores(position: str, score: int) -> None:
    state = ConnectFour(position)
    value = as_number(solve(state).value)
    assert (value if state.player == 0 else -value) == score
    mirrored = ConnectFour("".join(str(8 - int(column)) for column in position))
    assert solve(mirrored).value == value


def test_other_sizes_of_connect_four() -> None:
    small = ConnectFour(columns=5, rows=4)
    assert str(small).count(".") == 20
    assert solve(small).value == 0, "a draw"
    late = ConnectFour("1234512345", columns=5, rows=4)
    assert solve(late).value == alpha_beta(late).value
    assert solve(ConnectFour(columns=6, rows=5), weak=True).value == 0, "a draw"
    with pytest.raises(ZermeloError, match="not 9 by 9"):
        ConnectFour(columns=9, rows=9)


def test_othello_perft() -> None:
    # Aart Bik 2009: a finished game counts as a leaf, a pass is a ply.
    assert [perft(Othello(), depth) for depth in range(1, 9)] == [4, 12, 56, 244, 1396, 8200, 55092, 390216]
    assert Othello().native.perft(8) == 390216, "counted at once or with pauses"


def test_othello_on_the_small_board() -> None:
    # The second player wins 11 to 3 with two squares empty: by 8 discs, and by 10 with the empties given to the winner.
    assert solve(Othello4()).value == search(Othello4(), exact=True).value == -10


@pytest.mark.parametrize(
    ("position", "score", "best"),
    [  # Fédération Française d'Othello, endgames 1 to 3
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, "g8"),
        ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10, "a4"),
        ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2, "d1"),
    ],
)
def test_othello_endgames(position: str, score: int, best: str) -> None:
    result = solve(Othello(position))
    assert (result.value, result.move) == (score, best)


def test_notation_round_trips() -> None:
    state = Othello("f5d6c3d3c4f4f6")
    assert Othello(state.native.board) == state
    assert Othello().play("f5").play("d6") == Othello("f5d6")
    with pytest.raises(ZermeloError, match="a1 is not a legal move here"):
        Othello().play("a1")
    with pytest.raises(ZermeloError, match="a move is a column from 1 to 7"):
        ConnectFour().play(0)


@pytest.mark.parametrize("start", [Othello(), Othello6(), Othello4()])
def test_the_picture_of_an_othello_board(start: Othello) -> None:
    size = start.board().columns
    picture = start._repr_svg_()
    assert picture.count("<path") == size + 1
    assert picture.count("<circle") == 4
    middle = 5 * size - 5
    assert picture.count(f'cx="{middle}" cy="{middle}" r="4" fill="#FFFFFF"') == 1
    assert picture.count(f'cx="{middle + 10}" cy="{middle}" r="4" fill="#14171C"') == 1
