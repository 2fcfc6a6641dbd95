"""zermelo exercise: ask a question about a game tree, and grade the answer."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

import click

from zermelo import draw
from zermelo.exercises import EXERCISES, Exercise, make
from zermelo.exercises.options import SINGLE_NUMBERS
from zermelo.registry import Option
from zermelo.terminal.completion import complete_exercises
from zermelo.terminal.sources import print_json

Command = TypeVar("Command", bound=Callable[..., Any])


class _NumberOrRange(click.ParamType[int | tuple[int, int]]):
    """A number as in 3, or a range as in 2-4."""

    name = "N|N-N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | tuple[int, int]:
        low, dash, high = str(value).partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()):
            self.fail(f"{value!r} is neither a number, as in 3, nor a range, as in 2-4", param, ctx)
        return (int(low), int(high)) if dash else int(low)


def _exercise_options(command: Command) -> Command:
    """Give a command the options that exercises declare."""
    options = {option.name: option for kind in EXERCISES for option in kind.declaration.options}
    for option in reversed(options.values()):
        command = _click_option(option)(command)
    return command


def _click_option(option: Option) -> Callable[[Command], Command]:
    flag = f"--{option.name.replace('_', '-')}"
    match option.kind:
        case "flag":
            return click.option(f"{flag}/--no-{flag[2:]}", default=None, help=option.help)
        case "choice":
            return click.option(flag, type=click.Choice(option.choices), help=option.help)
        case "range" if option.name in SINGLE_NUMBERS:
            return click.option(flag, type=_NumberOrRange(), help=option.help)
        case _:
            return click.option(flag, type=int, nargs=2 if option.kind == "range" else 1, help=option.help)


@click.command()
@click.argument("kind", shell_complete=complete_exercises, required=False, metavar="[KIND]")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed asks the same question.")
@click.option("--answer", help="Grade this answer; the exit code is 0 if it is right, 1 if not.")
@click.option("--hint", "hints", count=True, help="Show a hint; repeat for the next one.")
@click.option("--solution", is_flag=True, help="Show the answer and the solution.")
@_exercise_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def exercise(
    kind: str | None, seed: int, answer: str | None, hints: int, solution: bool, as_json: bool, **options: Any
) -> int:
    """Ask a question from a seed, and grade the answer. Without KIND, list the kinds."""
    if kind is None:
        return _list_kinds(as_json)
    question = make(kind, seed, **{name: value for name, value in options.items() if value is not None})
    if not as_json:
        _print_question(question)
        if answer is None and not (solution or hints):
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                return 0
            answer = click.prompt("Your answer", prompt_suffix="\n> ")
    grade = question.grade(answer) if answer is not None else None
    if as_json:
        document = question.to_dict()
        if grade is None and not solution:
            del document["answer"], document["solution"]
        if grade is not None:
            document["grade"] = asdict(grade)
        print_json(document)
    else:
        for hint in question.hints[:hints]:
            click.echo(f"Hint: {hint}")
        if grade is not None:
            click.echo(str(grade))
        if solution:
            click.echo(f"Answer: {question.answer}")
            click.echo(question.solution())
    return 0 if grade is None or grade.correct else 1


def _list_kinds(as_json: bool) -> int:
    summaries = {kind.declaration.name: kind.declaration.summary for kind in EXERCISES}
    if as_json:
        print_json({"kinds": summaries})
    else:
        width = max(map(len, summaries))
        for name, summary in summaries.items():
            click.echo(f"{name:{width}}  {summary}")
    return 0


def _print_question(question: Exercise) -> None:
    click.echo(draw.text(question.tree, width=shutil.get_terminal_size().columns))
    click.echo()
    click.echo(question.question)
