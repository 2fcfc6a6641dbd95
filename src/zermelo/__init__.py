"""Zermelo: adversarial search you can see."""

from __future__ import annotations

from zermelo.games.tree import tree
from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError

__all__ = ["CHANCE", "MAX", "MIN", "SIMULTANEOUS", "Limits", "Result", "State", "ZermeloError", "tree"]
