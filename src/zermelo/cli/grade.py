"""zermelo grade: compare a student's search with the textbook's."""

from __future__ import annotations

import shutil
from typing import Any

import click

from zermelo import draw
from zermelo.exercises.grading import ASPECTS, GRADED_SEARCHES, SHAPES, Verdict
from zermelo.exercises.grading import grade as grade_search
from zermelo.result import plain_value
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_files
from zermelo.terminal.sources import print_json
from zermelo.trees import format_tree


@click.command()
@click.argument("target", metavar="FILE:FUNCTION", shell_complete=complete_files)
@click.option(
    "--kind",
    type=click.Choice(list(GRADED_SEARCHES)),
    show_default="alpha_beta",
    help="The search it should be.",
)
@click.option(
    "--shape", type=click.Choice(list(SHAPES)), help="Its calling convention; by default detected from its signature."
)
@click.option(
    "--ties",
    type=click.Choice(["equal", "strict"]),
    help="Cut when alpha = beta, or only when alpha > beta; by default strict for cs188 and equal for all others.",
)
@click.option("--compare", default=",".join(ASPECTS), show_default=True, help="What to compare, separated by commas.")
@click.option("--first", is_flag=True, help="Accept only the first of equally good moves.")
@click.option(
    "--trees",
    type=int,
    default=60,
    show_default=True,
    help="How many random trees to use beside the textbook examples.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--seconds", type=float, default=10.0, show_default=True, help="CPU time for all trees together.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def grade(target: str, kind: str | None, compare: str, as_json: bool, **options: Any) -> int:
    """Run a student's search on textbook trees and random ones, and name the first difference from the textbook's.

    The exit code is 0 if there is none, 1 if there is one, and 2 if the search cannot be run. FUNCTION is a function of a
    state or a tree, or an agent class (the shapes plain, mit, mit_functions and cs188; see docs/grading.md). It runs in a
    process of its own, but with all your permissions: do not grade code that you would not run.
    """
    path, colon, name = target.rpartition(":")
    if not colon or not path or not name.isidentifier():
        raise ZermeloError(
            f"{target!r} does not name a function in a file: write FILE:FUNCTION, as in search.py:alpha_beta"
        )
    aspects = [aspect.strip() for aspect in compare.split(",") if aspect.strip()]
    verdict = grade_search(path, name, kind=kind, compare=aspects, **options)
    if as_json:
        print_json(_document(verdict))
    else:
        _print(verdict)
    return 0 if verdict.correct else 1


def _print(verdict: Verdict) -> None:
    click.echo(verdict.message)
    if verdict.case is None or verdict.expected is None:
        return
    click.echo(f"\n{draw.text(verdict.case.tree, width=shutil.get_terminal_size().columns)}\n")
    click.echo(f"The textbook evaluates {' '.join(verdict.expected.leaves)}")
    if verdict.leaves:
        click.echo(f"This search evaluates {' '.join(verdict.leaves)}")


def _document(verdict: Verdict) -> dict[str, Any]:
    document: dict[str, Any] = {
        "correct": verdict.correct,
        "message": verdict.message,
        "kind": verdict.kind,
        "shape": verdict.shape,
        "ties": verdict.ties,
        "trees": verdict.trees,
        "values_for": "mover" if verdict.for_mover else "max",
    }
    if verdict.case is None or verdict.expected is None:
        return document
    answer = verdict.answer
    return document | {
        "aspect": verdict.aspect,
        "other_ties": verdict.other_ties,
        "tree": format_tree(verdict.case.tree),
        "depth": verdict.case.depth,
        "agents": verdict.case.agents,
        "expected": {
            "value": plain_value(verdict.expected.value),
            "moves": list(verdict.expected.moves),
            "leaves": list(verdict.expected.leaves),
        },
        "answer": None
        if answer is None
        else {
            "value": plain_value(answer.value),
            "move": answer.move,
            "evaluations": answer.evaluations,
            "leaves": list(verdict.leaves),
        },
    }
