"""Games as text: the moves one after another, in each game's usual form.

Classes with `joined_moves` write moves without spaces, as in 4455 (Connect Four) or f5d6c3 (Othello). Other games separate
moves by spaces, or by line breaks if a move contains a space. A first line "position ..." gives the position if the game
did not begin at the start. Classes with a `record_format` are written as PGN, PDN or SGF. The parser accepts any separators,
upper and lower case, and texts without the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Literal, TypeAlias, TypeVar, cast

from zermelo.kinds.plugins import plugin
from zermelo.records.positions import (
    PASS,
    format_move,
    illegal_text,
    legal_moves,
    next_move,
    parse_moves,
    parse_position,
)
from zermelo.records.turns import GameRecord, Line
from zermelo.state import State, ZermeloError

S = TypeVar("S", bound=State)
Skip: TypeAlias = Literal[False] | Callable[[str], object]

HEAD = "position "


def format_record(game: str, record: GameRecord) -> str:
    """Return a game as text. PGN, PDN and SGF keep everything; other formats keep the moves of the main line.

    Parameters
    ----------
    game
        The name of the game, as `zermelo.games.load_game` takes it.

    >>> format_record("connect_four", GameRecord(None, Line.of(["4", "4", "5"])))
    '445'
    """
    start = parse_position(game, None)
    if record_format(start) == "sgf":
        return format_sgf(parse_position(game, record.position), record.line, record.tags)
    if record_format(start):
        from zermelo.records.pgn import Game

        return str(Game.from_line(cast("Any", type(start))(record.position), record.line, record.tags)).rstrip()
    head, earlier = "", list[str]()
    if record.position is not None:
        try:
            earlier = parse_moves(start, record.position)
        except ZermeloError:
            head = f"{HEAD}{' '.join(record.position.split())}\n"
    words = [*earlier, *record.line.moves]
    if getattr(start, "joined_moves", False):
        return head + "".join(word for word in words if word != PASS)
    return head + ("\n" if any(" " in word for word in words) else " ").join(words)


def parse_record(game: str, text: str) -> GameRecord:
    """Read a game, the first if the text has several.

    >>> parse_record("othello", "F5 d6C3").line.moves
    ['f5', 'd6', 'c3']
    """
    return next(_read_records(game, text))


def parse_records(game: str, text: str) -> list[GameRecord | str]:
    """Read all games of a text; in place of one that cannot be read stands the reason.

    >>> [record.line.moves for record in parse_records("chess", "1. e4 e5 * 1. d4 *")]
    [['e2e4', 'e7e5'], ['d2d4']]
    """
    records: list[GameRecord | str] = []
    try:
        records.extend(_read_records(game, text, skip=records.append))
    except ZermeloError as error:
        records.append(str(error))
    return records or [GameRecord()]


def record_format(state: State) -> str | None:
    """Return the format of records with tags, comments and variations, pgn, pdn or sgf, in games that have one."""
    name: str | None = getattr(state, "record_format", None)
    return name


def _read_records(game: str, text: str, skip: Skip = False) -> Iterator[GameRecord]:
    """Yield the games of a text; `skip` is that of `read_pgn`."""
    position, text = None, text.strip()
    start = parse_position(game, None)
    if record_format(start) == "sgf" and "(" in text:
        yield from _read_sgf_records(start, text, skip)
    elif record_format(start) not in (None, "sgf"):
        yield from _read_pgn_records(start, text, skip)
    else:
        if text.startswith(HEAD):
            position, _, text = text.removeprefix(HEAD).partition("\n")
            position = position.strip()
        yield GameRecord(position, Line.of(parse_moves(parse_position(game, position), text)))


def _read_pgn_records(start: Any, text: str, skip: Skip) -> Iterator[GameRecord]:
    """Yield the games of a PGN or PDN text, or one that is moves alone, in any notation."""
    from zermelo.records.pgn import read_pgn

    found, is_record = False, any(sign in text for sign in "[{(")
    source = BytesIO(text.encode())  # in chunks: other games may follow
    try:
        for game in read_pgn(source, type(start), skip=is_record and skip):
            found = True
            yield GameRecord(None if game.start == start else game.start.fen, game.line, game.tags)
    except ZermeloError:
        if found or is_record:
            raise
        yield GameRecord(None, Line.of(parse_moves(start, text)))
    else:
        if not (found or skip):
            yield GameRecord()


def format_sgf(state: Any, line: Line, tags: Mapping[str, str]) -> str:
    """Return a game as SGF; its result is that of the tags, or the score if both players have passed."""
    end = state
    for move in line.moves:
        end = end.play(move)
    utility = end.utility()
    if utility is not None and tags.get("Result", "*") in ("*", "?", ""):
        result = "Draw" if utility == 0 else f"{'B' if utility > 0 else 'W'}+{abs(utility):g}"
        tags = {**tags, "Result": result}
    return str(plugin(state, "sgf").format(state.notation(), state.komi, line, tags))


def _read_sgf_records(start: Any, text: str, skip: Skip) -> Iterator[GameRecord]:
    """Yield the games of an SGF text."""
    from zermelo.records.sgf import read_sgf

    for tree in read_sgf(text):
        try:
            game = plugin(start, "sgf").parse(tree)
        except ZermeloError as error:
            if not callable(skip):
                raise
            skip(str(error))
        else:
            yield GameRecord(None if type(start)(game.start) == start else game.start, game.line, game.tags)


def play_moves(state: State, moves: Sequence[str]) -> State:
    """Return the state after some moves, given as the game's `str` writes them."""
    return play_through(state, moves)[-1]


def play_through(state: S, moves: Sequence[str]) -> list[S]:
    """Return the state and those after each of the moves, given as the game's `str` writes them.

    >>> from zermelo.games.nim import Nim
    >>> [str(state) for state in play_through(Nim((2, 1)), ["1 from heap 1", "1 from heap 2"])]
    ['2 1', '1 1', '1 0']
    """
    states = [state]
    for number, move in enumerate(moves, 1):
        shown = " ".join(move[:40].split())
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({shown}): the game is over before it")
        legal = legal_moves(state)
        if move not in legal:
            raise illegal_text(state, number, shown, legal)
        state = cast("S", state.play(legal[move]))
        states.append(state)
    return states


def format_moves(state: State, moves: Sequence[Any]) -> list[str]:
    """Return moves from `state` on in the notation that people use, such as SAN.

    >>> from zermelo.games.chess import Chess
    >>> format_moves(Chess(), ["g1f3", "e7e5", "f3e5"])
    ['Nf3', 'e5', 'Nxe5']
    """
    formatted = []
    for move in moves:
        san: Callable[[Any], str] | None = getattr(state, "san", None)
        if san is None and all(type(each) is not tuple for each in moves):
            return [str(move) for move in moves]
        formatted.append(san(move) if san is not None else format_move(state, move))
        state = state.play(move)
    return formatted


def parse_move(state: State, text: str) -> Any:
    """Return the legal move that a text stands for, in the game's own notation or in SAN.

    >>> from zermelo.games.chess import Chess
    >>> parse_move(Chess(), "Nf3"), parse_move(Chess(), "e2e4")
    ('g1f3', 'e2e4')
    """
    legal = legal_moves(state)
    if (found := next_move(state, legal, text, 0)) and found[1] == len(text):
        return legal[found[0]]
    if hasattr(state, "parse_san"):
        return state.parse_san(text)
    raise ZermeloError(f"{text[:40]!r} is not a move here")
