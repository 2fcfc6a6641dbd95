"""zermelo review: what each move of a game cost, and which moves were mistakes."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import asdict

from zermelo.cli import INTERRUPTED
from zermelo.cli.search import GAME_HELP
from zermelo.limits import interruptible
from zermelo.records.moves import format_record, parse_record, play_through, record_format
from zermelo.records.positions import parse_position
from zermelo.result import format_line
from zermelo.review import GLYPHS, Review, ReviewedMove, annotate
from zermelo.review import review as review_game
from zermelo.state import MAX, State, ZermeloError, format_number
from zermelo.terminal.completion import complete_games
from zermelo.terminal.print_table import print_table
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import OUTPUT_FILE, print_json, read_text, write_file

_BAR = 20
_LONGEST_LINE = 6
_EIGHTHS = " ▏▎▍▌▋▊▉"


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.argument("moves")
@click.option("--depth", type=int, help="Search each position this many moves deep.")
@click.option("--seconds", type=float, help="Search each position for this many seconds.")
@click.option("--nodes", type=int, help="Search this many nodes of each position; 100,000 if there is no other limit.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to use.")
@click.option(
    "--out", type=OUTPUT_FILE, help="Write the game to a PGN, PDN or SGF file, with values, glyphs and better lines."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def review(game: str, moves: str, out: str | None, as_json: bool, **limits: Any) -> int:
    """Review a game: what each move cost, which moves were mistakes, and what was better.

    MOVES are the moves in the game's usual format, a file with them (the first game of a PGN, PDN or SGF file), or - for
    standard input.
    """
    start = parse_position(game, None)
    if out is not None and not record_format(start):
        raise ZermeloError(f"--out writes PGN, PDN or SGF, for chess, anti-chess, checkers and Go, not for {game}")
    text, where = read_text(moves, "pgn|pdn|sgf|txt", latin=True) or (moves, "")
    try:
        record = parse_record(game, text)
    except ZermeloError as error:
        raise ZermeloError(f"{where}: {error}" if where else str(error)) from None
    if not record.line.moves:
        raise ZermeloError(f"{where or 'the text'} has no moves to review")
    states = play_through(parse_position(game, record.position), record.line.moves)
    with interruptible() as interrupted, show_progress("reviewing", quiet=as_json) as tell:
        found = review_game(
            states[0],
            record.line.moves,
            **limits,
            on_move=lambda at, move: tell(f"move {at + 1} of {len(states) - 1}, {move.written}"),
            cancel=interrupted.is_set,
        )
    if out is not None:
        unit = 1.0 if record_format(start) == "sgf" else 100.0
        write_file(out, f"{format_record(game, annotate(record, found, unit=unit))}\n")
    if as_json:
        print_json({"game": game, "moves": list(map(_facts, found.moves)), "players": list(map(asdict, found.players))})
    else:
        _print(states, found)
    return INTERRUPTED if interrupted.is_set() else 0


def _facts(move: ReviewedMove) -> dict[str, Any]:
    return asdict(move) | {"mate": None if move.mate is None else move.mate.moves}


def _print(states: list[State], found: Review) -> None:
    """Print a row per move, with a bar for the expected score of MAX, and a summary of each player."""
    seat = found.players[MAX].seat
    rows = [("move", "value", "loss", f"{seat}'s expected score", "")]
    for at, (state, move) in enumerate(zip(states, found.moves, strict=False)):
        name = f"{_number(state, at)} {move.written} {GLYPHS.get(move.judgement, '')}"
        value = _format(move.after) if move.mate is None else str(move.mate)
        loss = _format(move.loss)
        better = f"better: {format_line(move.line_written[:_LONGEST_LINE])}" if move.judgement else ""
        rows.append((name, value, "" if loss == "0" else loss, _bar(move), better))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for name, value, loss, bar, better in rows:
        line = f"{name:{widths[0]}}  {value:>{widths[1]}}  {loss:>{widths[2]}}  {bar:{widths[3]}}  {better}"
        click.echo(line.rstrip())
    click.echo()
    print_table(
        ("", "moves", "inaccuracies", "mistakes", "blunders", "mean loss"),
        [
            (
                each.seat,
                *map(str, (each.moves, each.inaccuracies, each.mistakes, each.blunders)),
                _format(each.mean_loss),
            )
            for each in found.players
        ],
    )


def _number(state: State, at: int) -> str:
    number = getattr(state, "move_number", None)
    return f"{at + 1}." if number is None else f"{number}." if state.player == MAX else f"{number}..."


def _format(value: float | None) -> str:
    return "" if value is None else format_number(round(value, 2))


def _bar(move: ReviewedMove) -> str:
    if move.expected is None:
        return ""
    eighths = round(move.expected * _BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
