"""Which relations of a rule sheet depend on which: the dependency graph, its cycles, and the order to evaluate relations in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from zermelo.games.gdl.terms import Atom, Literal, Rule, RuleSheet, Variable, relation

Node = TypeVar("Node", bound=Hashable)


class Edge(NamedTuple):
    """A literal in the body of a rule: the relation of the rule's head depends on `target`."""

    target: str
    literal: Literal
    rule: Rule


class Dependencies:
    """The dependency graph of a rule sheet. The nodes are the names of relations; `distinct` is none.

    >>> from zermelo.games.gdl.reader import read_rules
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
        self.components = strong_components({name: [edge.target for edge in own] for name, own in self.edges.items()})
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


def strata(rules: Sequence[Rule]) -> list[list[int]]:
    """Return the places of rules that depend on each other, in an order in which each group depends on earlier ones only.

    A rule depends on those whose heads may be the same atom as a literal of its body. So (goal white 0) may depend on the negation
    of (goal white 100), although both are goals: the rules are locally stratified (Przymusinski 1988).

    >>> from zermelo.games.gdl.reader import read_rules
    >>> strata(read_rules("(<= (goal x 0) (not (goal x 100))) (<= (goal x 100) done) (<= done (true over))").rules)
    [[2], [1], [0]]
    """
    heads: dict[str, list[int]] = {}
    for place, rule in enumerate(rules):
        heads.setdefault(relation(rule.head), []).append(place)
    graph = {
        place: [
            other
            for literal in rule.literals()
            for other in heads.get(relation(literal.atom), ())
            if overlap(literal.atom, rules[other].head)
        ]
        for place, rule in enumerate(rules)
    }
    return [sorted(group) for group in strong_components(graph)]


def overlap(one: Atom, other: Atom) -> bool:
    """Return whether two atoms may have an instance in common. Variables that occur twice are taken for different ones."""
    if isinstance(one, Variable) or isinstance(other, Variable):
        return True
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return len(one) == len(other) and all(map(overlap, one, other))


def negates_itself(rules: Sequence[Rule]) -> bool:
    """Return whether a rule of a group may depend on the negation of another, or on its own."""
    return any(
        literal.negated and any(overlap(literal.atom, rule.head) for rule in rules)
        for each in rules
        for literal in each.literals()
    )


def strong_components(graph: Mapping[Node, Sequence[Node]]) -> list[tuple[Node, ...]]:
    """Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with a stack of its own."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    components: list[tuple[Node, ...]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            node, position = work.pop()
            if position == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            targets = graph[node]
            while position < len(targets):
                target = targets[position]
                position += 1
                if target not in index:
                    work += [(node, position), (target, 0)]
                    break
                if target in on_stack:
                    low[node] = min(low[node], low[target])
            else:
                if low[node] == index[node]:
                    members = [stack.pop()]
                    while members[-1] != node:
                        members.append(stack.pop())
                    on_stack.difference_update(members)
                    components.append(tuple(reversed(members)))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return components
