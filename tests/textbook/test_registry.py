"""Every search declares itself once; the lists, the command line and the refusals follow from that."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import zermelo.textbook
from tests.cli.starting import refusal
from zermelo import ZermeloError
from zermelo.registry import Option, did_you_mean
from zermelo.result import Result
from zermelo.textbook import DECLARATIONS, SEARCHES, find_search, minimax
from zermelo.textbook.ledger import Common

LIMITS = {"nodes", "seconds", "cancel"}
PYTHON_ONLY = {"evaluate", "watch", "quiet"}
"""Keywords that take functions."""


def test_every_search_file_is_listed() -> None:
    folder = Path(inspect.getfile(zermelo.textbook)).parent
    modules = [import_module(f"zermelo.textbook.{path.stem}") for path in folder.glob("*.py")]
    declared = {module.SEARCH.name: module for module in modules if hasattr(module, "SEARCH")}
    assert declared.keys() == SEARCHES.keys() == DECLARATIONS.keys()
    for name, module in declared.items():
        assert module.__name__ == f"zermelo.textbook.{name}"
        assert getattr(module, name) is SEARCHES[name] is getattr(zermelo.textbook, name)
        assert name in zermelo.textbook.__all__


@pytest.mark.parametrize("search", SEARCHES)
def test_a_declaration_says_what_the_function_takes(search: str) -> None:
    state, *keywords = inspect.signature(SEARCHES[search]).parameters.values()
    assert state.name == "state"
    taken = {each.name: each.default for each in keywords if each.kind is inspect.Parameter.KEYWORD_ONLY}
    if len(taken) < len(keywords):
        assert keywords[-1].annotation == "Unpack[Common]"
        taken |= dict.fromkeys(Common.__annotations__)
    assert taken.keys() >= LIMITS
    options = {each.name: each for each in DECLARATIONS[search].options}
    assert taken.keys() - LIMITS - PYTHON_ONLY == options.keys()
    for name, option in options.items():
        default = inspect.Parameter.empty if option.required else option.default
        assert taken[name] == default, name


def test_an_option_means_the_same_everywhere() -> None:
    options: dict[str, Option] = {}
    for declaration in DECLARATIONS.values():
        assert declaration.title
        assert declaration.summary.endswith(".")
        for option in declaration.options:
            assert options.setdefault(option.name, option) is option


def test_the_signature_says_the_type_of_a_move() -> None:
    """mypy checks this; a move of a game with text moves is a text."""
    from zermelo.games.coins import Coins

    result: Result[str] = zermelo.textbook.max_n(Coins((3, 1, 4)))
    move: str | None = result.move
    assert move == "last"


def test_a_name_that_is_nearly_right_gets_a_suggestion() -> None:
    with pytest.raises(ZermeloError, match="there is no search called 'alphabeta': did you mean alpha_beta"):
        find_search("alphabeta")
    with pytest.raises(ZermeloError, match="there is no search called 'magic': use minimax, alpha_beta"):
        find_search("magic")
    assert find_search("minimax") is minimax
    assert did_you_mean("Expecti-Minimax", SEARCHES) == "expectiminimax"


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["serach", "chess"], "No such command 'serach': did you mean search?"),
        (["tree", "[1,2]", "--search", "minmax"], "did you mean minimax?"),
        (["search", "conect_four"], "did you mean connect_four?"),
        (["describe", "tictactoe"], "did you mean tic_tac_toe?"),
        (["tree", "clasroom"], "did you mean classroom?"),
        (["arena", "nim", "engin", "random"], "did you mean engine?"),
    ],
)
def test_the_command_line_suggests(words: list[str], suggestion: str) -> None:
    assert suggestion in refusal(*words)


def test_needed_options_are_asked_for() -> None:
    assert "star1 needs --bounds in a game" in refusal("tree", "pig", "--search", "star1", "--depth", "2")


def test_every_option_works_on_the_command_line() -> None:
    from click.testing import CliRunner

    from zermelo.cli import cli

    given: dict[str, list[str]] = {
        "integer": ["2"],
        "number": ["-9.5"],
        "range": ["-50", "50"],
        "order": ["reverse"],
        "players": ["p1"],
        "depths": ["1,end"],
    }
    for search, declaration in DECLARATIONS.items():
        words: list[Any] = ["tree", "A(B=5(D=3 E=5) C=6(F=2 G=9))", "--search", search, "--json"]
        for option in declaration.options:
            values = [] if option.kind == "flag" else given.get(option.kind) or [option.choices[0]]
            values = {
                "total": ["0"],
                "margin": ["2"],
                "stop_at": ["4"],
                "random_share": ["0.5"],
                "exploration": ["0.5"],
            }.get(option.name, values)
            if option.name != "depth" or not declaration.has_option("depths"):
                words += [f"--{option.name.replace('_', '-')}", *values]
        done = CliRunner().invoke(cli, words, standalone_mode=False)
        assert done.exception is None, (search, done.exception)
        assert f'"method": "{search}"' in done.stdout


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "mcts"])
def test_arguments_that_a_search_does_not_have_are_refused(name: str) -> None:
    own: dict[str, Any] = {"coalition": {"partners": [0]}, "star1": {"bounds": (0, 9)}, "star2": {"bounds": (0, 9)}}
    for wrong in ("dpeth", "roles"):
        with pytest.raises(TypeError, match=rf"{name}\(\) got an unexpected keyword argument '{wrong}'"):
            SEARCHES[name](zermelo.tree([[1, 2], [3, 4]]), **own.get(name, {}), **{wrong: 3})
