"""The options by which a textbook search is chosen, shared by the commands that run one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from zermelo.cli.sources import read_position
from zermelo.games.tree.nodes import parse_player
from zermelo.limits import Limits
from zermelo.state import ZermeloError
from zermelo.textbook import SEARCHES
from zermelo.textbook.running import ORDERS, Run, make_order, run

Command = TypeVar("Command", bound=Callable[..., Any])

SOURCE_HELP = """TREE is a tree's own text ("[[2,7],[1,8]]", "A(B(D=2 E=7) C=1)", an S-expression), a file with such a
text (also CS188 test files and Gambit .efg), - for standard input, an example (classroom, deep, aima, chance, ...), or
a game (tic_tac_toe, nim, or your own as module:Class or file.py:Class)."""

_OPTIONS = (
    click.option(
        "--search",
        default="alpha_beta",
        type=click.Choice(list(SEARCHES)),
        show_default=True,
        metavar="NAME",
        help=f"One of: {', '.join(SEARCHES)}.",
    ),
    click.option(
        "--ties", type=click.Choice(["equal", "strict"]), help="Cut when alpha = beta, or only when alpha > beta."
    ),
    click.option(
        "--fail",
        type=click.Choice(["soft", "hard"]),
        help="Say how far outside the window a value is, or only that it is.",
    ),
    click.option("--depth", type=int, help="Stop after so many moves and take static values."),
    click.option("--depths", help="For deepening: the depth of each pass, as in 2,4 or 1,2,end."),
    click.option("--order", help=f"Order of children: {', '.join(ORDERS)}, or 'A: C B D; C: H G'."),
    click.option("--root", type=click.Choice(["max", "min", "chance"]), help="Who moves at the root."),
    click.option("--bounds", nargs=2, type=float, help="For star1 and star2: the least and the most a leaf is worth."),
    click.option(
        "--opponent", type=click.Choice(["random"]), help="For expectimax: MIN moves at random beside chance."
    ),
    click.option("--partners", help="For coalition: who plays together against the rest, as in p1,p3."),
    click.option("--total", type=float, help="For max_n: payoffs add up to no more than this, which lets it prune."),
    click.option("--least", type=float, help="For max_n with --total: no payoff is less than this; 0 by default."),
    click.option("--guess", type=float, help="For mtdf: the first guess."),
    click.option("--rounds", type=int, help="For mcts: how many random games."),
    click.option("--seed", type=int, help="For mcts and --order random."),
)


def search_options(command: Command) -> Command:
    """Gives a command all options that say which search to run and how."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def run_as_asked(source: str, limits: Limits, options: dict[str, Any]) -> Run:
    """Runs the search that the options of `search_options` ask for."""
    asked = dict(options)
    search = asked.pop("search")
    position = read_position(source, asked.pop("root"))
    asked["depths"] = _depths(asked["depths"])
    asked["partners"] = read_partners(asked["partners"])
    order = asked["order"]
    asked["order"] = make_order(order, position, asked["seed"])
    if search != "mcts" and order == "random":
        asked.pop("seed")
    return run(position, search, asked, limits, spell=_spell)


def read_partners(text: str | None) -> list[int] | None:
    """Players as they are written in trees: p1, p2, ...; in a game of two also max and min."""
    if text is None:
        return None
    players = [parse_player(word) for word in text.replace(",", " ").split()]
    if not players or any(player is None or player < 0 for player in players):
        raise ZermeloError(f"--partners takes players with commas between them, as in p1,p3, not {text!r}")
    return [player for player in players if player is not None]


def _spell(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _depths(text: str | None) -> list[int | None] | None:
    if text is None:
        return None
    try:
        return [None if word == "end" else int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise ZermeloError(f"--depths takes whole numbers with commas between them, not {text!r}") from None
