"""The model of a drawn search tree: nodes with their values and windows, cutoffs, and the path of the answer.

It is independent of the output format: terminal, SVG and TikZ drawings are made from the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias

from zermelo.draw.marks import Certainty, Status
from zermelo.events import Value
from zermelo.result import SIGNS, format_bounded, format_line
from zermelo.state import Payoff, State, format_number, format_payoff

StrategyProfile: TypeAlias = Mapping[str, tuple[str | None, Payoff]]
"""For each inner node by name: the move played there, written as in events (None at chance nodes), and the node's payoffs."""

MAX_LABEL = 24
SHOWN_LEAVES = 30


@dataclass(slots=True)
class PictureNode:
    """One node of a picture.

    name         the node's name in the events
    title        its name in the picture; empty if the state has no name and only the move is shown
    parent       the index of its parent, -1 for the root
    role         MAX, MIN, CHANCE, LEAF, SIMULTANEOUS, or P1, P2, ... in games of more players
    move         the move that leads to it, as written in the events
    edge_label   the label on the edge from its parent, beside `probability`
    state        None if the events contain a move that the game does not have
    static       the static value given with an inner node of an explicit tree
    value        its value for MAX, or one payoff per player; `bound` is None while no value is known
    valued       the search evaluated it: a terminal state, or a state at the depth limit
    show_window  whether alpha and beta are shown
    on_path      whether it lies on the line of the last answer
    choice       whether its parent's player moves to it in the shown strategy profile, off that line
    cut          whether it was skipped itself, not only an ancestor
    """

    name: str
    title: str
    parent: int
    depth: int
    role: str
    move: str | None = None
    edge_label: str = ""
    probability: str = ""
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
    show_window: bool = False
    on_path: bool = False
    choice: bool = False
    cut: bool = False

    @property
    def value_text(self) -> str:
        """The value as text: `3`, `≥ 3`, `≤ 1`, `2…` while it can still change, `0.5 ×12` after 12 visits."""
        if self.bound is None:
            return ""
        if self.visits is not None and self.value is not None:
            # More digits of an average over random games would be noise.
            means = self.value if isinstance(self.value, tuple) else (self.value,)
            rounded = tuple(round(float(mean), 3) for mean in means)
            return f"{format_payoff(rounded if isinstance(self.value, tuple) else rounded[0])} ×{self.visits}"
        if self.value is None:
            return SIGNS["upper"] + format_number(inf) if self.bound == "upper" else f"±{format_number(inf)}"
        if self.bound == "so far":
            return format_payoff(self.value) + "…"
        return format_bounded(self.value, self.bound)

    @property
    def window(self) -> tuple[str, str]:
        """Alpha and beta as text."""
        alpha, beta = (-inf if self.alpha is None else self.alpha), (inf if self.beta is None else self.beta)
        return f"α {format_number(alpha)}", f"β {format_number(beta)}"


@dataclass(slots=True, frozen=True)
class Cut:
    """A cutoff: its `number` in the picture, at `node`, by the bound of the ancestor `by` (None: by the search's own window)."""

    number: int
    node: int
    by: int | None
    kind: str
    deep: bool


@dataclass(slots=True)
class Picture:
    """A search tree after some of its events.

    nodes       breadth-first; the first is the root
    cuts        the cutoffs of the current pass
    path        the nodes on the line of the last answer, from the root
    evaluated   the names of the nodes evaluated in the current pass, in order
    leaves      how many leaves the tree has; None if unknown, or if inner nodes were evaluated
    hidden      how many nodes are left out because the tree is too large
    explicit    whether it is an explicit tree, drawn whole
    has_events  whether there are any events
    windows     whether the search uses alpha-beta windows
    """

    nodes: list[PictureNode]
    cuts: list[Cut] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    evaluated: list[str] = field(default_factory=list)
    leaves: int | None = None
    hidden: int = 0
    explicit: bool = False
    has_events: bool = False
    windows: bool = False

    def summary(self) -> str:
        """Describe the picture in one sentence, for screen readers."""
        facts = [f"{len(self.nodes):,} nodes"]
        if self.nodes[0].value_text:
            facts.append(f"the root is worth {self.nodes[0].value_text}")
        if self.path:
            moves = [self.nodes[number].title or self.nodes[number].edge_label for number in self.path[1:]]
            facts.append("the answer is " + format_line(moves))
        skipped = sum(node.cut for node in self.nodes)
        if skipped:
            facts.append(f"{skipped:,} branches are cut")
        return "; ".join(facts) + "."

    def note(self, left_out: int = 0) -> str:
        """Return the caption: what was evaluated, and how many nodes are not drawn (`left_out` of them by the drawing)."""
        parts = []
        if self.evaluated:
            distinct = len(set(self.evaluated))
            text = f"evaluated {distinct:,}" + ("" if self.leaves is None else f" of {self.leaves:,}")
            if distinct < len(self.evaluated):
                text += f" ({len(self.evaluated):,} times)"
            if self.explicit and len(self.evaluated) <= SHOWN_LEAVES:
                text += ": " + format_line(self.evaluated)
            parts.append(text)
        if self.hidden + left_out:
            parts.append(f"... {self.hidden + left_out:,} more")
        return printable("; ".join(parts), 200)


def printable(text: str, limit: int = MAX_LABEL) -> str:
    """Return a text as one printable line of at most `limit` characters."""
    clean = "".join(character if character.isprintable() else "�" for character in text[: limit + 1])
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"
