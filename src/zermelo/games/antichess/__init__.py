"""Anti-chess: its rules and weights."""

from zermelo.games.antichess.rules import AntiChess

__all__ = ["AntiChess"]
