"""The types of the options of the methods, so that a type checker finds a misspelt one. The methods declare what they mean."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypedDict

from zermelo.engine.request import Evaluation
from zermelo.engine.table import Table
from zermelo.result import Pass
from zermelo.state import Number, State


class Options(TypedDict, total=False):
    """The options of all methods; each takes those that its declaration lists."""

    exact: bool
    without: Sequence[str]
    record: int | None
    partners: Collection[int]
    bounds: tuple[float, float] | None
    total: Number | None
    least: Number
    simulations: int | None
    plies: int | None
    selection: str | None
    exploration: float | None
    rave: float | None
    grave: float | None
    bias: float | None
    urgency: float | None
    widening: float | None
    rewards: str | None
    solver: bool
    playouts: str | None
    batch: int | None
    seed: int
    weak: bool


class Arguments(Options, total=False):
    """What `search` takes beside the state."""

    method: str
    depth: int | None
    seconds: float | None
    nodes: int | None
    threads: int
    lines: int
    evaluate: Evaluation | None
    moves: Sequence[Any] | None
    past: Sequence[State]
    table: Table | int | None
    on_depth: Callable[[Pass[Any]], bool | None] | None
    cancel: Callable[[], bool] | None
