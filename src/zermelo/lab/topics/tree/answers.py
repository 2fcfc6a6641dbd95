"""Answers of the Tree page: trees from text or at random, and pictures of searches."""

from __future__ import annotations

import msgspec

from zermelo import draw
from zermelo.events import Event, child_name
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import FileSearch, Text, TreeReply
from zermelo.lab.topics.tree.description import describe
from zermelo.lab.topics.tree.messages import AskProfile, AskWhy, Export, Profile, RandomTree, ReadTree
from zermelo.lab.topics.tree.watch import run_profile, run_search
from zermelo.state import ZermeloError, format_payoff
from zermelo.textbook.run import options_of_test, report
from zermelo.textbook.why_not_pruned import check_search, explain_leaves
from zermelo.trees import Tree, format_tree, random_tree
from zermelo.trees.cs188 import is_cs188, parse_tree_test


def read(message: ReadTree, context: RequestContext) -> TreeReply:
    """Read a tree from its text."""
    reply = describe(context.tree(message.text, message.root))
    return msgspec.structs.replace(reply, test=_asked_for(message.text)) if is_cs188(message.text) else reply


def _asked_for(text: str) -> FileSearch | None:
    test = parse_tree_test(text)
    if test.search is None:
        return None
    options = {name: str(value) for name, value in options_of_test(test, test.search).items() if value is not None}
    return FileSearch(test.search, options, f"{test.agent} searches {test.format_depth(test.depth)}.")


def random(message: RandomTree, context: RequestContext) -> TreeReply:
    """Make a tree from a seed, once its largest possible size has been checked."""
    levels = context.settings.levels
    if message.depth > levels:
        raise ZermeloError(f"depth must be at most {levels:,} here, not {message.depth:,}")
    nodes = width = 1
    for _ in range(max(message.depth, 0)):
        width *= max(message.branching, 1)
        nodes += width
        if nodes > context.settings.caps.nodes:
            raise ZermeloError(
                f"a tree of this shape can have too many nodes: the lab takes at most {context.settings.caps.nodes:,}"
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


def export(message: Export, context: RequestContext) -> Text:
    """Return a picture or a transcript of a search, as the text of a file."""
    if message.search is None:
        position, events, facts = context.read(message.source), list[Event](), {}
    else:
        done = run_search(context, message.source, message.search, message.options)
        position, events, facts = done.state, done.events, report(done)
    steps = events if message.step is None else events[: max(message.step, 0)]
    conduct = None
    if message.equilibrium is not None:
        if message.search != "backward_induction":
            raise ZermeloError("only backward_induction finds equilibria: choose that search")
        decisions = run_profile(context, message.source, message.equilibrium, message.options)
        conduct = {each.name: (None if each.move is None else str(each.move), each.value) for each in decisions}
    if message.format == "svg":
        return Text(draw.svg(position, steps or None, profile=conduct))
    if message.format == "tikz":
        return Text(draw.tikz(position, steps or None, profile=conduct))
    document = {
        "source": message.source,
        "tree": format_tree(position) if isinstance(position, Tree) else None,
        "search": message.search,
        "options": message.options,
        "events": steps,
        "sentences": [str(event) for event in steps],
        "report": facts,
        "equilibrium": conduct
        and [{"node": name, "move": move, "value": format_payoff(value)} for name, (move, value) in conduct.items()],
    }
    return Text(msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2).decode())


def profile(message: AskProfile, context: RequestContext) -> Profile:
    """Return what every player does in an equilibrium."""
    decisions = run_profile(context, message.source, message.number, message.options)
    return Profile(
        chosen=tuple(
            child_name(each.name, each.state.play(each.move), each.move) for each in decisions if each.move is not None
        ),
        values={each.name: format_payoff(each.value) for each in decisions},
    )


def why(message: AskWhy, context: RequestContext) -> Text:
    """Return why a search evaluates a leaf, or what prunes it."""
    check_search(message.search)
    (reason,) = explain_leaves(run_search(context, message.source, message.search, message.options), [message.leaf])
    return Text(str(reason))
