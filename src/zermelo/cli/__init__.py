"""The program `zermelo`: arguments in, one answer out. It holds no search and no drawing of its own.

Commands are imported when they are called, so that `zermelo --help` is quick. Whatever is wrong with the input is one
sentence on standard error and exit code 2; an answer that is "no" (a wrong exercise, a broken game) is exit code 1.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from zermelo.state import ZermeloError

COMMANDS = {
    "tree": ("zermelo.cli.trees:tree", "Search a game tree and show what the search did."),
    "compare": ("zermelo.cli.trees:compare", "All searches side by side on one tree."),
    "random-tree": ("zermelo.cli.trees:random_tree", "A tree from a seed."),
    "watch": ("zermelo.cli.watching:watch", "Step through a search in the terminal."),
    "exercise": ("zermelo.cli.teaching:exercise", "Ask one question from a seed, and grade the answer."),
    "exam": ("zermelo.cli.teaching:exam", "A whole sheet of questions from a seed, with its key."),
    "grade": ("zermelo.cli.grading:grade", "Grade a search that somebody wrote against the textbook's."),
    "lab": ("zermelo.cli.lab:lab", "Open the lab in a browser: see the search, play the games."),
    "search": ("zermelo.cli.engine:search", "Search a position of any game with the engine."),
    "solve": ("zermelo.cli.engine:solve", "Find the exact value of positions."),
    "prove": ("zermelo.cli.proving:prove", "Prove or refute that the player to move can win."),
    "play": ("zermelo.cli.play:play", "Play a game against the engine in the terminal."),
    "tournament": ("zermelo.cli.tournament:tournament", "Players against each other in any game of two."),
    "matrix": ("zermelo.cli.matrix:matrix", "Equilibria of a matrix game: everybody chooses at once."),
    "iterated": ("zermelo.cli.iterated:iterated", "A tournament of ways to play a dilemma again and again."),
    "pacman": ("zermelo.cli.pacman:pacman", "Pac-Man: agents against ghosts, measured or watched."),
    "lesson": ("zermelo.cli.lesson:lesson", "Lessons about Pac-Man, each answered by the games it plays."),
    "uci": ("zermelo.cli.uci:uci", "The engine for chess programs: speak UCI."),
    "match": ("zermelo.cli.match:match", "Two chess programs against each other, with the score's uncertainty."),
    "suite": ("zermelo.cli.suite:suite", "How many problems of an EPD file the engine solves."),
    "book": ("zermelo.cli.book:book", "Opening books: build one from games, look a position up."),
    "explain": ("zermelo.cli.engine:explain", "A static value part by part: features, weights, sum."),
    "train": ("zermelo.cli.training:train", "Learn the weights of a static value by self-play."),
    "table": ("zermelo.cli.tables:table", "Exact tables of chess endings: build, probe, verify, list."),
    "perft": ("zermelo.cli.engine:perft", "Count the lines of play: the test of a game's rules."),
    "bench": ("zermelo.cli.engine:bench", "The node-count signature of the engine."),
    "check": ("zermelo.cli.checking:check", "Audit a game and name what is wrong with it."),
    "describe": ("zermelo.cli.describing:describe", "What kind of game it is, and which searches suit it."),
}


class _NobodyReads(Exception):
    """The reader went away, as `head` does."""


class _Lazy(click.Group):
    """Knows each command's name and one line about it; imports it only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Click and Rich answer a reader who goes away with exit code 1, which means something else here."""
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, SystemExit) as error:
            if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
                raise _NobodyReads from None
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="zermelo", message="%(prog)s %(version)s")
def cli() -> None:
    """Zermelo: adversarial search you can see."""


def main() -> None:
    """The entry point: runs a command and turns what goes wrong into one sentence."""
    try:
        code = cli.main(prog_name="zermelo", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.exceptions.NoArgsIsHelpError as usage:
        click.echo(usage.format_message())
        sys.exit(2)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "zermelo"
        _refuse(f"{error.format_message().rstrip('.')} (see {command} --help)")
    except click.ClickException as error:
        _refuse(error.format_message())
    except ZermeloError as error:
        _refuse(str(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except _NobodyReads:
        _write_no_more()
        sys.exit(141)
    except Exception as error:
        from zermelo.audit.explanations import own_place

        place = own_place(error)
        if place is None and isinstance(error, OSError) and error.filename is None:
            _write_no_more()
            _refuse(f"the answer cannot be written: {error.strerror or error}")
        if place is None:
            raise
        _refuse(f"{place}: {type(error).__name__}: {error}")


def _write_no_more() -> None:
    """What is still to be written goes nowhere, also when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> None:
    click.echo(f"zermelo: {' '.join(sentence.split())}", err=True)
    sys.exit(2)
