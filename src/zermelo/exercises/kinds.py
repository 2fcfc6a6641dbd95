"""The kinds of exercises by name, and the one way to make an exercise of any of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.exercises.cuts import CutInterval, cut_interval
from zermelo.exercises.exercise import Exercise, Kind
from zermelo.exercises.leaves import LeavesEvaluated, LeavesPruned, leaves_evaluated, leaves_pruned
from zermelo.exercises.orders import ChildOrder, child_order
from zermelo.exercises.passes import DeepeningOrder, deepening_order
from zermelo.exercises.values import ExpectimaxValues, MinimaxValue, expectimax_values, minimax_value
from zermelo.exercises.windows import Window, window
from zermelo.state import ZermeloError

KINDS: dict[str, Kind] = {
    made.kind: Kind.of(make, made)
    for make, made in (
        (minimax_value, MinimaxValue),
        (leaves_evaluated, LeavesEvaluated),
        (leaves_pruned, LeavesPruned),
        (window, Window),
        (cut_interval, CutInterval),
        (child_order, ChildOrder),
        (deepening_order, DeepeningOrder),
        (expectimax_values, ExpectimaxValues),
    )
}
"""In the order in which a course meets them."""


def kind_of(slug: str) -> Kind:
    if slug not in KINDS:
        raise ZermeloError(f"{slug!r} is not a kind of exercise: {', '.join(KINDS)} are")
    return KINDS[slug]


def make(kind: str, seed: int | str, **options: Any) -> Exercise:
    """An exercise of a kind; `KINDS[kind].options` names what else can be asked for.

    >>> make("minimax_value", 1, depth=2, branching=2).tree.moves()
    ('B', 'C')
    """
    chosen = kind_of(kind)
    for option in options:
        if option not in chosen.options:
            raise ZermeloError(f"{option!r} is not an option of {kind}: {', '.join(chosen.options)} are")
    if options.get("ties", "equal") not in ("equal", "strict"):
        raise ZermeloError(f"ties must be 'equal' or 'strict', not {options['ties']!r}")
    return replace(chosen.make(seed, **options), options=options)
