"""Max^n at native speed over games written in Python, compiled or from outside: everybody plays for themselves. Values, moves,
lines and nodes of a depth are the textbook's; only the time is not."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from zermelo._core import max_n_python
from zermelo.engine.allies import explaining
from zermelo.engine.declarations import MAX_N
from zermelo.engine.expecting import expected_result
from zermelo.engine.request import Evaluation, check_function, interrupted_softly, is_judged, native_evaluation
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.payoffs import check_shares
from zermelo.result import Result
from zermelo.state import Number, State, ZermeloError, format_number


def search_everyone(
    state: State,
    request: dict[str, Any],
    total: Number | None,
    least: Number,
    evaluate: Evaluation | None,
    moves: Sequence[Any],
) -> Result:
    """Max^n with progressive deepening, or where there are no static values to the end of the game at once. With `total` by
    shallow pruning."""
    if isinstance(state, NativeState) and not isinstance(state, ForeignState):
        raise ZermeloError(f"{type(state).__name__} is a game of two: max_n is for games of more players")
    check_function(evaluate)
    for name, number in (("total", total), ("least", least)):
        if number is not None and not isfinite(number):
            raise ZermeloError(f"{name} must be a finite number, not {format_number(number)}")
    shares = None if total is None else (float(total), float(least))
    with explaining(state, MAX_N):
        if isinstance(state, ForeignState):
            _, function = native_evaluation(state, evaluate, 1)
            found = state.native.max_n(request, shares, function, list(moves))
        else:
            judged = is_judged(state, evaluate)
            with interrupted_softly(request) as told:
                found = told(max_n_python(state, request, shares, judged, evaluate, list(moves)))
    if total is not None and found["outside"] is not None:
        check_shares(found["outside"], least, total)
    return expected_result(state, found, "max_n")
