"""zermelo play: a game against the engine in the terminal, with hints, take back and levels."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.engine import GAME_HELP
from zermelo.cli.sources import print_json
from zermelo.engine import Table, search
from zermelo.games.positions import read_game_position
from zermelo.players import LEVELS
from zermelo.result import Result, format_bounded
from zermelo.state import MAX, State, ZermeloError
from zermelo.tables.book import Book
from zermelo.tables.canonical import game_of

COMMANDS = "a move, hint, back, moves, level N, swap, help or quit"


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="Where to begin; the start of the game by default.")
@click.option("--level", type=click.IntRange(1, 9), default=5, show_default=True, help="How well the engine plays.")
@click.option("--second", is_flag=True, help="Let the engine begin.")
@click.option("--both", is_flag=True, help="Watch the engine play both sides.")
@click.option("--book/--no-book", default=True, help="Open from the book, in games that come with one (by default).")
@click.option("--seed", type=int, help="What the book's moves are drawn with; another one each time by default.")
@click.option("--json", "as_json", is_flag=True, help="With --both: print the whole game as one JSON document.")
def play(
    game: str,
    position: str | None,
    level: int,
    second: bool,
    both: bool,
    book: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play against the engine: type a move, or hint, back, moves, level N, swap, quit."""
    state = read_game_position(game, position)
    known = Book.shipped(game_of(state)) if book and Book.ships(game_of(state)) else None
    match = Match(state, level, Table(64), known, seed)
    if as_json:
        if not both:
            raise ZermeloError("--json goes with --both: a game with a person is no document")
        while match.state.utility() is None:
            match.answer()
        print_json({"moves": [str(move) for move in match.moves], "value": match.state.utility()})
        return
    human = None if both else (1 if second else 0)
    if human is not None and position is not None:
        human = match.state.player if not second else 1 - match.state.player
    while match.state.utility() is None:
        click.echo(f"\n{match.state}\n")
        if match.state.player != human:
            click.echo(match.answer())
        else:
            human = _ask(match, human)
            if human is None:
                return
    click.echo(f"\n{match.state}\n")
    click.echo(match.verdict(human))


class Match:
    """A game in progress: the states so far and the moves between them."""

    def __init__(self, state: State, level: int, table: Table, book: Book | None, seed: int | None) -> None:
        self.states, self.level, self.table = [state], level, table
        self.book, self.seed = book, seed
        self.moves: list[Any] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def make(self, move: Any) -> None:
        self.states.append(self.state.play(move))
        self.moves.append(move)

    def think(self) -> Result:
        return search(self.state, table=self.table, **LEVELS[self.level])

    def answer(self) -> str:
        """The engine moves, from its book or as it thinks best, and says what it does."""
        if self.book is not None:
            known = self.book.choose(self.state, None if self.seed is None else self.seed + len(self.moves))
            if known is not None:
                self.make(known)
                return f"I play {known}  (from the book)"
        result = self.think()
        self.make(result.move)
        sure = "proven" if result.proven else f"depth {result.depth}"
        return f"I play {result.move}  ({format_bounded(result.value, result.bound)}, {sure})"

    def back(self) -> bool:
        """Takes back the engine's last move and one's own."""
        if len(self.states) < 3:
            return False
        del self.states[-2:], self.moves[-2:]
        return True

    def verdict(self, human: int | None) -> str:
        value = self.state.utility()
        assert isinstance(value, int | float)
        if value == 0:
            return "A draw."
        winner = MAX if value > 0 else 1 - MAX
        who = ("The first player" if winner == MAX else "The second player") + " wins" if human is None else (
            "You win" if winner == human else "I win"
        )  # fmt: skip
        return f"{who} ({abs(value):g})."


def _ask(match: Match, human: int) -> int | None:
    """One input of the person: who the person is from now on, or None to leave."""
    moves = {str(move): move for move in match.state.moves()}
    try:
        text = click.prompt("Your move", prompt_suffix=" > ").strip()
    except click.Abort:
        return None
    word, _, rest = text.partition(" ")
    if text in moves:
        match.make(moves[text])
    elif word in ("quit", "q", "exit"):
        return None
    elif word == "hint":
        result = match.think()
        click.echo(f"{result.move} looks best: {' '.join(map(str, result.line[:8]))}")
    elif word == "back":
        click.echo("Taken back." if match.back() else "There is nothing to take back.")
    elif word == "moves":
        click.echo(" ".join(moves))
    elif word == "swap":
        return 1 - human
    elif word == "level" and rest in map(str, LEVELS):
        match.level = int(rest)
        click.echo(f"Level {match.level}.")
    else:
        click.echo(f"{text!r} is not a move here. Type {COMMANDS}; the moves are {' '.join(moves)}.")
    return human
