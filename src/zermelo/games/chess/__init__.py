"""Chess: rules, EPD, Polyglot books and endgame tables."""

from zermelo.games.chess.rules import EN_PASSANT, FIFTY_MOVES, PIECES, Chess

__all__ = ["EN_PASSANT", "FIFTY_MOVES", "PIECES", "Chess"]
