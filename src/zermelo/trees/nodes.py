"""Explicit game trees: every state is written out, as on a blackboard.

Every node is one `Node` object, made once; the `Tree` is the root node and also holds all others. Nodes are numbered
breadth-first, so that unnamed ones get the letters a lecturer would write:

            A                 index 0
          / | \\
         B  C  D              index 1 2 3
        /\\  |\\  ...           index 4 5 6 7 ...

All parsers produce `Draft` records and call `build`, the only place where a tree is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import isfinite
from typing import Any

from zermelo.limits import MAX_PLIES
from zermelo.reading import MAX_PLAYERS
from zermelo.state import CHANCE, MAX, PROBABILITY_TOLERANCE, Number, Payoff, ZermeloError, format_number


@dataclass(slots=True)
class Draft:
    """A node as a parser read it, before the tree is built; `at` is its place, for error messages."""

    parent: int
    at: int
    name: str | None = None
    value: Payoff | None = None
    player: int | None = None
    probability: Number | None = None
    action: str | None = None
    noisy: bool = False


class Node:
    """A node of an explicit tree, as a `State`. Its moves are the names of its children.

    Attributes
    ----------
    value
        A leaf's payoff, an inner node's static value, or None.
    probability
        The probability of the branch from a chance node to this one, or None.
    action
        The name of the branch that leads here, or None.
    """

    __slots__ = (
        "_by_name",
        "_moves",
        "action",
        "children",
        "index",
        "name",
        "noisy",
        "parent",
        "player",
        "probability",
        "tree",
        "value",
    )

    zero_sum = False
    """Payoff tuples of a tree need not have a constant sum."""

    tree: Tree
    parent: Node | None
    index: int
    name: str
    player: int
    value: Payoff | None
    children: tuple[Node, ...]
    probability: Number | None
    action: str | None
    noisy: bool
    _moves: tuple[str, ...]
    _by_name: dict[str, Node]

    def moves(self) -> tuple[str, ...]:
        return self._moves

    def play(self, move: str) -> Node:
        try:
            return self._by_name[move]
        except (KeyError, TypeError):  # a list is not even hashable
            raise ZermeloError(f"{self.name} has no child called {move!r}") from None

    def utility(self) -> Payoff | None:
        return None if self.children else self.value

    def chances(self) -> tuple[tuple[str, Number], ...]:
        return tuple((child.name, child.probability or 0) for child in self.children)

    def evaluate(self) -> Payoff:
        if self.value is None:
            raise ZermeloError(f"{self.name} has no static value: write one, as in {self.name}=3(...)")
        return self.value

    def quiet(self) -> bool:
        return not self.noisy

    def leaves(self) -> list[Node]:
        """Return the leaves at and below this node, from left to right."""
        found, stack = [], [self]
        while stack:
            node = stack.pop()
            if node.children:
                stack.extend(reversed(node.children))
            else:
                found.append(node)
        return found

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<node {self.name}>"

    def _repr_svg_(self) -> str:
        from zermelo.draw import svg

        return svg(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_node_of, (self.tree, self.index))


class Tree(Node):
    """The root of an explicit tree, which also holds the whole tree.

    Attributes
    ----------
    nodes
        All nodes, breadth-first; `nodes[0]` is the root itself.
    players
        The number of players: 2 unless payoffs are longer tuples.
    """

    __slots__ = ("_names", "nodes", "players")

    nodes: tuple[Node, ...]
    players: int
    _names: dict[str, Node]

    def __getitem__(self, name: str) -> Node:
        """Return a node by name."""
        try:
            return self._names[name]
        except KeyError:
            raise ZermeloError(f"there is no node called {name!r}") from None

    def __len__(self) -> int:
        return len(self.nodes)

    def __bool__(self) -> bool:
        return True

    def _content(self) -> list[tuple[Any, ...]]:
        return [
            (n.name, n.player, n.value, n.probability, n.action, n.noisy, n.parent.index if n.parent else None)
            for n in self.nodes
        ]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Tree) and self.players == other.players and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((len(self.nodes), self.name, self.players))

    def drafts(self) -> list[Draft]:
        """Return the nodes as drafts, to build a changed tree from."""
        return [_draft(node, node.parent.index if node.parent else -1) for node in self.nodes]

    def with_values(self, values: Mapping[str, Payoff]) -> Tree:
        """Return the tree with other values on the named nodes; unlike in parsed trees they may be infinite."""
        drafts = self.drafts()
        for draft in drafts:
            draft.value = values.get(draft.name or "", draft.value)
        return build(drafts, finite=False)

    def reordered(self, order: Mapping[str, Sequence[str]]) -> Tree:
        """Return the tree with the children of the named nodes in another order; nodes keep their names."""
        drafts: list[Draft] = []
        stack: list[tuple[Node, int]] = [(self, -1)]
        while stack:
            node, parent = stack.pop()
            drafts.append(_draft(node, parent))
            children = [node.play(name) for name in order.get(node.name, node.moves())]
            if sorted(child.index for child in children) != sorted(child.index for child in node.children):
                raise ZermeloError(f"the order given for {node.name} must name each of its children once")
            number = len(drafts) - 1
            stack.extend((child, number) for child in reversed(children))
        return build(drafts)

    def __reduce__(self) -> tuple[Any, ...]:
        return (build, (self.drafts(), None, False))


def _draft(node: Node, parent: int) -> Draft:
    return Draft(parent, node.index, node.name, node.value, node.player, node.probability, node.action, node.noisy)


def _node_of(tree: Tree, index: int) -> Node:
    return tree.nodes[index]


def letters() -> Iterator[str]:
    """Yield A, B, ..., Z, AA, AB, ...: the names of unnamed nodes.

    >>> from itertools import islice
    >>> list(islice(letters(), 24, 29))
    ['Y', 'Z', 'AA', 'AB', 'AC']
    """
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for number in count():
        name, rest = "", number
        while rest >= 0:
            name = alphabet[rest % 26] + name
            rest = rest // 26 - 1
        yield name


def _node_number(at: int) -> str:
    return f"node {at + 1}"


def build(
    drafts: Sequence[Draft],
    root_player: int | None = None,
    finite: bool = True,
    place: Callable[[int], str] = _node_number,
) -> Tree:
    """Check the drafts (parents before their children) and build the tree.

    Players alternate from the root down unless a draft says otherwise; chance takes no turn. The player of a leaf is the one
    whose turn it would be, MAX where nobody has moved. Errors begin with the place, which `place` formats from a
    draft's `at`.
    """
    try:
        return _build(drafts, root_player, finite)
    except _Fault as fault:
        sentence = " ".join(str(fault).split())  # a name may hold a line break
        raise ZermeloError(f"{place(fault.at)}: {sentence}") from None


class _Fault(Exception):
    def __init__(self, draft: Draft, what: str) -> None:
        super().__init__(what)
        self.at = draft.at


def _build(drafts: Sequence[Draft], root_player: int | None, finite: bool) -> Tree:
    offspring: list[list[int]] = [[] for _ in drafts]
    depth = [0] * len(drafts)
    for number, draft in enumerate(drafts):
        if number:
            offspring[draft.parent].append(number)
            depth[number] = depth[draft.parent] + 1
            if depth[number] > MAX_PLIES:
                raise _Fault(draft, f"the tree is more than {MAX_PLIES:,} levels deep")
    order = [0]
    for number in order:
        order.extend(offspring[number])

    if drafts[0].probability is not None or drafts[0].action is not None:
        raise _Fault(drafts[0], "no branch leads to the root, so it takes no probability and no action")
    players = _count_players(drafts, offspring)
    names = _name_all(drafts, order)
    nodes: list[Node] = [Tree.__new__(Tree) if number == 0 else Node.__new__(Node) for number in range(len(drafts))]
    tree = nodes[0]
    assert isinstance(tree, Tree)
    turn = [0] * len(drafts)
    mover: list[int | None] = [None] * len(drafts)
    for index, number in enumerate(order):
        draft, node = drafts[number], nodes[number]
        node.tree, node.index, node.name = tree, index, names[number]
        node.parent = nodes[draft.parent] if number else None
        node.value = _check_value(draft, finite)
        node.probability, node.action, node.noisy = draft.probability, draft.action or None, draft.noisy
        expected = turn[draft.parent] if number else (MAX if root_player is None else root_player)
        above = mover[draft.parent] if number else None
        children = offspring[number]
        if not children:
            node.player = MAX if above is None else (above + 1) % players
        else:
            node.player = expected if draft.player is None else draft.player
        mover[number] = above if node.player == CHANCE else node.player
        turn[number] = expected if node.player == CHANCE else (node.player + 1) % players
        node.children = tuple([nodes[child] for child in children]) if children else ()
        node._moves = tuple([names[child] for child in children]) if children else ()
        node._by_name = dict(zip(node._moves, node.children, strict=True)) if children else {}
    for number, draft in enumerate(drafts):
        _check_chances(draft, nodes[number], drafts, offspring[number])
    tree.nodes = tuple(nodes[number] for number in order)
    tree._names = {node.name: node for node in tree.nodes}
    tree.players = players
    return tree


def _count_players(drafts: Sequence[Draft], offspring: Sequence[Sequence[int]]) -> int:
    lengths: dict[int, Draft] = {}
    for draft, children in zip(drafts, offspring, strict=True):
        if draft.value is not None:
            length = len(draft.value) if isinstance(draft.value, tuple) else 1
            if isinstance(draft.value, tuple) and not 2 <= length <= MAX_PLAYERS:
                raise _Fault(draft, f"payoffs must be for 2 to {MAX_PLAYERS} players, not for {length}")
            lengths.setdefault(length, draft)
        elif not children:
            raise _Fault(draft, "a leaf needs a value, and a node at least one child")
    if len(lengths) > 1:
        odd = list(lengths.values())[1]
        raise _Fault(odd, "every value must have as many payoffs as the first one has")
    payoffs = next(iter(lengths))
    players = max(2, payoffs)
    for draft in drafts:
        if draft.player is not None and not (draft.player == CHANCE or 0 <= draft.player < players):
            raise _Fault(draft, f"there are only {players} players, so player {draft.player + 1} cannot move")
    return players


def _name_all(drafts: Sequence[Draft], order: Sequence[int]) -> list[str]:
    taken: dict[str, Draft] = {}
    for draft in drafts:
        if draft.name is not None:
            if not draft.name:
                raise _Fault(draft, "a name cannot be empty")
            if draft.name in taken:
                raise _Fault(draft, f"the name {draft.name} is used twice")
            taken[draft.name] = draft
    names = [draft.name or "" for draft in drafts]
    if len(taken) == len(drafts):
        return names
    for number, letter in zip(order, letters(), strict=False):
        if drafts[number].name is None:
            while letter in taken:
                letter += "'"
            names[number] = letter
            taken[letter] = drafts[number]
    return names


def _check_value(draft: Draft, finite: bool) -> Payoff | None:
    value = draft.value
    if value is None or isinstance(value, int):
        return value
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, float) and (part != part or (finite and not isfinite(part))):
            raise _Fault(draft, f"a value must be a finite number, not {part}")
    return value


def _check_chances(draft: Draft, node: Node, drafts: Sequence[Draft], children: Sequence[int]) -> None:
    if node.player != CHANCE or not children:
        for child in children:
            if drafts[child].probability is not None:
                raise _Fault(drafts[child], f"a probability is given, but {node.name} is not a chance node")
        return
    total: Number = 0
    for child in children:
        probability = drafts[child].probability
        if probability is None:
            raise _Fault(drafts[child], f"a branch of the chance node {node.name} needs a probability")
        if not 0 < probability <= 1:
            raise _Fault(
                drafts[child], f"a probability must be above 0 and at most 1, not {format_number(probability)}"
            )
        total = total + probability
    if total != 1 and abs(float(total) - 1) > PROBABILITY_TOLERANCE:
        raise _Fault(draft, f"the probabilities at {node.name} add up to {format_number(total)}, not 1")
