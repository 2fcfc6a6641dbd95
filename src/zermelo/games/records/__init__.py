"""Positions and games as text: FEN and move lists, PGN, EPD."""
