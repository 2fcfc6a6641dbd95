"""zermelo play: a game against the engine in the terminal, with hints, take back and levels. Where chance takes part its moves
are drawn by lot, and the engine plays by random games."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import click

from zermelo.cli.engine import GAME_HELP
from zermelo.cli.sources import print_json, write_file
from zermelo.engine import Table, rollouts, search
from zermelo.game_errors import explain_game_errors
from zermelo.games.chess import Chess
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.outcome import Outcome, outcome
from zermelo.games.records.moves import format_moves, parse_move
from zermelo.games.records.pgn import Game
from zermelo.games.records.positions import parse_position
from zermelo.players import LEVELS, choose, survey
from zermelo.players.thinking import MOST_ROUNDS
from zermelo.result import Result, format_bounded, format_line, plain_value
from zermelo.state import CHANCE, MAX, MIN, State, ZermeloError, format_number, format_payoff
from zermelo.tables.books.book import Book
from zermelo.tables.books.canonical import game_of

COMMANDS = "a move, hint, back, moves, level N, swap, resign or quit"
INTERRUPTED = "interrupted"
ROUNDS = {1: 30, 2: 100, 3: 300, 4: 1_000, 5: 3_000}
"""Random games that each level plays before a move where chance takes part; higher levels play as many as their time allows."""


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="Where to begin; the start of the game by default.")
@click.option("--level", type=click.IntRange(1, 9), default=5, show_default=True, help="How well the engine plays.")
@click.option("--second", is_flag=True, help="Let the engine begin.")
@click.option("--both", is_flag=True, help="Watch the engine play both sides.")
@click.option("--pgn", metavar="FILE", help="Write the game of chess or anti-chess into FILE once it is over or left.")
@click.option("--book/--no-book", default=True, help="Open from the book, in games that come with one (by default).")
@click.option(
    "--seed", type=int, help="What chance and the book's moves are drawn with; another one each time by default."
)
@click.option("--json", "as_json", is_flag=True, help="With --both: print the whole game as one JSON document.")
def play(
    game: str,
    position: str | None,
    level: int,
    second: bool,
    both: bool,
    pgn: str | None,
    book: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play against the engine: type a move, or hint, back, moves, level N, swap, resign, quit."""
    state = parse_position(game, position)
    known = Book.shipped(game_of(state)) if book and Book.ships(game_of(state)) else None
    match = Match(state, level, Table(64), known, seed)
    if pgn is not None and not isinstance(match.state, Chess):
        raise ZermeloError(f"--pgn is for games of chess and anti-chess, not for {game}")
    if as_json:
        if not both:
            raise ZermeloError("--json goes with --both: a game with a person is no document")
        with explain_game_errors(state):
            end = _play_out(match)
        if end is None:
            raise click.Abort
        value = plain_value(end.value)
        print_json({"moves": [str(move) for move in match.moves], "value": value, "ending": end.reason})
    else:
        if not both:
            first = MAX if position is None else match.state.player
            match.human = _other(first) if second else first
        with explain_game_errors(state):
            _play_on(match)
    if pgn is not None:
        write_file(pgn, match.pgn())


def _play_out(match: Match) -> Outcome | None:
    """The engine against itself to the end; None where it was interrupted."""
    while (end := match.end) is None:
        if match.throw() is not None:
            continue
        answer = match.answer()
        if answer is not None and answer.stopped == INTERRUPTED:
            return None
    return end


def _play_on(match: Match) -> None:
    """From move to move until the game is over or left."""
    shown: list[Any] | None = None
    while match.end is None:
        if (thrown := match.throw()) is not None:
            click.echo(f"\nChance plays {thrown}.")
            continue
        if shown != match.moves:
            click.echo(f"\n{match.board()}\n")
        shown = [*match.moves]
        if match.state.player != match.human:
            result = match.answer()
            if result is not None and result.stopped == INTERRUPTED:
                return
            click.echo(match.say(result))
        elif not _ask(match, match.human):
            return
    click.echo(f"\n{match.board()}\n")
    click.echo(match.verdict())


def _is_by_chance(state: State) -> bool:
    """Whether chance takes part in a way that only random games weigh: the engine's own search averages over what may happen in
    native games alone, and where there is one value for all."""
    valued = isinstance(state, NativeState) and not (isinstance(state, ForeignState) and state.rules.pays)
    return not valued and survey(state).kind.chance


class Match:
    """A game in progress: the states so far, the moves between them, and which side a person plays."""

    def __init__(
        self, state: State, level: int, table: Table, book: Book | None = None, seed: int | None = None
    ) -> None:
        self.states, self.level, self.table = [state], level, table
        self.book, self.seed, self.lots = book, seed, Random(seed)
        self.by_chance = _is_by_chance(state)
        self.moves: list[Any] = []
        self.resigned: int | None = None
        self.human: int | None = None

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def end(self) -> Outcome | None:
        return outcome(self.state, self.states[:-1])

    def make(self, move: Any) -> None:
        self.states.append(self.state.play(move))
        self.moves.append(move)

    def throw(self) -> str | None:
        """Lets chance move where it is its turn, and says how."""
        if self.state.player != CHANCE:
            return None
        self.make(choose(self.state, "chance", seed=self.lots.randrange(2**32)).move)
        (move,) = format_moves(self.states[-2], self.moves[-1:])
        return move

    def think(self) -> Result:
        if self.by_chance:
            drawn = self.lots.randrange(2**32)
            if self.level in ROUNDS:
                return rollouts(self.state, rounds=ROUNDS[self.level], plies=None, seed=drawn)
            return rollouts(self.state, rounds=MOST_ROUNDS, plies=None, seed=drawn, **LEVELS[self.level])
        return search(self.state, table=self.table, past=self.states[:-1], **LEVELS[self.level])

    def answer(self) -> Result | None:
        """The engine moves: from its book, without a result, or as it thinks best, unless the person does not want to wait
        for it any more."""
        if self.book is not None:
            known = self.book.choose(self.state, None if self.seed is None else self.seed + len(self.moves))
            if known is not None:
                self.make(known)
                return None
        result = self.think()
        if result.stopped != INTERRUPTED:
            self.make(result.move)
        return result

    def back(self) -> bool:
        """Takes back one's own last move and all that came after it."""
        for at in range(len(self.moves) - 1, -1, -1):
            if self.states[at].player == self.human:
                del self.states[at + 1 :], self.moves[at:]
                return True
        return False

    def board(self) -> str:
        """The position as a person sees it: in figures and colours on a terminal that has them, else in letters."""
        draw = getattr(self.state, "text", None)
        if draw is None:
            return str(self.state)
        terminal = sys.stdout.isatty()
        figures = terminal and "utf" in (sys.stdout.encoding or "").lower()
        last = self.moves[-1] if self.moves else None
        drawn = draw(last, flipped=self.human == 1, figures=figures, colour=terminal and not os.environ.get("NO_COLOR"))
        return f"{drawn}\n{str(self.state).splitlines()[-1]}" if self.end is None else str(drawn)

    def say(self, result: Result | None) -> str:
        """The move that the engine has just made, with what it is worth; a win in sight as the engine sees it."""
        before = self.states[-2]
        (move,) = format_moves(before, self.moves[-1:])
        if result is None:
            return f"I play {move}  (from the book)"
        mate = None if result.mate is None else result.mate.seen_by(before.player)
        looked = f"{result.evaluations:,} random games" if self.by_chance else f"depth {result.depth}"
        sure = "proven" if result.proven else looked
        return f"I play {move}  ({format_bounded(result.value, result.bound, mate)}, {sure})"

    def hint(self) -> str:
        result = self.think()
        line = format_moves(self.state, result.line[:8])
        mate = "" if result.mate is None else f" ({result.mate.seen_by(self.state.player)})"
        shown = f": {format_line(line)}" if len(line) > 1 else ""
        return f"{line[0] if line else result.move} looks best{mate}{shown}"

    def verdict(self) -> str:
        end = self.end
        assert end is not None
        value = end.value
        if isinstance(value, tuple):
            return f"{', '.join(f'P{number} gets {format_payoff(each)}' for number, each in enumerate(value, 1))}."
        winner = MAX if value > 0 else 1 - MAX
        words = f"{end.reason[:1].upper()}{end.reason[1:]}."
        if value == 0:
            return words if end.reason else "A draw."
        if end.reason:
            return words if self.human is None else f"{words} {'You win' if winner == self.human else 'I win'}."
        who = ("The first player" if winner == MAX else "The second player") + " wins" if self.human is None else (
            "You win" if winner == self.human else "I win"
        )  # fmt: skip
        return f"{who} ({format_number(max(value, -value))})."

    def pgn(self) -> str:
        """The game in writing; a side that resigned has lost."""
        start = self.states[0]
        assert isinstance(start, Chess)
        names = ["?" if self.human == side else f"Zermelo, level {self.level}" for side in (0, 1)]
        game = Game.from_moves(start, self.moves, Date=f"{date.today():%Y.%m.%d}", White=names[0], Black=names[1])
        return str(game if self.resigned is None else replace(game, result=("0-1", "1-0")[self.resigned]))


def _ask(match: Match, human: int) -> bool:
    """One input of the person; False to leave."""
    try:
        text = click.prompt("Your move", prompt_suffix=" > ").strip()
    except click.Abort:
        return False
    word, _, rest = text.partition(" ")
    if word in ("quit", "q", "exit"):
        return False
    if word == "resign":
        match.resigned = human
        click.echo("You resign, and I win.")
        return False
    if word == "hint":
        click.echo(match.hint())
    elif word in ("back", "undo"):
        click.echo("Taken back." if match.back() else "There is nothing to take back.")
    elif word == "moves":
        click.echo(format_line(_written(match.state)))
    elif word == "swap":
        match.human = _other(human)
    elif word == "level" and rest in map(str, LEVELS):
        match.level = int(rest)
        click.echo(f"Level {match.level}.")
    elif word == "help":
        click.echo(f"Type {COMMANDS}.")
    else:
        try:
            match.make(parse_move(match.state, text))
        except ZermeloError as error:
            click.echo(f"{error}: moves lists those there are, and help the other words.")
    return True


def _other(player: int) -> int:
    """Of the first two players the one who is not this one; the first where there are more."""
    return MIN if player == MAX else MAX


def _written(state: State) -> list[str]:
    return [format_moves(state, [move])[0] for move in state.moves()]
