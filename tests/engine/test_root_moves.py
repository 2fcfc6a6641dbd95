"""The moves that a search is limited to: repeated ones count once, illegal ones are refused, whatever the game lists."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo import ZermeloError, search
from zermelo.games.chess import Chess
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.sheets import sheet_text
from zermelo.games.othello import Othello
from zermelo.games.pacman import Pacman
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe


class Listed(NamedTuple):
    """Count to six; moves() lists every move twice, against its promise."""

    sum: int = 0

    @property
    def player(self) -> int:
        return self.sum % 2

    def moves(self) -> list[int]:
        return [1, 2, 1, 2]

    def play(self, move: int) -> Listed:
        return Listed(self.sum + move)

    def utility(self) -> int | None:
        return self.sum % 3 if self.sum > 5 else None


ASKED: list[tuple[Any, str]] = [
    (ConnectFour("4"), "alpha_beta"),
    (Othello("f5d6c3"), "alpha_beta"),
    (Chess(), "alpha_beta"),
    (Pacman("trap"), "alpha_beta"),
    (Pacman("trap", roles="random"), "expectiminimax"),
    (make_game(sheet_text("tic_tac_toe"), "tic_tac_toe")(), "alpha_beta"),
    (make_game(sheet_text("tic_tac_toe_three"), "tic_tac_toe_three")(), "max_n"),
    (TicTacToe(), "alpha_beta"),
    (Pig(), "expectiminimax"),
    (Coins(), "max_n"),
    (Listed(), "alpha_beta"),
]


@pytest.mark.parametrize(("state", "method"), ASKED, ids=[type(state).__name__ for state, _ in ASKED])
@pytest.mark.parametrize("lines", [1, 2, 7])
def test_a_move_that_is_given_often_is_searched_once(state: Any, method: str, lines: int) -> None:
    first, last = state.moves()[0], state.moves()[-1]
    asked: dict[str, Any] = {"method": method, "lines": lines, "depth": 2}
    if method != "alpha_beta":
        asked["evaluate"] = lambda _: 0 if method == "expectiminimax" else (0, 0, 0)
    once = search(state, moves=[first, last], **asked)
    often = search(state, moves=[last, first, last] * 500, **asked)
    assert (often.moves, often.value, often.nodes) == (once.moves, once.value, once.nodes)
    given = len({first, last})
    assert len(often.moves) == (min(lines, given) if method == "alpha_beta" else given)
    with pytest.raises(ZermeloError, match="'no move' is not a legal move here"):
        search(state, moves=["no move"], **asked)


@pytest.mark.parametrize("lines", [2, 3, 4])
def test_a_game_that_lists_a_move_twice_is_searched_all_the_same(lines: int) -> None:
    assert len(search(Listed(), lines=lines).moves) == 2
