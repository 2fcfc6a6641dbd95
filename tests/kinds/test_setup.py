"""Positions set up by hand are the positions that their boards show."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from zermelo.games import GAMES, load_game
from zermelo.kinds.profile import game_profile
from zermelo.records.positions import compose_position, parse_position
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


@pytest.mark.parametrize("slug", [slug for slug in SET_UP if hasattr(load_game(slug), "notation")])
@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_where_nothing_is_changed(slug: str, seed: int) -> None:
    """Castling rights, en passant, counters and the player to move stay, also in games from a position of their own."""
    random = Random(seed)
    state: Any = load_game(slug)
    for _ in range(random.randrange(60)):
        following = state.play(random.choice(state.moves()))
        if following.utility() is not None:
            break
        state = following
    choices: dict[str, str] = getattr(state, "setup_choices", dict)()
    assert list(choices) == [choice.name for choice in game_profile(type(state)).setup.options]  # type: ignore[union-attr]
    composed = compose_position(slug, pieces(state), state.player, choices, like=state.notation())
    again: Any = parse_position(slug, composed)
    assert (pieces(again), again.player) == (pieces(state), state.player)
    if slug == "go":  # what was played before is forgotten, and with it what would repeat it
        assert set(again.moves()) >= set(state.moves())
    else:
        assert again.moves() == state.moves()
    if slug in ("chess", "antichess"):
        assert composed == state.notation()


def test_what_is_changed_begins_to_count_anew() -> None:
    like = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 31 70"
    state: Any = parse_position("chess", like)
    kept = pieces(state)
    assert compose_position("chess", kept, 1, state.setup_choices(), like=like) == like
    kept[8] = "wP"
    changed = compose_position("chess", kept, 0, {"white_castling": "KQ"}, like=like)
    assert changed == "r3k2r/P7/8/8/8/8/8/R3K2R w KQ - 0 70"


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
