"""Positions of small endgames, for hypothesis."""

from __future__ import annotations

import chess
from hypothesis import strategies as st


@st.composite
def small_endgames(draw: st.DrawFn, pieces: str = "QRP") -> chess.Board:
    """A legal position of king and one piece against king, either colour, either side to move, the game not over."""
    board = chess.Board(None)
    squares = draw(st.lists(st.integers(0, 63), min_size=3, max_size=3, unique=True))
    strong = draw(st.booleans())
    piece = chess.Piece.from_symbol(draw(st.sampled_from(pieces)))
    board.set_piece_at(squares[0], chess.Piece(chess.KING, strong))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, not strong))
    board.set_piece_at(squares[2], chess.Piece(piece.piece_type, strong))
    board.turn = draw(st.booleans())
    return board
