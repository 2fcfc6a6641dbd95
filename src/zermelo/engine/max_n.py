"""Max^n: any number of players, each maximising its own payoff, also with chance."""

from __future__ import annotations

from typing import Any, cast

from zermelo.engine.method import Call
from zermelo.engine.request import check_finite
from zermelo.kinds.payoffs import check_shares
from zermelo.registry import ANY_TURNS, Declaration, Option
from zermelo.result import Result
from zermelo.state import Number, ZermeloError

METHOD = Declaration(
    "max_n",
    "Max^n",
    "Every player maximises its own payoff; with limits on the payoffs it prunes.",
    ANY_TURNS,
    (
        Option("total", "number", "The payoffs add up to at most this, which lets max^n prune."),
        Option("least", "number", "With total: no payoff is smaller than this.", 0),
    ),
)


def max_n(call: Call, *, total: Number | None = None, least: Number = 0) -> Result[Any]:
    """Search a game with one payoff per player; the value is one payoff per player."""
    if total is not None:
        call.request.payoff_limits = (check_finite("total", total), check_finite("least", least))
    elif least != 0:
        raise ZermeloError("least needs total: the two together let max_n prune")
    result, outcome = call.run("max_n", name=METHOD.name)
    if total is not None and outcome.outside is not None:
        check_shares(cast("tuple[float, ...]", outcome.outside), least, total)
    return result
