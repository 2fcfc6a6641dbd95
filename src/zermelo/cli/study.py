"""zermelo study: claims of the lectures as experiments."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import click
import msgspec

from zermelo.cluster import open_executor
from zermelo.state import ZermeloError
from zermelo.studies import STUDIES, Study, StudyResult, find_study
from zermelo.studies.markdown import verdict
from zermelo.studies.plots import check_format, draw_plot
from zermelo.terminal.cluster_options import cluster_options
from zermelo.terminal.completion import offer
from zermelo.terminal.print_table import print_table
from zermelo.terminal.progress import progress_bar
from zermelo.terminal.sources import OUTPUT_FILE, print_json, write_file


@click.command()
@click.argument(
    "name", shell_complete=offer(lambda: [study.name for study in STUDIES]), required=False, metavar="[NAME]"
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed and size give the same result.")
@click.option("--size", type=int, help="How many trees, positions or games; every study has its own default.")
@click.option("--plot", type=OUTPUT_FILE, help="Draw the plot into a file: .svg, .png or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@cluster_options
def study(
    name: str | None, seed: int, size: int | None, plot: str | None, as_json: bool, jobs: int, ray: str | None
) -> None:
    """Test a claim of the lectures by an experiment: a table, a plot, and what they show. Without NAME, list the studies."""
    if name is None:
        if size is not None or seed or plot is not None:
            raise ZermeloError(f"name a study: {', '.join(each.name for each in STUDIES)}")
        _list_studies(as_json)
        return
    chosen = find_study(name)
    suffix = "" if plot is None else PurePath(plot).suffix
    if plot is not None:
        check_format(suffix)
    with (
        progress_bar(chosen.name, None, shown=not as_json) as on_done,
        open_executor(jobs=jobs, ray=ray) as executor,
    ):
        result = chosen.run(seed, size, executor=executor, on_task=lambda done, _: on_done(done))
    if plot is not None:
        write_file(plot, draw_plot(result, chosen.title, suffix))
    if as_json:
        print_json(_document(chosen, result))
    else:
        _print(chosen, result)


def _list_studies(as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "studies": {
                    each.name: {"title": each.title, "claim": each.claim, "size": each.size, "unit": each.unit}
                    for each in STUDIES
                }
            }
        )
        return
    width = max(len(each.name) for each in STUDIES)
    for each in STUDIES:
        click.echo(f"{each.name:{width}}  {each.claim}")


def _document(chosen: Study, result: StudyResult) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(result)
    return {"study": chosen.name, "title": chosen.title, "claim": chosen.claim, "unit": chosen.unit} | document


def _print(chosen: Study, result: StudyResult) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(chosen.title, style="bold")
    console.print(f"{chosen.claim}\n{result.size:,} {chosen.unit}, seed {result.seed}.\n")
    heads, *rows = result.table()
    print_table(heads, rows)
    for paragraph in result.paragraphs:
        console.print(f"\n{paragraph}")
    console.print(f"\n{verdict(result)}")
