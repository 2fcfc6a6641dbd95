"""`zermelo search` as text and as JSON: one value, from MAX's point of view, whoever moves at the root."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from zermelo.cli import cli
from zermelo.records.positions import parse_position
from zermelo.result import Mate, format_bounded
from zermelo.state import MIN

ROOTS = {
    "MAX": ("tic_tac_toe", "0"),
    "MIN": ("nim", "1_from_heap_1"),
    "MIN of a native game": ("connect_four", "4"),
    "MIN of chess": ("chess", "e4"),
    "chance": ("pig", "roll"),
    "MIN and chance": ("pig", "roll 1"),
    "one of three": ("coins", "first"),
    "all at the same time": ("goofspiel", "2"),
    "chance before all": ("goofspiel", None),
    "over": ("tic_tac_toe", "0 1 3 4 6"),
    "a rule sheet": ("nim.kif", None),
    "all of a rule sheet": ("rock_paper_scissors.kif", None),
}


def run(*words: str) -> str:
    return CliRunner().invoke(cli, ["search", *words], standalone_mode=False, catch_exceptions=False).stdout


def shown_value(text: str) -> str:
    """What the first row says, below the position and an empty line."""
    return re.split(r"  +", text.rpartition("\n\n")[2].splitlines()[0].strip())[0]


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("method", ["auto", "mcts"])
def test_text_and_json_say_the_same(root: str, method: str) -> None:
    game, position = ROOTS[root]
    words = [game, *(("--position", position) if position else ()), "--method", method, "--nodes", "300"]
    found = json.loads(run(*words, "--json"))
    value, bound, rate = found["value"], found["bound"], found["win_rate"]
    value = tuple(value) if isinstance(value, list) else value
    if found["mate"] is not None:
        expected = str(Mate(found["mate"]))
    elif rate is not None and bound == "estimate":
        expected = f"≈ {rate:.1%}"
    else:
        expected = format_bounded(value, bound)
    assert shown_value(run(*words)) == expected
    assert len(found["lines"]) <= 1 or root.startswith("chance")


@pytest.mark.parametrize("root", ROOTS)
def test_the_score_is_that_of_the_player_to_move(root: str) -> None:
    game, position = ROOTS[root]
    state = parse_position(game, position)
    found = json.loads(run(game, *(("--position", position) if position else ()), "--nodes", "300", "--json"))
    if isinstance(found["value"], list):
        assert found["score"] == found["value"][state.player]
    else:
        assert found["score"] == (-found["value"] if state.player == MIN else found["value"])


@pytest.mark.parametrize(
    ("game", "method"),
    [
        ("connect_four", "alpha_beta"),
        ("connect_four", "mcts"),
        ("tic_tac_toe", "mcts"),
        ("tic_tac_toe", "expectiminimax"),
        ("coins", "max_n"),
        ("coins", "paranoid"),
        ("nim", "solve"),
    ],
)
def test_every_method_shows_as_many_moves_as_asked_for(game: str, method: str) -> None:
    limits = [] if method == "solve" else ["--nodes", "20000"]
    for lines in (1, 2):
        words = (game, "--method", method, "--lines", str(lines), *limits)
        found = json.loads(run(*words, "--json"))
        assert len(found["lines"]) == lines
        assert found["lines"][0]["move"] == str(found["move"])
        text = run(*words)
        shown = [each for each in text.splitlines() if re.match(r" *(\(|[≈≤≥] |-?\d).*  ", each)]
        assert len(shown) == lines, text


def test_a_move_without_a_value_is_shown() -> None:
    text = run("nim", "--depth", "2")
    assert text.rpartition("\n\n")[2].startswith("no value  ")
    assert json.loads(run("nim", "--depth", "2", "--json"))["lines"][0]["value"] is None


def test_simulations_that_count_wins_show_shares() -> None:
    text = run("chess", "--method", "mcts", "--simulations", "60")
    assert re.search(r"^ *≈ \d+\.\d%  \w+", text, re.MULTILINE)
    assert "≈ 0" not in text
    points = run("nim", "--method", "mcts", "--simulations", "60", "--no-solver")
    assert "%" not in points, "the payoffs of a Python game may mean anything"
