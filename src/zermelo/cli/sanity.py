"""zermelo sanity: check by infinities that what alpha-beta skips does not matter."""

from __future__ import annotations

from typing import Any

import click

from zermelo.state import format_number
from zermelo.terminal.completion import complete_trees
from zermelo.terminal.course_tests import apply_test
from zermelo.terminal.options import SOURCE_HELP
from zermelo.terminal.print_table import print_table
from zermelo.terminal.sources import print_json, read_source, tree_of
from zermelo.textbook.sanity import sanity_test


@click.command(epilog=SOURCE_HELP)
@click.argument("source", metavar="TREE", shell_complete=complete_trees)
@click.option("--root", type=click.Choice(["max", "min"]), help="The player to move at the root of a tree.")
@click.option("--depth", type=int, help="Stop after this many moves and take static values.")
@click.option(
    "--ties",
    type=click.Choice(["equal", "strict"]),
    show_default="equal, or strict for a CS188 test file",
    help="Cut when alpha = beta, or only when alpha > beta.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def sanity(source: str, root: str | None, depth: int | None, ties: str | None, as_json: bool) -> int:
    """Check that the leaves that alpha-beta skips do not matter.

    Each of them is replaced by minus infinity and by plus infinity, and the tree is searched by minimax: the value of the root
    must stay the same. The exit code is 1 if it does not.
    """
    asked = read_source(source, root)
    options: dict[str, Any] = {"depth": depth, "ties": ties}
    if asked.test is not None:
        apply_test(asked.test, "alpha_beta", options)
    rows = sanity_test(tree_of(asked), depth=options["depth"], ties=options["ties"] or "equal")
    holds = all(row.holds for row in rows)
    if as_json:
        print_json(
            {
                "holds": holds,
                "leaves": [
                    {"leaf": row.leaf, "least": row.with_least, "most": row.with_most, "value": row.value}
                    for row in rows
                ],
            }
        )
        return 0 if holds else 1
    if asked.test is not None:
        click.echo(f"The depth is {asked.test.format_depth(options['depth'])}.")
    if not rows:
        click.echo("Alpha-beta skips no leaf of this tree.")
        return 0
    print_table(
        ("skipped leaf", "root with -∞", "root with +∞", "root"),
        [(row.leaf, *map(format_number, (row.with_least, row.with_most, row.value))) for row in rows],
    )
    click.echo("No skipped leaf matters." if holds else "The value of the root changes: a cutoff is wrong.")
    return 0 if holds else 1
