"""zermelo ratings: what the games in a store say, for people and for other programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

import click

from zermelo.arena.report import (
    Report,
    make_report,
    sentences,
    table_rows,
    to_csv,
    to_document,
    to_lines,
    to_markdown,
    to_records,
)
from zermelo.arena.store import Store, StoredEvent
from zermelo.records.positions import parse_position
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_files
from zermelo.terminal.print_table import print_table, table_text
from zermelo.terminal.sources import OUTPUT_FILE, Name, json_text, print_warning, write_file

FORMATS = ("text", "markdown", "csv", "json", "jsonl", "games")


@click.command()
@click.argument("store", shell_complete=complete_files)
@click.option("--event", type=click.IntRange(1), help="The number of the event; the last one by default.")
@click.option("--list", "listed", is_flag=True, help="List the events of the store.")
@click.option(
    "--format",
    "form",
    type=Name(FORMATS),
    default="text",
    show_default=True,
    help="The standings as text, Markdown, CSV or JSON; all games as JSON lines, or as PGN, PDN, SGF or moves.",
)
@click.option("--out", type=OUTPUT_FILE, help="Write into FILE instead.")
@click.option("--plot", type=OUTPUT_FILE, help="Draw the ratings with their intervals into FILE (.svg, .png or .pdf).")
def ratings(store: str, event: int | None, listed: bool, form: str, out: str | None, plot: str | None) -> None:
    """Show the standings and ratings of an event in a store, or export its games."""
    with Store(store, writes=False, on_damage=print_warning) as kept:
        events = {each.number: each for each in kept.events()}
        if not events:
            raise ZermeloError(f"{store} has no events")
        if listed:
            print_table(
                ("event", "game", "games"), [(str(n), _title(each), f"{each.games:,}") for n, each in events.items()]
            )
            return
        chosen = events.get(max(events) if event is None else event)
        if chosen is None:
            raise ZermeloError(f"{store} has no event {event}: it has {', '.join(map(str, events))}")
        report = make_report(kept.games(chosen.number))
        if plot is not None:
            from zermelo.arena.plots import plot_ratings

            write_file(plot, plot_ratings(report, Path(plot).suffix, _title(chosen)))
        _write(_parts(form, chosen, report, kept, plain=out is not None), out)


def _parts(form: str, event: StoredEvent, report: Report, kept: Store, plain: bool) -> Iterable[str]:
    """Return what a format shows of an event, in parts."""
    games = kept.games(event.number)
    if form == "jsonl":
        return to_lines(games)
    if form == "games":
        return to_records(_title(event), parse_position(_title(event), None), games)
    if form == "json":
        return [json_text({"event": event.settings, **to_document(report)}) + "\n"]
    if form != "text":
        return [to_markdown(report) if form == "markdown" else to_csv(report)]
    heads, *rows = table_rows(report)
    told = sentences(report, games)
    if _title(event) == "pacman":
        scores = [game.payoffs[0] for game in kept.games(event.number) if game.payoffs]
        told += [f"Pac-Man's mean score is {fmean(scores):,.1f}."] if scores else []
    return [table_text(heads, rows, plain=plain), *(f"{sentence}\n" for sentence in told)]


def _title(event: StoredEvent) -> str:
    return str(event.settings.get("game", "unknown game"))


def _write(parts: Iterable[str], out: str | None) -> None:
    if out is not None:
        write_file(out, "".join(parts))
        return
    for part in parts:
        click.echo(part, nl=False)
