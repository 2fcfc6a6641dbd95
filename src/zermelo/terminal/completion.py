"""What the shell completes: the names of games, trees, players and whatever else an argument may name, and files.

`complete_games` and the others are given to the arguments and options that take such names; click asks them when Tab is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def offer(names: Callable[[], Mapping[str, str] | Iterable[str]], *, files: bool = False) -> Completer:
    """Return what completes some names, with what is said of each, and files if an argument may be one too."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = names()
        said = found if isinstance(found, Mapping) else dict.fromkeys(found)
        items = [CompletionItem(name, help=text) for name, text in said.items() if name.startswith(incomplete)]
        # The file comes first: where bash meets one, it drops what came before.
        return [CompletionItem(incomplete, type="file"), *items] if files else items

    return complete


def _games() -> list[str]:
    from zermelo.catalogue import GAMES, SMALL_BOARDS

    return [*GAMES, *SMALL_BOARDS, *_sheets()]


def _sheets() -> list[str]:
    from zermelo.catalogue import more_games

    return more_games()


def _trees() -> dict[str, str]:
    from zermelo.trees.examples import EXAMPLES

    return {each.name: each.description for each in EXAMPLES.values()} | dict.fromkeys(_games(), "a game")


def _matrix_games() -> dict[str, str]:
    from zermelo.equilibrium.examples import EXAMPLES

    return {each.name: each.title for each in EXAMPLES.values()}


def _players() -> dict[str, str]:
    from zermelo.players import PLAYERS

    return {kind.name if kind.is_builtin else f"{kind.name}:": f"{kind.title}: {kind.form}" for kind in PLAYERS}


def _exercises() -> dict[str, str]:
    from zermelo.exercises import EXERCISES

    return {kind.declaration.name: kind.declaration.title for kind in EXERCISES}


complete_games = offer(_games, files=True)
complete_trees = offer(_trees, files=True)
complete_matrix_games = offer(_matrix_games, files=True)
complete_players = offer(_players, files=True)
complete_exercises = offer(_exercises)
complete_sheets = offer(_sheets, files=True)
complete_books = offer(lambda: {"shipped": "the book that comes with Zermelo"}, files=True)
complete_files = offer(tuple, files=True)
