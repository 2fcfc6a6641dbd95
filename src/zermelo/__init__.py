"""Zermelo: adversarial search you can see.

The few names a first program needs are here; the searches are in `zermelo.textbook`, the pictures in `zermelo.draw`, the
games in `zermelo.games`, the questions in `zermelo.exercises`.
"""

from __future__ import annotations

from zermelo.audit import check
from zermelo.games.tree import tree
from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError

__all__ = ["CHANCE", "MAX", "MIN", "SIMULTANEOUS", "Limits", "Result", "State", "ZermeloError", "check", "tree"]
