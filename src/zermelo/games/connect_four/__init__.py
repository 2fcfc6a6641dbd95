"""Connect Four: rules, weights, and a strategy."""

from zermelo.games.connect_four.rules import SIZES, ConnectFour

__all__ = ["SIZES", "ConnectFour"]
