"""The Play page: shows positions, and reads and writes games in their usual form."""

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
from zermelo.lab.desk import Desk, Page, Post
from zermelo.lab.messages import Board, Cell, GameSource, Load, Loaded, Path, Position, Written
from zermelo.players.choice import for_max
from zermelo.state import MAX, State, ZermeloError, format_count

LONGEST_TEXT = 100_000


def show(message: GameSource, desk: Desk) -> Position:
    """A position and all that the page shows of it."""
    states = desk.states(message)
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
        record=format_record(desk.place(message.game), message.position, message.moves),
        over=end is not None,
        verdict="" if end is None else game_profile(type(state)).verdict(end),
        value=None if end is None else for_max(end.value),
    )


def load(message: Load, desk: Desk) -> Loaded:
    """A game that was written down, as a source and as the position at its end."""
    if len(message.text) > desk.settings.caps.text:
        raise ZermeloError(f"a game of {len(message.text):,} characters is too long here")
    position, moves = parse_record(desk.place(message.game), message.text)
    source = GameSource(message.game, position, tuple(moves))
    return Loaded(source, show(source, desk))


def _board(state: State, before: State | None, move: str) -> Board | None:
    describe = getattr(state, "board", None)
    if not callable(describe):
        return None
    board: Drawn = describe()
    if wrong := wrong_with(board):
        raise ZermeloError(f"{type(state).__name__}'s board() {wrong}: mend it, or leave it out for the state as text")
    earlier: Drawn | None = None if before is None else before.board()  # type: ignore[attr-defined]
    new: list[int] = []
    if earlier is not None and earlier.paths:
        new = [cell for path in earlier.paths if path.move == move for cell in (path.start, path.end)]
    elif earlier is not None and len(earlier.cells) == len(board.cells):
        # What the last move put down; discs that were only turned over are not meant.
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
    """What is wrong with a board of somebody's game, which may be anything; empty if nothing is."""
    if not isinstance(board, Drawn):
        return f"gives {with_article(type(board).__name__)}, not a zermelo.games.board.Board"
    if board.look not in get_args(Look):
        return f"has the look {str(board.look)[:40]!r}, but {', '.join(get_args(Look))} are those there are"
    if len(board.cells) != board.columns * board.rows:
        return f"has {format_count(len(board.cells), 'cell')} for {board.columns} columns and {board.rows} rows"
    if not all(isinstance(cell, DrawnCell) for cell in board.cells):
        return "has cells that are no zermelo.games.board.Cell"
    return ""


def _numbers(states: Sequence[State]) -> Iterator[str]:
    """What stands before the moves from these states: they are counted, in chess both sides' moves as one."""
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


PAGE = Page("play", {"/api/play/position": Post(GameSource, show), "/api/play/load": Post(Load, load)})
