"""Monte-Carlo tree search, for any game: also where players move at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from zermelo._core import SearchOutcome
from zermelo.engine.leaves import LeafEvaluator, Leaves
from zermelo.engine.method import Call
from zermelo.kinds.survey import quick_kind
from zermelo.limits import MAX_PLIES, MAX_SIMULATIONS, check_count, check_flag, check_weight, is_finite, shorten
from zermelo.registry import ANY_GAME, Declaration, Option, unknown_name
from zermelo.result import Result
from zermelo.state import ZermeloError

SIMULATIONS = 1000
UNLIMITED = 1 << 40
"""Simulations where time or nodes are the limit."""
SELECTIONS = ("uct", "puct")
JOINT_SELECTIONS = ("regret_matching", "uct")
"""Where players move at the same time; the first is the default."""
EXPLORATION = {"uct": sqrt(1 / 2), "puct": sqrt(2), "regret_matching": 0.1}
"""The constant of each selection for payoffs scaled to 0..1; in regret matching how many moves are drawn from all alike."""
REWARDS = ("win", "score")
MAX_BATCH = 1 << 16
MOST_LANES = 512
"""Random games that are played at once."""
PLAYOUTS = ("game", "uniform", "mast", "softmax")

METHOD = Declaration(
    "mcts",
    "Monte-Carlo tree search",
    "Grow the tree where simulations go well.",
    ANY_GAME,
    (
        Option(
            "simulations",
            "integer",
            "How many simulations to play; with other limits as many as they allow.",
            SIMULATIONS,
        ),
        Option("plies", "integer", "Evaluate a simulation after this many moves instead of playing it out."),
        Option(
            "selection",
            "choice",
            "UCB1, or PUCT with the priors of the game; with simultaneous moves regret matching, or UCB1 for each player.",
            None,
            (*SELECTIONS, "regret_matching"),
        ),
        Option("exploration", "number", "The constant of UCB1 or PUCT; the share of random moves in regret matching."),
        Option("rave", "number", "Visits at which a move's own mean weighs as much as its RAVE mean; 0 is without."),
        Option("grave", "number", "Below so many visits a node takes its RAVE means from a node above; 0 is its own."),
        Option("bias", "number", "The weight of a move's prior in UCT, which fades with its visits."),
        Option(
            "urgency",
            "number",
            "What a move never tried is worth, from 0 to 1. By default such moves come first; in PUCT they have the node's mean.",
        ),
        Option(
            "widening",
            "number",
            "A node shows this many moves times the square root of its visits, the likeliest first; 0 is all.",
        ),
        Option("rewards", "choice", "Count wins, or the payoffs themselves.", None, REWARDS),
        Option("solver", "flag", "Back up proven payoffs, and leave out the moves that they decide.", True),
        Option(
            "playouts",
            "choice",
            "By the game's own policy, at random, by move averages, or by static values (softmax).",
            "game",
            PLAYOUTS,
        ),
        Option(
            "batch",
            "integer",
            "How many leaves to evaluate together, by evaluate_batch or in rule sheets by random games.",
        ),
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
    grave: float | None = None,
    bias: float | None = None,
    urgency: float | None = None,
    widening: float | None = None,
    rewards: str | None = None,
    solver: bool = True,
    playouts: str = "game",
    batch: int | None = None,
    seed: int = 0,
) -> Result[Any]:
    """Play simulations; a proven win or the move with the most visits is the answer.

    The value is the mean payoff of that move's simulations: MAX's number, or one payoff per player. Options that are None have the
    values that suit the game. `plies=0` evaluates the leaves of the tree without any playout; so does an `evaluate` with
    `evaluate_batch`, which takes `batch` leaves at a time.

    Where players move at the same time, every player chooses by the statistics of its own moves. The answer is a probability for
    each of them: the average of regret matching, which comes near an equilibrium in zero-sum games of two, or the share of the
    visits in decoupled UCT, which need not. The value is the mean of all simulations.
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
    _take_batch(call, batch, plies)
    request.playouts = _choice("playouts", playouts, {}, "game", PLAYOUTS)
    usual = _usual_options(call, batch, rave)
    selections = JOINT_SELECTIONS if kind.simultaneous else SELECTIONS
    request.selection = _choice(
        "selection", selection, usual, JOINT_SELECTIONS[0] if kind.simultaneous else "uct", selections
    )
    request.exploration = _weight("exploration", exploration, usual, EXPLORATION[request.selection])
    if kind.simultaneous:
        turns_only = {
            "rave": rave,
            "grave": grave,
            "bias": bias,
            "widening": widening,
            "batch": batch,
            "urgency": urgency,
        }
        _check_joint(call, **turns_only, rewards=rewards == "win", softmax=playouts == "softmax")
    request.rave = _weight("rave", rave, usual, 0.0)
    request.grave = _weight("grave", grave, usual, 0.0)
    request.bias = _weight("bias", bias, usual, 0.0)
    request.widening = _weight("widening", widening, usual, 0.0)
    if urgency is not None:
        if not (is_finite(urgency) and 0 <= urgency <= 1):
            raise ZermeloError(f"urgency must be from 0 to 1, not {shorten(urgency)}")
        request.urgency = float(urgency)
    if playouts == "softmax":
        request.softmax_scale = _softmax_scale(call)
    two_players = kind.players == 2 and not kind.payoffs
    played_out = plies is None and not request.batch
    scored = "win" if call.backend.key is not None else "score"  # nobody says what the payoffs of a Python game mean
    request.wins = two_players and played_out and _choice("rewards", rewards, usual, scored, REWARDS) == "win"
    request.solver = check_flag("solver", solver)
    _check_priors(call)
    if not isinstance(seed, int):
        raise ZermeloError(f"seed must be a whole number, not {shorten(seed)}")
    request.seed = seed & (2**64 - 1)
    result, outcome = _run(call)
    if outcome.endless:
        raise ZermeloError(f"a simulation did not end after {MAX_PLIES:,} moves: see zermelo.check, or give plies=")
    if result.value is not None:
        call.tell(result)
    return result


def _run(call: Call) -> tuple[Result[Any], SearchOutcome]:
    kind, request = call.backend.kind, call.request
    if not kind.simultaneous:
        try:
            return call.run("mcts", name=METHOD.name)
        except ValueError:
            # Simultaneous moves may come later in the game than the first moves show.
            native = call.backend.key is not None
            kind = call.backend.kind if native else quick_kind(call.state)
            if not kind.simultaneous or request.selection == "puct":
                raise
    if isinstance(call.evaluate, Leaves):
        raise ZermeloError(
            "evaluate_batch is for games in turns: where players move at the same time, pass a function of a state"
        )
    return call.run("simultaneous_mcts", name=METHOD.name)


def _check_joint(call: Call, **turns_only: Any) -> None:
    """Raise ZermeloError for what simultaneous moves do not allow."""
    for name, given in turns_only.items():
        if given:
            raise ZermeloError(f"mcts has no {name} where players move at the same time")
    if call.request.threads > 1:
        raise ZermeloError("mcts uses one thread where players move at the same time")
    if call.request.selection == "regret_matching" and call.request.exploration > 1:
        raise ZermeloError(
            f"exploration must be from 0 to 1 in regret matching, the share of random moves, not {call.request.exploration:g}"
        )


def _take_batch(call: Call, batch: int | None, plies: int | None) -> None:
    """Let an evaluator of batches take the place of playouts."""
    if not isinstance(call.evaluate, LeafEvaluator):
        if batch is not None and not _has_leaf_playouts(call):
            raise ZermeloError("batch needs evaluate=, an object with evaluate_batch(states)")
        return
    if plies:
        raise ZermeloError(f"evaluate_batch evaluates the leaves of the tree: plies must be 0, not {plies}")
    call.request.batch = check_count("batch", 1 if batch is None else batch, MAX_BATCH)
    call.evaluate = Leaves(call.evaluate)


def _has_leaf_playouts(call: Call) -> bool:
    return bool(getattr(getattr(call.state, "native", None), "has_leaf_playouts", False))


def _usual_options(call: Call, batch: int | None, rave: float | None) -> Mapping[str, Any]:
    """Return the options that suit the game.

    Where a game can play many random games from several leaves at once, its options are for these playouts, and for no others.
    """
    request = call.request
    usual: Mapping[str, Any] = getattr(call.state, "mcts_options", {})
    if request.batch or not _has_leaf_playouts(call):
        return usual
    if request.playouts == "game" and request.plies < 0 and not rave and not call.backend.kind.simultaneous:
        request.batch = check_count("batch", usual["batch"] if batch is None else batch, MOST_LANES)
        if callable(call.evaluate):
            call.evaluate = None  # random games go to the end, which needs no static value
        return usual
    if batch is not None:
        raise ZermeloError(
            "batch is for playouts of several leaves: it goes with neither plies, RAVE, other playouts nor joint moves"
        )
    return {}


def _check_priors(call: Call) -> None:
    """Raise ZermeloError if an option needs priors or an order of moves that the game does not have."""
    request, native, name = call.request, getattr(call.state, "native", None), type(call.state).__name__
    if request.batch:
        return  # the evaluator may give priors
    has_priors, has_order = (bool(getattr(native, each, False)) for each in ("has_priors", "has_move_ordering"))
    if request.widening > 0 and not (has_priors or has_order):
        raise ZermeloError(
            f"widening shows the likeliest moves first, and {name} has neither priors nor an order of moves"
        )
    if request.bias > 0 and not has_priors:
        raise ZermeloError(f"bias is the weight of a move's prior, and {name} has no priors")


def _softmax_scale(call: Call) -> float:
    """Return the difference of static values that makes a move e times as likely in playouts."""
    scale: float | None = getattr(call.state, "expected_scale", None)
    if scale is None or call.backend.key is None or not getattr(call.state, "evaluates", False):
        raise ZermeloError(
            f"softmax playouts need static values of a known scale, which {type(call.state).__name__} lacks"
        )
    return scale


def _choice(name: str, given: str | None, usual: Mapping[str, Any], default: str, choices: tuple[str, ...]) -> str:
    chosen = usual.get(name, default) if given is None else given
    if chosen not in choices:
        raise unknown_name(name, str(chosen), choices)
    return str(chosen)


def _weight(name: str, given: float | None, usual: Mapping[str, Any], default: float) -> float:
    chosen = usual.get(name, default) if given is None else given
    return check_weight(name, chosen)
