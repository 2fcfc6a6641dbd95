"""Pac-Man: rules, mazes, players for both sides, series of games, and lessons."""

from zermelo.games.pacman.rules import ROLES, CellAt, Pacman

__all__ = ["ROLES", "CellAt", "Pacman"]
