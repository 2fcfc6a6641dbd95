"""The program `zermelo`: one module per command, which parses arguments and prints results.

Commands are imported when they are called, so that `zermelo --help` is quick. Wrong input prints one sentence on standard
error and exits with code 2; a negative answer (a wrong exercise, a broken game) exits with code 1. Ctrl-C prints the result so
far and exits with 130.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from zermelo.interrupts import INTERRUPTED as INTERRUPTED
from zermelo.interrupts import QuietlyInterrupted
from zermelo.registry import did_you_mean
from zermelo.state import ZermeloError

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Game trees and textbook searches": {
        "tree": ("zermelo.cli.trees:tree", "Search a game tree and show what the search did."),
        "compare": ("zermelo.cli.trees:compare", "Compare all searches on one tree."),
        "watch": ("zermelo.cli.watch:watch", "Step through a search in the terminal."),
        "sanity": ("zermelo.cli.sanity:sanity", "Check by infinities that what alpha-beta skips does not matter."),
        "random-tree": ("zermelo.cli.trees:random_tree", "Make a tree from a seed."),
        "lab": ("zermelo.cli.lab:lab", "Open the lab in a browser: watch searches, play games."),
    },
    "Exercises": {
        "exercise": ("zermelo.cli.exercise:exercise", "Ask a question about a game tree, and grade the answer."),
        "exam": ("zermelo.cli.exam:exam", "Make an exam sheet, with or without its key."),
        "grade": ("zermelo.cli.grade:grade", "Grade a student's search against the textbook's."),
        "lesson": (
            "zermelo.games.pacman.commands.lesson:lesson",
            "Take a lesson about Pac-Man, answered by games it plays.",
        ),
        "study": ("zermelo.cli.study:study", "Test a claim of the lectures by an experiment."),
    },
    "Engine": {
        "search": ("zermelo.cli.search:search", "Search a position of any game."),
        "solve": ("zermelo.cli.solve:solve", "Find the exact value of positions."),
        "prove": ("zermelo.cli.prove:prove", "Prove or refute that the player to move can win."),
        "analyse": ("zermelo.cli.analyse:analyse_command", "Analyse files of positions or games, millions of them."),
        "review": ("zermelo.cli.review:review", "Review a game: what each move cost, and which were mistakes."),
        "explain": ("zermelo.cli.explain:explain", "Show a static value part by part: features, weights, sum."),
        "perft": ("zermelo.cli.perft:perft", "Count lines of play to test the rules of a game."),
        "bench": ("zermelo.cli.bench:bench", "Print the node-count signature of the engine."),
        "uci": ("zermelo.games.chess.uci.command:uci", "Run as a UCI engine for chess programs."),
        "gtp": ("zermelo.cli.gtp:gtp", "Run as a GTP engine for programs that play Go."),
    },
    "Rule sheets": {
        "rules": ("zermelo.games.gdl.commands.rules:rules", "Check and format games written as rule sheets."),
        "ggp": ("zermelo.games.gdl.commands.ggp:ggp", "Play rule sheets with other programs."),
    },
    "Play": {
        "play": ("zermelo.cli.play:play", "Play a game against the engine or another player."),
        "pacman": ("zermelo.games.pacman.commands.pacman:pacman", "Let players play Pac-Man, measured or watched."),
        "arena": ("zermelo.cli.arena:arena", "Let players compete in any game, and rate them."),
        "ratings": ("zermelo.cli.ratings:ratings", "Show, rate and export the games of a store."),
    },
    "Matrix games": {
        "matrix": ("zermelo.cli.matrix:matrix", "Find the equilibria of a matrix game."),
        "iterated": ("zermelo.cli.iterated:iterated", "Run a tournament of strategies in a repeated game."),
    },
    "Books, tables and weights": {
        "book": ("zermelo.cli.book:book", "Build an opening book from games, or look a position up."),
        "table": ("zermelo.cli.tables:table", "Build, probe, verify and list endgame tables."),
        "train": ("zermelo.cli.training:train", "Learn the weights of a static evaluation by self-play."),
    },
    "Your own games": {
        "check": ("zermelo.cli.check:check", "Audit a game and name what is wrong with it."),
        "describe": ("zermelo.cli.describe:describe", "Show the kind of a game, and which searches suit it."),
        "estimate": ("zermelo.cli.estimate:estimate", "Estimate how large a game is from random games."),
    },
}
"""Every command by purpose, with the function that runs it and one line of help."""
COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


class _ReaderGone(Exception):
    """The reader of the output went away, as `head` does."""


class _LazyGroup(click.Group):
    """A group that imports a command only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        with QuietlyInterrupted():
            command: click.Command = getattr(import_module(module), name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        # Click would import every command to ask it for its help.
        found = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and (close := did_you_mean(args[0], COMMANDS)):
            ctx.fail(f"No such command {args[0]!r}: did you mean {close}?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        # Click and Rich exit with code 1 when the reader goes away, which has another meaning here.
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, SystemExit) as error:
            if isinstance(error, BrokenPipeError) or isinstance(error.__context__, BrokenPipeError):
                raise _ReaderGone from None
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, (_, line) in commands.items()])


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="zermelo", message="%(prog)s %(version)s")
def cli() -> None:
    """Zermelo: adversarial search you can see."""


def exit_code(stopped: str) -> int:
    """Return the exit code of a command whose search stopped for this reason."""
    return INTERRUPTED if stopped == "interrupted" else 0


def main() -> None:
    """Run a command; print errors as one sentence."""
    if sys.stdout is None:
        _refuse("standard output is closed: redirect it to a file, or to /dev/null")
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
    except (click.Abort, KeyboardInterrupt) as stop:
        found = getattr(stop.__cause__, "result", None)  # of a SearchInterrupted
        click.echo("stopped" if found is None or found.move is None else f"stopped: {found}", err=True)
        sys.exit(INTERRUPTED)
    except _ReaderGone:
        _discard_output()
        sys.exit(141)
    except Exception as error:
        from zermelo.audit.explanations import user_line

        place = user_line(error)
        if place is None and isinstance(error, OSError) and error.filename is None:
            _discard_output()
            _refuse(f"the output cannot be written: {error.strerror or error}")
        if place is None:
            raise
        _refuse(f"{place}: {type(error).__name__}: {error}")


def _discard_output() -> None:
    """Discard further output, also what Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(sentence: str) -> None:
    click.echo(f"zermelo: {' '.join(sentence.split())}", err=True)
    sys.exit(2)
