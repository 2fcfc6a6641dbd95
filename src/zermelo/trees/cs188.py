"""Trees in the text format of the CS188 course's autograder (Berkeley, the Pac-Man projects).

A file (`zermelo.trees.cs188_files` describes the form) names an agent and a depth, and writes out a tree:

    alg: "MinimaxAgent"
    depth: "2"
    num_agents: "2"
    start_state: "A"
    win_states: "B C"
    lose_states: ""
    successors: \"\"\"
    A left B
    A right C
    \"\"\"
    evaluation: \"\"\"
    B 3.0
    C 5.0
    \"\"\"

Agents take turns by ply. Agent 0 is MAX; all others are MIN, or chance with equal probabilities for the ExpectimaxAgent. The
depth counts rounds, one move of every agent each. The game ends at win states and lose states. An evaluation of an inner state
is its static value. A branch whose action is the name of its successor counts as unnamed. The course's files mention states
that cannot be reached from the start, or that are not in the tree at all; these are ignored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from zermelo.reading import exact
from zermelo.state import CHANCE, MAX, MIN, Number, ZermeloError, format_count
from zermelo.trees.cs188_files import Entries, Line, fail, named_class, named_search, read_entries, single, whole_number
from zermelo.trees.nodes import Draft, Node, Tree, build

KEYS = (
    *("class", "alg", "depth", "num_agents", "start_state", "win_states", "lose_states"),
    *("successors", "evaluation", "diagram", "max_points"),
)


class TreeTest(NamedTuple):
    """A test file about a tree.

    Attributes
    ----------
    tree
        The game tree.
    agent, search
        The name of the agent, and the textbook search that it stands for; None for an agent of another name.
    rounds
        The depth, in rounds of all agents; None if the file has no depth.
    agents
        The number of agents that take turns.
    """

    tree: Tree
    agent: str
    search: str | None
    rounds: int | None
    agents: int

    @property
    def depth(self) -> int | None:
        """The depth in moves."""
        return None if self.rounds is None else self.rounds * self.agents

    def format_depth(self, depth: int | None) -> str:
        """Say how deep the test was searched, and how deep its file says.

        >>> from zermelo.trees import example
        >>> test = TreeTest(example("aima"), "MinimaxAgent", "minimax", 2, 3)
        >>> test.format_depth(6)
        '2 rounds of 3 agents (6 moves), as the file says'
        >>> test.format_depth(4)
        '4 moves; the file says 2 rounds of 3 agents (6 moves)'
        """
        searched = "to the end" if depth is None else format_count(depth, "move")
        if self.rounds is None or self.depth is None:
            return f"{searched}; the file says none"
        rounds = (
            f"{format_count(self.rounds, 'round')} of {format_count(self.agents, 'agent')} "
            f"({format_count(self.depth, 'move')})"
        )
        return f"{rounds}, as the file says" if depth == self.depth else f"{searched}; the file says {rounds}"


class Solution(NamedTuple):
    """A solution file: the action at the start, and the states that the search generates, in alphabetical order."""

    action: str
    generated: tuple[str, ...]


class _Edge(NamedTuple):
    action: str
    child: str
    at: int


def is_cs188(text: str) -> bool:
    """Return whether a text is a CS188 test file, of a tree or of another kind."""
    return named_class(text) is not None or re.search(r"^[ \t]*start_state[ \t]*:", text, re.MULTILINE) is not None


def parse_cs188(text: str) -> Tree:
    """Return the game tree of a CS188 test file."""
    return parse_tree_test(text).tree


def parse_tree_test(text: str) -> TreeTest:
    """Return the game tree of a CS188 test file, and how its agent searches it."""
    kind = named_class(text)
    if kind is not None and kind.text != "GraphGameTreeTest":
        fail(kind.at, f"{kind.text} holds no tree; zermelo pacman --test plays a test of Pac-Man")
    entries = read_entries(text, KEYS)
    for key in ("start_state", "successors", "evaluation"):
        if key not in entries:
            raise ZermeloError(f"{key} is missing: this format needs start_state, successors and evaluation")
    start, agent = single(entries, "start_state"), single(entries, "alg").text.strip()
    if len(start.words) != 1:
        fail(start.at, "start_state must name one state")
    edges = _read_successors(entries["successors"])
    for state in _ends(entries):
        edges.pop(state, None)
    agents = whole_number(entries, "num_agents", 2)
    search = named_search(agent)
    others = CHANCE if search == "expectimax" else MIN
    tree = _build_tree(start, edges, _read_evaluation(entries["evaluation"]), agents, others)
    return TreeTest(tree, agent, search, whole_number(entries, "depth", 0) or None, agents)


def parse_solution(text: str) -> Solution:
    """Return what a CS188 solution file says about a tree."""
    entries = read_entries(text, ("action", "generated", "expanded"))
    generated = "expanded" if "expanded" in entries else "generated"  # the name in older files
    for key in ("action", generated):
        if key not in entries:
            raise ZermeloError(f"{key} is missing: a solution needs action and generated")
    return Solution(
        single(entries, "action").text.strip(),
        tuple(sorted(word for line in entries[generated] for word in line.words)),
    )


def _build_tree(
    start: Line, edges: dict[str, list[_Edge]], values: dict[str, Number], agents: int, others: int
) -> Tree:
    root = start.words[0]
    drafts = [Draft(-1, start.at, root, values.get(root))]
    depths, numbers = [0], {root: 0}
    for number, draft in enumerate(drafts):
        state = draft.name or ""
        if state not in edges:
            if draft.value is None:
                fail(draft.at, f"{state} has no successors, so it needs a value in evaluation")
            continue
        draft.player = MAX if depths[number] % agents == 0 else others
        share = Fraction(1, len(edges[state])) if draft.player == CHANCE else None
        for action, child, at in edges[state]:
            if child in numbers:
                cycle = _leads_to(drafts, numbers[child], number)
                fail(
                    at, f"{child} leads back to itself" if cycle else f"{child} is reached twice, so this is not a tree"
                )
            numbers[child] = len(drafts)
            name = action if action != child else None
            drafts.append(Draft(number, at, child, values.get(child), probability=share, action=name))
            depths.append(depths[number] + 1)
    return build(drafts, MAX, place=lambda at: f"line {at}")


def _ends(entries: Entries) -> set[str]:
    lines = [*entries.get("win_states", ()), *entries.get("lose_states", ())]
    return {state for line in lines for state in line.words}


def _read_successors(lines: list[Line]) -> dict[str, list[_Edge]]:
    edges: dict[str, list[_Edge]] = defaultdict(list)
    taken: set[tuple[str, str]] = set()
    for line in lines:
        words, at = line.words, line.at
        if not words:
            continue  # successors: ""
        if len(words) != 3:
            fail(at, f"a successor is written as: state action successor, not {' '.join(words)[:40]!r}")
        state, action, child = words
        if (state, action) in taken:
            fail(at, f"{state} has two successors by the action {action}")
        taken.add((state, action))
        edges[state].append(_Edge(action, child, at))
    return dict(edges)


def _read_evaluation(lines: list[Line]) -> dict[str, Number]:
    values: dict[str, Number] = {}
    for line in lines:
        words, at = line.words, line.at
        if not words:
            continue
        if len(words) != 2:
            fail(at, f"an evaluation is written as: state value, not {' '.join(words)[:40]!r}")
        state, number = words
        if state in values:
            fail(at, f"{state} is evaluated twice")
        try:
            values[state] = exact(number)
        except (ValueError, ZeroDivisionError):
            fail(at, f"{number[:40]!r} is not a number")
    return values


def _leads_to(drafts: list[Draft], above: int, number: int) -> bool:
    while number > above:
        number = drafts[number].parent
    return number == above


def format_cs188(tree: Tree) -> str:
    """Return the tree as a CS188 test file; raise ZermeloError for what the format cannot express."""
    levels: dict[int, set[int]] = defaultdict(set)
    depths: list[int] = []
    for node in tree.nodes:
        depths.append(depths[node.parent.index] + 1 if node.parent else 0)
        _check_node(node)
        if node.children:
            levels[depths[-1]].add(node.player)
    agents = next((depth for depth in levels if depth and levels[depth] == {MAX}), max(2, len(levels)))
    others = {player for depth, players in levels.items() if depth % agents for player in players} or {MIN}
    if levels and (any(levels[depth] != {MAX} for depth in levels if depth % agents == 0) or len(others) > 1):
        raise ZermeloError("cs188 text holds only trees where MAX begins and turns go round the same way everywhere")
    alg = "ExpectimaxAgent" if others == {CHANCE} else "MinimaxAgent"
    inner = [node for node in tree.nodes if node.children]
    rows = [
        'class: "GraphGameTreeTest"',
        f'alg: "{alg}"',
        f'depth: "{max(1, -(-max(depths) // agents))}"',
        f'num_agents: "{agents}"',
        f'start_state: "{tree.name}"',
        f'win_states: "{" ".join(node.name for node in tree.leaves())}"',
        'lose_states: ""',
        'successors: """',
        *(f"{node.name} {child.action or child.name} {child.name}" for node in inner for child in node.children),
        '"""',
        'evaluation: """',
        *(f"{node.name} {node.value}" for node in tree.nodes if node.value is not None),
        '"""',
    ]
    return "\n".join(rows) + "\n"


def _check_node(node: Node) -> None:
    for word in (node.name, node.action):
        if word is not None and (word.split() != [word] or '"' in word or "#" in word):
            raise ZermeloError(f"cs188 text cannot hold the name {word!r}: it has a space, a quote or a #")
    if node.action == node.name:
        raise ZermeloError(f"cs188 text cannot hold a branch called {node.action!r} like the node it leads to")
    actions = [child.action or child.name for child in node.children]
    if len(set(actions)) < len(actions):
        raise ZermeloError(f"cs188 text cannot hold {node.name}: two of its branches have the same name")
    if isinstance(node.value, tuple | Fraction) or (isinstance(node.value, float) and not isfinite(node.value)):
        raise ZermeloError(f"cs188 text cannot hold the value of {node.name}: it takes whole and decimal numbers only")
    if node.noisy:
        raise ZermeloError(f"cs188 text cannot say that {node.name} is not quiet")
    if any(child.probability not in (None, Fraction(1, len(node.children))) for child in node.children):
        raise ZermeloError(f"cs188 text holds only equal chances, and those at {node.name} differ")
