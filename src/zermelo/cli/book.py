"""zermelo book: build opening books from games or by self-play, and probe them."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from zermelo.catalogue import GAMES, game_class
from zermelo.files import open_file
from zermelo.records.pgn import Game, read_pgn
from zermelo.records.positions import parse_position
from zermelo.state import ZermeloError
from zermelo.tables.books.book import Book, open_book
from zermelo.tables.books.builder import MOST_PLIES, BookBuilder
from zermelo.terminal.cluster_options import cluster_options, optional_executor
from zermelo.terminal.completion import complete_books, complete_files
from zermelo.terminal.progress import progress_bar
from zermelo.terminal.sources import OUTPUT_FILE, Name, print_json, write_file

if TYPE_CHECKING:
    from zermelo.players.self_play import SelfPlay

FIRST_LINE = b'[Event "Self-play"]'
GAME = click.option(
    "--game",
    type=Name(["chess", "antichess", "checkers"]),
    default="chess",
    show_default=True,
    help="The game of the book.",
)
OUT = click.option("--out", required=True, type=OUTPUT_FILE, help="The book to write.")
PLIES = click.IntRange(1, MOST_PLIES)


@click.group()
def book() -> None:
    """Opening books: the moves played in a position, how often, and with what results."""


@book.command()
@click.argument("games", nargs=-1, required=True, metavar="GAMES.pgn...", shell_complete=complete_files)
@OUT
@click.option("--plies", type=PLIES, default=24, show_default=True, help="Plies of each game to read.")
@click.option(
    "--least", type=click.IntRange(1), default=1, show_default=True, help="Games a move must occur in to be kept."
)
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def build(games: tuple[str, ...], out: str, plies: int, least: int, game: str, as_json: bool) -> None:
    """Build a book from the games of PGN files (PDN for checkers) of any size; - is standard input.

    Games that cannot be read are skipped; their number and the first error are printed at the end.
    """
    skipped = Skipped()
    with BookBuilder(game, plies) as builder, progress_bar("games", None) as show:
        for path in games:
            with _open_games(path) as file:
                try:
                    for record in read_pgn(file, game_class(game), skip=partial(skipped.add, path)):
                        builder.add(record.start, record.moves, record.outcome)
                        show(builder.games)
                except OSError as error:
                    raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
        count = builder.games
        if not count:
            why = f"; the first problem: {skipped.first}" if skipped.first else ""
            raise ZermeloError(f"{out} is not written: no game can be read from {', '.join(games)}{why}")
        entries = builder.write(out, least)
    if as_json:
        print_json({"games": count, "entries": entries, "skipped": skipped.count, "first": skipped.first})
        return
    click.echo(f"{out}: {entries:,} moves from {count:,} games")
    if skipped.count:
        click.echo(f"skipped {skipped.count:,} that could not be read; the first: {skipped.first}", err=True)


@dataclass
class Skipped:
    """The number of games that could not be read, and what is wrong with the first."""

    count: int = 0
    first: str | None = None

    def add(self, path: str, why: str) -> None:
        self.count += 1
        self.first = self.first or f"{path}: {why}"


def _open_games(path: str) -> AbstractContextManager[BinaryIO]:
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    return open_file(path, pipes=True)


@book.command()
@click.argument("name", metavar="FILE|shipped", shell_complete=complete_books)
@click.argument("position", required=False)
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def probe(name: str, position: str | None, game: str, as_json: bool) -> None:
    """Look a position up: its moves in the book, with their games, their scores and how often each is chosen.

    FILE is a Zermelo book or a PolyGlot book (.bin); "shipped" is the book of --game that ships with Zermelo.
    """
    opened = open_book(name, game)
    if opened.game not in GAMES:
        # Loading a game runs its code, and a file must not decide which code runs.
        raise ZermeloError(
            f"{name} is a book of {opened.game}, which is not one of Zermelo's games: probe it in Python"
        )
    state = parse_position(opened.game, position)
    moves = opened.probe(state)
    total = sum(each.weight for each in moves) or 1
    if as_json:
        listed = [
            {
                "move": str(each.move),
                "games": each.games,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
                "score": each.score,
                "share": each.weight / total,
                "ply": each.ply,
            }
            for each in moves
        ]
        print_json({"game": opened.game, "moves": listed})
        return
    if not moves:
        click.echo("The position is not in the book.")
        return
    click.echo(f"{'move':8}{'games':>8}{'score':>9}{'chosen':>9}")
    for each in moves:
        games = "-" if each.games is None else f"{each.games:,}"
        score = "-" if each.score is None else f"{100 * each.score:.1f} %"
        click.echo(f"{each.move!s:8}{games:>8}{score:>9}{100 * each.weight / total:7.1f} %")


@book.command()
@click.argument("name", metavar="FILE|shipped", shell_complete=complete_books)
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def info(name: str, game: str, as_json: bool) -> None:
    """Print what a book holds, after checking it for damage."""
    opened = open_book(name, game)
    facts: dict[str, Any] = {"game": opened.game, "positions": opened.positions, "moves": opened.entries}
    if isinstance(opened, Book):
        facts |= {"games": opened.games, "plies": opened.plies}
    facts["bytes"] = opened.size
    if as_json:
        print_json(facts)
        return
    for fact, value in facts.items():
        click.echo(f"{fact:10}{value:,}" if isinstance(value, int) else f"{fact:10}{value}")


@book.command("self-play")
@GAME
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="Games to play.")
@click.option(
    "--nodes", type=click.IntRange(1), default=100_000, show_default=True, help="Nodes for each move of the opening."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--plies", type=PLIES, default=10, show_default=True, help="Plies of the opening.")
@click.option("--lines", type=click.IntRange(1, 218), default=4, show_default=True, help="Best moves to choose from.")
@click.option(
    "--margin",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    help="Hundredths of a pawn or man by which a move may be worse than the best.",
)
@OUT
@click.option("--pgn", type=OUTPUT_FILE, help="File for the games; by default named as the book, with .pgn or .pdn.")
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def self_play(
    game: str, games: int, out: str, pgn: str | None, jobs: int, ray: str | None, as_json: bool, **settings: int
) -> None:
    """Build a book from games that the engine plays against itself.

    Opening moves are chosen at random among those nearly as good as the best; in checkers every second game begins with one of
    the three-move ballots, whose moves are not part of the book. Each game is saved when it ends; after Ctrl-C the
    same command resumes after the last one. The games are the same with any --jobs.
    """
    from zermelo.players.self_play import SelfPlay

    player = SelfPlay(game_class(game), **settings)
    path = Path(pgn) if pgn is not None else Path(out).with_suffix(f".{player.start.record_format}")
    if path.resolve() == Path(out).resolve():
        raise ZermeloError(f"the book and its games cannot both be {out}: name another file with --pgn")
    played = _read_finished(path, player)
    write_file(str(path), "".join(f"{each}\n" for each in played))
    try:
        with (
            path.open("a", encoding="utf-8") as file,
            optional_executor(jobs, ray) as executor,
            progress_bar("games", games) as show,
        ):
            numbers = range(len(played) + 1, games + 1)
            for each in map(player.game, numbers) if executor is None else player.games(numbers, executor):
                played.append(each)
                file.write(f"{each}\n")
                file.flush()
                show(len(played))
    except KeyboardInterrupt:
        click.echo(f"{len(played):,} of {games:,} games are in {path}: the same command resumes there", err=True)
        raise
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None
    with BookBuilder(game, settings["plies"]) as builder:
        for each in played[:games]:
            builder.add(each.start, each.moves, each.outcome)
        entries = builder.write(out)
    if as_json:
        print_json({"games": len(played[:games]), "entries": entries})
    else:
        click.echo(f"{out}: {entries:,} moves from {len(played[:games]):,} games, which are in {path}")


def _read_finished(path: Path, player: SelfPlay) -> list[Game]:
    """Read the finished games of an earlier run with the same settings; its last game may be incomplete."""
    if not os.path.exists(path):
        return []
    with _open_games(str(path)) as file:
        start = file.read(len(FIRST_LINE))
        file.seek(0)
        played = list(read_pgn(file, type(player.start), skip=True))
    if played and played[-1].outcome is None:
        played.pop()
    tags = [(each.tags.get("Round"), each.tags.get("Settings")) for each in played]
    if not FIRST_LINE.startswith(start) or tags != [(str(at), str(player)) for at in range(1, len(played) + 1)]:
        raise ZermeloError(f"{path} holds games with other settings than {player}: name another file with --pgn")
    return played
