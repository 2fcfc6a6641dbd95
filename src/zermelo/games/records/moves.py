"""Games as people write them down: the moves one after another, in the game's usual form.

Connect Four writes columns (4455) and Othello squares (f5d6c3) without spaces, as their class says by `joined_moves`; other
games put a space between moves, or a line break where a move has spaces of its own. A game that did not begin at the start
says so in its first line. Reading is lenient: whatever separates the moves, in capitals or not, with or without passes.
Chess and anti-chess are written as PGN.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from zermelo.games.chess import Chess
from zermelo.games.records.pgn import Game, read_pgn
from zermelo.games.records.positions import parse_position
from zermelo.state import State, ZermeloError

S = TypeVar("S", bound=State)

HEAD = "position "
PASS = "--"
LONGEST = 10_000
_SEPARATORS = re.compile(r"(?:[\s,;]|\d{1,4}\.(?=\s))*")


def format_record(game: str, position: str | None, moves: Sequence[str]) -> str:
    """The game so far as one text.

    >>> format_record("connect_four", None, ["4", "4", "5"]), format_record("tic_tac_toe", None, ["4", "0"])
    ('445', '4 0')
    """
    start = parse_position(game, None)
    if isinstance(start, Chess):
        return str(Game.from_moves(type(start)(position), moves)).rstrip()
    before: list[str] | None = []
    if position is not None:
        try:
            before = parse_moves(start, position)
        except ZermeloError:
            before = None
    head = f"{HEAD}{' '.join((position or '').split())}\n" if before is None else ""
    whole = [*(before or ()), *moves]
    if getattr(start, "joined_moves", False):
        return head + "".join(move for move in whole if move != PASS)
    return head + ("\n" if any(" " in move for move in whole) else " ").join(whole)


def parse_record(game: str, text: str) -> tuple[str | None, list[str]]:
    """Where a game began (None: at the start) and the moves that were played.

    >>> parse_record("othello", "F5 d6C3")
    (None, ['f5', 'd6', 'c3'])
    """
    position, text = None, text.strip()
    start = parse_position(game, None)
    if isinstance(start, Chess):
        return _read_first_pgn(start, text)
    if text.startswith(HEAD):
        position, _, text = text.removeprefix(HEAD).partition("\n")
        position = position.strip()
    return position, parse_moves(parse_position(game, position), text)


def _read_first_pgn(start: Chess, text: str) -> tuple[str | None, list[str]]:
    """The first game of a PGN text, or moves as UCI writes them."""
    try:
        game = next(read_pgn(text, type(start)), None)
    except ZermeloError:
        if "[" in text:
            raise
        return None, parse_moves(start, text)
    if game is None:
        return None, []
    return None if game.start == start else game.start.fen, game.moves


def parse_moves(state: State, text: str) -> list[str]:
    """The moves in a text, each the longest that is legal there; a forced pass may be left out, as is usual."""
    played: list[str] = []
    lowered, at = text.lower(), 0
    while True:
        found = _SEPARATORS.match(lowered, at)
        at = found.end() if found else at
        if at == len(lowered):
            return played
        if len(played) >= LONGEST:
            raise ZermeloError(f"a game of more than {LONGEST:,} moves is too long")
        if state.utility() is not None:
            raise ZermeloError(f"move {len(played) + 1} ({_word(text, at)}): the game is over before it")
        legal = legal_moves(state)
        written = max((each for each in legal if lowered.startswith(each.lower(), at)), key=len, default=None)
        if written is None:
            if list(legal) != [PASS]:
                raise ZermeloError(f"move {len(played) + 1} ({_word(text, at)}) is not legal there: {_some(legal)}")
            written = PASS
        else:
            at += len(written)
        played.append(written)
        state = state.play(legal[written])


def play_moves(state: State, moves: Sequence[str]) -> State:
    """The state after moves that are written as the game writes them."""
    return play_through(state, moves)[-1]


def play_through(state: S, moves: Sequence[str]) -> list[S]:
    """The state and those after each of the moves, which are written as the game writes them."""
    states = [state]
    for number, written in enumerate(moves, 1):
        if state.utility() is not None:
            raise ZermeloError(f"move {number} ({written[:40]}): the game is over before it")
        legal = legal_moves(state)
        if written not in legal:
            raise ZermeloError(f"move {number} ({written[:40]}) is not legal there: {_some(legal)}")
        state = cast("S", state.play(legal[written]))  # the states of a game are of one kind
        states.append(state)
    return states


def format_moves(state: State, moves: Sequence[Any]) -> list[str]:
    """Moves from `state` on, each as people write it.

    >>> from zermelo.games.chess import Chess
    >>> format_moves(Chess(), ["g1f3", "e7e5", "f3e5"])
    ['Nf3', 'e5', 'Nxe5']
    """
    written = []
    for move in moves:
        write: Callable[[Any], str] | None = getattr(state, "san", None)
        if write is None:
            return [str(each) for each in moves]
        written.append(write(move))
        state = state.play(move)
    return written


def parse_move(state: State, text: str) -> Any:
    """The move of `state` that a text stands for: as the game writes it, or as people do. Errors say what is wrong.

    >>> from zermelo.games.chess import Chess
    >>> parse_move(Chess(), "Nf3"), parse_move(Chess(), "e2e4")
    ('g1f3', 'e2e4')
    """
    legal = legal_moves(state)
    if text in legal or text.lower() in legal:
        return legal[text if text in legal else text.lower()]
    if hasattr(state, "parse_san"):
        return state.parse_san(text)
    raise ZermeloError(f"{text[:40]!r} is not a move here")


def legal_moves(state: State) -> dict[str, Any]:
    """The moves of a state by their texts."""
    return {str(move): move for move in state.moves()}


def _word(text: str, at: int) -> str:
    words = text[at : at + 40].split()
    return words[0] if words else ""


def _some(legal: dict[str, Any]) -> str:
    return ", ".join(list(legal)[:12]) + (" are" if len(legal) > 1 else " is")
