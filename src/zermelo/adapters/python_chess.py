"""Positions of python-chess as states, and back. Only `to_board` needs that library, which is under the GPL: it is imported
when it is called, and never by Zermelo itself. Needs the extra chess."""

from __future__ import annotations

from typing import Any

from zermelo.adapters import needing
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.state import ZermeloError

_VARIANTS = {"chess": Chess, "antichess": AntiChess}


def from_board(board: Any) -> Chess:
    """The position on a `chess.Board`, or on a `chess.variant.AntichessBoard`."""
    return _class_of(board)(board.fen())


def past_of(board: Any) -> list[Chess]:
    """The positions before the one on the board, which `zermelo.search(..., past=)` needs to know of repetitions."""
    kind, replay, past = _class_of(board), board.root(), []
    for move in board.move_stack:
        past.append(kind(replay.fen()))
        replay.push(move)
    return past


def to_board(state: Chess) -> Any:
    """The position as a board of python-chess."""
    if not isinstance(state, Chess):
        raise ZermeloError(f"a board is made of a state of chess or antichess, not of {type(state).__name__}")
    with needing("chess"):
        import chess
        import chess.variant

    return chess.variant.AntichessBoard(state.fen) if isinstance(state, AntiChess) else chess.Board(state.fen)


def _class_of(board: Any) -> type[Chess]:
    name = getattr(board, "uci_variant", None)
    if name not in _VARIANTS:
        raise ZermeloError(f"boards of chess and antichess can be read, not of {name}")
    if getattr(board, "chess960", False):
        raise ZermeloError("the board castles as in Chess960, which the game here does not know")
    return _VARIANTS[name]
