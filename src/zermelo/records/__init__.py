"""Positions and games as text: FEN and move lists, PGN, SGF, EPD."""
