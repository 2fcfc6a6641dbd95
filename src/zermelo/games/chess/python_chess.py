"""Convert between python-chess boards and Zermelo states. Needs the extra chess.

python-chess is under the GPL: only `to_board` imports it, when it is called.
"""

from __future__ import annotations

from typing import Any

from zermelo.extras import requires_extra
from zermelo.games.antichess import AntiChess
from zermelo.games.chess.rules import Chess
from zermelo.state import ZermeloError

_VARIANTS = {"chess": Chess, "antichess": AntiChess}


def from_board(board: Any) -> Chess:
    """Return the position on a `chess.Board` or a `chess.variant.AntichessBoard`.

    >>> import chess
    >>> from_board(chess.Board()) == Chess()
    True
    """
    return _class_of(board)(board.fen())


def past_of(board: Any) -> list[Chess]:
    """Return the positions before the current one, for `zermelo.search(..., past=)` to recognise repetitions."""
    game, replay, past = _class_of(board), board.root(), []
    for move in board.move_stack:
        past.append(game(replay.fen()))
        replay.push(move)
    return past


def to_board(state: Chess) -> Any:
    """Return the position as a `chess.Board` or a `chess.variant.AntichessBoard`."""
    if not isinstance(state, Chess):
        raise ZermeloError(f"to_board() takes a state of chess or antichess, not {type(state).__name__}")
    with requires_extra("chess"):
        import chess
        import chess.variant

    return chess.variant.AntichessBoard(state.fen) if isinstance(state, AntiChess) else chess.Board(state.fen)


def _class_of(board: Any) -> type[Chess]:
    name = getattr(board, "uci_variant", None)
    if name not in _VARIANTS:
        raise ZermeloError(f"from_board() takes boards of chess and antichess, not {name}")
    if getattr(board, "chess960", False):
        raise ZermeloError("from_board() does not support Chess960 boards")
    return _VARIANTS[name]
