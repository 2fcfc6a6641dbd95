"""Why was a leaf not pruned? For each evaluated leaf a value that would have changed the answer, or why no value could.

A search looks at a leaf because its value may matter. Whether it did is a question about the finished tree: all other leaves
keep their values, and x stands in for the value of leaf L. On the path from the root to L every MAX node has other children,
whose values MAX can have instead, and so has every MIN node. Let a be the largest of MAX's alternatives and b the
smallest of MIN's.

    1. If a < b, the root is worth x, but at least a and at most b. So L has a *witness*, a value that changes the root's:
       one above a if L is worth a or less, one below b if it is worth b or more, any other value between. No order of the
       children lets alpha-beta skip L then, since alpha-beta is right whatever L is worth.
    2. If a >= b, no value of L changes the value of the root. In every order in which both alternatives come before the path
       to L, alpha-beta has alpha >= beta on the way, and skips L (Baudet, "On the branching factor of the alpha-beta pruning
       algorithm", 1978). It looked at L only because one of the two came later, or because ties="strict" goes on at a = b.

The alternatives that come before the path to L are what the search knew: they make alpha and beta at L. While alpha < beta L could
still matter, for leaves yet to come that MAX and MIN like less than the path to L make the root worth x from alpha to beta.

The *answer* is the root's value. Where that is the same whatever L is worth, a value of L may still decide between equally
good moves at the root; this is said too.

Questions are about one search that ended with an exact value, on an explicit tree of MAX and MIN: minimax, and those that
find the same. Nodes at the depth limit are the leaves, and the order of children is that of the last pass. Where chance
moves, a leaf weighs in an average and has no single pair of alternatives; those searches are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from zermelo.events import Cutoff, Enter, Evaluate, Event, format_names
from zermelo.registry import TWO_PLAYERS, format_choice
from zermelo.result import Result, Ties, plain_value
from zermelo.state import MAX, Number, ZermeloError, as_number, format_number
from zermelo.trees import Node, Tree
from zermelo.trees.nodes import build

if TYPE_CHECKING:
    from zermelo.textbook.run import Run

_WITH_WINDOWS = ("alpha_beta", "negamax", "deepening")
"""The searches that enter a leaf with alpha and beta from its ancestors, and not with those of a test."""
_ANSWERED = "why a leaf was not pruned is answered for"


class Alternative(msgspec.Struct, frozen=True):
    """On the path to a leaf, `player` at `node` can reach `value` by `child` instead of going on to `instead_of`; `later` if
    the search comes to that child after the leaf."""

    player: Literal["MAX", "MIN"]
    node: str
    child: str
    value: Number
    instead_of: str
    later: bool

    def __str__(self) -> str:
        return f"{self.player} at {self.node} can reach {format_number(self.value)} by {self.child}"


class NotPruned(msgspec.Struct, frozen=True, kw_only=True):
    """Why a search evaluated a leaf; `str()` is the reason in words. Values are MAX's.

    Attributes
    ----------
    search
        The search.
    leaf, value
        The leaf and its value.
    root, root_value, move
        The root, its value, and the move that the search chose there.
    alpha, beta
        The window with which the search came to the leaf; None is infinite, or the search has none.
    changes
        What another value of the leaf can change, with all others as they are: the root's value, only whether `move` is best, or
        nothing.
    witness
        A value of the leaf that changes it.
    new_value, new_move
        The value of the root with the witness, and a best move there if `move` is not one any more.
    low, high
        The root is worth what the leaf is worth, but at least `low` and at most `high`, if its value can change; None is
        infinite.
    alternatives
        Why the value of the root cannot change: what MIN and MAX can have instead, the lower node first.
    order
        Children of nodes in another order, with which alpha-beta never looks at the leaf; empty if it skips the leaf in the
        order of the search.
    ties, order_ties
        The tie rule of the search, and the one with which alpha-beta skips the leaf in that order.
    """

    search: str
    leaf: str
    value: Number
    root: str
    root_value: Number
    move: str | None
    alpha: Number | None
    beta: Number | None
    changes: Literal["value", "move", "nothing"]
    witness: Number | None
    new_value: Number
    new_move: str | None
    low: Number | None
    high: Number | None
    alternatives: tuple[Alternative, ...]
    order: dict[str, tuple[str, ...]]
    ties: Ties
    order_ties: Ties

    def __str__(self) -> str:
        if self.changes == "value":
            return self._witness_sentence()
        sentences = [
            f"No value of {self.leaf} changes the value of {self.root}: {' and '.join(map(str, self.alternatives))}."
        ]
        if self.changes == "move":
            assert self.witness is not None
            sentences.append(
                f"Only the move may change: with {format_number(self.witness)} at {self.leaf}, {self.move} would no longer be as "
                f"good as {self.new_move}."
            )
        return " ".join([*sentences, self._order_sentence()])

    def to_dict(self) -> dict[str, Any]:
        """Return the record and its sentence as JSON values."""
        return {**msgspec.to_builtins(self, enc_hook=plain_value), "sentence": str(self)}

    def _witness_sentence(self) -> str:
        assert self.witness is not None
        by = f", by {self.new_move} instead of {self.move}" if self.new_move else ""
        if self.low is not None and self.value <= self.low:
            values = f"value above {format_number(self.low)}"
        elif self.high is not None and self.value >= self.high:
            values = f"value below {format_number(self.high)}"
        else:
            values = "other value"
        return (
            f"With {format_number(self.witness)} instead of {format_number(self.value)} at {self.leaf}, {self.root} would be "
            f"worth {format_number(self.new_value)} instead of {format_number(self.root_value)}{by}: any {values} changes it, "
            f"so alpha-beta looks at {self.leaf} in every order."
        )

    def _order_sentence(self) -> str:
        later = [each for each in self.alternatives if each.later]
        swaps = " and ".join(f"{each.child} before {each.instead_of}" for each in later)
        tied = " and a cut at equal values" if self.order_ties != self.ties else ""
        if self.search not in _WITH_WINDOWS:
            return f"Alpha-beta skips {self.leaf} {f'with {swaps}' if later else 'in this order'}{tied}."
        alpha = format_number(-inf if self.alpha is None else self.alpha)
        beta = format_number(inf if self.beta is None else self.beta)
        if not later:
            return f"When {self.leaf} is reached, α is {alpha} and β is {beta}: a cut at equal values skips it."
        come = "comes" if len(later) == 1 else "come"
        return (
            f"{self.leaf} is looked at only because of the order: {format_names([each.child for each in later])} {come} later, "
            f"and when {self.leaf} is reached, α is {alpha} and β is {beta}. With {swaps}{tied}, alpha-beta skips it."
        )


def why_not_pruned(tree: Tree, leaf: str, search: str = "alpha_beta", **options: Any) -> NotPruned:
    """Say why a search evaluates a leaf of a tree: a value with which the answer would change, or why there is none.

    Parameters
    ----------
    tree
        A tree of MAX and MIN with one number at each leaf.
    leaf
        The name of an evaluated leaf.
    search
        A search that finds the minimax value.
    **options
        Options of the search.

    Raises
    ------
    ZermeloError
        If the search skips the leaf; the message says why. If the search or the tree is of another kind.

    Examples
    --------
    >>> from zermelo import tree
    >>> reason = why_not_pruned(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), "H")
    >>> reason.witness, reason.new_value, reason.new_move
    (4, 4, 'C')
    """
    from zermelo.textbook.run import run  # which imports every search

    check_search(search)
    (found,) = explain_leaves(run(tree, search, options), [leaf])
    if isinstance(found, Cutoff):
        raise ZermeloError(f"{leaf} is pruned. {found}")
    return found


def explain_leaves(done: Run, leaves: Iterable[str]) -> list[NotPruned | Cutoff]:
    """Return for each leaf why a finished search evaluated it, or the cutoff that pruned it; each is a sentence as text."""
    _check_run(done)
    whole, result, events = done
    assert isinstance(whole, Tree)
    if result.method == "deepening":
        from zermelo.textbook.run import last_pass  # which imports every search

        events = last_pass(events)
    entered: dict[str, Enter] = {}
    for event in events:
        if isinstance(event, Enter):
            entered.setdefault(event.node, event)
    evaluated = {event.node for event in events if isinstance(event, Evaluate)}
    depth = result.depth
    if result.method == "deepening" and any(whole[name].children for name in evaluated):
        depth = result.history[-1].depth
    tree = _searched_tree(whole, depth, list(entered))
    values = _values(tree)
    ends = {node.name for node in (*whole.leaves(), *tree.leaves())}
    found: list[NotPruned | Cutoff] = []
    for name in leaves:
        node = whole[name]
        if name in evaluated and name in ends:
            found.append(_explain(tree, values, name, result, entered.get(name)))
        elif name in ends:
            found.append(_find_cutoff(node, events, result.method))
        else:
            raise ZermeloError(f"{name} is not a leaf, and the question is about leaves: name one")
    return found


def check_search(search: str) -> None:
    """Raise unless the search is one of those that questions are about."""
    from zermelo.textbook import DECLARATIONS  # which imports every search, and so this module

    names = [name for name, each in DECLARATIONS.items() if each.suits == TWO_PLAYERS and name != "quiescence"]
    if search not in names:
        raise ZermeloError(f"{_ANSWERED} {format_choice(names)}, not for {search}")


def _check_run(done: Run) -> None:
    """Raise unless such a search of an explicit tree ended with an exact value."""
    if not isinstance(done.state, Tree):
        raise ZermeloError(f"{_ANSWERED} explicit trees, not for {type(done.state).__name__}")
    check_search(done.result.method)
    if done.result.stopped != "complete" or done.result.bound != "exact":
        raise ZermeloError(f"{_ANSWERED} a search that ended with an exact value: give it no limit and no window")


def _find_cutoff(leaf: Node, events: Iterable[Event], search: str) -> Cutoff:
    """Return the last cutoff that skipped a leaf."""
    above: set[str] = set()
    node: Node | None = leaf
    while node is not None:
        above.add(node.name)
        node = node.parent
    for event in reversed(list(events)):
        if isinstance(event, Cutoff) and not above.isdisjoint(event.children):
            return event
    raise ZermeloError(f"{search} never comes to {leaf.name}")


def _searched_tree(tree: Tree, depth: int | None, entered: Sequence[str]) -> Tree:
    """Return the tree to the depth of the search, each node's children in the order in which it entered them."""
    plies: dict[str, int] = {}
    for node in tree.nodes:  # breadth-first
        ply = 0 if node.parent is None else plies[node.parent.name] + 1
        if depth is not None and ply > depth:
            break
        if ply == depth and node.value is None:
            raise ZermeloError(f"{node.name} has no static value, so nobody knows which other leaves matter: write one")
        plies[node.name] = ply
    searched = build(tree.drafts()[: len(plies)], finite=False)
    rank = {name: number for number, name in enumerate(entered)}
    return searched.reordered(
        {node.name: sorted(node.moves(), key=lambda name: rank.get(name, len(rank))) for node in searched.nodes}
    )


def _values(tree: Tree) -> dict[str, Number]:
    """Return the minimax value of every node."""
    values: dict[str, Number] = {}
    for node in reversed(tree.nodes):
        below = [values[child.name] for child in node.children]
        values[node.name] = (max if node.player == MAX else min)(below) if below else as_number(node.value)
    return values


def _alternatives(leaf: Node, values: dict[str, Number]) -> Iterator[Alternative]:
    """Yield what the players on the path to a leaf can have instead, from the leaf upwards."""
    below, node = leaf, leaf.parent
    while node is not None:
        later = False
        for child in node.children:
            if child is below:
                later = True
            else:
                player: Literal["MAX", "MIN"] = "MAX" if node.player == MAX else "MIN"
                yield Alternative(player, node.name, child.name, values[child.name], below.name, later)
        below, node = node, node.parent


def _limits(alternatives: Iterable[Alternative]) -> tuple[Number, Number]:
    """Return the largest alternative of MAX and the smallest of MIN."""
    found = list(alternatives)
    low = max((each.value for each in found if each.player == "MAX"), default=-inf)
    return low, min((each.value for each in found if each.player == "MIN"), default=inf)


def _explain(tree: Tree, values: dict[str, Number], leaf: str, result: Result, entered: Enter | None) -> NotPruned:
    """Explain why a leaf was evaluated; `tree` is the tree as it was searched."""
    node = tree[leaf]
    found = list(_alternatives(node, values))
    low, high = _limits(found)
    value, before = values[leaf], values[tree.name]
    windowed = entered is not None and result.method in _WITH_WINDOWS
    facts: dict[str, Any] = {
        "search": result.method,
        "leaf": leaf,
        "value": value,
        "root": tree.name,
        "root_value": before,
        "move": result.move,
        "alpha": entered.alpha if entered is not None and windowed else None,
        "beta": entered.beta if entered is not None and windowed else None,
        "ties": result.ties or "equal",
    }
    if low < high:
        witness = _above(value if value > low else low) if value < high else _below(high)
        after = min(max(witness, low), high)
        return NotPruned(
            **facts,
            changes="value",
            witness=witness,
            new_value=after,
            new_move=_new_move(tree, node, values, result.move, witness, after),
            low=None if low == -inf else low,
            high=None if high == inf else high,
            alternatives=(),
            order={},
            order_ties=facts["ties"],
        )
    witness = _below(before) if tree.player == MAX else _above(before)
    move = _new_move(tree, node, values, result.move, witness, before)
    chosen = _choose(found, strict=facts["ties"] == "strict")
    tied = chosen[0].value == chosen[1].value
    return NotPruned(
        **facts,
        changes="move" if move else "nothing",
        witness=witness if move else None,
        new_value=before,
        new_move=move,
        low=None,
        high=None,
        alternatives=chosen,
        order={each.node: _moved_first(tree[each.node], each) for each in chosen if each.later},
        order_ties="equal" if tied else facts["ties"],
    )


def _new_move(
    tree: Tree, leaf: Node, values: dict[str, Number], move: str | None, witness: Number, value: Number
) -> str | None:
    """Return a best move at the root, worth `value`, with the witness at the leaf, if `move` is no best move then."""
    first, below = leaf, list(_alternatives(leaf, values))
    while first.parent is not None and first.parent is not tree:
        first = first.parent
    low, high = _limits(each for each in below if each.node != tree.name)
    changed = min(max(witness, low), high) if low < high else values[first.name]
    best = [each.name for each in tree.children if (changed if each is first else values[each.name]) == value]
    return best[0] if best and move not in best else None


def _choose(alternatives: Sequence[Alternative], strict: bool) -> tuple[Alternative, Alternative]:
    """Return one alternative of each player that make the leaf irrelevant, the lower first: if possible such as the search met
    before the leaf, with a difference where ties are strict, and else those it comes to first."""
    place = {each: number for number, each in enumerate(alternatives)}
    seen, later = ([each for each in alternatives if each.later == when] for when in (False, True))
    mine, theirs = ([each for each in later if each.player == player] for player in ("MAX", "MIN"))
    best_mine = _best(seen, "MAX") + _best(later, "MAX")
    best_theirs = _best(seen, "MIN") + _best(later, "MIN")
    pairs = chain(product(best_mine, best_theirs), product(mine, best_theirs), product(best_mine, theirs))

    def cost(pair: tuple[Alternative, Alternative]) -> tuple[int, bool, int]:
        low, high = pair
        reordered = [each for each in pair if each.later]
        return len(reordered), strict and low.value == high.value, sum(place[each] for each in reordered)

    low, high = min(((low, high) for low, high in pairs if low.value >= high.value), key=cost)
    return (low, high) if place[low] < place[high] else (high, low)


def _best(alternatives: Iterable[Alternative], player: str) -> list[Alternative]:
    """Return the player's best alternative, if there is one."""
    own = [each for each in alternatives if each.player == player]
    return own and [(max if player == "MAX" else min)(own, key=lambda each: each.value)]


def _moved_first(node: Node, alternative: Alternative) -> tuple[str, ...]:
    """Return the children of a node with the alternative right before the path that it replaces."""
    moves = [name for name in node.moves() if name != alternative.child]
    moves.insert(moves.index(alternative.instead_of), alternative.child)
    return tuple(moves)


def _above(number: Number) -> Number:
    """Return the next integer above a number."""
    return 0 if number == -inf else floor(number) + 1


def _below(number: Number) -> Number:
    """Return the next integer below a number."""
    return 0 if number == inf else ceil(number) - 1
