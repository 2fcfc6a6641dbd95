"""Print tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with the first column left-aligned and the others right-aligned."""
    click.echo(table_text(heads, rows), nl=False)


def table_text(heads: Sequence[str], rows: Iterable[Sequence[str]], *, plain: bool = False) -> str:
    """Return a table as a terminal shows it, or plain.

    Columns keep their full width even if the terminal is narrower: wrapped lines are readable, truncated names are not.
    """
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, emoji=False, force_terminal=False if plain else None)
    unlimited = console.options.update(max_width=10_000)
    console.width = max(console.width, Measurement.get(console, unlimited, table).maximum)
    with console.capture() as captured:
        console.print(table)
    return captured.get()
