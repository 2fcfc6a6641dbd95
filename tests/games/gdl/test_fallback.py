"""Rule sheets that cannot be grounded are interpreted, and the game says so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import zermelo
from zermelo.extras import MissingExtra
from zermelo.games.gdl import game
from zermelo.games.gdl.game import GdlGame, load_sheet, make_game
from zermelo.games.gdl.grounding import GroundingError
from zermelo.games.gdl.sheets import sheet_text
from zermelo.players import choose
from zermelo.state import SIMULTANEOUS


@pytest.fixture(params=[GroundingError("too many instances"), MissingExtra("there is no module called clingo")])
def without_grounding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise request.param

    monkeypatch.setattr(game, "ground", refuse)
    monkeypatch.setattr(game, "_games", {})


@pytest.mark.usefixtures("without_grounding")
@pytest.mark.parametrize("name", ["tic_tac_toe", "coins", "rock_paper_scissors", "eight_puzzle"])
def test_an_interpreted_game_is_the_same_game(name: str) -> None:
    slow = make_game(sheet_text(name), name)()
    assert "the rules are interpreted, which is slower" in slow.note
    game._games.clear()
    quick = _grounded(name)
    random = Random(1)
    for _ in range(40):
        assert (slow.player, slow.utility(), slow.facts()) == (quick.player, quick.utility(), quick.facts())
        if slow.utility() is not None:
            break
        legal = [slow.legal(role) for role in range(len(slow.seats))]
        assert [sorted(moves) for moves in legal] == [sorted(quick.legal(role)) for role in range(len(slow.seats))]
        joint = tuple(random.choice(moves) for moves in legal)
        slow, quick = slow.play(joint), quick.play(joint)
    assert str(slow) == str(quick)


@pytest.mark.usefixtures("without_grounding")
def test_searches_of_interpreted_games() -> None:
    nearly_won = (
        load_sheet("tic_tac_toe.kif").play("(mark 1 1)").play("(mark 3 3)").play("(mark 1 2)").play("(mark 3 2)")
    )
    assert zermelo.search(nearly_won, method="mcts", simulations=300).move == "(mark 1 3)"
    assert zermelo.search(nearly_won).value == 100
    together = load_sheet("rock_paper_scissors.kif")
    assert together.player == SIMULTANEOUS
    assert choose(together, "mcts:50", seat=1).move in together.legal(1)


def test_a_grounded_game_says_nothing() -> None:
    assert load_sheet("tic_tac_toe.kif").note == ""


def _grounded(name: str) -> GdlGame:
    from zermelo.games.gdl.checks import load_rules
    from zermelo.games.gdl.grounding import ground

    sheet = load_rules(sheet_text(name))
    members = {"__slots__": (), "rules": ground(sheet), "sheet": sheet, "title": name, "seats": sheet.roles()}
    made: type[GdlGame] = type(name, (GdlGame,), members)
    return made()
