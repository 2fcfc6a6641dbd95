"""The player that looks one move ahead."""

from __future__ import annotations

from typing import Any

from zermelo.players.choice import Choice, for_max
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.result import RootMove
from zermelo.state import MIN, format_count, format_payoff, plain_payoff


class ReflexPlayer(BasePlayer):
    """Plays the move that leads to the state with the best static value for the player to move; the first of several."""

    def __init__(self, settings: Settings) -> None:
        self._evaluate = settings.evaluate

    def answer(self, request: Request) -> Choice:
        state, moves = request.state, []
        for move in state.moves():
            if request.cancel is not None and request.cancel():
                break
            moves.append(RootMove(move=move, value=self._value(state.play(move)), bound="estimate"))
        if not moves:
            return Choice(move=None)
        best = max(moves, key=lambda each: _for_player(each.value, state.player))
        worth = "" if best.value is None else f": {format_payoff(best.value)}"
        return Choice(
            move=best.move,
            depth=1,
            value=for_max(best.value),
            line=(best.move,),
            nodes=len(moves) + 1,
            moves=tuple(moves),
            why=f"the best of {format_count(len(moves), 'position')} one move ahead{worth}",
        )

    def _value(self, state: Any) -> Any:
        """Return the payoff of a finished game, else the static value, or 0 if there is none."""
        payoff = state.utility()
        if payoff is not None:
            return plain_payoff(payoff)
        if callable(self._evaluate):
            return plain_payoff(self._evaluate(state))
        if self._evaluate is not None:
            return plain_payoff(state.evaluate(self._evaluate))
        return plain_payoff(state.evaluate()) if hasattr(state, "evaluate") else 0


def _for_player(value: Any, player: int) -> Any:
    if isinstance(value, tuple):
        return value[player]
    return -value if player == MIN else value


REFLEX = PlayerKind(
    name="reflex",
    title="One move ahead (reflex)",
    summary="The move whose next state looks best, one move ahead.",
    create=ReflexPlayer,
)
