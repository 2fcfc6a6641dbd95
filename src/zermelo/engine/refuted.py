"""Searches of games whose kind is known from random games only: when a search meets a state of another kind, it begins anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from zermelo.engine.request import LEAST_SECONDS
from zermelo.state import ZermeloError

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


class KindRefuted(ZermeloError):
    """A search met a state that is not of the kind of its game, as it was known until then. Now it is known better."""


def begins_anew(search: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Let a search begin anew, as one of the other kind and with the time that is left, when the kind of its game is refuted.

    A game is refuted at most twice: its payoffs may turn out not to add up, and its moves to be simultaneous.
    """

    @wraps(search)
    def searches(*positional: _Given.args, **named: _Given.kwargs) -> _Found:
        given: Any = named
        started = perf_counter()
        while True:
            try:
                return search(*positional, **named)
            except KindRefuted:
                if given.get("seconds") is not None:
                    given["seconds"] = max(given["seconds"] - (perf_counter() - started), LEAST_SECONDS)
                    started = perf_counter()

    return searches
