"""Grounding: what grows without end is stopped in one sentence, and symbols may be any text."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import Any

import pytest

from zermelo.extras import MissingExtra
from zermelo.games.gdl import grounding
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.encoding import Encoding
from zermelo.games.gdl.grounding import GroundingError, ground, run_clingo
from zermelo.games.gdl.splitting import split_rules

GAME = "(role x) (init (at 0)) (legal x go) (<= terminal (true (at 9))) (goal x 100)\n"
ENDLESS = GAME + "(<= (next (at (s ?n))) (true (at ?n)))"
LARGE = (
    GAME
    + "".join(f"(digit {digit}) " for digit in range(10))
    + (
        "(<= (next (number ?a ?b ?c ?d ?e ?f ?g)) (digit ?a) (digit ?b) (digit ?c) (digit ?d)"
        " (digit ?e) (digit ?f) (digit ?g) (does x go))"
    )
)


def test_rules_that_never_end() -> None:
    with pytest.raises(GroundingError, match="could not be grounded within"):
        ground(load_rules(ENDLESS), seconds=1)


def test_products_that_are_too_large() -> None:
    with pytest.raises(GroundingError, match="could not be grounded within"):
        ground(load_rules(LARGE), seconds=1.5)


def test_memory_is_limited() -> None:
    with pytest.raises(GroundingError, match="could not be grounded within 300 MB of memory"):
        ground(load_rules(LARGE), seconds=60, megabytes=300)


def test_output_is_limited() -> None:
    with pytest.raises(GroundingError, match="the ground rules take more than 1 MB"):
        ground(load_rules(LARGE), seconds=60, output=1 << 20)


def test_cancel_by_progress() -> None:
    calls = []

    def progress(seconds: float) -> bool:
        calls.append(seconds)
        return len(calls) < 3

    with pytest.raises(GroundingError, match="cancelled"):
        ground(load_rules(ENDLESS), seconds=60, progress=progress)
    assert len(calls) == 3


def test_ctrl_c_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    popen = subprocess.Popen

    def remember(*args: Any, **keywords: Any) -> Any:
        started.append(popen(*args, **keywords))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", remember)
    # A process that was started in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ground(load_rules(ENDLESS), seconds=60, progress=lambda _: os.kill(os.getpid(), signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert [process.returncode for process in started] == [-signal.SIGKILL]


def test_without_clingo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounding, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"there is no module called clingo: pip install '.\[gdl\]'"):
        ground(load_rules(GAME))


def test_program_that_is_none() -> None:
    with pytest.raises(GroundingError, match="clingo could not ground the rules"):
        run_clingo("this is no program", 10, 1000)


@pytest.mark.parametrize("goal", ["101", "1000", "-5", "many", "5.5", "(plus 1 2)", "²"])
def test_goals_that_are_no_goals(goal: str) -> None:
    sheet = load_rules(GAME.replace("(goal x 100)", f"(<= (goal x ?v) (value ?v)) (value {goal})"))
    with pytest.raises(GroundingError, match="must be a whole number from 0 to 100"):
        ground(sheet)


def test_moves_of_nobody() -> None:
    with pytest.raises(GroundingError, match=r"\((legal|does) y go\) is about y, which is not a role"):
        ground(load_rules(GAME + "(who y) (<= (legal ?r go) (who ?r))"))


def test_symbols_of_any_text() -> None:
    symbols = [
        "Nott",
        "_",
        "%x",
        "#show",
        "a.b",
        "'",
        "é",
        "V0",
        "c0",
        "r_true",
        "1a",
        "-1",
        "{",
        ":-",
        "a'b",
        "X",
        "|",
    ]
    facts = " ".join(f"(init (at {symbol}))" for symbol in symbols)
    rules = ground(
        load_rules(f"(role x) {facts} (<= (legal x ?n) (true (at ?n))) (<= terminal (true (at zzz))) (goal x 0)")
    )
    assert sorted(rules.start().facts()) == sorted(f"(at {symbol})" for symbol in symbols)
    assert sorted(rules.start().legal(0)) == sorted(symbols)


def test_splitting() -> None:
    text = "(<= (next (connected ?k ?m)) (transfer ?e) (true (connected ?e ?m)) (true (step ?k)))"
    sheet = load_rules(GAME + text + "(transfer 1) (<= (next (step ?n)) (true (step ?n)))")
    assert [str(rule) for rule in split_rules(sheet.plain_rules()) if "step ?k" in str(rule) or "aux" in str(rule)] == [
        "(<= (?aux0 ?m) (transfer ?e) (true (connected ?e ?m)))",
        "(<= (next (connected ?k ?m)) (true (step ?k)) (?aux0 ?m))",
    ]


def test_only_what_matters_is_grounded() -> None:
    program = Encoding().program(load_rules(GAME + "(<= (base ?f) (digit ?f)) (digit 1)").plain_rules())
    assert program.count(":-") == 1 + 3  # terminal, and the choices


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (
            "(worth lots) (<= (goal x ?v) (true on) (worth ?v)) (legal x press)",
            "the goal of x can be lots, but must be a whole number from 0 to 100, in the rule for (goal x ?v)",
        ),
        (
            "(player y) (<= (legal ?p press) (player ?p)) (legal x press) (goal x 0)",
            "(legal y press) is about y, which is not a role, in the rule for (legal ?p press)",
        ),
    ],
)
def test_errors_of_ground_rules_name_the_rule(rules: str, sentence: str) -> None:
    text = f"(role x) (init off) (<= (next on) (does x press)) (<= terminal (true on)) {rules}"
    with pytest.raises(GroundingError) as caught:
        ground(load_rules(text))
    assert str(caught.value) == sentence
