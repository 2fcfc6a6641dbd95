"""zermelo exercise and exam."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from zermelo import draw
from zermelo.cli.sources import print_json, write_file
from zermelo.exercises import KINDS, Exercise, make
from zermelo.exercises import exam as make_exam
from zermelo.state import ZermeloError

FORMATS = ("markdown", "latex", "html")


@click.command()
@click.argument("kind", required=False, metavar="[KIND]")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed asks the same question.")
@click.option("--answer", help="Grade this answer. Exit code 0 if it is right, 1 if not.")
@click.option("--hint", "hints", count=True, help="Show a hint; twice for the next one.")
@click.option("--solution", is_flag=True, help="Show the answer and how it is found.")
@click.option(
    "--ties", type=click.Choice(["equal", "strict"]), help="Cut when alpha = beta, or only when alpha > beta."
)
@click.option("--depth", type=int, help="How deep the tree is.")
@click.option("--branching", type=int, help="How many children a node has.")
@click.option("--root", type=click.Choice(["max", "min"]), help="Who moves at the root.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def exercise(
    kind: str | None, seed: int, answer: str | None, hints: int, solution: bool, as_json: bool, **options: Any
) -> int:
    """Ask one question from a seed, and grade the answer. Without KIND, list the kinds."""
    if kind is None:
        return _list_kinds(as_json)
    asked = make(kind, seed, **{name: wish for name, wish in options.items() if wish is not None})
    if answer is None and not (as_json or solution or hints):
        _print_question(asked)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return 0
        answer = click.prompt("Your answer", prompt_suffix="\n> ")
    elif not as_json:
        _print_question(asked)
    grade = asked.grade(answer) if answer is not None else None
    if as_json:
        document = asked.to_dict()
        if grade is None and not solution:
            document = {name: part for name, part in document.items() if name not in ("answer", "solution")}
        if grade is not None:
            document["grade"] = {
                "correct": grade.correct,
                "message": grade.message,
                "first_wrong": grade.first_wrong,
                "understood": grade.understood,
            }
        print_json(document)
    else:
        for hint in asked.hints[:hints]:
            click.echo(f"Hint: {hint}")
        if grade is not None:
            click.echo(str(grade))
        if solution:
            click.echo(f"Answer: {asked.answer}")
            click.echo(asked.solution())
    return 0 if grade is None or grade.correct else 1


def _list_kinds(as_json: bool) -> int:
    if as_json:
        print_json({"kinds": {slug: kind.description for slug, kind in KINDS.items()}})
    else:
        width = max(map(len, KINDS))
        for slug, kind in KINDS.items():
            click.echo(f"{slug:{width}}  {kind.description}")
    return 0


def _print_question(asked: Exercise) -> None:
    click.echo(draw.text(asked.tree, width=shutil.get_terminal_size().columns))
    click.echo()
    click.echo(asked.question)


@click.command()
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed makes the same sheet.")
@click.option("--kinds", help="The kinds of questions, with commas between them; all of them by default.")
@click.option("--count", type=click.IntRange(1, 100), default=6, show_default=True, help="How many questions.")
@click.option("--title", default="Adversarial search", show_default=True)
@click.option("--format", "style", type=click.Choice(FORMATS), default="markdown", show_default=True)
@click.option("--key", is_flag=True, help="With the answers and how they are found.")
@click.option("--out", metavar="FILE", help="Write the sheet to a file instead of the terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def exam(
    seed: int, kinds: str | None, count: int, title: str, style: str, key: bool, out: str | None, as_json: bool
) -> None:
    """A whole sheet of questions from a seed, with its key: Markdown, LaTeX or printable HTML."""
    chosen = [kind.strip() for kind in kinds.split(",")] if kinds is not None else None
    sheet = make_exam(seed, kinds=chosen, count=count, title=title)
    if as_json:
        print_json({"seed": seed, "title": title, "questions": [each.to_dict() for each in sheet.exercises]})
        return
    writers = {"markdown": sheet.markdown, "latex": sheet.latex, "html": sheet.html}
    text = writers[style](key=key)
    if out is None:
        click.echo(text, nl=False)
    elif out == "-":
        raise ZermeloError("--out takes the name of a file; without it the sheet is printed")
    else:
        write_file(out, text)
