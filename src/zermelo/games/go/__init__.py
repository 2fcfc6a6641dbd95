"""Go: rules, SGF games, and what GTP says about it."""

from zermelo.games.go.rules import Go, Superko

__all__ = ["Go", "Superko"]
