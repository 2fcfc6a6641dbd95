"""The pseudocode of a search, and the line of it that is running at an event.

Every search declares its `PSEUDOCODE` beside its `SEARCH`. The events at which a line runs stand after a bar:

    if node is a leaf: return its value  | evaluate
    β ← min(β, v)                        | improve MIN
    skip the other children              | cutoff, skip

An event has the name that it has in JSON; after it may stand its role, kind or bound, or `root` if it is about the root, where
these have lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from zermelo.events import Event


@dataclass(frozen=True)
class Pseudocode:
    """The lines of a search, and the number of the line that runs at each event, counted from 0."""

    lines: tuple[str, ...]
    running: Mapping[str, int]

    def line_of(self, event: Event) -> int:
        """Return the number of the line that runs at an event.

        >>> from zermelo.textbook.alpha_beta import PSEUDOCODE
        >>> from zermelo.events import Leave
        >>> PSEUDOCODE.lines[PSEUDOCODE.line_of(Leave("A", 3))].strip()
        'return best'
        """
        name: str = type(event).__struct_config__.tag  # type: ignore[assignment]
        own = (self.running[key] for detail in _details(event) if (key := f"{name} {detail}") in self.running)
        return next(own, self.running.get(name, -1))


def _details(event: Any) -> Iterator[str]:
    """Yield what lines may tell events of one name apart by."""
    if getattr(event, "parent", "") is None:
        yield "root"
    for field in ("probe", "regrets"):
        if getattr(event, field, False):
            yield field
    for field in ("kind", "role", "bound"):
        if hasattr(event, field):
            yield str(getattr(event, field))


def parse_pseudocode(*parts: str) -> Pseudocode:
    """Read pseudocode in the notation above; several parts follow one another.

    >>> parse_pseudocode("v ← value(child)", "return v  | leave, answer exact")
    Pseudocode(lines=('v ← value(child)', 'return v'), running={'leave': 1, 'answer exact': 1})
    """
    lines: list[str] = []
    running: dict[str, int] = {}
    for line in (line for part in parts for line in cleandoc(part).splitlines()):
        code, _, events = line.partition("|")
        running |= {name.strip(): len(lines) for name in events.split(",") if name.strip()}
        lines.append(code.rstrip())
    return Pseudocode(tuple(lines), running)
