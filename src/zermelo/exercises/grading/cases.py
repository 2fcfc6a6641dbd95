"""The trees on which a search is graded, smallest first, and the textbook's answer for each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.events import Event
from zermelo.exercises.grading.mistake_trees import DEPTH_LIMITED, TWO_GHOSTS, mistake_trees
from zermelo.result import Result, Ties
from zermelo.state import CHANCE, MAX, MIN
from zermelo.textbook import alpha_beta, expectimax, expectiminimax, minimax
from zermelo.textbook.run import evaluated
from zermelo.trees import Tree, example, parse_tree, random_tree
from zermelo.trees.nodes import build

GRADED_SEARCHES: dict[str, Callable[..., Result]] = {
    "minimax": minimax,
    "alpha_beta": alpha_beta,
    "expectimax": expectimax,
    "expectiminimax": expectiminimax,
}
"""The searches that can be graded, by name."""
KNOWN_KINDS = f"The kinds that can be graded are {', '.join(GRADED_SEARCHES)}."
_OTHER_KINDS = re.compile(
    "dfs|bfs|depth.?first|breadth.?first|best.?first|deepening|a.?star|greedy|beam|hill.?climb|mcts|monte.?carlo", re.I
)
_OWN_KINDS = re.compile("mini?max|negamax|alpha.?beta|expecti", re.I)
_EXAMPLES = ("two_by_two", "aima", "classroom", "wikipedia", "deep")
_NARROW, _WIDE = (0, 5), (-9, 9)
"""Leaves from a narrow range are often equal, so that tie rules matter."""


@dataclass(frozen=True)
class Case:
    """A tree to search, to `depth` if that is not None; `agents` players move in turn, the first is MAX and all others play
    against it."""

    tree: Tree
    depth: int | None = None
    agents: int = 2


@dataclass(frozen=True)
class Expected:
    """The textbook's answer: MAX's value, the best moves (the textbook plays the first), the evaluated leaves in order, and
    the events of the search."""

    value: Any
    moves: tuple[str, ...]
    leaves: tuple[str, ...]
    events: tuple[Event, ...]


def is_other_kind(name: str) -> bool:
    """Return whether a function is named after a search that cannot be graded.

    >>> is_other_kind("progressive_deepening"), is_other_kind("alpha_beta_deepening"), is_other_kind("search")
    (True, False, False)
    """
    return _OTHER_KINDS.search(name) is not None and _OWN_KINDS.search(name) is None


def expect(case: Case, kind: str, ties: Ties) -> Expected:
    """Run the textbook's search of this kind."""
    events: list[Event] = []
    options: dict[str, Any] = {"ties": ties} if kind == "alpha_beta" else {}
    result = GRADED_SEARCHES[kind](case.tree, depth=case.depth, watch=events.append, **options)
    full = minimax(case.tree, depth=case.depth) if kind == "alpha_beta" else result
    best = [root_move.move for root_move in full.moves if root_move.value == full.value]
    moves = best if result.move is None else [result.move, *best]
    return Expected(result.value, tuple(dict.fromkeys(moves)), tuple(evaluated(events)), tuple(events))


def make_cases(kind: str, *, shape: str, trees: int, seed: int, depths: bool) -> list[Case]:
    """Make the trees for a search with a calling convention, sorted by size.

    They are textbook examples, trees that expose classic mistakes and `trees` random ones. With `depths`, some trees have
    static values and are searched to a depth limit.
    """
    by_chance = kind in ("expectimax", "expectiminimax") and shape != "cs188"
    cases = [Case(example(name)) for name in _EXAMPLES] if not by_chance else []
    if kind == "expectiminimax" and by_chance:
        cases.append(Case(example("chance")))
    cases += [Case(tree) for tree in mistake_trees(kind, max_only=shape == "cs188")]
    if depths and not by_chance:
        cases.append(Case(parse_tree(DEPTH_LIMITED), 2))
    if shape == "cs188":
        cases.append(_rotating(parse_tree(TWO_GHOSTS), None, 3))
    random = Random(f"{kind} {seed}")
    for number in range(trees):
        cases.append(_random_case(random, number, kind=kind, shape=shape, by_chance=by_chance, depths=depths))
    return sorted(cases, key=lambda case: len(case.tree))


def _random_case(random: Random, number: int, *, kind: str, shape: str, by_chance: bool, depths: bool) -> Case:
    limited = depths and number % 4 == 3
    agents = 3 if shape == "cs188" and number % 3 == 2 else 2
    plies = random.randint(2, 4)
    tree = random_tree(
        random.randrange(2**32),
        depth=plies,
        branching=(1, 3) if number % 2 else (2, 2 if plies == 4 else 3),
        values=_NARROW if number % 3 else _WIDE,
        ragged=number % 5 == 4,
        root="min" if shape != "cs188" and not by_chance and kind != "expectimax" and number % 6 == 5 else "max",
        chance=by_chance,
        statics=limited,
    )
    depth = random.randint(1, plies - 1) if limited else None
    if limited and shape == "cs188":
        depth = agents * random.randint(1, max(1, plies // agents))  # CS188 counts depth in rounds of all agents
    if agents > 2:
        return _rotating(tree, depth, agents)
    if kind == "expectimax" and by_chance:
        return Case(_with_players(tree, lambda _: MAX), depth)
    return Case(tree, depth)


def _rotating(tree: Tree, depth: int | None, agents: int) -> Case:
    return Case(_with_players(tree, lambda level: MAX if level % agents == 0 else MIN), depth, agents)


def _with_players(tree: Tree, player_at: Callable[[int], int]) -> Tree:
    """Return the tree with other players at its levels; chance nodes stay as they are."""
    drafts, levels = tree.drafts(), [0] * len(tree)
    for number, draft in enumerate(drafts):
        levels[number] = levels[draft.parent] + 1 if draft.parent >= 0 else 0
        if tree.nodes[number].children and draft.player != CHANCE:
            draft.player = player_at(levels[number])
    return build(drafts)
