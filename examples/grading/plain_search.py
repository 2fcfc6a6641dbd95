"""Searches as a student might hand them in: functions of a `zermelo.State`.

zermelo grade examples/grading/plain_search.py:alpha_beta
zermelo grade examples/grading/plain_search.py:minimax --kind minimax
zermelo grade examples/grading/plain_search.py:expectimax --kind expectimax
"""

from __future__ import annotations

from math import inf
from typing import Any


def minimax(state: Any) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    choose = max if state.player == 0 else min
    return choose(((minimax(state.play(move))[0], move) for move in state.moves()), key=lambda pair: pair[0])


def alpha_beta(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    sign = 1 if state.player == 0 else -1
    best, choice = -sign * inf, None
    for move in state.moves():
        value, _ = alpha_beta(state.play(move), alpha, beta)
        if choice is None or sign * value > sign * best:
            best, choice = value, move
        if sign > 0:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, choice


def expectimax(state: Any) -> tuple[float, str | None]:
    worth = state.utility()
    if worth is not None:
        return worth, None
    if state.player < 0:
        return sum(chance * expectimax(state.play(move))[0] for move, chance in state.chances()), None
    return max(((expectimax(state.play(move))[0], move) for move in state.moves()), key=lambda pair: pair[0])
