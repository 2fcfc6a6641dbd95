"""Check what a search is asked and fill in the core's `SearchRequest`: the only place that does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from zermelo._core import SearchRequest
from zermelo.engine.leaves import LeafEvaluator, Leaves
from zermelo.kinds.coalition import check_partners
from zermelo.limits import (
    MAX_NODES,
    MAX_THREADS,
    check_count,
    check_items,
    check_range,
    check_seconds,
    is_finite,
    shorten,
)
from zermelo.registry import unknown_name
from zermelo.state import Number, Payoff, ZermeloError

Evaluation: TypeAlias = Mapping[str, float] | Callable[[Any], Payoff] | LeafEvaluator | Leaves
"""Static values: weights by the names of features, a function of a state that gives MAX's value or one per player, or for
Monte-Carlo search an evaluator of several leaves at a time."""

SWITCHES: tuple[str, ...] = SearchRequest.switches
"""The parts of alpha-beta that can be switched off by name."""

MAX_RECORD = 20_000
"""Turning a record into Python objects takes about a microsecond a node, after the time of the search."""
LEAST_SECONDS = 0.001
"""What is left of a limit of time that an earlier part of a search has spent."""


def make_request(
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    lines: int = 1,
) -> SearchRequest:
    """Return a request with the limits that every search has.

    Raises
    ------
    ZermeloError
        If a limit is out of range.
    """
    request = SearchRequest()
    if depth is not None:
        request.depth = check_count("depth", depth, 2**31 - 1)
    if nodes is not None:
        request.nodes = check_count("nodes", nodes, MAX_NODES)
    if seconds is not None:
        request.seconds = check_seconds(seconds)
    if threads != 1:
        request.threads = check_count("threads", threads, MAX_THREADS)
    if lines != 1:
        request.lines = check_count("lines", lines, 2**31 - 1)
    return request


def check_bounds(bounds: Sequence[Number]) -> tuple[float, float]:
    """Return bounds of values as floats, which must be finite."""
    low, high = check_range("bounds", bounds)
    return check_finite("bounds", low), check_finite("bounds", high)


def check_evaluation(evaluate: Any) -> None:
    """Raise ZermeloError for static values of no kind that searches know."""
    if not (evaluate is None or isinstance(evaluate, Mapping | LeafEvaluator) or callable(evaluate)):
        raise ZermeloError(
            f"evaluate must be weights by the names of features, a function of a state or an object with evaluate_batch(states), "
            f"not {shorten(evaluate)}"
        )


def check_finite(name: str, number: Number) -> float:
    """Return a finite number as a float."""
    if not is_finite(number):
        raise ZermeloError(f"{name} must be a finite number, not {shorten(number)}")
    return float(number)


def switch_off(request: SearchRequest, parts: Iterable[str]) -> None:
    """Switch off parts of alpha-beta by name."""
    for part in check_items("without", parts):
        if part not in SWITCHES:
            raise unknown_name("part of the search", part, SWITCHES)
        setattr(request, part, False)


def partners_mask(partners: Collection[int]) -> int:
    """Return a coalition as one bit per player."""
    return sum(1 << partner for partner in check_partners(partners))
