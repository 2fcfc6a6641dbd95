"""Test that games compile as people first write them, and that everything that has to change is said at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import zermelo
from tests.engine.first_games import FIRST_GAMES
from tests.engine.unfinished_games import Shop, Stones
from zermelo import ZermeloError
from zermelo.engine.compiling.fields import pack
from zermelo.engine.compiling.statements import CHANGED
from zermelo.state import CHANCE

pytest.importorskip("numba", reason="without Numba nothing is compiled")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("compiled")))
        yield


@pytest.mark.parametrize("game", FIRST_GAMES, ids=lambda game: game.__name__)
def test_games_compile_as_they_stand(game: Any) -> None:
    fast = zermelo.compiled(game)
    random = Random(5)
    for _ in range(5):
        plain, quick = game(), fast()
        while plain.utility() is None:
            moves = [move for move, _ in plain.chances()] if plain.player == CHANCE else plain.moves()
            assert quick.player == plain.player
            assert quick.moves() == moves
            move = random.choice(moves)
            plain, quick = plain.play(move), quick.play(move)
            assert quick.native.bytes == pack(plain)
        assert quick.utility() == plain.utility()
        assert quick.uncompiled == plain
    found, expected = (zermelo.search(state, depth=3) for state in (fast(), game()))
    assert found.value == pytest.approx(expected.value, abs=2e-3)
    assert found.move == expected.move
    drawn = zermelo.search(fast(), method="mcts", simulations=200, seed=1)
    assert drawn.move in [None, *fast().moves()], "at a chance state there is none"


def test_everything_that_has_to_change_is_said_at_once() -> None:
    with pytest.raises(ZermeloError) as caught:
        zermelo.compiled(Stones)
    told = [line.strip().partition("`: ")[::2] for line in str(caught.value).splitlines()]
    text = "is not compiled; use an integer for it"
    assert [(place.partition(":")[2].partition(":")[0], sentence) for place, sentence in told[1:]] == [
        ("15", "the field 'board' of Stones is a list of strings; use a tuple of integers"),
        ("16", "the field 'weight' of Stones is a float; use an integer, in a smaller unit"),
        ("17", "the field 'taken' of Stones holds a string; use an integer for each text that it may be"),
        ("21", f"the text 'black' {text}"),
        ("24", "a dict is not compiled; use a tuple, indexed by integers"),
        ("26", "sorted() with key= is not compiled; write a loop"),
        ("30", f"{CHANGED}; the text '.' {text}"),
        ("34", f"PRICES is a dict; use integers, or tuples or arrays of them; the text 'black' {text}"),
    ]
    assert "unfinished_games.py:16: `weight: float = 0.5`: " in str(caught.value), "with the line as it is written"


def test_a_plain_class_is_told_what_to_become() -> None:
    with pytest.raises(ZermeloError, match=r"unfinished_games.py:\d+: `class Shop:`: Shop is a plain class; make it a"):
        zermelo.compiled(Shop)
