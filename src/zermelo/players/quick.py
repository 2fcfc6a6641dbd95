"""The players that do not search: one that looks a single move ahead, one that does not look at all, and chance."""

from __future__ import annotations

from random import Random
from typing import Any

from zermelo.players.choice import Choice, for_max
from zermelo.players.request import Request
from zermelo.result import RootMove
from zermelo.state import CHANCE, MIN, State, ZermeloError, plain_payoff


def reflex(request: Request) -> Choice:
    """The move whose next position looks best to the one who moves: its end if it is over, else its static value."""
    state, moves = request.state, []
    for move in request.moves:
        if request.cancel is not None and request.cancel():
            break
        moves.append(RootMove(move=move, value=_looks(state.play(move)), bound="estimate"))
    if not moves:
        return Choice(move=None)
    best = max(moves, key=lambda each: _for_mover(each.value, state.player))
    return Choice(
        move=best.move,
        depth=1,
        value=for_max(best.value),
        line=(best.move,),
        nodes=len(moves) + 1,
        moves=tuple(moves),
    )


def at_random(request: Request) -> Choice:
    """Any move, all of them alike."""
    move = Random(request.seed).choice(request.moves)
    return Choice(move=move, line=(move,), nodes=1)


def throw(request: Request) -> Choice:
    """What chance does, each outcome as often as its probability says."""
    state: Any = request.state
    if state.player != CHANCE:
        raise ZermeloError("it is not chance's turn")
    outcomes = state.chances()
    weights = [float(chance) for _, chance in outcomes]
    move = Random(request.seed).choices([each for each, _ in outcomes], weights)[0]
    return Choice(move=move, line=(move,), nodes=1)


def _looks(state: State) -> Any:
    worth = state.utility()
    if worth is None:
        evaluate = getattr(state, "evaluate", None)
        worth = evaluate() if evaluate is not None else 0
    return plain_payoff(worth)


def _for_mover(value: Any, player: int) -> Any:
    if isinstance(value, tuple):
        return value[player]
    return -value if player == MIN else value
