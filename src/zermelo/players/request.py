"""What a player is asked: to choose a move in a state, with so much strength and time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.players.choice import Choice
from zermelo.state import State


@dataclass(frozen=True, kw_only=True)
class Request:
    """A question to a player.

    strength   a level, a depth or a number of playouts, as the player takes it
    seconds    the most it may take
    by_clock   the time decides, not the strength
    lines      how many root moves to give values to; 0 for all
    past       the positions of the game before this one, for games in which a repetition is a draw
    cancel     called now and then; the player stops once it returns True
    """

    state: State
    strength: int
    seconds: float | None = None
    by_clock: bool = False
    lines: int = 1
    seed: int = 0
    past: Sequence[State] = ()
    cancel: Callable[[], bool] | None = None
    on_progress: Callable[[Choice], object] | None = None

    @property
    def moves(self) -> list[Any]:
        return list(self.state.moves())
