"""Breakthrough: rules and weights."""

from zermelo.games.breakthrough.rules import Breakthrough, Breakthrough5, Breakthrough6

__all__ = ["Breakthrough", "Breakthrough5", "Breakthrough6"]
