"""The engine on checkers: endgame tables within the search, and the draw rules that a position has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.starting import answer, zermelo
from zermelo import search
from zermelo.games.checkers import Checkers
from zermelo.state import ZermeloError

WON, DRAWN, BEFORE = "W:WK27,K28:BK1", "W:WK27:BK1", "W:W14,K18,K27:B5,K6"


def test_a_position_in_the_tables_is_proven() -> None:
    won, drawn = search(Checkers(WON), depth=6), search(Checkers(DRAWN), depth=6)
    assert (won.value, won.bound, won.proven, won.in_tables) == (-10_000, "exact", True, True)
    assert (drawn.value, drawn.bound, drawn.proven, drawn.in_tables) == (0, "exact", True, True)
    assert search(Checkers(WON), depth=2, exact=True).proven
    assert not search(Checkers(WON), depth=6, without=("knowledge",)).proven


def test_a_line_that_ends_in_the_tables_says_so() -> None:
    found = search(Checkers(BEFORE), depth=9)
    assert found.in_tables
    assert not found.proven
    assert isinstance(found.value, int)
    assert -9488 < found.value < -9000
    assert found.mate is None
    assert str(found).count(", in the tables ") == 1
    command = ["search", "checkers", "--position", BEFORE, "--depth", "9"]
    said = zermelo(*command, "--why").stdout
    assert ", in the tables\n" in said
    assert "An endgame table knows the position at its end." in said
    document = answer(*command)
    assert document["in_tables"]
    assert document["lines"][0]["in_tables"]
    assert not search(Checkers(BEFORE), depth=9, without=("knowledge",)).in_tables


@pytest.mark.parametrize("position", [WON, "B:W22,23:BK5", "W:WK2,K3,18:B17", "W:WK12,K28,K29:BK2"])
def test_won_endgames_are_won(position: str) -> None:
    states = [Checkers(position)]
    winner = search(states[0], depth=4).value
    while states[-1].outcome(states[:-1]) is None:
        found = search(states[-1], nodes=500, past=states[:-1])
        states.append(states[-1].play(found.move))
    assert winner
    assert states[-1].utility() == winner


def test_repetition_is_a_draw_only_where_the_rule_applies() -> None:
    start = Checkers("W:W31,32,K25:B12:H20")
    for repetition in (True, False):
        state = Checkers(start.fen, repetition=repetition)
        there = state.play("25-22")
        past = [there, state, state]
        found = search(state, depth=1, moves=["25-22"], past=past, without=("knowledge",))
        assert (found.value == 0) == repetition


def test_a_damaged_table_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "KvK.checkers").write_bytes(b"no table")
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    with pytest.raises(ZermeloError, match=r"KvK\.checkers: it is not a checkers endgame table \(zermelo table build"):
        search(Checkers(WON), depth=2)
    assert search(Checkers(WON), depth=2, without=("knowledge",)).move
