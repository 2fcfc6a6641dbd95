"""Trees in the text format of the CS188 course's autograder (Berkeley, the Pac-Man projects).

A file is a list of keys, each with a value in double quotes or a block in triple ones; # begins a comment:

    alg: "MinimaxAgent"
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

Agents take turns by ply. Agent 0 is MAX; all others are MIN, or chance with equal probabilities for the ExpectimaxAgent.
An evaluation of an inner state is its static value. A branch whose action is the name of its successor counts as unnamed.
The course's files mention states that cannot be reached from the start; these are ignored.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from math import isfinite
from typing import NamedTuple, NoReturn

from zermelo.games.tree.nodes import Draft, Node, Tree, build, exact
from zermelo.state import CHANCE, MAX, MIN, Number, ZermeloError

KEYS = (
    *("class", "alg", "depth", "num_agents", "start_state", "win_states", "lose_states"),
    *("successors", "evaluation", "diagram"),
)
_ENTRY = re.compile(r'\s*(\w+)\s*:\s*(?:"""|"([^"]*)"\s*$)')


class _Line(NamedTuple):
    words: list[str]
    at: int


class _Edge(NamedTuple):
    action: str
    child: str
    at: int


def parse_cs188(text: str) -> Tree:
    """Return the game tree of a CS188 test file."""
    entries = _entries(text)
    for key in ("start_state", "successors", "evaluation"):
        if key not in entries:
            raise ZermeloError(f"{key} is missing: this format needs start_state, successors and evaluation")
    kind, start, alg = (_single(entries, key) for key in ("class", "start_state", "alg"))
    if kind.words not in ([], ["GraphGameTreeTest"]):
        _fail(kind.at, "only the class GraphGameTreeTest holds a game tree")
    if len(start.words) != 1:
        _fail(start.at, "start_state must name one state")
    root = start.words[0]
    edges = _read_successors(entries["successors"])
    known = {root, *edges, *(edge.child for out in edges.values() for edge in out)}
    values = _read_evaluation(entries["evaluation"], known)
    _check_ends(entries, known, edges)
    agents = _agents(entries)
    others = CHANCE if alg.words == ["ExpectimaxAgent"] else MIN

    drafts = [Draft(-1, start.at, root, values.get(root))]
    depths, numbers = [0], {root: 0}
    for number, draft in enumerate(drafts):
        state = draft.name or ""
        if state not in edges:
            if draft.value is None:
                _fail(draft.at, f"{state} has no successors, so it needs a value in evaluation")
            continue
        draft.player = MAX if depths[number] % agents == 0 else others
        share = Fraction(1, len(edges[state])) if draft.player == CHANCE else None
        for action, child, at in edges[state]:
            if child in numbers:
                cycle = _leads_to(drafts, numbers[child], number)
                _fail(at, f"{child} leads back to itself" if cycle else f"{child} is reached twice, so this is no tree")
            numbers[child] = len(drafts)
            name = action if action != child else None
            drafts.append(Draft(number, at, child, values.get(child), probability=share, action=name))
            depths.append(depths[number] + 1)
    return build(drafts, MAX, place=lambda at: f"line {at}")


def _fail(at: int, what: str) -> NoReturn:
    raise ZermeloError(f"line {at}: {what}")


def _entries(text: str) -> dict[str, list[_Line]]:
    """Return every key with the words of its lines; a value in double quotes is one line."""
    entries: dict[str, list[_Line]] = {}
    block: list[_Line] | None = None
    opened = 0
    for at, raw in enumerate(text.split("\n"), 1):
        line = raw.split("#", 1)[0]
        if block is None:
            if not line.strip():
                continue
            found = _ENTRY.match(line)
            if found is None:
                _fail(at, f'{line.strip()[:40]!r} is not of the form key: "value"')
            key = found[1]
            if key not in KEYS:
                _fail(at, f"{key[:40]} is not a key of this format: {', '.join(KEYS)} are")
            if key in entries:
                _fail(at, f"{key} is given twice")
            if found[2] is not None:
                entries[key] = [_Line(found[2].split(), at)]
                continue
            block, opened, line = entries.setdefault(key, []), at, line[found.end() :]
        inside, closing, rest = line.partition('"""')
        if inside.strip():
            block.append(_Line(inside.split(), at))
        if closing:
            block = None
            if rest.strip():
                _fail(at, f"{rest.strip()[:40]!r} stands after the end of a block")
    if block is not None:
        _fail(opened, 'the block that begins here has no closing """')
    return entries


def _single(entries: dict[str, list[_Line]], key: str) -> _Line:
    """Return the only line of an entry, empty if the entry is missing."""
    lines = entries.get(key) or [_Line([], 1)]
    if len(lines) > 1:
        _fail(lines[1].at, f"{key} takes one line")
    return lines[0]


def _read_successors(lines: list[_Line]) -> dict[str, list[_Edge]]:
    edges: dict[str, list[_Edge]] = defaultdict(list)
    taken: set[tuple[str, str]] = set()
    for words, at in lines:
        if not words:
            continue  # successors: ""
        if len(words) != 3:
            _fail(at, f"a successor is written as: state action successor, not {' '.join(words)[:40]!r}")
        state, action, child = words
        if (state, action) in taken:
            _fail(at, f"{state} has two successors by the action {action}")
        taken.add((state, action))
        edges[state].append(_Edge(action, child, at))
    return dict(edges)


def _read_evaluation(lines: list[_Line], known: set[str]) -> dict[str, Number]:
    values: dict[str, Number] = {}
    for words, at in lines:
        if not words:
            continue
        if len(words) != 2:
            _fail(at, f"an evaluation is written as: state value, not {' '.join(words)[:40]!r}")
        state, number = words
        if state not in known:
            _fail(at, f"the state {state} is not in successors")
        if state in values:
            _fail(at, f"{state} is evaluated twice")
        try:
            values[state] = exact(number)
        except (ValueError, ZeroDivisionError):
            _fail(at, f"{number[:40]!r} is not a number")
    return values


def _check_ends(entries: dict[str, list[_Line]], known: set[str], edges: dict[str, list[_Edge]]) -> None:
    for key in ("win_states", "lose_states"):
        for words, at in entries.get(key, ()):
            for state in words:
                if state not in known:
                    _fail(at, f"the state {state} is not in successors")
                if state in edges:
                    _fail(at, f"the game ends at {state}, but it has successors")


def _agents(entries: dict[str, list[_Line]]) -> int:
    words, at = _single(entries, "num_agents")
    if not words:
        return 2
    if len(words) != 1 or not re.fullmatch("[1-9][0-9]{0,5}", words[0]):
        _fail(at, f"num_agents must be a whole number from 1 up, not {' '.join(words)[:40]!r}")
    return int(words[0])


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
