"""zermelo exam: make an exam sheet."""

from __future__ import annotations

import click

from zermelo.exercises import exam as make_exam
from zermelo.exercises.exercise import TIE_RULES
from zermelo.exercises.sheet import MAX_EXERCISES, TITLE
from zermelo.result import Ties
from zermelo.state import ZermeloError
from zermelo.terminal.sources import OUTPUT_FILE, print_json, write_file

FORMATS = ("markdown", "latex", "html")


@click.command()
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed makes the same sheet.")
@click.option("--kinds", help="The kinds of questions, separated by commas; all kinds by default.")
@click.option(
    "--count", type=click.IntRange(1, MAX_EXERCISES), default=6, show_default=True, help="How many questions."
)
@click.option(
    "--ties",
    type=click.Choice(list(TIE_RULES)),
    default="equal",
    show_default=True,
    help="The tie rule of all questions: cut when alpha = beta, or only when alpha > beta.",
)
@click.option("--title", default=TITLE, show_default=True)
@click.option("--format", "style", type=click.Choice(FORMATS), default="markdown", show_default=True)
@click.option("--key", is_flag=True, help="Append the answers and solutions.")
@click.option("--out", type=OUTPUT_FILE, help="Write the sheet to a file instead of printing it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def exam(
    seed: int,
    kinds: str | None,
    count: int,
    ties: Ties,
    title: str,
    style: str,
    key: bool,
    out: str | None,
    as_json: bool,
) -> None:
    """Make an exam sheet from a seed: Markdown, LaTeX or printable HTML."""
    chosen = [kind.strip() for kind in kinds.split(",")] if kinds is not None else None
    sheet = make_exam(seed, kinds=chosen, count=count, title=title, ties=ties)
    if as_json:
        print_json(
            {
                "seed": seed,
                "title": title,
                "ties": ties,
                "questions": [exercise.to_dict() for exercise in sheet.exercises],
            }
        )
        return
    writers = {"markdown": sheet.markdown, "latex": sheet.latex, "html": sheet.html}
    text = writers[style](key=key)
    if out is None:
        click.echo(text, nl=False)
    elif out == "-":
        raise ZermeloError("--out needs the name of a file; without it the sheet is printed")
    else:
        write_file(out, text)
