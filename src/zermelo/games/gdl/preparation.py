"""Use the start clock of a rule sheet: learn weights and choose between static values and simulations, or solve a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from zermelo.engine import Table
from zermelo.games.gdl.game import GdlGame
from zermelo.methods import search, solve

SMALL, SMALL_SECONDS = 50_000, 1.0
"""Nodes and seconds within which a game is solved, and needs no preparation."""
LEARNING_SHARE = 0.3
MOVE_SECONDS = 0.02
OPENING = 2
LONGEST = 400
LEAST_GAMES = 4


def prepare_player(start: GdlGame, seconds: float, cancel: Callable[[], bool] | None = None) -> dict[GdlGame, str]:
    """Solve a puzzle, and return its moves by state, or learn how to play a game of two."""
    if len(start.seats) == 1:
        return find_solution(start, seconds, cancel=cancel)
    prepare(start, seconds, cancel=cancel)
    return {}


def prepare(start: GdlGame, seconds: float, *, seed: int = 0, cancel: Callable[[], bool] | None = None) -> int:
    """Learn the weights of a game of two players, then let alpha-beta play quick games against Monte-Carlo search.

    `search` then takes the method that has won more of them; Monte-Carlo search if they are too few.

    Parameters
    ----------
    start
        The first state. Puzzles, games that are not zero-sum, simultaneous moves, very small games and interpreted
        rules are left as they are.
    seconds
        How long it may take.
    seed
        For learning and for the openings.
    cancel
        Asked now and then; True ends it.

    Returns
    -------
    int
        The number of games that were played.
    """
    began, game = monotonic(), type(start)
    if start.note or len(start.seats) != 2 or not (game.rules.turns and game.rules.zero_sum):
        return 0
    if solve(start, nodes=SMALL, seconds=min(seconds / 2, SMALL_SECONDS), cancel=cancel).value is not None:
        return 0
    game.learn(LEARNING_SHARE * seconds, seed=seed, cancel=cancel)

    def over() -> bool:
        return monotonic() - began >= seconds or (cancel is not None and cancel())

    score, games = 0.0, 0
    while not over():
        result = _play(start, games, seed, over)
        if result is None:
            break
        score, games = score + result, games + 1
    game.prefers_mcts = games < LEAST_GAMES or score <= 0
    return games


def find_solution(start: GdlGame, seconds: float, *, cancel: Callable[[], bool] | None = None) -> dict[GdlGame, str]:
    """Return the move in every state on the way to the highest goal of a puzzle; nothing if it is not found in time.

    Interpreted rules are too slow for that.

    >>> from zermelo.games.gdl.game import load_sheet
    >>> solution = find_solution(load_sheet("maze.kif"), 10)
    >>> list(solution.values())[:4]
    ['east', 'east', 'east', 'west']
    """
    solution: dict[GdlGame, str] = {}
    if start.note:
        return solution
    found = search(start, seconds=seconds, cancel=cancel)
    if found.proven:
        state: Any = start
        for move in found.line:
            solution[state] = move
            state = state.play(move)
    return solution


def _play(start: GdlGame, number: int, seed: int, over: Callable[[], bool]) -> float | None:
    """Play a game; return alpha-beta's payoff, or None if time is over before."""
    colour, random = number % 2, Random(f"{seed} {number // 2}")
    tables = Table(16), Table(16)
    state: Any = start
    for ply in range(LONGEST):
        if (utility := state.utility()) is not None:
            return float(-utility if colour else utility)
        if over():
            return None
        if ply < OPENING:
            state = state.play(random.choice(sorted(state.moves())))
            continue
        simulates = state.player != colour
        method = "mcts" if simulates else "alpha_beta"
        found = search(state, method=method, seconds=MOVE_SECONDS, table=tables[simulates])
        state = state.play(found.move)
    return 0.0
