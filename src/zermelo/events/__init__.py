"""The events of a search as small typed records: recorded once, replayed anywhere.

A search calls its `watch=` function with one event at a time. An event names its nodes and holds plain numbers; `str(event)`
is one sentence, made from these facts alone. Values, alpha and beta are from MAX's point of view; alpha and beta are None while
they are infinite. `encode` and `decode` turn events into JSON and back; `schema` returns the JSON schema for other programs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from zermelo.events.base import ROOT_NAME, Value, child_name, format_names
from zermelo.events.cutoffs import Cutoff, Prune, Skip
from zermelo.events.lists import OpenList, Reopen, Solve
from zermelo.events.nodes import Again, Average, Enter, Evaluate, Extend, Improve, Leave, Recall, Tie, Visit
from zermelo.events.passes import Answer, Iteration, Reorder
from zermelo.events.simulations import Backup, Choice, Expand, Regrets, Select, Simulate

Event: TypeAlias = (
    Enter
    | Evaluate
    | Improve
    | Average
    | Cutoff
    | Skip
    | Leave
    | Iteration
    | Reorder
    | Tie
    | Answer
    | Recall
    | Prune
    | Again
    | Extend
    | Reopen
    | Solve
    | OpenList
    | Select
    | Expand
    | Simulate
    | Backup
)


def encode(events: Iterable[Event]) -> bytes:
    """Return the events as one JSON array."""
    return msgspec.json.encode(list(events))


def decode(data: bytes | str) -> list[Event]:
    """Return the events of a JSON array written by `encode`."""
    return msgspec.json.decode(data, type=list[Event])


def schema() -> dict[str, Any]:
    """Return the JSON schema of an array of events."""
    return msgspec.json.schema(list[Event])


__all__ = [
    "ROOT_NAME",
    "Again",
    "Answer",
    "Average",
    "Backup",
    "Choice",
    "Cutoff",
    "Enter",
    "Evaluate",
    "Event",
    "Expand",
    "Extend",
    "Improve",
    "Iteration",
    "Leave",
    "OpenList",
    "Prune",
    "Recall",
    "Regrets",
    "Reopen",
    "Reorder",
    "Select",
    "Simulate",
    "Skip",
    "Solve",
    "Tie",
    "Value",
    "Visit",
    "child_name",
    "decode",
    "encode",
    "format_names",
    "schema",
]
