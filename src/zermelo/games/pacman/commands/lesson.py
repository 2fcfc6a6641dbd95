"""zermelo lesson: lessons about Pac-Man, answered by games."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import click

from zermelo.cluster import open_executor
from zermelo.games.pacman.lessons import LESSONS, Lesson, Report
from zermelo.games.pacman.lessons.lesson import MOST_GAMES
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError
from zermelo.terminal.cluster_options import cluster_options
from zermelo.terminal.completion import offer
from zermelo.terminal.print_table import print_table
from zermelo.terminal.progress import lines_bar
from zermelo.terminal.sources import OUTPUT_FILE, print_json, write_file


@click.command()
@click.argument(
    "slug",
    shell_complete=offer(lambda: {slug: each.title for slug, each in LESSONS.items()}),
    required=False,
    metavar="[LESSON]",
)
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), help="Games of each pairing; every lesson has its own default."
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the first game; the next game has the next seed.",
)
@click.option("--svg", type=OUTPUT_FILE, help="Draw the most telling position into an SVG file.")
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def lesson(
    slug: str | None, games: int | None, seed: int, svg: str | None, jobs: int, ray: str | None, as_json: bool
) -> None:
    """Play a lesson about Pac-Man: a question, the games that answer it, and what they show. Without LESSON, list them.

    The same seed plays the same games.
    """
    if slug is None:
        if games is not None or seed or svg is not None:
            raise ZermeloError(f"name a lesson: {', '.join(LESSONS)}")
        _list_lessons(as_json)
        return
    if slug not in LESSONS:
        raise unknown_name("lesson", slug[:40], LESSONS)
    chosen = LESSONS[slug]
    number = chosen.games if games is None else games
    began = perf_counter()
    with open_executor(jobs, ray) as executor, lines_bar("games", chosen.pairings * number, quiet=True) as advance:
        report = chosen.run(number, seed, lambda game: advance(""), executor)
    if svg is not None:
        write_file(svg, report.picture)
    if as_json:
        print_json(_document(chosen, report, number, seed) | {"seconds": round(perf_counter() - began, 3)})
    else:
        _print_lesson(chosen, report)


def _list_lessons(as_json: bool) -> None:
    if as_json:
        print_json({"lessons": {slug: each.title for slug, each in LESSONS.items()}})
        return
    width = max(map(len, LESSONS))
    for slug, each in LESSONS.items():
        click.echo(f"{slug:{width}}  {each.title}: {each.question}")


def _document(chosen: Lesson, report: Report, games: int, seed: int) -> dict[str, Any]:
    return {
        "lesson": chosen.slug,
        "title": chosen.title,
        "question": chosen.question,
        "setting": chosen.setting,
        "position": chosen.start.notation(),
        "games": games,
        "seed": seed,
        "rows": [dict(row) for row in report.rows],
        "conclusion": report.conclusion,
    }


def _print_lesson(chosen: Lesson, report: Report) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(chosen.title, style="bold")
    console.print(f"{chosen.question}\n{chosen.setting}\n\n{_maze(chosen)}\n")
    print_table(
        [column.heading for column in report.columns],
        [[column.write(row) for column in report.columns] for row in report.rows],
    )
    console.print(f"\n{report.conclusion}")


def _maze(chosen: Lesson) -> str:
    """The maze as a layout draws it, without the line that says whose turn it is."""
    return str(chosen.start).rpartition("\n")[0]
