"""What a picture of a search tree consists of: its nodes with all that stands beside them, the cutoffs, the answer's
path. It knows nothing of paper or screen; terminal, SVG and TikZ drawings are all made from it and so tell the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from zermelo.draw.marks import Certainty, Status
from zermelo.events import Value
from zermelo.result import format_bounded, format_line
from zermelo.state import Payoff, State, format_number, format_payoff

Conduct: TypeAlias = Mapping[str, tuple[str | None, Payoff]]
"""What everybody does: for each node that is no leaf, by its name, the move that is made there as events write it (None
where chance moves), and what the node is then worth."""

MAX_LABEL = 24
SHOWN_LEAVES = 30


@dataclass(slots=True)
class PictureNode:
    """One node of a picture.

    name      what the events call it
    title     what it is called in the picture; empty where only the move that led to it has a name
    role      MAX, MIN, CHANCE, LEAF, SIMULTANEOUS, or P1, P2, ... in games of many players
    move      the move that leads here, as the events write it
    branch    what stands on the edge from its parent beside the probability `odds`
    state     None where the events speak of a move that the game does not have
    static    the static value written on an inner node of an explicit tree
    value     what it is worth; `bound` says how sure that is, and is None while nothing is known
    valued    the search took its value as it stood: an end of the game, or the horizon
    windowed  alpha and beta are worth showing
    on_path   it lies on the line of the last answer
    choice    it would be moved to, off that line
    cut       it was skipped itself, not only something above it
    """

    name: str
    title: str
    parent: int
    depth: int
    role: str
    move: str | None = None
    branch: str = ""
    odds: str = ""
    state: State | None = None
    static: Payoff | None = None
    children: list[int] = field(default_factory=list)
    status: Status = "unseen"
    value: Payoff | Value = None
    bound: Certainty | None = None
    visits: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None
    valued: bool = False
    windowed: bool = False
    on_path: bool = False
    choice: bool = False
    cut: bool = False

    @property
    def worth(self) -> str:
        """Its value as text: exact plain, `≥ 3`, `≤ 1`, `2…` while it can still change, `0.5 ×12` after 12 visits."""
        if self.bound is None:
            return ""
        if self.visits is not None and self.value is not None:
            # An average of random games has no more digits than that to tell.
            means = self.value if isinstance(self.value, tuple) else (self.value,)
            rounded = tuple(round(float(mean), 3) for mean in means)
            return f"{format_payoff(rounded if isinstance(self.value, tuple) else rounded[0])} ×{self.visits}"
        if self.value is None:
            return "≤ ∞" if self.bound == "upper" else "±∞"
        if self.bound == "so far":
            return format_payoff(self.value) + "…"
        return format_bounded(self.value, self.bound)

    @property
    def window(self) -> tuple[str, str]:
        """Alpha and beta as text."""
        alpha = "-∞" if self.alpha is None else format_number(self.alpha)
        beta = "∞" if self.beta is None else format_number(self.beta)
        return f"α {alpha}", f"β {beta}"


@dataclass(slots=True, frozen=True)
class Cut:
    """A cutoff: the `number`-th of the picture, at `node`, because of the ancestor `by` (None: given from outside)."""

    number: int
    node: int
    by: int | None
    kind: str
    deep: bool


@dataclass(slots=True)
class Picture:
    """A tree at one moment.

    nodes      breadth-first; the first is the root
    cuts       every cutoff of this pass
    path       the nodes of the last answer, from the root
    evaluated  the nodes valued in this pass, in order
    leaves     how many leaves there are to value, where that is known and they are what is valued
    hidden     how many nodes were left out because there are too many
    written    whether it is an explicit tree
    told       whether there were any events
    windows    whether the search has windows at all
    """

    nodes: list[PictureNode]
    cuts: list[Cut] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    evaluated: list[str] = field(default_factory=list)
    leaves: int | None = None
    hidden: int = 0
    written: bool = False
    told: bool = False
    windows: bool = False

    def summary(self) -> str:
        """The picture in a sentence, for those who cannot see it."""
        told = [f"{len(self.nodes):,} nodes"]
        if self.nodes[0].worth:
            told.append(f"the root is worth {self.nodes[0].worth}")
        if self.path:
            moves = [self.nodes[number].title or self.nodes[number].branch for number in self.path[1:]]
            told.append("the answer is " + format_line(moves))
        skipped = sum(node.cut for node in self.nodes)
        if skipped:
            told.append(f"{skipped:,} branches are cut")
        return "; ".join(told) + "."

    def note(self, left_out: int = 0) -> str:
        """One line for under the picture, which may have left out more nodes; empty if there is nothing to say."""
        parts = []
        if self.evaluated:
            distinct = len(set(self.evaluated))
            told = f"evaluated {distinct:,}" + ("" if self.leaves is None else f" of {self.leaves:,}")
            if distinct < len(self.evaluated):
                told += f" ({len(self.evaluated):,} times)"
            if self.written and len(self.evaluated) <= SHOWN_LEAVES:
                told += ": " + format_line(self.evaluated)
            parts.append(told)
        if self.hidden + left_out:
            parts.append(f"... {self.hidden + left_out:,} more")
        return printable("; ".join(parts), 200)


def printable(text: str, limit: int = MAX_LABEL) -> str:
    """One line of text that no terminal, page or compiler stumbles over."""
    clean = "".join(each if each.isprintable() else "�" for each in text[: limit + 1])
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"
