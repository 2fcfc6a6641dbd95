"""Random trees from a seed, for exercises and tests, and the trees on which alpha-beta is most efficient.

The same seed and options give the same tree on every machine. The shape is drawn before the values, so a different range
of values keeps the shape.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from zermelo.limits import MAX_PLIES
from zermelo.reading import MAX_PLAYERS, parse_player
from zermelo.state import CHANCE, MAX, Payoff, ZermeloError
from zermelo.trees.nodes import Draft, Tree, build

MAX_NODES = 1_000_000
_ENDS_EARLY = 0.25
_HEAVIEST = 4


def random_tree(
    seed: int | str,
    *,
    branching: int | tuple[int, int] = 2,
    depth: int = 3,
    values: tuple[int, int] = (-9, 9),
    distinct: bool = False,
    ragged: bool = False,
    root: str = "max",
    chance: bool = False,
    players: int = 2,
    statics: bool = False,
) -> Tree:
    """Return a random tree with integer values, or payoff tuples for three and more players.

    Parameters
    ----------
    seed
        Determines the tree.
    branching
        The number of children of a node, or the least and the largest number.
    depth
        The depth of the tree, in plies.
    values
        The least and the largest value.
    distinct
        Whether all leaves have different values (for each player).
    ragged
        Whether some branches end before `depth`.
    root
        Who moves at the root: max, min, chance, or p1, p2, ...
    chance
        Whether every second level is a chance level, with exact probabilities.
    players
        The number of players.
    statics
        Whether inner nodes have static values.

    >>> from zermelo.trees import format_tree
    >>> format_tree(random_tree(1, depth=2), "lists")
    '[[-6, 6], [5, 6]]'
    """
    fewest, most = _check_branching(branching)
    _check_size(most, depth)
    low, high = _check_values(values)
    if not _is_whole(players) or not 2 <= players <= MAX_PLAYERS:
        raise ZermeloError(f"players must be a whole number from 2 to {MAX_PLAYERS}, not {players}")
    first = parse_player(root)
    if first is None or first >= players:
        raise ZermeloError(f"{root!r} does not say which of the {players} players moves at the root")
    if not isinstance(seed, int | str):
        raise ZermeloError(f"the seed must be a whole number or a text, not {seed!r}")
    random = Random(seed)
    nature = 0 if first == CHANCE else 1
    drafts, depths = [Draft(-1, 0)], [0]
    inner, leaves = list[Draft](), list[Draft]()
    for number, draft in enumerate(drafts):
        level = depths[number]
        if level == depth or (ragged and level and random.random() < _ENDS_EARLY):
            leaves.append(draft)
            continue
        inner.append(draft)
        count = random.randint(fewest, most)
        weights: list[int] = []
        if level % 2 == nature and (chance or first == CHANCE):
            draft.player = CHANCE
            weights = [random.randint(1, _HEAVIEST) for _ in range(count)]
        for child in range(count):
            probability = Fraction(weights[child], sum(weights)) if weights else None
            drafts.append(Draft(number, len(drafts), probability=probability))
            depths.append(level + 1)
    for group, different in ((leaves, distinct), (inner if statics else [], False)):
        for draft, value in zip(group, _draw(random, len(group), low, high, players, different), strict=True):
            draft.value = value
    return build(drafts, MAX if first == CHANCE else first)


def best_ordered_tree(branching: int, depth: int) -> Tree:
    """Return the uniform tree in which every node's best child comes first and all leaves differ.

    Alpha-beta evaluates b^⌈d/2⌉ + b^⌊d/2⌋ - 1 of its leaves, the minimum for any search (Knuth and Moore, 1975).

    >>> [leaf.value for leaf in best_ordered_tree(2, 2).leaves()]
    [2, 3, 0, 1]
    """
    if not _is_whole(branching) or branching < 1:
        raise ZermeloError(f"branching must be a whole number from 1 up, not {branching}")
    _check_size(branching, depth)
    drafts, values, level = [Draft(-1, 0)], [0], [0]
    # A node owns a range of values. MAX gives the top part of it to the first child, MIN the bottom part.
    for down in range(depth):
        below, width = list[int](), branching ** (depth - 1 - down)
        for number in level:
            for child in range(branching):
                below.append(len(drafts))
                drafts.append(Draft(number, len(drafts)))
                values.append(values[number] + width * (child if down % 2 else branching - 1 - child))
        level = below
    for number in level:
        drafts[number].value = values[number]
    return build(drafts, MAX)


def _draw(random: Random, count: int, low: int, high: int, players: int, distinct: bool) -> list[Payoff]:
    columns = []
    for _ in range(players if players > 2 else 1):
        if distinct:
            width = high - low + 1
            if count > width:
                raise ZermeloError(
                    f"{count:,} distinct values are needed, one for each leaf, but there are only {width:,} from {low} "
                    f"to {high}"
                )
            columns.append(random.sample(range(low, high + 1), count))
        else:
            columns.append([random.randint(low, high) for _ in range(count)])
    return list(zip(*columns, strict=True)) if players > 2 else list(columns[0])


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _check_branching(branching: Any) -> tuple[int, int]:
    ends = branching if isinstance(branching, tuple) else (branching, branching)
    if len(ends) != 2 or not all(map(_is_whole, ends)) or not 1 <= ends[0] <= ends[1]:
        raise ZermeloError(f"branching must be a whole number from 1 up, or the fewest and the most, not {branching}")
    return ends


def _check_values(values: Any) -> tuple[int, int]:
    if not isinstance(values, tuple | list) or len(values) != 2 or not all(map(_is_whole, values)):
        raise ZermeloError(f"values must be two whole numbers, the lowest and the highest, not {values!r}")
    if values[0] > values[1]:
        raise ZermeloError(f"the lowest value comes first: {values[0]} is above {values[1]}")
    return values[0], values[1]


def _check_size(branching: int, depth: Any) -> None:
    """Raise ZermeloError if the tree could grow too large."""
    if not _is_whole(depth) or not 0 <= depth <= MAX_PLIES:
        raise ZermeloError(f"depth must be a whole number from 0 to {MAX_PLIES:,}, not {depth}")
    nodes = width = 1
    for _ in range(depth):
        width *= branching
        nodes += width
        if nodes > MAX_NODES:
            raise ZermeloError(
                f"a tree of depth {depth} with {branching} children a node could have more than {MAX_NODES:,} nodes"
            )
