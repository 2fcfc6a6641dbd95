"""Negamax as textbooks write it: the value is that of the player to move."""

from __future__ import annotations

from math import inf
from typing import Any


def negamax(node: Any, depth: int, alpha: float, beta: float, color: int = 1) -> float:
    if depth == 0 or not node.moves():
        return float(color * node.evaluate())
    best = -inf
    for move in node.moves():
        best = max(best, -negamax(node.play(move), depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def by_player(state: Any, alpha: float = -inf, beta: float = inf) -> tuple[float, str | None]:
    """Without a parameter for the sign, and cutting only where alpha is larger."""
    if state.utility() is not None:
        return (state.utility() if state.player == 0 else -state.utility()), None
    best, choice = -inf, None
    for move in state.moves():
        value = -by_player(state.play(move), -beta, -alpha)[0]
        if value > best:
            best, choice = value, move
        alpha = max(alpha, best)
        if alpha > beta:
            break
    return best, choice


def forgets_to_negate(state: Any) -> float:
    if state.utility() is not None:
        return float(state.utility() if state.player == 0 else -state.utility())
    return max(forgets_to_negate(state.play(move)) for move in state.moves())


def does_not_exchange(node: Any, alpha: float, beta: float, color: int) -> float:
    """Passes on (-alpha, -beta)."""
    if not node.moves():
        return float(color * node.evaluate())
    best = -inf
    for move in node.moves():
        best = max(best, -does_not_exchange(node.play(move), -alpha, -beta, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
