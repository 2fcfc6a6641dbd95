"""Find random trees with the properties that an exercise needs, such as a number of leaves that alpha-beta skips.

Trees are drawn from sub-seeds of the seed one after another, and the first that fits is taken; so the same arguments give
the same tree on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from zermelo.events import Cutoff, Event
from zermelo.result import Ties
from zermelo.state import ZermeloError
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Tree, random_tree

TRIES = 20_000
MAX_LEAVES = 64
MIN_DEEP_DEPTH = 4
"""A deep cutoff needs the bound of a grandparent at a node that still has children to skip: four plies."""

Span = int | tuple[int, int]
"""A number, or the fewest and the most."""


def tree_where(
    seed: int | str,
    *,
    branching: Span = 2,
    depth: int = 3,
    values: tuple[int, int] = (-9, 9),
    pruned: Span | None = None,
    deep: bool | None = None,
    tied: bool | None = False,
    ties: Ties = "equal",
    ragged: bool = False,
    root: str = "max",
) -> Tree:
    """Find a random tree on which alpha-beta skips a given number of leaves.

    Parameters
    ----------
    seed, branching, depth, values, ragged, root
        As for `random_tree`.
    pruned : int or (int, int), optional
        How many leaves alpha-beta skips, or the fewest and the most; any number by default.
    deep : bool, optional
        Whether at least one cutoff is deep; either by default.
    tied : bool or None
        False: all leaves differ, so both tie rules search the same nodes. True: the tie rules skip different numbers of
        leaves. None: either.
    ties : {"equal", "strict"}
        The tie rule for `pruned` and `deep`.

    Raises
    ------
    ZermeloError
        If no such tree exists, or none was found.

    Examples
    --------
    >>> alpha_beta(tree_where(1, pruned=3)).evaluations
    5
    """
    if isinstance(pruned, tuple):
        fewest, most = pruned
    else:
        fewest, most = (0, _leaves(branching, depth)) if pruned is None else (pruned, pruned)
    if not 0 <= fewest <= most:
        raise ZermeloError(f"pruned must be an integer of at least 0, or the fewest and the most, not {pruned}")
    leaves = check_leaves(branching, depth, values, tied is False)
    if deep and depth < MIN_DEEP_DEPTH:
        raise ZermeloError(f"a deep cutoff needs a tree of depth {MIN_DEEP_DEPTH} or more, not {depth}")
    if isinstance(branching, int) and not ragged:
        # Alpha-beta evaluates at least this many leaves (Knuth and Moore 1975).
        needed = branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
        if fewest > leaves - needed:
            raise ZermeloError(
                f"alpha-beta can skip at most {leaves - needed:,} of the {leaves:,} leaves of this tree, not {fewest:,}"
            )
    elif fewest >= leaves:
        raise ZermeloError(f"a tree of this shape has at most {leaves:,} leaves, and not all of them can be skipped")
    for attempt in range(TRIES):
        tree = random_tree(
            f"{seed}/{attempt}",
            branching=branching,
            depth=depth,
            values=values,
            distinct=tied is False,
            ragged=ragged,
            root=root,
        )
        if _fits(tree, fewest, most, deep, tied, ties):
            return tree
    raise ZermeloError(
        f"no tree with {_describe(pruned, deep, tied)} was found in {TRIES:,} tries: it may be impossible for this shape"
    )


def _fits(tree: Tree, fewest: int, most: int, deep: bool | None, tied: bool | None, ties: Ties) -> bool:
    evaluated = alpha_beta(tree, ties=ties).evaluations
    if not fewest <= len(tree.leaves()) - evaluated <= most:
        return False
    if tied and alpha_beta(tree, ties="strict" if ties == "equal" else "equal").evaluations == evaluated:
        return False
    if deep is None:
        return True
    events: list[Event] = []
    alpha_beta(tree, ties=ties, watch=events.append)
    return any(isinstance(event, Cutoff) and event.deep for event in events) == deep


def check_leaves(branching: Span, depth: int, values: tuple[int, int], distinct: bool) -> int:
    """Return the most leaves that a tree of this shape can have; raise ZermeloError if they are too many."""
    leaves = _leaves(branching, depth)
    if leaves > MAX_LEAVES:
        raise ZermeloError(f"a tree of this shape can have {leaves:,} leaves, and at most {MAX_LEAVES} are allowed")
    available = max(values[1] - values[0] + 1, 0)
    if distinct and leaves > available:
        raise ZermeloError(
            f"a tree of this shape can have {leaves:,} leaves, and from {values[0]} to {values[1]} there are only "
            f"{available:,} different values"
        )
    return leaves


def _leaves(branching: Span, depth: int) -> int:
    widest = branching[1] if isinstance(branching, tuple) else branching
    return int(max(widest, 1) ** min(max(depth, 0), 64))


def _describe(pruned: Span | None, deep: bool | None, tied: bool | None) -> str:
    parts = []
    if pruned is not None:
        parts.append(f"{pruned if isinstance(pruned, int) else f'{pruned[0]} to {pruned[1]}'} leaves skipped")
    if deep is not None:
        parts.append("a deep cutoff" if deep else "no deep cutoff")
    if tied:
        parts.append("a tie that matters")
    return ", ".join(parts) or "these properties"


def choose_shape(
    random: Random, branching: Span | None, depth: int | None, shapes: tuple[tuple[int, int], ...]
) -> tuple[Span, int]:
    """Complete branching and depth with one of an exercise's usual shapes."""
    usual = random.choice(shapes)
    if branching is None and depth is not None:
        usual = next((shape for shape in shapes if shape[1] == depth), (2, depth))
    elif branching is not None and depth is None:
        usual = next((shape for shape in shapes if shape[0] == branching), (usual[0], shapes[0][1]))
    return (usual[0] if branching is None else branching), (usual[1] if depth is None else depth)


def candidate_trees(
    random: Random,
    seed: str,
    shapes: tuple[tuple[int, int], ...],
    tries: int,
    *,
    branching: Span | None,
    depth: int | None,
    **options: Any,
) -> Iterator[Tree]:
    """Return trees from sub-seeds of a seed, all of one shape; `options` are those of `tree_where`."""
    branching, depth = choose_shape(random, branching, depth, shapes)
    return (tree_where(f"{seed}/{attempt}", branching=branching, depth=depth, **options) for attempt in range(tries))
