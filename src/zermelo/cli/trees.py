"""zermelo tree, compare and random-tree."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import click

from zermelo.cli import exit_code
from zermelo.events import Cutoff
from zermelo.registry import and_more
from zermelo.result import format_bounded, format_line, plain_value
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_trees
from zermelo.terminal.course_tests import apply_test, read_solution, solution_differences
from zermelo.terminal.options import SOURCE_HELP, run_as_asked, search_options
from zermelo.terminal.print_table import print_table
from zermelo.terminal.sources import OUTPUT_FILE, Source, print_json, read_source, tree_of, write_file
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.run import Run, evaluated, report, run, suitable
from zermelo.textbook.why_not_pruned import NotPruned, explain_leaves
from zermelo.trees import STYLES, format_tree

MAX_SHOWN = 20
_LISTED = 40
"""How many equilibria are listed; the others are only counted."""


@click.command(epilog=SOURCE_HELP)
@click.argument("source", metavar="TREE", shell_complete=complete_trees)
@search_options
@click.option("--nodes", type=int, help="Stop after this many nodes.")
@click.option("--seconds", type=float, help="Stop after this many seconds.")
@click.option("--trace", is_flag=True, help="Print a sentence for every step.")
@click.option(
    "--why-not",
    metavar="LEAF",
    multiple=True,
    help="Say why this leaf was not pruned, or which cutoff pruned it; all: of every evaluated leaf. May be repeated.",
)
@click.option("--step", type=int, help="Draw the tree as it was after this many steps.")
@click.option("--svg", type=OUTPUT_FILE, help="Draw the searched tree into an SVG file.")
@click.option("--tikz", type=OUTPUT_FILE, help="Draw it as TikZ, ready for LaTeX.")
@click.option("--events", "events_file", type=OUTPUT_FILE, help="Write every event as JSON, to replay elsewhere.")
@click.option(
    "--check-solution",
    is_flag=True,
    help="Compare with the .solution file beside a CS188 test file; the exit code is 1 if they differ.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def tree(source: str, root: str | None, nodes: int | None, seconds: float | None, trace: bool,
         why_not: tuple[str, ...], step: int | None, svg: str | None, tikz: str | None, events_file: str | None,
         check_solution: bool, as_json: bool, **options: Any) -> int:  # fmt: skip
    """Search a game tree and show what the search did.

    A CS188 test file is searched as its agent does: to its depth, which counts rounds of all agents, and without cutting at
    equal values. Options override the file.
    """
    asked = read_source(source, root)
    solution = read_solution(asked) if check_solution else None
    done = run_as_asked(asked, options, nodes=nodes, seconds=seconds)
    if step is not None and not 0 <= step <= len(done.events):
        raise ZermeloError(f"--step must be from 0 to {len(done.events):,}, the number of steps, not {step}")
    _write_pictures(done, step, svg, tikz, events_file)
    document = report(done)
    leaves = list(dict.fromkeys(evaluated(done.events) if why_not == ("all",) else why_not))
    reasons = dict(zip(leaves, explain_leaves(done, leaves), strict=True)) if why_not else {}
    differences = None
    if solution is not None:
        differences = solution_differences(solution, document["action"], document["generated"])
    if as_json:
        if trace:
            document["trace"] = [str(event) for event in done.events]
        if why_not:
            document["why_not"] = [_plain_reason(leaf, reason) for leaf, reason in reasons.items()]
        print_json(document | _test_facts(asked, differences))
    else:
        _print_report(done, trace, step)
        for leaf, reason in reasons.items():
            click.echo(f"{f'why {leaf}':<10} {reason}")
        if asked.test is not None:
            click.echo(f"depth      {asked.test.format_depth(done.result.depth)}")
            click.echo(f"action     {document['action']}")
            click.echo(f"generated  {_listed(document['generated'])}")
        if differences is not None:
            click.echo(f"solution   {'differs: ' + '; '.join(differences) if differences else 'the same'}")
    return exit_code(done.result.stopped) or (1 if differences else 0)


def _plain_reason(leaf: str, reason: NotPruned | Cutoff) -> dict[str, Any]:
    """Return what --json says of a leaf that was evaluated or pruned."""
    if isinstance(reason, NotPruned):
        return {"pruned": False, **reason.to_dict()}
    return {"pruned": True, "leaf": leaf, "node": reason.node, "by": reason.by, "sentence": str(reason)}


def _test_facts(source: Source, differences: list[str] | None) -> dict[str, Any]:
    """Return what --json says of a CS188 test file beside the search."""
    facts: dict[str, Any] = {}
    if source.test is not None:
        facts["test"] = {"agent": source.test.agent, "rounds": source.test.rounds, "agents": source.test.agents}
    if differences is not None:
        facts["solution"] = {"same": not differences, "differences": differences}
    return facts


def _write_pictures(done: Run, step: int | None, svg: str | None, tikz: str | None, events_file: str | None) -> None:
    from zermelo import draw
    from zermelo.events import encode

    if svg:
        write_file(svg, draw.svg(done.state, done.events, step=step))
    if tikz:
        write_file(tikz, draw.tikz(done.state, done.events, step=step))
    if events_file:
        write_file(events_file, encode(done.events))


def _print_report(done: Run, trace: bool, step: int | None) -> None:
    from zermelo import draw

    if trace:
        for number, event in enumerate(done.events[:step], 1):
            click.echo(f"{number:4}  {event}")
        click.echo()
    if not trace or step is not None:
        width = shutil.get_terminal_size().columns
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        click.echo(draw.text(done.state, done.events, step=step, width=width, colour=colour))
        click.echo()
    facts = report(done)
    result = done.result
    if result.value is not None:
        click.echo(f"value      {format_bounded(result.value, result.bound)}")
        click.echo(f"path       {format_line(facts['path'])}")
    for each in result.equilibria[:MAX_SHOWN]:
        click.echo(f"outcome    {each}")
    if len(result.equilibria) > MAX_SHOWN:
        click.echo(f"outcome    and {len(result.equilibria) - MAX_SHOWN:,} more, which --json lists")
    simulated = DECLARATIONS[result.method].has_option("simulations")
    if not simulated:  # a simulation visits leaves, and evaluates or skips none
        click.echo(f"evaluated  {_listed(facts['evaluated'])}")
        click.echo(f"skipped    {_listed(facts['skipped'])}")
    for one in result.history:
        depth = "the end" if one.depth is None else f"depth {one.depth}"
        known = f", {one.cached} of them cached" if one.cached else ""
        found = format_bounded(one.value, one.bound)
        click.echo(f"pass       to {depth}: {found} by {one.move}, {one.evaluations} evaluations{known}")
    if result.method == "deepening" and len(result.history) > 1:
        click.echo(f"insurance  {result.insurance:.0%} of the last pass's evaluations went into the earlier passes")
    conventions = [f"ties {result.ties}" if result.ties else "", f"fail-{result.fail}" if result.fail else ""]
    click.echo("method     " + ", ".join([result.method, *filter(None, conventions), f"{result.nodes:,} nodes"]))
    if result.stopped != "complete":
        click.echo(f"stopped    {result.stopped}")


def _listed(names: list[str]) -> str:
    count = f"{len(names):,}: " if names else "none"
    return count + format_line(names[:_LISTED]) + and_more(names, _LISTED)


@click.command(epilog=SOURCE_HELP)
@click.argument("source", metavar="TREE", shell_complete=complete_trees)
@click.option("--root", type=click.Choice(["max", "min", "chance"]), help="The player to move at the root.")
@click.option("--depth", type=int, help="Stop after this many moves and take static values.")
@click.option(
    "--ties",
    type=click.Choice(["equal", "strict"]),
    show_default="equal, or strict for a CS188 test file",
    help="Cut when alpha = beta, or only when alpha > beta.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def compare(source: str, root: str | None, depth: int | None, ties: str | None, as_json: bool) -> int:
    """Compare all searches on one tree: values, nodes, leaves, time."""
    asked = read_source(source, root)
    position = tree_of(asked)
    rows, left_out = [], {}
    for search, reason in suitable(position).items():
        if reason is not None:
            left_out[search] = reason
            continue
        declared = DECLARATIONS[search]
        options = {name: value for name, value in (("ties", ties), ("depth", depth)) if declared.has_option(name)}
        if asked.test is not None:
            apply_test(asked.test, search, options)
        result = run(position, search, options, watched=False, keep_interrupted=True).result
        rows.append(result)
        if result.stopped == "interrupted":
            break
    if as_json:
        print_json(
            {
                "tree": format_tree(position),
                "leaves": len(position.leaves()),
                "depth": rows[0].depth,
                "rows": [
                    {
                        "method": row.method,
                        "value": plain_value(row.value),
                        "bound": row.bound,
                        "move": row.move,
                        "nodes": row.nodes,
                        "leaves": row.evaluations,
                        "cached": row.cached,
                        "seconds": round(row.seconds, 6),
                    }
                    for row in rows
                ],
                "left_out": left_out,
            }
        )
    else:
        if asked.test is not None:
            click.echo(f"The depth is {asked.test.format_depth(rows[0].depth)}.")
        _print_compared(rows, left_out)
    return exit_code(rows[-1].stopped)


def _print_compared(rows: list[Any], left_out: dict[str, str]) -> None:
    from rich.console import Console

    print_table(
        ("method", "value", "move", "nodes", "leaves", "cached", "time"),
        [
            (
                row.method,
                format_bounded(row.value, row.bound),
                str(row.move) if row.move is not None else "-",
                f"{row.nodes:,}",
                f"{row.evaluations:,}",
                f"{row.cached:,}" if row.cached else "-",
                f"{row.seconds * 1000:,.2f} ms",
            )
            for row in rows
        ],
    )
    console = Console()
    for reason in dict.fromkeys(left_out.values()):
        names = ", ".join(search for search, why in left_out.items() if why == reason)
        console.print(f"Left out, as {reason}: {names}.", style="dim", highlight=False)


@click.command("random-tree")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--branching", default="2", show_default=True, help="Number of children, as in 3 or 2-4.")
@click.option("--depth", type=int, default=3, show_default=True)
@click.option(
    "--values", nargs=2, type=int, default=(-9, 9), show_default=True, help="Smallest and largest leaf value."
)
@click.option("--distinct", is_flag=True, help="All leaves have different values.")
@click.option("--ragged", is_flag=True, help="Let some branches end early.")
@click.option("--root", type=click.Choice(["max", "min"]), default="max", show_default=True)
@click.option("--chance", is_flag=True, help="Chance moves on every second level.")
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--statics", is_flag=True, help="Static values on inner nodes too.")
@click.option("--pruned", type=int, help="Alpha-beta skips exactly this many leaves; no ties.")
@click.option("--deep/--no-deep", default=None, help="With --pruned: some cutoff is deep, or none is.")
@click.option("--style", type=click.Choice(list(STYLES)), default="names", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def random_tree(seed: int, branching: str, pruned: int | None, deep: bool | None, style: str, as_json: bool,
                **options: Any) -> None:  # fmt: skip
    """Make a tree from a seed: the same seed gives the same tree."""
    from zermelo.exercises import tree_where
    from zermelo.trees.generate import random_tree as generate

    width = _branching(branching)
    if pruned is None and deep is None:
        made = generate(seed, branching=width, **options)
    else:
        for name in ("chance", "statics", "ragged"):
            if options.pop(name):
                raise ZermeloError(f"--{name} does not go with --pruned and --deep")
        if options.pop("players") != 2:
            raise ZermeloError("--players does not go with --pruned and --deep")
        options.pop("distinct")
        made = tree_where(seed, branching=width, pruned=pruned, deep=deep, **options)
    text = format_tree(made, style)
    if as_json:
        print_json({"tree": text, "seed": seed, "nodes": len(made), "leaves": len(made.leaves())})
    else:
        click.echo(text)


def _branching(text: str) -> int | tuple[int, int]:
    low, dash, high = text.partition("-")
    try:
        return (int(low), int(high)) if dash else int(low)
    except ValueError:
        raise ZermeloError(f"--branching takes a number or a range as 2-4, not {text!r}") from None
