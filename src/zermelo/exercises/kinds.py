"""The kinds of exercises, and `make`, which makes an exercise of any of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zermelo.exercises.child_order import ChildOrder
from zermelo.exercises.cut_interval import CutInterval
from zermelo.exercises.deepening_order import DeepeningOrder
from zermelo.exercises.exercise import Exercise
from zermelo.exercises.expectimax_values import ExpectimaxValues
from zermelo.exercises.leaves_evaluated import LeavesEvaluated
from zermelo.exercises.leaves_pruned import LeavesPruned
from zermelo.exercises.minimax_value import MinimaxValue
from zermelo.exercises.options import complete_options
from zermelo.exercises.why_not_pruned import WhyNotPruned
from zermelo.exercises.window import Window
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError

EXERCISES: tuple[type[Exercise], ...] = (
    MinimaxValue,
    LeavesEvaluated,
    LeavesPruned,
    Window,
    CutInterval,
    WhyNotPruned,
    ChildOrder,
    DeepeningOrder,
    ExpectimaxValues,
)
"""All kinds, in the order of a course."""

KINDS: dict[str, type[Exercise]] = {kind.declaration.name: kind for kind in EXERCISES}
"""The kinds by name."""


def find_kind(name: str) -> type[Exercise]:
    """Return the kind of this name, or raise ZermeloError."""
    if name not in KINDS:
        raise unknown_name("kind of exercise", name, KINDS)
    return KINDS[name]


def make(kind: str, seed: int | str, /, **options: Any) -> Exercise:
    """Make an exercise; the same kind, seed and options give the same exercise on every machine.

    Parameters
    ----------
    kind : str
        A name in `KINDS`.
    seed : int or str
    **options
        Options that the kind declares: `KINDS[kind].declaration.options`.

    Raises
    ------
    ZermeloError
        If there is no such kind or option, or no tree fits the options.

    Examples
    --------
    >>> make("minimax_value", 1, depth=2, branching=2).tree.moves()
    ('B', 'C')
    """
    chosen = find_kind(kind)
    if not isinstance(seed, int | str):
        raise ZermeloError(f"seed must be an integer or a string, not {seed!r}")
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}  # from JSON
    return replace(chosen.create(seed, **complete_options(chosen.declaration, given)), options=given)
