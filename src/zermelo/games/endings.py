"""How a game has ended, in words: who won and why.

A position does not know its past, so whoever plays a game hands it over: in chess the third time is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.state import Payoff, State, plain_payoff


class Ending(NamedTuple):
    """What a finished game is worth, and why it is over where the game has words for it."""

    value: Payoff
    words: str = ""


def ending(state: State, past: Sequence[State] = ()) -> Ending | None:
    """How the game has ended in `state`, after the positions in `past`; None while it goes on.

    >>> from zermelo.games.chess import Chess
    >>> print(ending(Chess("1. f3 e5 2. g4 Qh4")).words)
    checkmate: Black wins
    """
    own = getattr(state, "ending", None)
    if callable(own):
        found: Ending | None = own(past)
        return found
    worth = state.utility()
    return None if worth is None else Ending(plain_payoff(worth))
