"""GTP for Hex: games in the cells of Hex, a turn for each colour, and only the commands that make sense."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.starting import refusal, zermelo
from zermelo.games.hex import Hex
from zermelo.games.hex.gtp import HexGtp
from zermelo.protocols.gtp import Options

QUICK = Options(size=5, simulations=8, resign=0.0)


def talk(*lines: str, options: Options = QUICK) -> list[str]:
    """What the engine answers to these lines, without the empty lines that end the answers."""
    out = io.StringIO()
    HexGtp(out, options).run(iter(lines))
    return out.getvalue().removesuffix("\n\n").split("\n\n")


def test_moves_and_the_board() -> None:
    answers = talk("play black A1", "play w b2", "showboard", "undo", "undo", "undo", "boardsize 3", "showboard")
    assert answers[:2] == ["=", "="]
    assert answers[2] == "=\n" + str(Hex("a1 b2", size=5))
    assert answers[3:] == ["=", "=", "? cannot undo", "=", "=\n" + str(Hex(size=3))]


def test_what_is_not_a_move_is_refused_and_changes_nothing() -> None:
    wrong = (
        "black f1",
        "black a6",
        "black a0",
        "black i",
        "black pass",
        "black",
        "red a1",
        "black a1a1",
        "black \u00b9",
    )
    for words in wrong:
        answer, board = talk(f"play {words}", "showboard")
        assert re.match(r"\? (invalid color or coordinate|syntax error)", answer), words
        assert board == "=\n" + str(Hex(size=5))
    assert talk("play black a1", "play black a2")[1] == "? illegal move: it is the turn of the other colour"
    assert talk("play black a1", "play white a1")[1] == "? illegal move"
    assert talk("boardsize 20", "boardsize 0", "boardsize x") == ["? unacceptable size"] * 2 + ["? syntax error"]


def test_a_game_is_played_to_its_end() -> None:
    out = io.StringIO()
    engine = HexGtp(out, QUICK)
    for number in range(25):
        engine.execute(f"genmove {'bw'[number % 2]}")
        engine.finish()
        if engine.board.state.utility() is not None:
            break
    assert engine.board.state.utility() in (1, -1)
    cells = out.getvalue().split()[1::2]
    assert Hex(" ".join(cells), size=5) == engine.board.state
    engine.execute("genmove b")
    engine.finish()
    engine.execute("play b a1")
    assert out.getvalue().count("? the game is over") == 2


def test_it_finds_the_winning_move_and_resigns_a_lost_game() -> None:
    strong = Options(size=3, simulations=400)
    # Red needs b3 to connect b1 and b2 with the bottom; a3 would do as well.
    moves = ("play b b1", "play w a1", "play b b2", "play w c1")
    assert talk(*moves, "genmove b", options=strong)[-1] in ("= a3", "= b3")
    assert talk("play b b2", "play w a1", "play b b1", "genmove w", options=strong)[-1] == "= resign"


def test_commands_of_go_alone_are_absent() -> None:
    [listed] = talk("list_commands")
    commands = set(listed.removeprefix("= ").split("\n"))
    assert {"boardsize", "play", "genmove", "undo", "showboard", "time_settings", "time_left"} <= commands
    assert not {"komi", "final_score", "final_status_list", "fixed_handicap", "loadsgf", "lz-analyze"} & commands
    assert talk("komi 5", "known_command komi", "known_command play") == ["? unknown command", "= false", "= true"]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=12) | st.sampled_from(["play b a1", "play w b2", "genmove b", "undo", "boardsize 2"])))
def test_garbage_is_answered(lines: list[str]) -> None:
    answers = talk(*lines, "12 name", options=Options(size=3, simulations=2, resign=0.0))
    assert "quit" in " ".join(lines) or answers[-1] == "=12 Zermelo"


def test_the_command() -> None:
    done = zermelo("gtp", "--game", "hex", "--size", "4", "--simulations", "5", stdin="play b a1\ngenmove w\nquit\n")
    assert re.fullmatch(r"=\n\n= [a-d][1-4]\n\n=\n\n", done.stdout)
    assert "neither --komi nor --rules" in refusal("gtp", "--game", "hex", "--komi", "5")


@pytest.mark.parametrize("size", [2, 11, 19])
def test_cells_reach_the_last_corner(size: int) -> None:
    corner = f"{'abcdefghijklmnopqrs'[size - 1]}{size}"
    assert talk(f"boardsize {size}", f"play b {corner}") == ["=", "="]
