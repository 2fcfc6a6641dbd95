"""The player that looks one move ahead."""

from __future__ import annotations

from random import Random
from typing import Any

from zermelo.kinds.kind import check_information
from zermelo.players.choice import Choice, for_max
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.players.random import move_seed
from zermelo.result import RootMove
from zermelo.state import MIN, format_count, format_payoff, plain_payoff


class ReflexPlayer(BasePlayer):
    """Plays the move that leads to the state with the best static value for the player to move; the seed draws among several."""

    def __init__(self, settings: Settings) -> None:
        self._evaluate, self._seed = settings.evaluate, settings.seed

    def answer(self, request: Request) -> Choice:
        check_information(request.state)
        state, moves, ranks = request.state, list[RootMove](), list[tuple[Any, bool]]()
        for move in state.moves():
            if request.cancel is not None and request.cancel():
                break
            child = state.play(move)
            moves.append(RootMove(move=move, value=self._value(child), bound="estimate"))
            # Of equal numbers a payoff is sure and a static value a guess: that is better for a win, and worse for a loss.
            worth, is_over = _for_player(moves[-1].value, state.player), child.utility() is not None
            ranks.append((worth, is_over == (worth > 0)))
        if not moves:
            return Choice(move=None)
        equal = [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)]
        best = Random(move_seed(self._seed, len(request.past))).choice(equal)
        shown = "" if best.value is None else f": {format_payoff(best.value)}"
        return Choice(
            move=best.move,
            depth=1,
            value=for_max(best.value),
            line=(best.move,),
            nodes=len(moves) + 1,
            moves=tuple(moves),
            why=f"the best of {format_count(len(moves), 'position')} one move ahead{shown}",
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
