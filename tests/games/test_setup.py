"""Positions set up by hand are the positions that their boards show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zermelo.games import GAMES, load_game
from zermelo.games.profile import game_profile
from zermelo.games.records.positions import compose_position, parse_position
from zermelo.state import ZermeloError

SET_UP = [slug for slug in GAMES if game_profile(type(load_game(slug))).setup]


def test_games_that_can_be_set_up() -> None:
    assert SET_UP == [
        "tic_tac_toe",
        "connect_four",
        "othello",
        "chess",
        "antichess",
        "checkers",
        "go",
        "breakthrough",
        "hex",
    ]


def pieces(state: Any) -> list[str]:
    return [cell.piece for cell in state.board().cells]


@pytest.mark.parametrize("slug", SET_UP)
@pytest.mark.parametrize("seed", range(20))
def test_a_board_that_was_played_can_be_set_up(slug: str, seed: int) -> None:
    random = Random(seed)
    state: Any = load_game(slug)
    for _ in range(random.randrange(60)):
        following = state.play(random.choice(state.moves()))
        if following.utility() is not None:
            break
        state = following
    again: Any = parse_position(slug, compose_position(slug, pieces(state), state.player, {}))
    assert pieces(again) == pieces(state)
    assert again.player == state.player
    assert set(pieces(state)) <= {"", *state.setup.pieces}


def connect_four(*rows: str) -> list[str]:
    names = {".": "", "X": "first", "O": "second"}
    return [names[cell] for row in (*["......."] * (6 - len(rows)), *rows) for cell in row]


@pytest.mark.parametrize(
    ("rows", "player", "words"),
    [
        (("X......", "......."), 1, "a stone in column 1 has nothing below it"),
        (("XO.....",), 1, "First moves when both have equally many stones"),
        (("XXXX...",), 0, "First moves when"),
        (("O......", "O......", "X......", "X......"), 0, "no game leads to this board"),
        (("O......", "OOO....", "XXXX..O"), 1, "First moves when"),
        (("OOO....", "XXXXO.."), 0, "four are in a row already"),
    ],
)
def test_boards_of_connect_four_that_cannot_be(rows: tuple[str, ...], player: int, words: str) -> None:
    with pytest.raises(ZermeloError, match=words):
        compose_position("connect_four", connect_four(*rows), player, {})


def test_a_board_of_many_orders_is_refused_in_time() -> None:
    """The stones of seven full columns can be interleaved in more ways than can be tried one by one."""
    columns = ["XOXOXO"] * 6 + ["XXXOOO"]
    rows = ["".join(column[height] for column in columns) for height in reversed(range(6))]
    with pytest.raises(ZermeloError, match="no game leads to this board"):
        compose_position("connect_four", connect_four(*rows), 0, {})
