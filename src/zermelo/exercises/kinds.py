"""The kinds of exercises by name, and the one way to make an exercise of any of them."""

from __future__ import annotations

from collections.abc import Callable
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


def make(kind: str, seed: int | str, /, **options: Any) -> Exercise:
    """An exercise of a kind; `KINDS[kind].options` names what else can be asked for.

    >>> make("minimax_value", 1, depth=2, branching=2).tree.moves()
    ('B', 'C')
    """
    chosen = kind_of(kind)
    if not isinstance(seed, int | str):
        raise ZermeloError(f"the seed must be a whole number or a text, not {seed!r}")
    # JSON knows lists only.
    wishes = {name: tuple(wish) if isinstance(wish, list) else wish for name, wish in options.items()}
    for name, wish in wishes.items():
        if name not in chosen.options:
            raise ZermeloError(f"{name!r} is not an option of {kind}: {', '.join(chosen.options)} are")
        fits, words = _WISHES[name]
        if not fits(wish):
            raise ZermeloError(f"{name} must be {words}, not {wish!r}")
    return replace(chosen.make(seed, **wishes), options=wishes)


def _whole(wish: Any) -> bool:
    return isinstance(wish, int) and not isinstance(wish, bool) and abs(wish) <= 10**9


def _pair(wish: Any) -> bool:
    return isinstance(wish, tuple) and len(wish) == 2 and all(map(_whole, wish)) and wish[0] <= wish[1]


def _one_of(*words: Any) -> Callable[[Any], bool]:
    return lambda wish: any(wish is word or (isinstance(word, str) and wish == word) for word in words)


_WISHES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "branching": (
        lambda wish: wish is None or ((_whole(wish) and wish > 0) or (_pair(wish) and wish[0] > 0)),
        "a whole number from 1 up, or the fewest and the most",
    ),
    "depth": (lambda wish: wish is None or (_whole(wish) and wish > 0), "a whole number from 1 up"),
    "pass_depth": (lambda wish: _whole(wish) and wish > 0, "a whole number from 1 up"),
    "values": (_pair, "two whole numbers, the lowest and the highest"),
    "pruned": (
        lambda wish: wish is None or ((_whole(wish) and wish >= 0) or (_pair(wish) and wish[0] >= 0)),
        "a number of leaves, or the fewest and the most",
    ),
    "deep": (_one_of(True, False, None), "true, false or nothing"),
    "tied": (_one_of(True, False), "true or false"),
    "root": (_one_of("max", "min"), "'max' or 'min'"),
    "ties": (_one_of("equal", "strict"), "'equal' or 'strict'"),
    "goal": (_one_of("best", "worst", None), "'best' or 'worst'"),
}
"""What each option may be. Options may come from a page or a command line, so nothing about them is taken on trust."""
