"""Positions and moves as text.

A position is written in the game's own notation, or as the moves from the start. Every text of a move that Zermelo prints is
read: that of `str`, and the notation of people, such as SAN. Moves are separated by spaces, commas, semicolons or move numbers.
A move may contain any of these: of the legal moves that the text goes on with, the longest one that ends at a separator counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, product
from typing import Any

from zermelo.catalogue import load_game
from zermelo.game_errors import explain_game_errors
from zermelo.kinds.profile import game_profile
from zermelo.native.faces import NativeState
from zermelo.registry import format_some, unknown_name
from zermelo.state import MAX, MIN, SIMULTANEOUS, State, ZermeloError, count_moves

MOST_JOINT_MOVES = 100_000
"""How many joint moves of one state can be named."""
MOST_MOVES = 10_000
"""The longest game that is read as text."""
PASS = "--"
"""The only move of a player who cannot move; texts may leave it out."""
_LISTED = 12
"""How many legal moves an error lists."""
_BLANK = re.compile(r"\s*")
_SEPARATOR = re.compile(r"[\s,;]|\d{1,4}\.(?=\s)")
_END = re.compile(r"(?=[\s,;])|$")
_WORD = re.compile(r"[^\s,;]{1,40}")


def parse_position(game: str, position: str | None) -> State:
    """Return the state that `position` describes.

    Parameters
    ----------
    game
        The name of a game, as `zermelo.games.load_game` takes it.
    position
        A position in the game's own notation, or the moves from the start with spaces between them (a space inside a move
        is written _); None is the start.

    Raises
    ------
    ZermeloError
        If the position cannot be read, a move is illegal, or the game is broken.

    >>> parse_position("nim", "3 4").moves()[0], parse_position("coins", "first last").row
    (Take(heap=1, objects=1), (1, 4, 2, 8))
    """
    start = load_game(game)
    with explain_game_errors(start):
        _check_members(start)
        return start if position is None else read_position(start, position)


def compose_position(
    game: str, cells: Sequence[str], player: int, options: Mapping[str, str], *, like: str | None = None
) -> str:
    """Return a position that was set up by hand as text.

    Parameters
    ----------
    game
        The name of a game, as `zermelo.games.load_game` takes it.
    cells
        The pieces row by row from the top, named as in `zermelo.kinds.board.Cell`.
    player
        The player to move.
    options
        What the game's `setup` lets one choose, by name; by default the first choice.
    like
        A position on a board of the same size, by default the start of the game. It supplies everything that is not set up, such
        as the rules of Go or the number of the move.

    >>> compose_position("tic_tac_toe", ["x", "", "", "", "o", "", "", "", ""], 0, {})
    'x...o....'
    """
    start: Any = parse_position(game, like)
    profile = game_profile(type(start))
    setup = profile.setup
    if setup is None:
        raise ZermeloError("positions of this game cannot be set up by hand")
    squares = len(start.board().cells)
    if len(cells) != squares:
        raise ZermeloError(f"the board has {squares} cells, not {len(cells)}")
    for cell in cells:
        if cell and cell not in setup.pieces:
            raise unknown_name("piece", cell, setup.pieces)
    if player not in (MAX, MIN):
        raise ZermeloError(f"the player to move is 0 or 1, not {player}")
    choices = {choice.name: choice.choices for choice in setup.options}
    for name, choice in options.items():
        if name not in choices:
            raise unknown_name("option", name, choices)
        if choice not in choices[name]:
            raise unknown_name("choice", choice, choices[name])
    if hasattr(start, "compose"):
        position: str = start.compose(cells, player, {**{name: each[0] for name, each in choices.items()}, **options})
    else:
        position = "".join(cell or "." for cell in cells)
    mover = parse_position(game, position).player
    if mover != player:
        raise ZermeloError(f"{profile.seat(mover)} is to move on this board, not {profile.seat(player)}")
    return position


def position_in_line(game: str, line: str) -> str:
    """Return the position in a line of a file of positions, which may also give its score or other comments."""
    start = load_game(game)
    return start.position_in(line) if isinstance(start, NativeState) else line


def read_position(state: State, position: str) -> State:
    """Return the state that a text describes, in the notation of the game that begins in `state` or by its moves.

    >>> from zermelo.games.nim import Nim
    >>> read_position(Nim(), "3 4")
    Nim(heaps=(3, 4), player=0)
    """
    parse: Callable[[str], State] | None = getattr(type(state), "parse", None)
    if isinstance(state, NativeState) and state.has_notation:
        parse = type(state)
    if parse is None:
        return _state_after(state, position)
    if not _begins_with_move(state, position):
        return parse(position)
    # The notation of native games may be moves; elsewhere a text that begins with a move is more likely to be moves.
    readers = (parse, partial(_state_after, state))
    first, second = readers if isinstance(state, NativeState) else readers[::-1]
    try:
        return first(position)
    except ZermeloError as error:
        with suppress(ZermeloError):
            return second(position)
        raise error


def parse_moves(state: State, text: str) -> list[str]:
    """Return the moves in a text, as the game's `str` writes them; forced passes may be missing.

    >>> from zermelo.games.chess import Chess
    >>> parse_moves(Chess(), "1. e4 e5 2. g1f3")
    ['e2e4', 'e7e5', 'g1f3']
    """
    return _read_moves(state, text)[0]


def _state_after(state: State, text: str) -> State:
    """Return the state after the moves in a text."""
    return _read_moves(state, text)[1]


def _read_moves(state: State, text: str) -> tuple[list[str], State]:
    """Return the moves in a text, and the state after them."""
    played: list[str] = []
    at = _after(_BLANK, text, 0)
    while at < len(text):
        over = state.utility() is not None
        legal = {} if over else legal_moves(state)
        found = next_move(state, legal, text, at)
        if found is None and (separator := _SEPARATOR.match(text, at)):
            at = _after(_BLANK, text, separator.end())
            continue
        found = found or _joined_move(state, legal, text, at)
        if found is None and list(legal) == [PASS]:
            found = PASS, at
        if found is None:
            number, word = len(played) + 1, _word(text, at)
            if over:
                raise ZermeloError(f"move {number} ({word}): the game is over before it")
            raise illegal_text(state, number, word, legal)
        if len(played) >= MOST_MOVES:
            raise ZermeloError(f"a game of more than {MOST_MOVES:,} moves is too long")
        move, at = found
        played.append(move)
        state = state.play(legal[move])
        at = _after(_BLANK, text, at)
    return played, state


def next_move(state: State, legal: Mapping[str, Any], text: str, at: int) -> tuple[str, int] | None:
    """Return the legal move that a text goes on with up to a separator, and where it ends."""
    found = [each for each in _beginnings(legal, text, at) if _END.match(text, each[1])]
    return max(found, key=lambda each: each[2:])[:2] if found else _san_move(state, legal, text, at)


def _joined_move(state: State, legal: Mapping[str, Any], text: str, at: int) -> tuple[str, int] | None:
    """Return the legal move that a text goes on with, where moves may follow each other without separators."""
    found = list(_beginnings(legal, text, at))
    one_length = len(set(map(len, legal))) == 1 or getattr(state, "joined_moves", False)
    return max(found, key=lambda each: each[2:])[:2] if found and one_length else None


def _beginnings(legal: Mapping[str, Any], text: str, at: int) -> list[tuple[str, int, int, bool, bool]]:
    """Return the legal moves with which a text goes on: where they end, and how exactly they are written."""
    found = []
    for name in legal:
        written = name.strip()
        end = at + len(written)
        given = text[at:end]
        if not written or given[:1] not in (written[0], written[0].lower(), written[0].upper(), "_"):
            continue
        spaced, wanted = given.replace("_", " "), written.replace("_", " ")
        if spaced.lower() == wanted.lower():
            found.append((name, end, len(written), given == written, spaced == wanted))
    return found


def _san_move(state: State, legal: Mapping[str, Any], text: str, at: int) -> tuple[str, int] | None:
    word = _WORD.match(text, at)
    if word is None or not legal or not hasattr(state, "parse_san"):
        return None
    try:
        move = format_move(state, state.parse_san(word[0]))
    except ZermeloError:
        return None
    return (move, word.end()) if move in legal else None


def illegal_text(state: State, number: int, text: str, legal: Mapping[str, Any]) -> ZermeloError:
    """Return the error for a text in the place of a move, counted from 1; it lists legal moves."""
    san: Callable[[Any], str] | None = getattr(state, "san", None)
    names = list(legal) if san is None else list(map(san, legal.values()))
    listed = format_some(names, _LISTED) + (" are" if len(names) > 1 else " is")
    return ZermeloError(f"move {number} ({text}) is not legal there: {listed}")


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _word(text: str, at: int) -> str:
    found = _WORD.match(text, at)
    return found[0] if found else text[at : at + 1]


def _check_members(state: State) -> None:
    """Ask a state what every command will ask, so that an incomplete game is refused at once."""
    str(state)
    if (state.utility() is None) != bool(count_moves(state.moves())) or not isinstance(state.player, int):
        raise TypeError("a state needs a player, and moves as long as the game goes on")


def _begins_with_move(state: State, text: str) -> bool:
    if state.utility() is not None:
        return False
    legal, at = legal_moves(state), _after(_BLANK, text, 0)
    return not text[at:] or (next_move(state, legal, text, at) or _joined_move(state, legal, text, at)) is not None


def legal_moves(state: State) -> dict[str, Any]:
    """Return the legal moves by their text; where players move at the same time, the joint moves.

    >>> from zermelo.games.goofspiel import Goofspiel
    >>> list(legal_moves(Goofspiel(2).play(1)))
    ['1+1', '1+2', '2+1', '2+2']
    """
    moves = islice(product(*state.moves()), MOST_JOINT_MOVES) if state.player == SIMULTANEOUS else state.moves()
    return {format_move(state, move): move for move in moves}


def format_move(state: State, move: Any) -> str:
    """Return the text of a move: of a joint move, those of the players with + between them."""
    return "+".join(map(str, move)) if state.player == SIMULTANEOUS else str(move)
