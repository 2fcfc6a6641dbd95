"""Monte-Carlo tree search, for any game in which players take turns."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from zermelo.engine.method import Call
from zermelo.engine.request import MAX_SIMULATIONS
from zermelo.limits import MAX_PLIES, check_count, is_finite, shorten
from zermelo.registry import ANY_TURNS, Declaration, Option, unknown_name
from zermelo.result import Result
from zermelo.state import ZermeloError

SIMULATIONS = 1000
UNLIMITED = 1 << 40
"""Simulations where time or nodes are the limit."""
SELECTIONS = ("uct", "puct")
REWARDS = ("win", "score")
PLAYOUTS = ("game", "uniform")

METHOD = Declaration(
    "mcts",
    "Monte-Carlo tree search",
    "Grow the tree where simulations go well.",
    ANY_TURNS,
    (
        Option(
            "simulations",
            "integer",
            "How many simulations to play; with other limits as many as they allow.",
            SIMULATIONS,
        ),
        Option("plies", "integer", "Evaluate a simulation after this many moves instead of playing it out."),
        Option("selection", "choice", "UCB1, or PUCT with the priors of the game.", None, SELECTIONS),
        Option("exploration", "number", "The exploration constant of UCB1 or PUCT."),
        Option("rave", "number", "Visits at which a move's own mean weighs as much as its RAVE mean; 0 is without."),
        Option("bias", "number", "The weight of a move's prior in UCT, which fades with its visits."),
        Option("rewards", "choice", "Count wins, or the payoffs themselves.", None, REWARDS),
        Option("solver", "flag", "Back up proven payoffs, and leave out the moves that they decide.", True),
        Option("playouts", "choice", "Play out by the game's own policy, or at random.", "game", PLAYOUTS),
        Option("seed", "integer", "The same seed gives the same search on one thread.", 0),
    ),
)


def mcts(
    call: Call,
    *,
    simulations: int | None = None,
    plies: int | None = None,
    selection: str | None = None,
    exploration: float | None = None,
    rave: float | None = None,
    bias: float | None = None,
    rewards: str | None = None,
    solver: bool = True,
    playouts: str = "game",
    seed: int = 0,
) -> Result[Any]:
    """Play simulations; a proven win or the move with the most visits is the answer.

    The value is the mean payoff of that move's simulations: MAX's number, or one payoff per player. Options that are None have the
    values that suit the game. `plies=0` evaluates the leaves of the tree without any playout.
    """
    request, kind = call.request, call.backend.kind
    if call.moves:
        raise ZermeloError("mcts searches all moves: it takes no moves=")
    if request.depth:
        raise ZermeloError("mcts takes no depth: limit its simulations, or give plies=")
    limited = request.nodes or request.seconds or call.cancel is not None
    request.simulations = UNLIMITED if limited else SIMULATIONS
    if simulations is not None:
        request.simulations = check_count("simulations", simulations, MAX_SIMULATIONS)
    request.plies = -1 if plies is None else check_count("plies", plies, MAX_PLIES, least=0)
    usual: Mapping[str, Any] = getattr(call.state, "mcts_options", {})
    request.selection = _choice("selection", selection, usual, "uct", SELECTIONS)
    request.exploration = _weight("exploration", exploration, usual, sqrt(2))
    request.rave = _weight("rave", rave, usual, 0.0)
    request.bias = _weight("bias", bias, usual, 0.0)
    two_players = kind.players == 2 and not kind.payoffs
    request.wins = two_players and plies is None and _choice("rewards", rewards, usual, "win", REWARDS) == "win"
    request.solver = bool(solver)
    request.uniform = _choice("playouts", playouts, {}, "game", PLAYOUTS) == "uniform"
    if not isinstance(seed, int):
        raise ZermeloError(f"seed must be a whole number, not {shorten(seed)}")
    request.seed = seed & (2**64 - 1)
    result, outcome = call.run("mcts", name=METHOD.name)
    if outcome.endless:
        raise ZermeloError(f"a simulation did not end after {MAX_PLIES:,} moves: see zermelo.check, or give plies=")
    if result.value is not None:
        call.tell(result)
    return result


def _choice(name: str, given: str | None, usual: Mapping[str, Any], default: str, choices: tuple[str, ...]) -> str:
    chosen = usual.get(name, default) if given is None else given
    if chosen not in choices:
        raise unknown_name(name, str(chosen), choices)
    return str(chosen)


def _weight(name: str, given: float | None, usual: Mapping[str, Any], default: float) -> float:
    chosen = usual.get(name, default) if given is None else given
    if not (is_finite(chosen) and chosen >= 0):
        raise ZermeloError(f"{name} must be at least 0, not {shorten(chosen)}")
    return float(chosen)
