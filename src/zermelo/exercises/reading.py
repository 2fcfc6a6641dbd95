"""One run of alpha-beta, read as an answer is checked: what was looked at, with which window, what was cut and why."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.events import Cutoff, Enter, Evaluate, Event
from zermelo.games.tree import Node, Tree
from zermelo.result import Ties
from zermelo.state import format_number, format_payoff
from zermelo.textbook.alpha_beta import alpha_beta


class Reading:
    """The trace of alpha-beta on a tree.

    evaluated  the leaves looked at, in order
    entered    how each node was entered
    cuts       the cutoff that skipped each skipped leaf
    """

    def __init__(self, tree: Tree, ties: Ties) -> None:
        self.tree = tree
        self.events: list[Event] = []
        self.result = alpha_beta(tree, ties=ties, watch=self.events.append)
        self.evaluated = [event.node for event in self.events if isinstance(event, Evaluate)]
        self.entered = {event.node: event for event in self.events if isinstance(event, Enter)}
        self.cuts = {leaf: event for event in self.events if isinstance(event, Cutoff) for leaf in event.skipped}

    def why(self, node: Node) -> str:
        """Why a node was looked at, or why not."""
        entered = self.entered.get(node.name)
        if entered is None:
            return str(self.cuts[node.leaves()[0].name])
        return f"nothing cuts it off, for there {window(entered)}."


def account(events: Iterable[Event]) -> list[str]:
    """What happened, leaf by leaf, with a sentence for every cutoff."""
    lines: list[str] = []
    run: list[str] = []
    for event in events:
        if isinstance(event, Evaluate) and event.value is not None:
            run.append(f"{event.node} ({format_payoff(event.value)})")
        elif isinstance(event, Cutoff):
            if run:
                lines.append(f"Look at {', '.join(run)}.")
            lines.append(str(event))
            run = []
    return [*lines, f"Look at {', '.join(run)}."] if run else lines


def window(entered: Enter) -> str:
    """The window a node was entered with, in words."""
    alpha = "-∞" if entered.alpha is None else f"{format_number(entered.alpha)} (from {entered.alpha_from})"
    beta = "∞" if entered.beta is None else f"{format_number(entered.beta)} (from {entered.beta_from})"
    return f"α is {alpha} and β is {beta}"
