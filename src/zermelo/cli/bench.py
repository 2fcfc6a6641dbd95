"""zermelo bench: the node-count signature of the engine."""

from __future__ import annotations

import click

from zermelo.terminal.sources import print_json


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def bench(as_json: bool) -> None:
    """Search a fixed set of positions of every native game and print the node-count signature.

    The same code gives the same signature on every machine and run; it changes only when the search does.
    """
    from zermelo.games.signature import measure

    rows = measure()
    signature = sum(row.nodes for row in rows)
    if as_json:
        print_json(
            {
                "signature": signature,
                "rows": [{"game": row.game, "position": row.position, "nodes": row.nodes} for row in rows],
            }
        )
        return
    seconds = sum(row.seconds for row in rows)
    for row in rows:
        click.echo(f"{row.game:13} {row.position[:40]:40} {row.nodes:>12,}")
    click.echo(f"signature {signature}  ({signature / max(seconds, 1e-9):,.0f} nodes/s)")
