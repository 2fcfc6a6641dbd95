"""Hex: rules, weights, and what GTP says about it."""

from zermelo.games.hex.rules import COLUMNS, SIZE, Hex

__all__ = ["COLUMNS", "SIZE", "Hex"]
