"""Trees made to order: random, but with just as much to prune as the exercise needs.

Trees are drawn from sub-seeds of the seed, one after another, and the first that fits is taken; so the same wishes
give the same tree on every machine.
"""

from __future__ import annotations

from random import Random

from zermelo.events import Cutoff, Event
from zermelo.games.tree import Tree, random_tree
from zermelo.result import Ties
from zermelo.state import ZermeloError
from zermelo.textbook.alpha_beta import alpha_beta

TRIES = 20_000
MOST_LEAVES = 64
SHALLOWEST_DEEP = 4
"""A deep cutoff needs a grandparent's bound at a node that still has children to skip: four plies."""

Span = int | tuple[int, int]


def tree_where(
    seed: int | str,
    *,
    branching: Span = 2,
    depth: int = 3,
    values: tuple[int, int] = (-9, 9),
    pruned: Span | None = None,
    deep: bool | None = None,
    ties: bool | None = False,
    rule: Ties = "equal",
    ragged: bool = False,
    root: str = "max",
) -> Tree:
    """A random tree on which alpha-beta skips so many leaves.

    pruned  how many leaves are skipped, or the fewest and the most; None for any number
    deep    True: at least one of them by a deep cutoff; False: none; None for either
    ties    False: no two leaves are alike, so both tie rules look at the same leaves; True: the rules differ on this
            tree; None for either
    rule    the tie rule by which `pruned` and `deep` are meant
    The rest is as in `random_tree`.

    >>> alpha_beta(tree_where(1, pruned=3)).evaluations
    5
    """
    least, most = (
        pruned if isinstance(pruned, tuple) else (pruned or 0, _leaves(branching, depth) if pruned is None else pruned)
    )
    if pruned is not None and not 0 <= least <= most:
        raise ZermeloError(f"pruned must be a whole number from 0 up, or the fewest and the most, not {pruned}")
    _check(branching, depth, values, least, deep, ties, ragged)
    for attempt in range(TRIES):
        found = random_tree(
            f"{seed}/{attempt}",
            branching=branching,
            depth=depth,
            values=values,
            distinct=ties is False,
            ragged=ragged,
            root=root,
        )
        if _fits(found, least, most, deep, ties, rule):
            return found
    raise ZermeloError(
        f"no tree like this was found in {TRIES:,} tries: {_wish(pruned, deep, ties)} may be impossible for this shape"
    )


def _fits(tree: Tree, least: int, most: int, deep: bool | None, ties: bool | None, rule: Ties) -> bool:
    total = len(tree.leaves())
    looked_at = alpha_beta(tree, ties=rule).evaluations
    if not least <= total - looked_at <= most:
        return False
    if ties and alpha_beta(tree, ties="strict" if rule == "equal" else "equal").evaluations == looked_at:
        return False
    if deep is None:
        return True
    events: list[Event] = []
    alpha_beta(tree, ties=rule, watch=events.append)
    return any(isinstance(event, Cutoff) and event.deep for event in events) == deep


def _check(
    branching: Span,
    depth: int,
    values: tuple[int, int],
    least: int,
    deep: bool | None,
    ties: bool | None,
    ragged: bool,
) -> None:
    """Refuses at once what no number of tries would find."""
    leaves = check_leaves(branching, depth, values, ties is False)
    if deep and depth < SHALLOWEST_DEEP:
        raise ZermeloError(f"a deep cutoff needs a tree of depth {SHALLOWEST_DEEP} or more, not {depth}")
    if isinstance(branching, int) and not ragged:
        # Knuth and Moore, 1975: alpha-beta cannot do with fewer leaves than these.
        needed = branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
        if least > leaves - needed:
            raise ZermeloError(
                f"alpha-beta can skip at most {leaves - needed:,} of the {leaves:,} leaves of this tree, not {least:,}"
            )
    elif least >= leaves:
        raise ZermeloError(f"a tree of this shape has at most {leaves:,} leaves, and not all of them can be skipped")


def check_leaves(branching: Span, depth: int, values: tuple[int, int], distinct: bool) -> int:
    """The most leaves a tree of this shape can have; refuses shapes that are too large to draw or to fill."""
    leaves = _leaves(branching, depth)
    if leaves > MOST_LEAVES:
        raise ZermeloError(f"a tree of this shape can have {leaves:,} leaves, and {MOST_LEAVES} is the most here")
    different = values[1] - values[0] + 1
    if distinct and leaves > different:
        raise ZermeloError(
            f"a tree of this shape can have {leaves:,} leaves, and from {values[0]} to {values[1]} there are only "
            f"{max(different, 0):,} different values"
        )
    return leaves


def _leaves(branching: Span, depth: int) -> int:
    widest = branching[1] if isinstance(branching, tuple) else branching
    return int(max(widest, 1) ** min(max(depth, 0), 64))


def _wish(pruned: Span | None, deep: bool | None, ties: bool | None) -> str:
    parts = []
    if pruned is not None:
        parts.append(
            f"{pruned} leaves skipped" if isinstance(pruned, int) else f"{pruned[0]} to {pruned[1]} leaves skipped"
        )
    if deep is not None:
        parts.append("a deep cutoff" if deep else "no deep cutoff")
    if ties:
        parts.append("a tie that matters")
    return ", ".join(parts) or "this"


def shape(
    random: Random, branching: Span | None, depth: int | None, choices: tuple[tuple[int, int], ...]
) -> tuple[Span, int]:
    """Branching and depth: what was asked for, else one of the usual shapes of an exercise."""
    usual = random.choice(choices)
    if branching is None and depth is not None:
        usual = next((each for each in choices if each[1] == depth), (2, depth))
    elif branching is not None and depth is None:
        usual = next((each for each in choices if each[0] == branching), (usual[0], choices[0][1]))
    return (usual[0] if branching is None else branching), (usual[1] if depth is None else depth)
