"""The options of textbook searches on the command line, derived from their declarations."""

from __future__ import annotations

from typing import Any

import click

from zermelo.kinds.symmetry import merge_symmetric
from zermelo.terminal.course_tests import DEFAULT_SEARCH, apply_test, choose_search
from zermelo.terminal.declared import Command, click_option
from zermelo.terminal.sources import Name, Source
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.run import Run, make_order, run

SOURCE_HELP = """TREE is a tree's own text ("[[2,7],[1,8]]", "A(B(D=2 E=7) C=1)", an S-expression), a file with such a
text (also CS188 test files and Gambit .efg), - for standard input, an example (classroom, deep, aima, chance, ...), or
a game (tic_tac_toe, nim, or your own as module:Class or file.py:Class)."""


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
    order = asked["order"]
    asked["order"] = make_order(order, state, asked["seed"])
    if order == "random" and not DECLARATIONS[search].has_option("seed"):
        asked.pop("seed")
    return run(state, search, asked, nodes=nodes, seconds=seconds, spell=_spell, keep_interrupted=True)


def _spell(option: str) -> str:
    return f"--{option.replace('_', '-')}"
