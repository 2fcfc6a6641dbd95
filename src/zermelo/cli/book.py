"""zermelo book: build an opening book from games, from self-play, and look into one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from zermelo.cli.sources import print_json, write_file
from zermelo.games import GAMES, game_class
from zermelo.games.records.pgn import Game, read_pgn
from zermelo.games.records.positions import parse_position
from zermelo.state import ZermeloError
from zermelo.tables.books.book import Book, open_book
from zermelo.tables.books.building import MOST_PLIES, BookBuilder
from zermelo.tables.files import check_writable

if TYPE_CHECKING:
    from zermelo.players.self_play import SelfPlay

BEGINS = b'[Event "Self-play"]'
OUTCOMES = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
GAME = click.option(
    "--game", type=click.Choice(["chess", "antichess"]), default="chess", show_default=True, help="What is played."
)
OUT = click.option("--out", required=True, metavar="FILE", help="The book to write.")
PLIES = click.IntRange(1, MOST_PLIES)


@click.group()
def book() -> None:
    """Opening books: what was played in a position, how often, and what came of it."""


@book.command()
@click.argument("games", nargs=-1, required=True, metavar="GAMES.pgn...")
@OUT
@click.option("--plies", type=PLIES, default=24, show_default=True, help="How many moves of each game to take.")
@click.option("--least", type=click.IntRange(1), default=1, show_default=True, help="Leave out moves of fewer games.")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def build(games: tuple[str, ...], out: str, plies: int, least: int, game: str, as_json: bool) -> None:
    """Build a book from the games of PGN files, however large; - is standard input.

    A game that cannot be read is left out; how many were, and what was wrong with the first, is said at the end.
    """
    check_writable(out)
    broken = Broken()
    with BookBuilder(game, plies) as builder, _bar("games", None) as step:
        for path in games:
            with _opened(path) as file:
                try:
                    for each in read_pgn(file, game_class(game), skip=partial(broken.add, path)):
                        builder.add(each.start, each.moves, OUTCOMES.get(each.result))
                        step()
                except OSError as error:
                    raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
        count = builder.games
        if not count:
            why = f"; the first problem: {broken.first}" if broken.first else ""
            raise ZermeloError(f"{out} is not written: no game can be read from {', '.join(games)}{why}")
        entries = builder.write(out, least)
    if as_json:
        print_json({"games": count, "entries": entries, "broken": broken.count, "first": broken.first})
        return
    click.echo(f"{out}: {entries:,} moves from {count:,} games")
    if broken.count:
        click.echo(f"left out {broken.count:,} that could not be read; the first: {broken.first}", err=True)


@dataclass
class Broken:
    """The games that could not be read: how many, and what is wrong with the first."""

    count: int = 0
    first: str | None = None

    def add(self, path: str, why: str) -> None:
        self.count += 1
        self.first = self.first or f"{path}: {why}"


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    if path == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise ZermeloError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


@contextmanager
def _bar(what: str, total: int | None, done: int = 0) -> Iterator[Callable[[], None]]:
    """A function to call after each step; where somebody is looking, it moves a bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total, completed=done)
        yield lambda: progress.advance(task)


@book.command()
@click.argument("name", metavar="FILE|shipped")
@click.argument("position", required=False)
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def probe(name: str, position: str | None, game: str, as_json: bool) -> None:
    """Look a position up: every move that the book knows, with its games, its score and how often it is chosen.

    FILE is a book of Zermelo or a Polyglot one (.bin); "shipped" is the one that comes with the program, for --game.
    """
    opened = open_book(name, game)
    if opened.game not in GAMES:
        # To load a game means to run it, and a file is not to decide what is run.
        raise ZermeloError(f"{name} is a book of {opened.game}, which is none of Zermelo's games: probe it in Python")
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
@click.argument("name", metavar="FILE|shipped")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def info(name: str, game: str, as_json: bool) -> None:
    """Say what a book holds, once it has been checked for damage."""
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
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games to play.")
@click.option(
    "--nodes", type=click.IntRange(1), default=100_000, show_default=True, help="For each move of the opening."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--plies", type=PLIES, default=10, show_default=True, help="How long the opening is.")
@click.option("--lines", type=click.IntRange(1, 218), default=4, show_default=True, help="Moves to choose from.")
@click.option(
    "--margin", type=click.IntRange(0), default=30, show_default=True, help="Centipawns that a move may give away."
)
@OUT
@click.option("--pgn", metavar="FILE", help="Where the games go; the name of the book with .pgn by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def self_play(game: str, games: int, out: str, pgn: str | None, as_json: bool, **settings: int) -> None:
    """Build a book from games that the engine plays against itself.

    Openings vary by lot, with a seed, among moves nearly as good as the best. The games are written as they end: stopped by
    Ctrl-C, the same command goes on where it was.
    """
    from zermelo.players.self_play import SelfPlay

    player = SelfPlay(game_class(game), **settings)
    path = Path(pgn) if pgn is not None else Path(out).with_suffix(".pgn")
    if path.resolve() == Path(out).resolve():
        raise ZermeloError(f"the book and its games cannot both be {out}: name another file with --pgn")
    check_writable(out)
    played = _played_before(path, player)
    write_file(str(path), "".join(f"{each}\n" for each in played))
    try:
        with path.open("a", encoding="utf-8") as file, _bar("games", games, len(played)) as step:
            for number in range(len(played) + 1, games + 1):
                played.append(player.game(number))
                file.write(f"{played[-1]}\n")
                file.flush()
                step()
    except KeyboardInterrupt:
        click.echo(f"{len(played):,} of {games:,} games are in {path}: the same command goes on from there", err=True)
        raise
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None
    with BookBuilder(game, settings["plies"]) as builder:
        for each in played[:games]:
            builder.add(each.start, each.moves, OUTCOMES.get(each.result))
        entries = builder.write(out)
    if as_json:
        print_json({"games": len(played[:games]), "entries": entries})
    else:
        click.echo(f"{out}: {entries:,} moves from {len(played[:games]):,} games, which are in {path}")


def _played_before(path: Path, player: SelfPlay) -> list[Game]:
    """The games that an earlier run has finished, if it was asked for the same ones; the last may have been cut short."""
    if not path.exists():
        return []
    with _opened(str(path)) as file:
        begun = file.read(len(BEGINS))
        file.seek(0)
        played = list(read_pgn(file, type(player.start), skip=True))
    if played and played[-1].result not in OUTCOMES:
        played.pop()
    told = [(each.tags.get("Round"), each.tags.get("Settings")) for each in played]
    if not BEGINS.startswith(begun) or told != [(str(at), str(player)) for at in range(1, len(played) + 1)]:
        raise ZermeloError(f"{path} holds other games than those of {player}: name another file with --pgn")
    return played
