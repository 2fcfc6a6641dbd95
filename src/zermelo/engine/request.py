"""What every native search is asked, checked and put into the form that the core takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any, TypeAlias

from zermelo.games.faces import NativeState
from zermelo.games.tree import Tree
from zermelo.limits import interruptible
from zermelo.state import Payoff, State, ZermeloError, format_number

Evaluation: TypeAlias = Mapping[str, float] | Callable[[Any], Payoff]
"""Static values: weights by the names of features, or a function of a state, which gives MAX's value or one per player."""
SWITCHES = (
    "knowledge",
    "table",
    "symmetry",
    "aspiration",
    "enhanced_cutoffs",
    "killers",
    "counters",
    "history",
    "quiescence",
    "extensions",
    "reductions",
    "null_move",
    "futility",
    "probcut",
)
"""The parts of the search that can be switched off by name."""


def make_request(
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    lines: int = 1,
    exact: bool = False,
    salt: int = 0,
    past: Sequence[Any] = (),
    bounds: tuple[float, float] | None = None,
    cancel: Callable[[], bool] | None = None,
    on_depth: Callable[[dict[str, Any]], Any] | None = None,
    without: Sequence[str] = (),
) -> dict[str, Any]:
    """The request for the core; what is wrong with it is refused in words."""
    for name, number in (("depth", depth), ("nodes", nodes), ("lines", lines)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise ZermeloError(f"{name} must be a whole number from 1 up, not {number}")
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {seconds}")
    if bounds is not None:
        bounds = _check_bounds(bounds)
    for part in without:
        if part not in SWITCHES:
            raise ZermeloError(f"{part!r} is not a part of the search: {', '.join(SWITCHES)} are")
    return {
        "depth": depth or 0,
        "nodes": nodes or 0,
        "seconds": float(seconds or 0),
        "threads": threads,
        "lines": lines,
        "exact": exact,
        "salt": salt,
        "past": [before.native.key() for before in past if isinstance(before, NativeState)],
        "bounds": bounds,
        "cancel": cancel,
        "on_depth": on_depth,
        **{switch: switch not in without for switch in SWITCHES},
    }


@contextmanager
def interrupted_softly(request: dict[str, Any]) -> Iterator[Callable[[dict[str, Any]], dict[str, Any]]]:
    """Around a search that calls somebody's own methods: Ctrl-C ends it as `cancel` would, not in the middle of one of them. What
    the core found is passed through the function, which says that it was Ctrl-C."""
    cancel = request["cancel"]
    with interruptible() as pressed:
        request["cancel"] = lambda: pressed.is_set() or (cancel is not None and cancel())
        yield (
            lambda found: (
                {**found, "stopped": "interrupted"} if pressed.is_set() and found["stopped"] == "cancelled" else found
            )
        )


def _check_bounds(bounds: tuple[float, float]) -> tuple[float, float]:
    low, high = map(float, bounds)
    if not low < high or not (isfinite(low) and isfinite(high)):
        raise ZermeloError(
            f"bounds must be a smaller and a larger number, not {format_number(low)} and {format_number(high)}"
        )
    return low, high


def native_evaluation(
    state: NativeState, evaluate: Evaluation | None, unit: float
) -> tuple[list[float] | None, Callable[[Any], Payoff] | None]:
    """Weights in the order of the native features, in units of the core, or a function of native states; neither for the
    game's own judgement."""
    if evaluate is None:
        if state.native.judges:
            return None, None
        evaluate = state.weights()
    if callable(evaluate):
        function, face = evaluate, type(state)
        return None, lambda native: function(face.of(native))
    names = list(state.features())
    if not names:
        check_function(evaluate)
    for name in evaluate:
        if name not in names:
            raise ZermeloError(f"{name!r} is not a feature of {type(state).__name__}: {', '.join(names)} are")
    return [float(evaluate.get(name, 0.0)) * unit for name in names], None


def check_function(evaluate: Evaluation | None) -> None:
    """Refuses weights for a game that has no features to go by."""
    if isinstance(evaluate, Mapping):
        raise ZermeloError("this game has no named features: pass a function of a state instead")


def is_judged(state: State, evaluate: Evaluation | None) -> bool:
    """Whether every state of a game written in Python has a static value; a tree has one where it says so."""
    if evaluate is not None:
        return True
    if isinstance(state, Tree):
        return all(node.value is not None for node in state.nodes)
    return hasattr(state, "evaluate")
