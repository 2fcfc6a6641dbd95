"""The options of exercises, each declared once, and the check of values that come from a page or a command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.registry import Declaration, Option, unknown_name
from zermelo.state import ZermeloError

BRANCHING = Option("branching", "range", "How many children a node has, or the fewest and the most.")
DEPTH = Option("depth", "integer", "The depth of the tree.")
PASS_DEPTH = Option("pass_depth", "integer", "The depth of the pass; the tree is one ply deeper.", 2)
VALUES = Option("values", "range", "The smallest and the largest leaf value.", (-9, 9))
PRUNED = Option("pruned", "range", "How many leaves alpha-beta skips, or the fewest and the most.")
DEEP = Option("deep", "flag", "Require a deep cutoff, or forbid one.")
TIED = Option("tied", "flag", "Require equal values for which the tie rule or the best move matters.", False)
ROOT = Option("root", "choice", "The player to move at the root.", "max", ("max", "min"))
TIES = Option("ties", "choice", "Cut when alpha = beta, or only when alpha > beta.", "equal", ("equal", "strict"))
GOAL = Option("goal", "choice", "Evaluate as few leaves as possible, or as many.", None, ("best", "worst"))

SINGLE_NUMBERS = {"branching": 1, "pruned": 0}
"""The ranges that may also be a single number, and the smallest number allowed."""
_MAX_NUMBER = 10**9


def complete_options(declaration: Declaration, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check options and add the defaults of all others.

    Raises
    ------
    ZermeloError
        If the exercise has no such option, or a value is not allowed.
    """
    declared = {option.name: option for option in declaration.options}
    for name, value in given.items():
        if name not in declared:
            raise unknown_name(f"option of {declaration.name}", name, declared)
        if not (value is None and declared[name].default is None):
            _check(declared[name], value)
    return {name: given.get(name, option.default) for name, option in declared.items()}


def _check(option: Option, value: Any) -> None:
    match option.kind:
        case "flag":
            valid, expected = isinstance(value, bool), "true or false"
        case "choice":
            valid, expected = value in option.choices, " or ".join(map(repr, option.choices))
        case "range" if option.name in SINGLE_NUMBERS:
            least = SINGLE_NUMBERS[option.name]
            valid = (_is_number(value) and value >= least) or (_is_range(value) and value[0] >= least)
            expected = f"a whole number of at least {least}, or the fewest and the most"
        case "range":
            valid, expected = _is_range(value), "two whole numbers, the smallest and the largest"
        case _:
            valid, expected = _is_number(value) and value >= 1, "a whole number of at least 1"
    if not valid:
        raise ZermeloError(f"{option.name} must be {expected}, not {value!r}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MAX_NUMBER


def _is_range(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_number, value)) and value[0] <= value[1]
