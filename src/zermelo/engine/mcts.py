"""Monte-Carlo tree search with UCT, for any game in which players take turns."""

from __future__ import annotations

from math import sqrt
from typing import Any

from zermelo.engine.method import Call
from zermelo.engine.request import MAX_SIMULATIONS
from zermelo.limits import MAX_PLIES, check_count, is_finite, shorten
from zermelo.registry import ANY_TURNS, Declaration, Option
from zermelo.result import Result
from zermelo.state import ZermeloError

SIMULATIONS = 1000
UNLIMITED = 1 << 40
"""Simulations where time or nodes are the limit."""

METHOD = Declaration(
    "mcts",
    "Monte-Carlo tree search",
    "UCT: grow the tree where random simulations go well.",
    ANY_TURNS,
    (
        Option(
            "simulations",
            "integer",
            "How many simulations to play; with other limits as many as they allow.",
            SIMULATIONS,
        ),
        Option("plies", "integer", "Evaluate a simulation after this many moves instead of playing it out."),
        Option("exploration", "number", "The exploration constant of UCB1.", sqrt(2)),
        Option("seed", "integer", "The same seed gives the same search on one thread.", 0),
    ),
)


def mcts(
    call: Call, *, simulations: int | None = None, plies: int | None = None, exploration: float = sqrt(2), seed: int = 0
) -> Result[Any]:
    """Play simulations; the move with the most visits is the answer.

    The value is the mean payoff of that move's simulations: MAX's number, or one payoff per player.
    """
    request = call.request
    if call.moves:
        raise ZermeloError("mcts searches all moves: it takes no moves=")
    if request.depth:
        raise ZermeloError("mcts takes no depth: limit its simulations, or give plies=")
    limited = request.nodes or request.seconds or call.cancel is not None
    request.simulations = UNLIMITED if limited else SIMULATIONS
    if simulations is not None:
        request.simulations = check_count("simulations", simulations, MAX_SIMULATIONS)
    if plies is not None:
        request.plies = check_count("plies", plies, MAX_PLIES)
    if not (is_finite(exploration) and exploration >= 0):
        raise ZermeloError(f"exploration must be at least 0, not {shorten(exploration)}")
    if not isinstance(seed, int):
        raise ZermeloError(f"seed must be a whole number, not {shorten(seed)}")
    request.exploration = exploration
    request.seed = seed & (2**64 - 1)
    result, outcome = call.run("mcts", name=METHOD.name)
    if outcome.endless:
        raise ZermeloError(f"a simulation did not end after {MAX_PLIES:,} moves: see zermelo.check, or give plies=")
    if result.value is not None:
        call.tell(result)
    return result
