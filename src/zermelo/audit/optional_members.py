"""Checks of what a game may declare about playing it: a strategy, if-then rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from zermelo.audit.explanations import Path, shorten

MOST_RULES = 1_000

Call = Callable[..., Any]
Report = Callable[[str, str], None]


def check_strategy(state: Any, moves: Sequence[Any], path: Path, call: Call, report: Report) -> None:
    """Check that a strategy gives a legal move and a reason."""
    answer = call("strategy()", path, state.strategy)
    if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], str)):
        report("strategy()", f"{path}: strategy() must return a move and the reason as text, not {shorten(answer)}")
    elif answer[0] not in moves:
        report("strategy()", f"{path}: strategy() plays {shorten(answer[0])}, which is not a legal move")


def check_rules(state: Any, moves: Sequence[Any], path: Path, call: Call, report: Report) -> None:
    """Check that rules are pairs of a name and legal moves."""
    rules = call("rules()", path, lambda: list(islice(state.rules(), MOST_RULES)))
    for number, rule in enumerate(rules, 1):
        if not (isinstance(rule, tuple) and len(rule) == 2 and isinstance(rule[0], str)):
            report("rules()", f"{path}: rules() must give pairs of a name and moves, not {shorten(rule)}")
            return
        for move in call(f"rule {number}", path, list, rule[1]):
            if move not in moves:
                report(
                    "rules()", f"{path}: rule {number} ({rule[0]}) proposes {shorten(move)}, which is not a legal move"
                )
