"""Hostile rule sheets: each ends within its cap in one sentence, and the next one still plays."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.games.gdl import game as game_module
from zermelo.games.gdl import grounding, interpreted
from zermelo.games.gdl.game import load_sheet, make_game
from zermelo.games.gdl.grounding import GroundingError
from zermelo.games.gdl.reader import LARGEST_SHEET
from zermelo.state import ZermeloError

BODY = "(role x) (init (at 0)) (legal x go) (<= terminal (true (at 3))) (<= (goal x 100) (true (at 3)))"
GROWING = f"{BODY} (<= (next (at (s ?n))) (true (at ?n)))"
"""Facts that grow with every move: no grounding ends."""
DIGITS = " ".join(f"(digit {number})" for number in range(60))
PRODUCT = (
    f"{BODY} {DIGITS} (<= (next (at 3)) (many ?a ?b ?c ?d ?e ?f))"
    "(<= (many ?a ?b ?c ?d ?e ?f) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f))"
)

DOUBLING = f"{BODY} (<= (next (at (f ?n ?n))) (true (at ?n)))"
"""A fact of twice the size after every move."""

COUNTING = (
    GROWING.replace("(true (at 3))", "(true (at (s (s (s 0)))))") + "(<= (goal x 0) (not (true (at (s (s (s 0)))))))"
)
"""The same with an end after three moves."""
SHORT = f"{BODY} (<= (next (at 3)) (does x go)) (<= (goal x 0) (not (true (at 3))))"

SHEETS = {
    "unstratified": (f"{BODY} (<= p (not q)) (<= q (not p)) (<= (next (at 3)) p)", "negat"),
    "parentheses": ("(" * 100_000, "nested more than"),
    "no move": (
        "(role x) (init (at 0)) (<= (legal x go) (true (at 9))) (<= terminal (true (at 9))) (goal x 0)",
        "no legal move",
    ),
    "no goal": (
        "(role x) (init (at 0)) (legal x go) (<= (next (at 3)) (does x go)) (<= terminal (true (at 3)))"
        " (<= (goal x 100) (true (at 9)))",
        "goal",
    ),
    "two goals": (f"{BODY} (<= (next (at 3)) (does x go)) (<= (goal x 0) (true (at 3)))", "goal"),
    "bad goal": (f"{BODY} (<= (next (at 3)) (does x go)) (<= (goal x lots) (true (at 3)))", "goal"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_one_sentence(name: str) -> None:
    text, sentence = SHEETS[name]
    with pytest.raises(ZermeloError, match=sentence) as caught:
        make_game(text)
    assert "\n" not in str(caught.value)
    assert load_sheet("nim.kif").utility() is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GROWING, "nested more than 500 levels deep"),
        (PRODUCT, "the rules for many make too many facts in one state"),
        (DOUBLING, "a term with more than 1000 symbols"),
    ],
    ids=["growing", "product", "doubling"],
)
def test_what_can_be_neither_grounded_nor_interpreted_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=f"the rules fail in a random game: .*{sentence}") as caught:
        make_game(text, seconds=1)
    assert "\n" not in str(caught.value)
    assert load_sheet("nim.kif").utility() is None


def test_facts_that_grow_until_the_end_are_interpreted() -> None:
    """No grounding ends, though a game has only four steps."""
    game = make_game(COUNTING, seconds=1)
    assert game.note.startswith("the rules are interpreted, which is slower: ")
    state = game()
    for number in range(3):
        assert state.utility() is None
        assert state.facts() == (f"(at {'(s ' * number}0{')' * number})",)
        state = state.play("go")
    assert (state.utility(), state.goals()) == (100, (100,))
    assert load_sheet("nim.kif").note == ""


def test_rules_that_took_too_long_are_grounded_once_there_is_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def ground(sheet: Any, *, seconds: float, **_: Any) -> Any:
        asked.append(seconds)
        if seconds < 10:
            raise GroundingError("too many instances")
        return grounding.ground(sheet)

    monkeypatch.setattr(game_module, "ground", ground)
    monkeypatch.setattr(game_module, "_games", {})
    assert make_game(SHORT, seconds=1).note
    assert make_game(SHORT, seconds=1).note
    assert make_game(SHORT, seconds=20).note == ""
    assert make_game(SHORT, seconds=1).note == ""
    assert asked == [1, 20]


def test_rules_must_be_ready_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What grounding leaves of the time is the interpreter's; it says when that is too little."""
    finished = threading.Event()

    class Slow:
        @staticmethod
        def make(*_: Any) -> Any:
            finished.wait(60)
            raise ValueError("too late")

    monkeypatch.setattr(interpreted, "InterpretedRules", Slow)
    monkeypatch.setattr(game_module, "_games", {})
    try:
        with pytest.raises(ZermeloError, match=r"could not be made ready to play within 0\.[0-9]+ seconds"):
            make_game(COUNTING, seconds=0.1, within=0.5)
    finally:
        finished.set()


def test_a_hundred_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "large.kif"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    result = CliRunner().invoke(cli, ["rules", "check", str(path)])
    assert isinstance(result.exception, ZermeloError)
    assert f"more than {LARGEST_SHEET // 2**20} MB" in str(result.exception)
