"""Checkers: rules, ballots, strategy, endgame tables and proofs."""

from zermelo.games.checkers.rules import FORTY_MOVES, Checkers, Checkers4, Checkers6

__all__ = ["FORTY_MOVES", "Checkers", "Checkers4", "Checkers6"]
