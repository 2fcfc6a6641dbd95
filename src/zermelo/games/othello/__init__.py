"""Othello: rules and patterns."""

from zermelo.games.othello.rules import Othello, Othello4, Othello6

__all__ = ["Othello", "Othello4", "Othello6"]
