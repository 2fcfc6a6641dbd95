"""Searches in the shape that MIT's 6.034 asks for: of a state with generate_next_states(), is_game_over() and
get_endgame_score(); they return the path, its score and the number of static evaluations.

    zermelo grade examples/grading/mit_style.py:minimax_search --kind minimax
    zermelo grade examples/grading/mit_style.py:minimax_search_alphabeta
"""

from __future__ import annotations

from typing import Any

from game_api import INF, always_zero


def minimax_search(state: Any, heuristic_fn: Any = always_zero, depth_limit: float = INF, maximize: bool = True) -> Any:
    return minimax_search_alphabeta(state, -INF, INF, heuristic_fn, depth_limit, maximize, prune=False)


def minimax_search_alphabeta(
    state: Any,
    alpha: float = -INF,
    beta: float = INF,
    heuristic_fn: Any = always_zero,
    depth_limit: float = INF,
    maximize: bool = True,
    prune: bool = True,
) -> Any:
    if state.is_game_over():
        return [state], state.get_endgame_score(maximize), 1
    if depth_limit == 0:
        return [state], heuristic_fn(state.get_snapshot(), maximize), 1
    best_path, best, count = None, -INF if maximize else INF, 0
    for child in state.generate_next_states():
        path, score, more = minimax_search_alphabeta(
            child, alpha, beta, heuristic_fn, depth_limit - 1, not maximize, prune
        )
        count += more
        if best_path is None or (score > best if maximize else score < best):
            best_path, best = [state, *path], score
        alpha, beta = (max(alpha, best), beta) if maximize else (alpha, min(beta, best))
        if prune and alpha >= beta:
            break
    return best_path, best, count
