"""Proof-number search from Python and from the command line: forced wins of anti-chess, and honest answers."""

from __future__ import annotations

import pytest

from tests.cli.starting import answer, refusal, zermelo
from zermelo.games.antichess import AntiChess
from zermelo.games.nim import Nim
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
