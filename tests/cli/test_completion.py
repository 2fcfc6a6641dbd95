"""What the shell completes: commands, games, trees, players, searches, and the arguments of every command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from zermelo.cli import COMMANDS, cli
from zermelo.games import GAMES
from zermelo.methods import METHOD_NAMES
from zermelo.players import PLAYERS
from zermelo.textbook import SEARCHES

ANYTHING = {"position", "moves", "depth", "fen", "endgames"}
"""Arguments that are no names."""


def items(*words: str) -> list[CompletionItem]:
    """What Tab offers after some words, for the last of them."""
    *before, incomplete = words
    return ShellComplete(cli, {}, "zermelo", "_ZERMELO_COMPLETE").get_completions(before, incomplete)


def offered(*words: str) -> list[str]:
    return [item.value for item in items(*words) if item.type == "plain"]


def leaves(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The commands under a command that are no groups, with the words that call them."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        if below := command.get_command(context, name):
            yield from leaves(below, (*path, name))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("se",), {"search"}),
        (("play", "conn"), {"connect_four", "connect_four.kif"}),
        (("search", "chess", "--method", "m"), {name for name in METHOD_NAMES if name.startswith("m")}),
        (("tree", "classroom", "--search", "alpha"), {name for name in SEARCHES if name.startswith("alpha")}),
        (("tree", "class"), {"classroom"}),
        (("arena", "nim", "random", "mc"), {"mcts"}),
        (("play", "nim", "--player", "u"), {"uci:"}),
        (("matrix", "chick"), {"chicken"}),
        (("lesson", "hope"), {"hopeless"}),
        (("train", "che"), {"chess", "checkers"}),
        (("rules", "fo"), {"format"}),
    ],
)
def test_names_are_completed(words: tuple[str, ...], expected: set[str]) -> None:
    assert set(offered(*words)) == expected


def test_every_game_and_player_is_offered() -> None:
    assert set(GAMES) <= set(offered("search", ""))
    assert {kind.name for kind in PLAYERS} == {name.rstrip(":") for name in offered("arena", "nim", "")}
    assert set(offered("")) == set(COMMANDS)


def test_every_argument_of_every_command_is_completed() -> None:
    """A new argument names what it takes, or is listed above."""
    missing = []
    for path, command in leaves(cli, ()):
        context = click.Context(command)
        for parameter in command.params:
            is_free = parameter.name in ANYTHING or not isinstance(parameter, click.Argument)
            if not is_free and not parameter.shell_complete(context, ""):
                missing.append((*path, parameter.name))
    assert missing == []


def test_files_are_left_to_the_shell() -> None:
    for words in (
        ("play", "my_"),
        ("ratings", "games"),
        ("tree", "classroom", "--json"),
        ("study", "x", "--plot", "p"),
    ):
        kinds = {item.type for item in items(*words)}
        assert ("file" in kinds) == (words[-1] != "--json")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_names_where_there_may_be_files() -> None:
    script = """
        zermelo() { "$PYTHON" -m zermelo "$@"; }
        env() { local -x "${@:1:3}"; "$4"; }
        compopt() { :; }
        eval "$(_ZERMELO_COMPLETE=bash_source zermelo)"
        COMP_WORDS=(zermelo play conn) COMP_CWORD=2
        _zermelo_completion zermelo conn play
        echo "${COMPREPLY[@]}"
    """
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["connect_four", "connect_four.kif"], done.stderr


def test_the_program_completes_without_importing_its_commands() -> None:
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('imported', *(name for name in sys.modules if name.startswith('zermelo.cli.'))))\n"
        "sys.argv = ['zermelo']\n"
        "from zermelo.__main__ import main\n"
        "main()"
    )
    asked = {"_ZERMELO_COMPLETE": "bash_complete", "COMP_WORDS": "zermelo pl", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["plain,play", "imported"]
