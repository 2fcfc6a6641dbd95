"""How a game has ended: its value and the reason.

A state does not know the positions before it, so the caller passes them: chess is drawn when a position occurs for the third time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.state import Payoff, State, plain_payoff


class Outcome(NamedTuple):
    """The result of a finished game.

    Attributes
    ----------
    value
        MAX's utility, or one payoff per player.
    reason
        Why the game is over, such as "checkmate: Black wins"; empty where the game gives no reason.
    """

    value: Payoff
    reason: str = ""


def outcome(state: State, past: Sequence[State] = ()) -> Outcome | None:
    """Return how the game has ended in `state`, or None while it goes on.

    Parameters
    ----------
    state
        The current state. A game with rules about repetition or with reasons to give defines `outcome(past)` itself.
    past
        The states before it, in order.

    >>> from zermelo.games.chess import Chess
    >>> print(outcome(Chess("1. f3 e5 2. g4 Qh4")).reason)
    checkmate: Black wins
    """
    game_outcome = getattr(state, "outcome", None)
    if callable(game_outcome):
        result: Outcome | None = game_outcome(past)
        return result
    utility = state.utility()
    return None if utility is None else Outcome(plain_payoff(utility))
