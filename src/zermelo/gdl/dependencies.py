"""Which relations of a rule sheet depend on which: the dependency graph, its cycles, and the order to evaluate relations in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from zermelo.gdl.terms import Literal, Rule, RuleSheet, relation


class Edge(NamedTuple):
    """A literal in the body of a rule: the relation of the rule's head depends on `target`."""

    target: str
    literal: Literal
    rule: Rule


class Dependencies:
    """The dependency graph of a rule sheet. The nodes are the names of relations; `distinct` is none.

    >>> from zermelo.gdl.reader import read_rules
    >>> graph = Dependencies(read_rules("(<= (far ?x) (near ?x)) (<= (far ?x) (far ?y) (road ?y ?x)) (near rome)"))
    >>> graph.components
    [('near',), ('road',), ('far',)]
    >>> graph.is_recursive("far"), graph.is_recursive("near")
    (True, False)
    """

    def __init__(self, sheet: RuleSheet) -> None:
        self.edges: dict[str, list[Edge]] = {}
        for rule in sheet.rules:
            edges = self.edges.setdefault(relation(rule.head), [])
            for literal in rule.literals():
                target = relation(literal.atom)
                if target != "distinct":
                    edges.append(Edge(target, literal, rule))
                    self.edges.setdefault(target, [])
        self.components = self._strong_components()
        """The relations that depend on each other, in an order in which each component depends on earlier ones only."""
        self.component = {name: index for index, names in enumerate(self.components) for name in names}

    def is_recursive(self, name: str) -> bool:
        """Return whether a relation depends on itself."""
        return len(self.components[self.component[name]]) > 1 or any(edge.target == name for edge in self.edges[name])

    def path(self, start: str, targets: Collection[str]) -> list[Edge] | None:
        """Return a shortest path of at least one edge to one of the targets, or None if there is none."""
        came_by: dict[str, tuple[str, Edge]] = {}
        queue = deque([start])
        while queue:
            name = queue.popleft()
            for edge in self.edges.get(name, ()):
                if edge.target not in came_by:
                    came_by[edge.target] = (name, edge)
                    if edge.target in targets:
                        return self._walk_back(start, edge.target, came_by)
                    queue.append(edge.target)
        return None

    def reachable(self, starts: Collection[str]) -> set[str]:
        """Return the relations that these depend on, themselves included."""
        found, stack = set(starts), list(starts)
        while stack:
            for edge in self.edges.get(stack.pop(), ()):
                if edge.target not in found:
                    found.add(edge.target)
                    stack.append(edge.target)
        return found

    def dependants(self, targets: Collection[str]) -> set[str]:
        """Return the relations that depend on one of the targets, the targets included."""
        found = set(targets)
        for names in self.components:  # what they depend on comes first
            if any(edge.target in found for name in names for edge in self.edges[name]):
                found.update(names)
        return found

    @staticmethod
    def _walk_back(start: str, end: str, came_by: dict[str, tuple[str, Edge]]) -> list[Edge]:
        name, edge = came_by[end]
        path = [edge]
        while name != start:
            name, edge = came_by[name]
            path.append(edge)
        return path[::-1]

    def _strong_components(self) -> list[tuple[str, ...]]:
        """Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with a stack of its own."""
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        stack: list[str] = []
        on_stack: set[str] = set()
        components: list[tuple[str, ...]] = []
        for root in self.edges:
            if root in index:
                continue
            work = [(root, 0)]
            while work:
                name, position = work.pop()
                if position == 0:
                    index[name] = low[name] = len(index)
                    stack.append(name)
                    on_stack.add(name)
                edges = self.edges[name]
                while position < len(edges):
                    target = edges[position].target
                    position += 1
                    if target not in index:
                        work += [(name, position), (target, 0)]
                        break
                    if target in on_stack:
                        low[name] = min(low[name], low[target])
                else:
                    if low[name] == index[name]:
                        members = [stack.pop()]
                        while members[-1] != name:
                            members.append(stack.pop())
                        on_stack.difference_update(members)
                        components.append(tuple(reversed(members)))
                    if work:
                        parent = work[-1][0]
                        low[parent] = min(low[parent], low[name])
        return components
