"""A recorded run of alpha-beta: what was evaluated, with which windows, what was cut and why."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from zermelo.events import Cutoff, Enter, Evaluate, Event
from zermelo.result import Ties
from zermelo.state import format_number, format_payoff
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Node, Tree


class AlphaBetaTrace:
    """The trace of alpha-beta on a tree.

    Attributes
    ----------
    evaluated : list of str
        The evaluated leaves in order.
    entered : dict
        The event with which each node was entered, by name.
    cuts : dict
        The cutoff that skipped each skipped leaf, by name.
    """

    def __init__(self, tree: Tree, ties: Ties) -> None:
        self.tree = tree
        self.events: list[Event] = []
        alpha_beta(tree, ties=ties, watch=self.events.append)
        self.evaluated = [event.node for event in self.events if isinstance(event, Evaluate)]
        self.entered = {event.node: event for event in self.events if isinstance(event, Enter)}
        self.cuts = {leaf: event for event in self.events if isinstance(event, Cutoff) for leaf in event.skipped}

    def why(self, node: Node) -> str:
        """Explain why a node was searched or skipped."""
        entered = self.entered.get(node.name)
        if entered is None:
            return str(self.cuts[node.leaves()[0].name])
        return f"nothing cuts it off, because there {format_window(entered)}."


def describe_search(events: Iterable[Event]) -> list[str]:
    """List the evaluated leaves in order, with a sentence for every cutoff."""
    lines: list[str] = []
    leaves: list[str] = []
    for event in events:
        if isinstance(event, Evaluate) and event.value is not None:
            leaves.append(f"{event.node} ({format_payoff(event.value)})")
        elif isinstance(event, Cutoff):
            if leaves:
                lines.append(f"Look at {', '.join(leaves)}.")
            lines.append(str(event))
            leaves = []
    return [*lines, f"Look at {', '.join(leaves)}."] if leaves else lines


def format_window(entered: Enter) -> str:
    """Write the window with which a node was entered, with the nodes that set it."""
    alpha = (
        format_number(-inf) if entered.alpha is None else f"{format_number(entered.alpha)} (from {entered.alpha_from})"
    )
    beta = format_number(inf) if entered.beta is None else f"{format_number(entered.beta)} (from {entered.beta_from})"
    return f"α is {alpha} and β is {beta}"
