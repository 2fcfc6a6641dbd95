"""Why a leaf was not pruned: every sentence is read back, and what it claims is tried by brute force on random trees."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import factorial, inf, prod
from random import Random
from typing import Any

import pytest

from tests.exercises.oracles import visits
from tests.long import LONG
from tests.textbook.reference import TWO_PLAYER_SEARCHES
from zermelo.events import Cutoff, Enter, Evaluate, Event
from zermelo.games.nim import Nim
from zermelo.state import MAX, MIN, ZermeloError, format_number
from zermelo.textbook import DECLARATIONS, why_not_pruned
from zermelo.textbook.explanations import plain
from zermelo.textbook.run import last_pass, run
from zermelo.textbook.why_not_pruned import NotPruned, explain_leaves
from zermelo.trees import Node, Tree, parse_tree, random_tree
from zermelo.trees.nodes import build

TREES = 300 if LONG == 1 else 10_000
MOST_ORDERS = 40
"""Trees with more orders of children are not searched in all of them."""

NUMBER = r"-?[\d./]+"
WITNESS = re.compile(
    rf"With ({NUMBER}) instead of ({NUMBER}) at (\w+), (\w+) would be worth ({NUMBER}) instead of ({NUMBER})"
    rf"(?:, by (\w+) instead of (\w+))?: any (?:value (above|below) ({NUMBER})|other value) changes it, "
    r"so alpha-beta looks at (\w+) in every order\."
)
NO_WITNESS = re.compile(
    rf"No value of (\w+) changes the value of (\w+): (\w+) at (\w+) can reach ({NUMBER}) by (\w+) and (\w+) at (\w+) can reach "
    rf"({NUMBER}) by (\w+)\.(?: Only the move may change: with ({NUMBER}) at \w+, (\w+) would no longer be as good as (\w+)\.)? "
    r"(.*)"
)
ONLY_ORDER = re.compile(
    r"(\w+) is looked at only because of the order: (\w+)(?: and (\w+) come| comes) later, and when (\w+) is reached, α is (\S+) "
    r"and β is (\S+)\. With (\w+) before (\w+)(?: and (\w+) before (\w+))?( and a cut at equal values)?, alpha-beta skips it\."
)
TIED = re.compile(r"When (\w+) is reached, α is (\S+) and β is (\S+): a cut at equal values skips it\.")
OTHER_SEARCH = re.compile(
    r"Alpha-beta skips (\w+) (?:in this order|with (\w+) before (\w+)(?: and (\w+) before (\w+))?)( and a cut at equal values)?\."
)


def shown_window(tree: Tree, leaf: str, ties: str) -> tuple[str, ...]:
    """Alpha and beta at a leaf, as events write them."""
    return tuple(format_number(plain(end)) for end in visits(tree, ties)[leaf])


def value(node: Node, worth: dict[str, Any]) -> Any:
    """The minimax value of a node, with other values for some leaves."""
    if not node.children:
        return worth.get(node.name, node.value)
    return (max if node.player == MAX else min)(value(child, worth) for child in node.children)


def best_moves(tree: Tree, worth: dict[str, Any]) -> set[str]:
    root = value(tree, worth)
    return {child.name for child in tree.children if value(child, worth) == root}


def probes(tree: Tree) -> list[Any]:
    """Values at, between and beyond those of the leaves: the root's value changes nowhere else."""
    values = sorted({Fraction(leaf.value) for leaf in tree.leaves()})  # type: ignore[arg-type]
    between = [(low + high) / 2 for low, high in pairwise(values)]
    return [values[0] - 1, *values, *between, values[-1] + 1]


def changing(tree: Tree, leaf: str) -> list[bool]:
    before = value(tree, {})
    return [value(tree, {leaf: x}) != before for x in probes(tree)]


def all_orders(tree: Tree) -> list[Tree]:
    inner = [node for node in tree.nodes if node.children]
    if prod(factorial(len(node.children)) for node in inner) > MOST_ORDERS:
        return []
    chosen = product(*(permutations(node.moves()) for node in inner))
    return [tree.reordered({node.name: moves for node, moves in zip(inner, each, strict=True)}) for each in chosen]


def swapped(tree: Tree, *pairs: tuple[str, str]) -> Tree:
    """The tree with the first node of each pair right before the second, which is its sibling."""
    order = {}
    for first, second in pairs:
        parent = tree[first].parent
        assert parent is tree[second].parent
        assert parent is not None
        moves = [name for name in parent.moves() if name != first]
        order[parent.name] = [*moves[: moves.index(second)], first, *moves[moves.index(second) :]]
    return tree.reordered(order)


def check(tree: Tree, reason: NotPruned, events: list[Event], ties: str) -> str:
    """Try what the sentence claims; `tree` is the tree as it was searched. Returns what kind of sentence it is."""
    leaf, sentence = reason.leaf, str(reason)
    changed = changing(tree, leaf)
    told = WITNESS.fullmatch(sentence)
    if told:
        assert reason.changes == "value"
        with_value, old, at, root, after, before, new_move, move, side, limit, also = told.groups()
        assert (at, also, root) == (leaf, leaf, tree.name)
        assert Fraction(old) == tree[leaf].value
        assert value(tree, {}) == Fraction(before) != Fraction(after) == value(tree, {leaf: Fraction(with_value)})
        if new_move:
            assert move in best_moves(tree, {})
            then = best_moves(tree, {leaf: Fraction(with_value)})
            assert new_move in then
            assert move not in then
        elif tree.children:
            assert reason.move in best_moves(tree, {leaf: Fraction(with_value)})
        limits = {"above": lambda x: x > Fraction(limit), "below": lambda x: x < Fraction(limit)}
        assert changed == [limits[side](x) if side else x != tree[leaf].value for x in probes(tree)]
        for each in all_orders(tree):
            assert leaf in visits(each, ties)
        return "witness"

    assert not any(changed)
    claims = NO_WITNESS.fullmatch(sentence)
    assert claims, sentence
    at, root, *alternatives, with_value, move, new_move, rest = claims.groups()
    assert (at, root) == (leaf, tree.name)
    for player, node, worth, child in (alternatives[:4], alternatives[4:]):
        assert tree[node].player == (MAX if player == "MAX" else MIN)
        assert tree[child].parent is tree[node]
        assert value(tree[child], {}) == Fraction(worth)
        assert leaf in {each.name for each in tree[node].leaves()} - {each.name for each in tree[child].leaves()}
    moves_may_change = any(not {reason.move} <= best_moves(tree, {leaf: x}) for x in probes(tree)) and bool(
        tree.children
    )
    assert moves_may_change == bool(with_value) == (reason.changes == "move")
    if with_value:
        then = best_moves(tree, {leaf: Fraction(with_value)})
        assert move == reason.move
        assert new_move in then
        assert move not in then

    if reason.search not in ("alpha_beta", "negamax", "deepening"):
        skips = OTHER_SEARCH.fullmatch(rest)
        assert skips, rest
        at, *pairs, tied = skips.groups()
        assert at == leaf
        kind = "other order" if pairs[0] else "same order"
    elif tied_claim := TIED.fullmatch(rest):
        at, alpha, beta = tied_claim.groups()
        assert (ties, at) == ("strict", leaf)
        assert (alpha, beta) == shown_window(tree, leaf, ties)
        pairs, tied, kind = [None] * 4, "equal", "tied"
    else:
        order = ONLY_ORDER.fullmatch(rest)
        assert order, rest
        at, first_later, second_later, also, alpha, beta, *pairs, tied = order.groups()
        assert at == also == leaf
        assert (alpha, beta) == shown_window(tree, leaf, ties)
        assert {first_later, second_later} == {pairs[0], pairs[2]}
        reached = next(n for n, event in enumerate(events) if isinstance(event, Evaluate) and event.node == leaf)
        before = {event.node for event in events[:reached] if isinstance(event, Enter)}
        assert not {first_later, second_later} & before
        kind = "order"
    moved = swapped(tree, *((first, second) for first, second in zip(pairs[::2], pairs[1::2], strict=True) if first))
    assert leaf not in visits(moved, "equal" if tied else ties)
    assert moved == tree.reordered(reason.order)
    return kind


def search_order(tree: Tree, events: list[Event]) -> Tree:
    """The tree as a search met it."""
    entered = list(dict.fromkeys(event.node for event in events if isinstance(event, Enter)))
    known = {name: number for number, name in enumerate(entered)}
    return tree.reordered(
        {node.name: sorted(node.moves(), key=lambda name: known.get(name, inf)) for node in tree.nodes}
    )


def any_tree(random: Random) -> Tree:
    tree = random_tree(
        random.random().hex(),
        branching=(1, 3),
        depth=random.randint(1, 4),
        values=random.choice([(-9, 9), (0, 3), (-50, 50)]),
        ragged=random.random() < 0.5,
        root=random.choice(["max", "min"]),
    )
    drafts = tree.drafts()
    if random.random() < 0.2:  # players need not alternate
        for draft in drafts:
            draft.player = random.choice([MAX, MIN])
    if random.random() < 0.2:
        for draft in drafts:
            draft.value = None if draft.value is None else Fraction(draft.value, 3)  # type: ignore[arg-type]
    return build(drafts)


def test_every_claim_holds_on_random_trees() -> None:
    random, kinds = Random(28), list[str]()
    others = [name for name in TWO_PLAYER_SEARCHES if name not in ("quiescence", "alpha_beta")]
    for _ in range(TREES):
        tree, ties = any_tree(random), random.choice(["equal", "strict"])
        search = random.choice([*others, *["alpha_beta"] * len(others)])
        options: dict[str, Any] = {}
        if DECLARATIONS[search].has_option("ties"):
            options["ties"] = ties
        if DECLARATIONS[search].has_option("order") and random.random() < 0.3:
            options["order"] = lambda state: state.moves()[::-1]
        done = run(tree, search, options)
        events = last_pass(done.events) if search == "deepening" else done.events
        evaluated = {event.node for event in events if isinstance(event, Evaluate)}
        searched = search_order(tree, events)
        leaves = [leaf.name for leaf in tree.leaves() if search != "sss_star" or leaf.name in evaluated]
        for leaf, reason in zip(leaves, explain_leaves(done, leaves), strict=True):
            if isinstance(reason, Cutoff):
                assert leaf not in evaluated
                assert not any(changing(tree, leaf))
                kinds.append("pruned")
            else:
                assert leaf in evaluated
                kinds.append(check(searched, reason, events, options.get("ties", "equal")))
    kinds_seen = {kind: kinds.count(kind) for kind in set(kinds)}
    assert len(kinds_seen) == 6, kinds_seen


@pytest.mark.parametrize("search", ["alpha_beta", "deepening"])
def test_nodes_at_the_depth_limit_are_the_leaves(search: str) -> None:
    checked = 0
    for seed in range(40):
        tree = random_tree(seed, branching=(2, 3), depth=4, ragged=seed % 2 == 1, statics=True)
        done = run(tree, search, {"depth": 3})
        cut, level = tree.drafts(), [tree.nodes[0]]
        for _ in range(3):
            level = [child for node in level for child in node.children]
        below = {child.name for node in level for child in node.children}
        shallow = build([draft for draft in cut if draft.name not in below])
        events = last_pass(done.events)
        searched = search_order(shallow, events)
        evaluated = [event.node for event in events if isinstance(event, Evaluate)]
        for reason in explain_leaves(done, evaluated):
            assert isinstance(reason, NotPruned)
            check(searched, reason, events, "equal")
            checked += 1
    assert checked > 200


def test_the_window_at_the_leaf_is_the_searchs_own() -> None:
    tree = random_tree(5, depth=4, distinct=True)
    for search in ("alpha_beta", "negamax"):
        for leaf, (alpha, beta) in visits(tree, "equal").items():
            if not tree[leaf].children:
                reason = why_not_pruned(tree, leaf, search)
                assert (reason.alpha, reason.beta) == tuple(None if abs(end) == inf else end for end in (alpha, beta))


def test_the_record_as_json() -> None:
    facts = why_not_pruned(parse_tree("A(B(D=1/2 E=1) C=3)"), "D").to_dict()
    assert facts["value"] == 0.5
    assert facts["alternatives"][0] == {
        "player": "MIN",
        "node": "B",
        "child": "E",
        "value": 1,
        "instead_of": "D",
        "later": True,
    }
    assert facts["order"] == {"A": ("C", "B"), "B": ("E", "D")}
    assert facts["sentence"].startswith("No value of D changes the value of A")


@pytest.mark.parametrize(
    ("text", "leaf", "search", "options", "message"),
    [
        ("[[2, 7], [1, 8]]", "G", "alpha_beta", {}, "G is pruned. B already has|G is pruned. A already has 2"),
        ("[[2, 7], [1, 8]]", "B", "alpha_beta", {}, "B is not a leaf"),
        ("[[2, 7], [1, 8]]", "Z", "alpha_beta", {}, "there is no node called 'Z'"),
        ("[[2, 7], [1, 8]]", "D", "alpha_beta", {"window": (5, 9)}, "a search that ended with an exact value"),
        ("[[2, 7], [1, 8]]", "D", "expectiminimax", {}, "or minimax_open, not for expectiminimax"),
        ("[[2, 7], [1, 8]]", "D", "quiescence", {}, "or minimax_open, not for quiescence"),
        ("[[(1, 2), (3, 4)], (5, 6)]", "D", "max_n", {}, "or minimax_open, not for max_n"),
        ("A(B=4(D=1 E=2) C=3(F(H=1 I=3)))", "E", "alpha_beta", {"depth": 1}, "alpha_beta never comes to E"),
        ("A(B=9(D=9(H=1) I=9) C=3(F=3 E(J=2)))", "F", "alpha_beta", {"depth": 2}, "E has no static value"),
    ],
)
def test_what_is_refused(text: str, leaf: str, search: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ZermeloError, match=message):
        why_not_pruned(parse_tree(text), leaf, search, **options)


def test_an_unfinished_search_and_a_game_are_refused() -> None:
    with pytest.raises(ZermeloError, match="a search that ended with an exact value"):
        explain_leaves(run(parse_tree("[[2, 7], [1, 8]]"), "alpha_beta", nodes=3), ["D"])
    with pytest.raises(ZermeloError, match="explicit trees, not for Nim"):
        explain_leaves(run(Nim(), "alpha_beta"), ["1 1"])
