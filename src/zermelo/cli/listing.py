"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """The first column stands to the left, the others to the right, and each is as wide as it must be: a line that the terminal
    folds can be read, a name of which two letters are left cannot."""
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    boundless = console.options.update(max_width=10_000)
    console.width = max(console.width, Measurement.get(console, boundless, table).maximum)
    console.print(table)
