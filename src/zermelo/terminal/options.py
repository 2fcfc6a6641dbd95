"""The options of textbook searches on the command line, derived from their declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from zermelo.kinds.symmetry import merge_symmetric
from zermelo.registry import Option
from zermelo.state import ZermeloError
from zermelo.terminal.course_tests import DEFAULT_SEARCH, apply_test, choose_search
from zermelo.terminal.sources import Name, Source
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.run import Run, make_order, run
from zermelo.trees.nodes import parse_player

Command = TypeVar("Command", bound=Callable[..., Any])

SOURCE_HELP = """TREE is a tree's own text ("[[2,7],[1,8]]", "A(B(D=2 E=7) C=1)", an S-expression), a file with such a
text (also CS188 test files and Gambit .efg), - for standard input, an example (classroom, deep, aima, chance, ...), or
a game (tic_tac_toe, nim, or your own as module:Class or file.py:Class)."""

_FEW = 3
"""Help texts name the searches that have an option if there are no more of them."""


def search_options(command: Command) -> Command:
    """Give a command the option --search and the options of all textbook searches."""
    options = list({option.name: option for each in DECLARATIONS.values() for option in each.options}.values())
    for option in reversed(options):
        command = click_option(option, [each.name for each in DECLARATIONS.values() if each.has_option(option.name)])(
            command
        )
    command = click.option(
        "--merge-symmetric", is_flag=True, help="Count moves of a game to symmetric positions as one move."
    )(command)
    command = click.option(
        "--root", type=click.Choice(["max", "min", "chance"]), help="The player to move at the root of a tree."
    )(command)
    return click.option(
        "--search",
        type=Name(list(DECLARATIONS)),
        show_default=f"{DEFAULT_SEARCH}, or that of a CS188 test file",
        metavar="NAME",
        help=f"One of: {', '.join(DECLARATIONS)}.",
    )(command)


def click_option(option: Option, searches: list[str]) -> Callable[[Command], Command]:
    """Return the option of the command line for a declared one; its help names the searches that have it."""
    help_text = option.help
    if len(searches) <= _FEW:
        help_text = f"{help_text.rstrip('.')} ({', '.join(searches)})."
    flag = f"--{option.name.replace('_', '-')}"
    match option.kind:
        case "integer":
            return click.option(flag, type=int, help=help_text)
        case "number":
            return click.option(flag, type=float, help=help_text)
        case "range":
            return click.option(flag, type=float, nargs=2, help=help_text)
        case "choice":
            return click.option(flag, type=click.Choice(option.choices), help=help_text)
        case "flag":
            return click.option(f"{flag}/--no-{flag[2:]}", default=None, help=help_text)
        case "text" | "order" | "players" | "depths" | "parts":
            return click.option(flag, help=help_text)


def run_as_asked(
    source: Source, options: dict[str, Any], *, nodes: int | None = None, seconds: float | None = None
) -> Run:
    """Run the search that the options of `search_options` ask for; Ctrl-C ends it with what it has found.

    The root belongs to the source. A CS188 test file decides about the search, its depth and ties, where nothing else is asked.
    """
    asked, state = dict(options), source.state
    if asked.pop("merge_symmetric"):
        state = merge_symmetric(state)
    search = choose_search(asked.pop("search"), source)
    if source.test is not None:
        apply_test(source.test, search, asked)
    asked["depths"] = _read_depths(asked["depths"])
    asked["partners"] = read_partners(asked["partners"])
    order = asked["order"]
    asked["order"] = make_order(order, state, asked["seed"])
    if order == "random" and not DECLARATIONS[search].has_option("seed"):
        asked.pop("seed")
    return run(state, search, asked, nodes=nodes, seconds=seconds, spell=_spell, keep_interrupted=True)


def read_partners(text: str | None) -> list[int] | None:
    """Return players written as in trees: p1, p2, ...; in a game of two also max and min."""
    if text is None:
        return None
    players = [parse_player(word) for word in text.replace(",", " ").split()]
    if not players or any(player is None or player < 0 for player in players):
        raise ZermeloError(f"--partners takes players with commas between them, as in p1,p3, not {text!r}")
    return [player for player in players if player is not None]


def _spell(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _read_depths(text: str | None) -> list[int | None] | None:
    if text is None:
        return None
    try:
        return [None if word == "end" else int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise ZermeloError(f"--depths takes whole numbers with commas between them, not {text!r}") from None
