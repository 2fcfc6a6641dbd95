"""The Tree page: reads and makes trees, and writes pictures of searches for files."""

from __future__ import annotations

import msgspec

from zermelo import draw
from zermelo.events import Event
from zermelo.games.tree import Tree, format_tree, random_tree
from zermelo.lab.desk import Desk, Page, Post
from zermelo.lab.messages import (
    AskProfile,
    Export,
    Profile,
    RandomTree,
    ReadTree,
    Stakes,
    Text,
    TreeNode,
    TreeReply,
)
from zermelo.lab.watching import run_profile, run_search
from zermelo.state import CHANCE, MAX, MIN, ZermeloError, as_payoffs, format_payoff
from zermelo.textbook.explanations import child_name
from zermelo.textbook.run import report, suitable, value_range


def read(message: ReadTree, desk: Desk) -> TreeReply:
    return describe(desk.tree(message.text, message.root))


def make_random(message: RandomTree, desk: Desk) -> TreeReply:
    """A tree from a seed; its size is checked before any of it is made."""
    nodes = width = 1
    for _ in range(max(message.depth, 0)):
        width *= max(message.branching, 1)
        nodes += width
        if nodes > desk.settings.caps.nodes or message.depth > desk.settings.caps.nodes:
            raise ZermeloError(
                f"a tree of this shape can have more than {desk.settings.caps.nodes:,} nodes, which is too many here"
            )
    return describe(
        random_tree(
            message.seed,
            depth=message.depth,
            branching=(min(2, message.branching), message.branching) if message.uneven else message.branching,
            ragged=message.uneven,
            chance=message.chance,
            root=message.root,
        )
    )


def export(message: Export, desk: Desk) -> Text:
    """A picture or a transcript as the text of a file."""
    if message.search is None:
        position, events, facts = desk.read(message.source), list[Event](), {}
    else:
        done = run_search(desk, message.source, message.search, message.options)
        position, events, facts = done.state, done.events, report(done)
    told = events if message.step is None else events[: max(message.step, 0)]
    conduct = None
    if message.equilibrium is not None:
        if message.search != "backward_induction":
            raise ZermeloError("an equilibrium is a matter of backward induction: choose that search")
        profile = run_profile(desk, message.source, message.equilibrium, message.options)
        moves = ((each.name, None if each.move is None else str(each.move), each.value) for each in profile)
        conduct = {name: (move, value) for name, move, value in moves}
    if message.format == "svg":
        return Text(draw.svg(position, told or None, profile=conduct))
    if message.format == "tikz":
        return Text(draw.tikz(position, told or None, profile=conduct))
    document = {
        "source": message.source,
        "tree": format_tree(position) if isinstance(position, Tree) else None,
        "search": message.search,
        "options": message.options,
        "events": told,
        "sentences": [str(event) for event in told],
        "report": facts,
        "equilibrium": conduct
        and [{"node": name, "move": move, "value": format_payoff(value)} for name, (move, value) in conduct.items()],
    }
    return Text(msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2).decode())


def tell_profile(message: AskProfile, desk: Desk) -> Profile:
    """Who moves where in an equilibrium."""
    told = run_profile(desk, message.source, message.number, message.options)
    return Profile(
        chosen=tuple(
            child_name(each.name, each.state.play(each.move), each.move) for each in told if each.move is not None
        ),
        values={each.name: format_payoff(each.value) for each in told},
    )


def describe(tree: Tree, unknown: str | None = None) -> TreeReply:
    """A tree as the pages draw it. `unknown` is a leaf whose value is a secret."""
    payoffs = tree.players > 2 or any(isinstance(node.value, tuple) for node in tree.nodes)
    nodes = []
    for node in tree.nodes:
        if not node.children:
            role = "LEAF"
        elif node.player == CHANCE:
            role = "CHANCE"
        elif payoffs:
            role = f"P{node.player + 1}"
        else:
            role = "MAX" if node.player == MAX else "MIN"
        value = None if node.value is None else format_payoff(node.value)
        nodes.append(
            TreeNode(
                name=node.name,
                parent=-1 if node.parent is None else node.parent.index,
                role=role,
                value="x" if node.name == unknown else value,
                odds=None if node.probability is None else format_payoff(node.probability),
                action=node.action,
                noisy=node.noisy,
            )
        )
    return TreeReply(
        text=format_tree(tree),
        nodes=tuple(nodes),
        leaves=len(tree.leaves()),
        least=None if payoffs else _least(tree),
        unsuitable={search: reason for search, reason in suitable(tree).items() if reason is not None},
        stakes=_stakes(tree, payoffs),
    )


def _stakes(tree: Tree, payoffs: bool) -> Stakes:
    found = [as_payoffs(node.value) for node in tree.nodes if node.value is not None]
    low, high = (None, None) if payoffs else map(str, value_range(tree))
    return Stakes(
        players=max(map(len, found)),
        total=str(max(map(sum, found))),
        least=str(min(map(min, found))),
        low=low,
        high=high,
    )


def _least(tree: Tree) -> int | None:
    """Knuth and Moore's count, where MAX and MIN take turns, every inner node has as many children, and every leaf is as deep
    as the others."""
    branching, depth, level = len(tree.children), 0, [*tree.children]
    movers = {tree.player}
    while level:
        depth += 1
        counts = {len(node.children) for node in level}
        others = {1 - player for player in movers}
        movers = {node.player for node in level if node.children} or others
        if counts not in ({0}, {branching}) or movers != others:
            return None
        level = [child for node in level for child in node.children]
    if tree.player not in (MAX, MIN) and depth:
        return None
    return int(branching ** (depth // 2) + branching ** (depth - depth // 2) - 1)


PAGE = Page(
    "tree",
    {
        "/api/tree/read": Post(ReadTree, read),
        "/api/tree/random": Post(RandomTree, make_random),
        "/api/tree/export": Post(Export, export, searches=True),
        "/api/tree/profile": Post(AskProfile, tell_profile, searches=True),
    },
)
