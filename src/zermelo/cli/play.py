"""zermelo play: a game against a player in the terminal, with hints, take back and levels."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any, cast

import click

from zermelo.cli.search import GAME_HELP
from zermelo.game_errors import explain_game_errors
from zermelo.kinds.outcome import Outcome, outcome
from zermelo.kinds.profile import game_profile
from zermelo.kinds.survey import survey
from zermelo.players import LEVELS, Choice, Player, PlayerSpec, check_player, draw_outcome
from zermelo.records.moves import format_moves, format_sgf, parse_move, record_format
from zermelo.records.pgn import Game, Recorded, result_of
from zermelo.records.positions import format_move, parse_position
from zermelo.records.turns import Line
from zermelo.registry import format_choice
from zermelo.result import format_found, format_line, plain_value
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError, format_number, format_payoff
from zermelo.tables.books.book import Book
from zermelo.tables.books.canonical import game_of
from zermelo.terminal.completion import complete_games, complete_players
from zermelo.terminal.player_help import PLAYERS_HELP
from zermelo.terminal.sources import OUTPUT_FILE, print_json, print_note, write_file

COMMANDS = "a move, hint, back, moves, level N, swap, resign or quit"
WORDS = (
    "hint",
    "back",
    "undo",
    "moves",
    *(f"level {level}" for level in LEVELS),
    "swap",
    "resign",
    "quit",
    "exit",
    "q",
    "help",
)
"""What may be typed instead of a move."""


@click.command(epilog=f"{PLAYERS_HELP}\n\n{GAME_HELP}")
@click.argument("game", shell_complete=complete_games)
@click.option("--position", help="Where to begin; the start of the game by default.")
@click.option("--level", type=click.IntRange(1, max(LEVELS)), default=5, show_default=True, help="The engine's level.")
@click.option(
    "--player", metavar="SPEC", shell_complete=complete_players, help="Who plays against you instead of the engine."
)
@click.option("--second", is_flag=True, help="Let the other side begin.")
@click.option("--both", is_flag=True, help="Watch the player play both sides.")
@click.option(
    "--pgn",
    type=OUTPUT_FILE,
    help="Write the game of chess or anti-chess (PGN), checkers (PDN) or Go (SGF) into FILE at its end.",
)
@click.option("--book/--no-book", default=True, help="Open from the book, in games that come with one (by default).")
@click.option("--seed", type=int, help="For chance and the moves of the book; another one each time by default.")
@click.option("--json", "as_json", is_flag=True, help="With --both: print the whole game as one JSON document.")
def play(
    game: str,
    position: str | None,
    level: int,
    player: str | None,
    second: bool,
    both: bool,
    pgn: str | None,
    book: bool,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play against the engine or another player: type a move, or hint, back, moves, level N, swap, resign, quit."""
    state = parse_position(game, position)
    print_note(game, state)
    shipped = Book.shipped(game_of(state)) if book and player is None and Book.ships(game_of(state)) else None
    spec = _engine(level) if player is None else PlayerSpec.parse(player)
    if player is not None:
        check_player(state, survey(state), spec)
    match = Match(state, spec, shipped, seed)
    if pgn is not None and not record_format(match.state):
        raise ZermeloError(f"--pgn is for games of chess, anti-chess, checkers and Go, not for {game}")
    if as_json and not both:
        raise ZermeloError("--json needs --both")
    if not both:
        first = MAX if position is None else max(match.state.player, MAX)
        match.human = _other(first) if second else first
    try:
        with explain_game_errors(state):
            if as_json:
                _play_silently(match)
            else:
                _play_on(match)
    finally:
        match.close()
    if pgn is not None:
        write_file(pgn, match.pgn())


def _engine(level: int) -> PlayerSpec:
    return PlayerSpec.builtin("engine", level)


def _play_silently(match: Match) -> None:
    """Let the player play itself to the end, and print a JSON document."""
    while (end := match.end) is None:
        if match.draw() is None:
            match.answer()
    moves = [format_move(state, move) for state, move in zip(match.states, match.moves, strict=False)]
    print_json({"moves": moves, "value": plain_value(end.value), "ending": end.reason})


def _play_on(match: Match) -> None:
    """Play move by move until the game is over or the user leaves."""
    shown: list[Any] | None = None
    while match.end is None:
        if (drawn := match.draw()) is not None:
            click.echo(f"\nChance plays {drawn}.")
            continue
        if shown != match.moves:
            click.echo(f"\n{match.board()}\n")
        shown = [*match.moves]
        if match.human is None or match.state.player not in (match.human, SIMULTANEOUS):
            try:
                choice = match.answer()
            except KeyboardInterrupt:
                return
            if match.resigned is not None:
                click.echo("I resign, and you win.")
                return
            click.echo(match.say(choice))
        elif not _ask(match, match.human):
            return
    click.echo(f"\n{match.board()}\n")
    click.echo(match.verdict())


class Match:
    """A game in progress: the states so far, the moves between them, and which side the user plays."""

    def __init__(self, state: State, spec: PlayerSpec, book: Book | None = None, seed: int | None = None) -> None:
        self.states, self.spec, self.book, self.seed = [state], spec, book, seed
        self.lots = Random(seed)
        self.moves: list[Any] = []
        self.resigned: int | None = None
        self.human: int | None = None
        self._players: dict[int, Player] = {}

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def end(self) -> Outcome | None:
        return outcome(self.state, self.states[:-1])

    def make(self, move: Any) -> None:
        self.states.append(self.state.play(move))
        self.moves.append(move)
        for player in self._players.values():
            player.played(move)

    def draw(self) -> str | None:
        """Draw a move if it is chance's turn and return it; None otherwise."""
        if self.state.player != CHANCE:
            return None
        self.make(draw_outcome(self.state, self.lots.randrange(2**32)))
        (move,) = format_moves(self.states[-2], self.moves[-1:])
        return move

    def set_level(self, level: int) -> None:
        self.close()
        self.spec = _engine(level)

    def think(self, seat: int | None = None) -> Choice:
        """Ask the player of the seat to move; there is one for each seat, named where all move at the same time."""
        mover = self.state.player if seat is None else seat
        if mover not in self._players:
            self._players[mover] = self.spec.create(seed=self.lots.randrange(2**32))
        together: dict[str, Any] = {} if seat is None else {"seat": seat}
        choice = self._players[mover].choose(self.state, self.states[:-1], **together)
        if choice.move is None:
            raise KeyboardInterrupt
        return choice

    def answer(self) -> Choice | None:
        """Make a move from the book, which returns None, or the player's choice, which is returned."""
        if self.book is not None:
            known = self.book.choose(self.state, None if self.seed is None else self.seed + len(self.moves))
            if known is not None:
                self.make(known)
                return None
        if self.state.player == SIMULTANEOUS:
            self.make_together()
            return None
        choice = self.think()
        if choice.resigns and self.human is not None:
            self.resigned = self.state.player
        else:
            self.make(choice.move)
        return choice

    def make_together(self, own: Any = None) -> None:
        """Make a joint move: the user's own, which the players do not see, and theirs."""
        seats = range(len(self.state.moves()))
        self.make(tuple(own if seat == self.human else self.think(seat).move for seat in seats))

    def back(self) -> bool:
        """Take back the user's last move and everything after it."""
        for at in range(len(self.moves) - 1, -1, -1):
            if self.states[at].player in (self.human, SIMULTANEOUS):
                del self.states[at + 1 :], self.moves[at:]
                self.close()
                return True
        return False

    def close(self) -> None:
        """Close the players; new ones are created when they are needed."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def board(self) -> str:
        """The position as text: with figures and colours on a terminal that has them, else in letters."""
        draw = getattr(self.state, "text", None)
        if draw is None:
            return str(self.state)
        terminal = sys.stdout.isatty()
        figures = terminal and "utf" in (sys.stdout.encoding or "").lower()
        last = self.moves[-1] if self.moves else None
        drawn = draw(last, flipped=self.human == 1, figures=figures, colour=terminal and not os.environ.get("NO_COLOR"))
        return f"{drawn}\n{str(self.state).splitlines()[-1]}" if self.end is None else str(drawn)

    def say(self, choice: Choice | None) -> str:
        """The move that was just made, with its value; a win in sight as the player sees it."""
        before = self.states[-2]
        (move,) = format_moves(before, self.moves[-1:])
        if before.player == SIMULTANEOUS:
            return self.say_together(before)
        if choice is None:
            return f"I play {move}  (from the book)"
        mate = None if choice.mate is None else choice.mate.seen_by(before.player)
        known = [] if choice.value is None else [format_found(choice) if mate is None else str(mate)]
        if choice.in_tables:
            known.append("in the tables")
        if choice.sure:
            known.append("proven")
        elif choice.depth:
            known.append(f"depth {choice.depth}")
        elif choice.nodes > 1:
            known.append(f"{choice.nodes:,} nodes")
        if choice.why:
            known.append(choice.why)
        return f"I play {move}" + (f"  ({', '.join(known)})" if known else "")

    def say_together(self, before: State) -> str:
        """The joint move that was just made in a state, seat by seat."""
        profile = game_profile(type(before))
        names = ["You" if seat == self.human else profile.seat(seat) for seat in range(len(self.moves[-1]))]
        plays = [
            f"{name} play{'' if name == 'You' else 's'} {move}"
            for name, move in zip(names, self.moves[-1], strict=True)
        ]
        return f"{', '.join(plays)}."

    def hint(self) -> str:
        if self.state.player == SIMULTANEOUS:
            assert self.human is not None
            choice = self.think(self.human)
            return f"{choice.move}{f' ({choice.why})' if choice.why else ''}"
        choice = self.think()
        line = format_moves(self.state, choice.line[:8])
        mate = "" if choice.mate is None else f" ({choice.mate.seen_by(self.state.player)})"
        in_tables = choice.in_tables and len(line) == len(choice.line)
        shown = f": {format_line(line, in_tables=in_tables)}" if len(line) > 1 else ""
        why = f" ({choice.why})" if choice.why else ""
        return f"{line[0] if line else choice.move} looks best{mate}{shown}{why}"

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
        """The game as PGN, PDN or SGF; a side that resigned has lost."""
        start = cast("Recorded", self.states[0])
        engine = self.spec == _engine(int(self.spec.values[0])) if self.spec.name == "engine" else False
        name = f"Zermelo, level {self.spec.values[0]}" if engine else str(self.spec)
        names = ["?" if self.human == side else name for side in (0, 1)]
        players = dict(zip(start.seats, names, strict=True))
        tags = {"Date": f"{date.today():%Y.%m.%d}", "White": players["White"], "Black": players["Black"]}
        if record_format(start) == "sgf":
            result = {} if self.resigned is None else {"Result": f"{'WB'[self.resigned]}+R"}
            return f"{format_sgf(start, Line.of(self.moves), tags | result)}\n"
        game = Game.from_moves(start, self.moves, **tags)
        return str(game if self.resigned is None else replace(game, result=result_of(start, (-1, 1)[self.resigned])))


def _ask(match: Match, human: int) -> bool:
    """Read one line from the user; return False to leave."""
    try:
        text = click.prompt("Your move", prompt_suffix=" > ").strip()
    except click.Abort:
        return False
    if _is_move(match.state, human, text):
        word, rest = "", ""
    else:  # a move that is called like a word hides it: a slash before the word helps
        word, _, rest = text.removeprefix("/").partition(" ")
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
        click.echo(format_line(_written(match.state, human)))
    elif word == "swap":
        match.human = _other(human)
    elif word == "level" and rest in map(str, LEVELS):
        match.set_level(int(rest))
        click.echo(f"Level {rest}.")
    elif word == "help":
        hidden = sorted({word for word in WORDS if _is_move(match.state, human, word)})
        slash = f" Here {format_choice(hidden)} is a move: write / before the word." if hidden else ""
        click.echo(f"Type {COMMANDS}.{slash}")
    else:
        try:
            if match.state.player == SIMULTANEOUS:
                before = match.state
                match.make_together(_parse_own(before, human, text))
                click.echo(match.say_together(before))
            else:
                match.make(parse_move(match.state, text))
        except ZermeloError as error:
            click.echo(f"{error}: moves lists the legal moves, help the other words.")
    return True


def _other(player: int) -> int:
    """Return the other of the first two players, or the first for any third one."""
    return MIN if player == MAX else MAX


def _is_move(state: State, human: int, text: str) -> bool:
    try:
        if state.player == SIMULTANEOUS:
            _parse_own(state, human, text)
        else:
            parse_move(state, text)
    except ZermeloError:
        return False
    return True


def _parse_own(state: State, seat: int, text: str) -> Any:
    """Return the move of one seat that a text stands for, where all move at the same time."""
    by_name = {str(move): move for move in state.moves()[seat]}
    if text not in by_name:
        raise ZermeloError(f"{text[:40]!r} is not a move here")
    return by_name[text]


def _written(state: State, seat: int) -> list[str]:
    if state.player == SIMULTANEOUS:
        return list(map(str, state.moves()[seat]))
    return [format_moves(state, [move])[0] for move in state.moves()]
