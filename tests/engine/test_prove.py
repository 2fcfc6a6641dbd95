"""Proof-number search from Python and from the command line: forced wins of anti-chess, and honest answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.cli.starting import answer, refusal, zermelo
from tests.long import LONG
from tests.parity.test_every_door import small_positions
from zermelo.games import load_game
from zermelo.games.antichess import AntiChess
from zermelo.games.checkers import Checkers4
from zermelo.games.chess import Chess
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello4
from zermelo.methods import prove, search
from zermelo.state import ZermeloError


# White's first moves that are long known to lose, and how.
@pytest.mark.parametrize(("played", "reply"), [("d3", "g7g5"), ("d4", "e7e5"), ("e4", "b7b5")])
def test_first_moves_that_lose(played: str, reply: str) -> None:
    state = AntiChess(f"1. {played}")
    proof = prove(state, nodes=200_000)
    assert proof.answer is True
    assert proof.move == proof.line[0] == reply
    for move in proof.line:
        state = state.play(move)
    assert state.utility() == -10_000, "the line ends with Black's win"


def test_answers_are_yes_no_or_unknown() -> None:
    # Promotions to a knight and to a king, published as puzzles of losing chess.
    assert prove(AntiChess("8/P7/8/k7/P7/8/8/8 w - - 0 1")).move == "a7a8n"
    assert prove(AntiChess("8/P7/8/8/8/5k2/8/7b w - - 0 1")).move == "a7a8k"
    taken = prove(AntiChess("8/8/8/8/8/8/1k6/K7 w - - 0 1"))
    assert taken.answer is False
    assert taken.move is None
    assert prove(AntiChess("8/8/8/8/8/8/1k6/K7 w - - 0 1"), goal=-1).answer is True
    unknown = prove(AntiChess(), nodes=1000)
    assert unknown.answer is None
    assert unknown.stopped == "nodes"
    with pytest.raises(ZermeloError, match="takes a native game"):
        prove(Nim((1,)))
    with pytest.raises(ZermeloError, match="goal"):
        prove(AntiChess(), goal=10**9)


def test_the_command() -> None:
    found = answer("prove", "antichess", "--position", "8/8/p7/8/8/8/7P/8 w - - 0 1", "--nodes", "100000")
    assert (found["answer"], found["move"]) == ("yes", "h2h3")
    assert found["line"][0] == "h2h3"
    assert answer("prove", "antichess", "--nodes", "500")["answer"] == "unknown"
    assert (
        zermelo("prove", "antichess", "--position", "8/8/8/8/8/8/1k6/K7 w - - 0 1")
        .stdout.splitlines()[-1]
        .startswith("no")
    )
    assert "native game" in refusal("prove", "nim")
    assert "nodes must be at least 1" in refusal("prove", "antichess", "--nodes", "0")


def test_the_search_finds_forced_wins_too() -> None:
    found = search(AntiChess("8/8/8/4b3/8/1R5R/4P3/8 w - - 0 1"), depth=12)
    assert found.move == "b3b2"
    assert found.value == 10_000 - 8, "a win in eight plies"


@pytest.mark.parametrize(
    "start",
    [
        Go(size=2, komi=0.5),
        Go("2: A1", komi=-1.5),
        Othello4(),
        Hex(size=3),
        load_game("nim.kif"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_goals_are_points_of_the_game(start: Any) -> None:
    """Every goal up to the value is a yes, and every goal above it a no, whatever it is."""
    found = list(small_positions(start, 3, 3 * LONG))
    assert found
    for _, state, truth in found:
        value = truth.value(state)[state.player]
        for goal in (-(10**6), -500, value - 1, value - Fraction(1, 2), value):
            proof = prove(state, goal=goal, table=1)
            assert proof.answer is True, goal
            assert proof.move in state.moves()
        for goal in (value + Fraction(1, 4), value + Fraction(1, 2), value + 1, 500, 10**6):
            proof = prove(state, goal=goal, table=1)
            assert (proof.answer, proof.move) == (False, None), goal


def test_goals_of_games_that_are_won_or_lost() -> None:
    for goal in (2, -2, 9_999, 10_000):
        with pytest.raises(ZermeloError, match="a win, a draw or a loss"):
            prove(Chess(), goal=goal)
    assert prove(Chess(), goal=-1).answer is True
    assert prove(Checkers4(), goal=-1).answer is True
    for wrong in (float("nan"), float("inf"), True):
        with pytest.raises(ZermeloError, match="goal must be a number of points"):
            prove(Chess(), goal=wrong)
    assert refusal("prove", "chess", "--goal", "nan") == "goal must be a number of points, not nan"
    assert answer("prove", "go", "--position", "3 komi=0.5:", "--goal", "8.5", "--nodes", "10")["answer"] == "unknown"
    assert answer("prove", "go", "--position", "3 komi=0.5:", "--goal", "9")["answer"] == "no"
