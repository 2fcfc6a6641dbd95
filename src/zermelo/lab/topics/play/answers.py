"""Answers of the Play page: positions as boards, and saved games in the game's usual format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from zermelo.audit.explanations import with_article
from zermelo.games.board import Board as Drawn
from zermelo.games.board import Cell as DrawnCell
from zermelo.games.board import Look
from zermelo.games.outcome import outcome
from zermelo.games.profile import game_profile
from zermelo.games.records.moves import format_moves, format_record, legal_moves, parse_record
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import GameSource
from zermelo.lab.topics.play.messages import Board, Cell, Load, Loaded, Path, Position, Written
from zermelo.players.choice import for_max
from zermelo.state import MAX, State, ZermeloError, format_count

LONGEST_TEXT = 100_000


def position(message: GameSource, context: RequestContext) -> Position:
    """Describe a position for the page."""
    states = context.states(message)
    *past, state = states
    end = outcome(state, past)
    board = _board(state, past[-1] if past else None, message.moves[-1] if past else "")
    moves = () if end is not None else tuple(legal_moves(state))
    return Position(
        game=message.game,
        player=state.player,
        moves=moves,
        names=tuple(format_moves(state, [move])[0] for move in moves),
        written=tuple(map(Written, _numbers(past), format_moves(states[0], message.moves))),
        board=board,
        picture=_picture(state) if board is None else None,
        text=str(state)[:LONGEST_TEXT],
        notation=_notation(state, message),
        record=format_record(context.place(message.game), message.position, message.moves),
        over=end is not None,
        verdict="" if end is None else game_profile(type(state)).verdict(end),
        value=None if end is None else for_max(end.value),
    )


def load(message: Load, context: RequestContext) -> Loaded:
    """Read a saved game and describe its last position."""
    context.check_text(message.text)
    start, moves = parse_record(context.place(message.game), message.text)
    source = GameSource(message.game, start, tuple(moves))
    return Loaded(source, position(source, context))


def _board(state: State, before: State | None, move: str) -> Board | None:
    describe = getattr(state, "board", None)
    if not callable(describe):
        return None
    board: Drawn = describe()
    if wrong := wrong_with(board):
        raise ZermeloError(
            f"{type(state).__name__}'s board() {wrong}: fix it, or remove board() to show the state as text"
        )
    earlier: Drawn | None = getattr(before, "board", lambda: None)()
    new: list[int] = []
    if earlier is not None and earlier.paths:
        new = [cell for path in earlier.paths if path.move == move for cell in (path.start, path.end)]
    elif earlier is not None and len(earlier.cells) == len(board.cells):
        # The cells that the last move filled; discs that it only turned over do not count.
        new = [at for at, cell in enumerate(board.cells) if cell.piece and not earlier.cells[at].piece]
    return Board(
        look=board.look,
        columns=board.columns,
        rows=board.rows,
        cells=tuple(Cell(cell.piece, cell.move) for cell in board.cells),
        column_labels=board.column_labels,
        row_labels=board.row_labels,
        last=tuple(new),
        paths=tuple(Path(*path) for path in board.paths),
        threatened=board.threatened,
    )


def wrong_with(board: object) -> str:
    """Say what is wrong with what a game's board() returned; empty if nothing is."""
    if not isinstance(board, Drawn):
        return f"must return a zermelo.games.board.Board, not {with_article(type(board).__name__)}"
    if board.look not in get_args(Look):
        return f"has the look {str(board.look)[:40]!r}: choose one of {', '.join(get_args(Look))}"
    if len(board.cells) != board.columns * board.rows:
        return f"has {format_count(len(board.cells), 'cell')} for {board.columns} columns and {board.rows} rows"
    if not all(isinstance(cell, DrawnCell) for cell in board.cells):
        return "has cells that are not zermelo.games.board.Cell"
    return ""


def _numbers(states: Sequence[State]) -> Iterator[str]:
    """Number the moves from these states; in chess both sides' moves have one number."""
    for count, state in enumerate(states, 1):
        own: int | None = getattr(state, "move_number", None)
        if own is None:
            yield str(count)
        else:
            yield f"{own}." if state.player == MAX else f"{own}…" if count == 1 else ""


def _picture(state: State) -> str | None:
    draw = getattr(state, "_repr_svg_", None)
    drawing = draw() if callable(draw) else None
    return drawing if isinstance(drawing, str) and drawing.startswith("<svg") else None


def _notation(state: State, source: GameSource) -> str:
    own = getattr(state, "notation", None)
    if callable(own):
        return str(own())
    joined = getattr(state, "joined_moves", False)
    words = [source.position or "", *(move.replace(" ", "_") for move in source.moves)]
    return "".join(words) if joined else " ".join(filter(None, words))
