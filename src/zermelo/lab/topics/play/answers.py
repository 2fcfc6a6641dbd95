"""Answers of the Play page: positions as boards, and saved games in the game's usual format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from zermelo.audit.explanations import with_article
from zermelo.games.gdl.game import GdlGame
from zermelo.kinds.board import Board as Drawn
from zermelo.kinds.board import Cell as DrawnCell
from zermelo.kinds.board import Look
from zermelo.kinds.outcome import outcome
from zermelo.kinds.profile import game_profile
from zermelo.lab.context import RequestContext
from zermelo.lab.facts import fact_table
from zermelo.lab.messages import GameSource
from zermelo.lab.topics.play.messages import (
    AskOwnership,
    Board,
    Cell,
    Compose,
    Composed,
    Load,
    Loaded,
    Ownership,
    Path,
    Position,
    Save,
    Saved,
    Turn,
    Written,
)
from zermelo.players.choice import for_max
from zermelo.records import turns as records
from zermelo.records.moves import (
    format_moves,
    format_record,
    parse_move,
    parse_records,
    record_format,
)
from zermelo.records.positions import compose_position, legal_moves
from zermelo.records.turns import GameRecord, Line
from zermelo.state import MAX, State, ZermeloError, format_count

LONGEST_TEXT = 100_000
MOST_GAMES = 1000
"""Games of one text that are listed."""
MOST_PLAYOUTS = 1000
"""Random games for one ownership map."""


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
        written=tuple(
            Written(_number(before, at), move)
            for at, (before, move) in enumerate(zip(past, format_moves(states[0], message.moves), strict=True))
        ),
        board=board,
        table=fact_table(state, past[-1] if past else None) if isinstance(state, GdlGame) else None,
        picture=_picture(state) if board is None else None,
        text=str(state)[:LONGEST_TEXT],
        notation=_notation(state, message),
        over=end is not None,
        verdict="" if end is None else game_profile(type(state)).verdict(end),
        value=None if end is None else for_max(end.value),
        options=getattr(state, "setup_choices", dict)(),
    )


def load(message: Load, context: RequestContext) -> Loaded:
    """Read a saved game and describe its last position."""
    context.check_text(message.text)
    records = parse_records(context.place(message.game), message.text)
    number = message.number
    if number is None:
        number = next((at for at, each in enumerate(records) if isinstance(each, GameRecord)), 0)
    if not 0 <= number < len(records):
        raise ZermeloError(f"the text has {format_count(len(records), 'game')}: there is no game {number + 1:,}")
    record = records[number]
    if not isinstance(record, GameRecord):
        raise ZermeloError(record)
    context.check_moves(len(record.line))
    source = GameSource(message.game, record.position, tuple(record.line.moves))
    turns = _turns(context.begin(message.game, record.position), record.line)
    headers = {name: value for name, value in record.tags.items() if name not in ("SetUp", "FEN")}
    shown = position(source, context)
    seats = game_profile(type(context.begin(message.game, None))).seats
    return Loaded(
        source, headers, turns, shown, tuple(_game_title(each, seats) for each in records[:MOST_GAMES]), number
    )


def _game_title(record: GameRecord | str, seats: Sequence[str]) -> str:
    """Name a game of a text by its players, its result and its date, or say why it cannot be read."""
    if not isinstance(record, GameRecord):
        return f"cannot be read: {record}"
    tags = {name: value for name, value in record.tags.items() if value.strip("?.* ")}
    players = " – ".join(tags.get(seat, "?") for seat in seats)
    return ", ".join([players, *(tags[name] for name in ("Result", "Date") if name in tags)])


def save(message: Save, context: RequestContext) -> Saved:
    """Write a game with its variations as PGN, PDN or SGF, or the main line in the game's own format."""
    line = _line(message.turns)
    context.check_moves(len(line))
    start, *_ = context.states(GameSource(message.game, message.position, tuple(line.moves)))
    text = format_record(context.place(message.game), GameRecord(message.position, line, message.headers))
    return Saved(f"{text}\n", f".{record_format(start) or 'txt'}")


def compose(message: Compose, context: RequestContext) -> Composed:
    """Return a position set up by hand as text, and as the page shows it."""
    context.check_text(message.like or "")
    place = context.place(message.game)
    text = compose_position(place, message.cells, message.player, message.options, like=message.like)
    return Composed(text, position(GameSource(message.game, text), context))


def ownership(message: AskOwnership, context: RequestContext) -> Ownership:
    """Return whose the points of a Go board are, on average over random games."""
    if not 1 <= message.playouts <= MOST_PLAYOUTS:
        raise ZermeloError(f"playouts must be from 1 to {MOST_PLAYOUTS:,}, not {message.playouts}")
    state = context.state(message.source)
    if not hasattr(state, "ownership"):
        raise ZermeloError(f"only Go has an ownership map: {game_profile(type(state)).title} has none")
    points, score = state.ownership(message.playouts)
    return Ownership(tuple(round(point, 3) for point in points), round(score, 3))


def _turns(state: State, line: Line) -> tuple[Turn, ...]:
    """Return the turns of a line from a state; the comment before the line joins that after its first move."""
    turns, comment = list[Turn](), line.comment
    for turn in line.turns:
        move = parse_move(state, turn.move)
        turns.append(
            Turn(
                turn.move,
                format_moves(state, [move])[0],
                _number(state, len(turns)),
                turn.annotations,
                f"{comment} {turn.comment}".strip(),
                tuple(_turns(state, variation) for variation in turn.variations),
            )
        )
        state, comment = state.play(move), ""
    return tuple(turns)


def _line(turns: Sequence[Turn]) -> Line:
    return Line(
        tuple(
            records.Turn(turn.move, turn.annotations, turn.comment, tuple(map(_line, turn.variations)))
            for turn in turns
        )
    )


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
        cells=tuple(Cell(cell.piece, cell.move, cell.name) for cell in board.cells),
        column_labels=board.column_labels,
        row_labels=board.row_labels,
        last=tuple(new),
        paths=tuple(Path(*path) for path in board.paths),
        threatened=board.threatened,
    )


def wrong_with(board: object) -> str:
    """Say what is wrong with what a game's board() returned; empty if nothing is."""
    if not isinstance(board, Drawn):
        return f"must return a zermelo.kinds.board.Board, not {with_article(type(board).__name__)}"
    if board.look not in get_args(Look):
        return f"has the look {str(board.look)[:40]!r}: choose one of {', '.join(get_args(Look))}"
    if len(board.cells) != board.columns * board.rows:
        return f"has {format_count(len(board.cells), 'cell')} for {board.columns} columns and {board.rows} rows"
    if not all(isinstance(cell, DrawnCell) for cell in board.cells):
        return "has cells that are not zermelo.kinds.board.Cell"
    return ""


def _number(state: State, at: int) -> str:
    """Return the number before move `at` of a line, counted from 0; in chess both sides' moves have one number."""
    own: int | None = getattr(state, "move_number", None)
    if own is None:
        return str(at + 1)
    return f"{own}." if state.player == MAX else f"{own}…" if at == 0 else ""


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
