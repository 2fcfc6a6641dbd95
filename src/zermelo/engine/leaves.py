"""Evaluators of leaves, for Monte-Carlo search that asks for several at a time: a network is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from zermelo.limits import is_finite, shorten
from zermelo.state import Payoff, ZermeloError


class LeafValue(NamedTuple):
    """What an evaluator says of a state.

    value   MAX's expected payoff, or one per player
    priors  how likely each move is to be best, in any unit; moves that are missing count as 0
    """

    value: Payoff
    priors: Mapping[Any, float] | None = None


@runtime_checkable
class LeafEvaluator(Protocol):
    """Evaluates the leaves of a search together."""

    def evaluate_batch(self, states: Sequence[Any]) -> Sequence[Payoff | LeafValue]:
        """Return what each of the states is worth, in their order."""


class Leaves:
    """A `LeafEvaluator` as the core calls it, with its answers checked."""

    def __init__(self, evaluator: LeafEvaluator) -> None:
        self.evaluator = evaluator

    def __call__(self, states: list[Any]) -> list[tuple[Payoff, dict[Any, float] | None]]:
        answers = list(self.evaluator.evaluate_batch(states))
        if len(answers) != len(states):
            raise ZermeloError(f"evaluate_batch returned {len(answers)} values for {len(states)} states")
        return [_checked(answer) for answer in answers]


def _checked(answer: Payoff | LeafValue) -> tuple[Payoff, dict[Any, float] | None]:
    value, priors = answer if isinstance(answer, LeafValue) else (answer, None)
    numbers: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
    if not numbers or not all(map(is_finite, numbers)):
        raise ZermeloError(f"evaluate_batch must return finite numbers, not {shorten(value)}")
    payoff: Payoff = tuple(map(float, numbers)) if isinstance(value, tuple) else float(numbers[0])
    if priors is None:
        return payoff, None
    if not isinstance(priors, Mapping):
        raise ZermeloError(f"priors must be numbers by move, not {shorten(priors)}")
    for move, prior in priors.items():
        if not (is_finite(prior) and prior >= 0):
            raise ZermeloError(f"the prior of {shorten(move)} must be at least 0, not {shorten(prior)}")
    return payoff, {move: float(prior) for move, prior in priors.items()}
