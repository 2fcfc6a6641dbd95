"""What a game brings under the name `tables`: exact values of positions with few pieces, which searches probe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class ProbedTables(NamedTuple):
    """The endgame tables of a game.

    load    loads those of a state's board, once
    check   raises ZermeloError if a search has met a damaged one, and so went on without it
    exact   exact searches may probe them: they hold what a game is worth, and not how long it takes
    """

    load: Callable[[Any], None]
    check: Callable[[], None]
    exact: bool
