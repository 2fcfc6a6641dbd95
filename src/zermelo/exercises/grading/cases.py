"""The trees on which a search is graded, the smallest first, and what the textbook says about each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.events import Event
from zermelo.games.tree import Tree, example, random_tree
from zermelo.games.tree.nodes import build
from zermelo.result import Result, Ties
from zermelo.state import CHANCE, MAX, MIN
from zermelo.textbook import alpha_beta, expectimax, expectiminimax, minimax
from zermelo.textbook.run import evaluated

KINDS: dict[str, Callable[..., Result]] = {
    "minimax": minimax,
    "alpha_beta": alpha_beta,
    "expectimax": expectimax,
    "expectiminimax": expectiminimax,
}
"""The searches that can be graded, each with the textbook's."""
_EXAMPLES = ("two_by_two", "aima", "classroom", "wikipedia", "deep")
_TIED, _WIDE = (0, 5), (-9, 9)
"""Leaves from a small range are often equal, and tie rules then matter; from a large one they seldom are."""


@dataclass(frozen=True)
class Case:
    """A tree to search. `depth` is where to stop and take static values; `agents` are those who move in turn, the first of
    them MAX and all others against it."""

    tree: Tree
    depth: int | None = None
    agents: int = 2


@dataclass(frozen=True)
class Expected:
    """The textbook's answer: the value, the best moves (the first of them is the one it plays), and the leaves it looked at,
    in order, with the events that tell why."""

    value: Any
    moves: tuple[str, ...]
    leaves: tuple[str, ...]
    events: tuple[Event, ...]


def expect(case: Case, kind: str, ties: Ties) -> Expected:
    """What the textbook's search of this kind answers."""
    events: list[Event] = []
    options: dict[str, Any] = {"ties": ties} if kind == "alpha_beta" else {}
    result = KINDS[kind](case.tree, depth=case.depth, watch=events.append, **options)
    full = minimax(case.tree, depth=case.depth) if kind == "alpha_beta" else result
    best = tuple(each.move for each in full.moves if each.value == full.value)
    first = () if result.move is None else (result.move,)
    return Expected(
        result.value, (*first, *(move for move in best if move not in first)), tuple(evaluated(events)), tuple(events)
    )


def make_cases(kind: str, *, shape: str, trees: int, seed: int, depths: bool) -> list[Case]:
    """Trees for a kind of search in a shape: those of the classroom and so many random ones, sorted by size.

    `depths`: some are searched only to a depth, and have static values.
    """
    by_chance = kind in ("expectimax", "expectiminimax") and shape != "cs188"
    cases = [Case(example(name)) for name in _EXAMPLES] if not by_chance else []
    if kind == "expectiminimax" and by_chance:
        cases.append(Case(example("chance")))
    random = Random(f"{kind} {seed}")
    for number in range(trees):
        cases.append(_random_case(random, number, kind=kind, shape=shape, by_chance=by_chance, depths=depths))
    return sorted(cases, key=lambda case: len(case.tree))


def _random_case(random: Random, number: int, *, kind: str, shape: str, by_chance: bool, depths: bool) -> Case:
    short = depths and number % 4 == 3
    agents = 3 if shape == "cs188" and number % 3 == 2 else 2
    plies = random.randint(2, 4)
    drawn = random_tree(
        random.randrange(2**32),
        depth=plies,
        branching=(1, 3) if number % 2 else (2, 2 if plies == 4 else 3),
        values=_TIED if number % 3 else _WIDE,
        ragged=number % 5 == 4,
        root="min" if shape != "cs188" and not by_chance and kind != "expectimax" and number % 6 == 5 else "max",
        chance=by_chance,
        statics=short,
    )
    depth = random.randint(1, plies - 1) if short else None
    if short and shape == "cs188":
        depth = agents * random.randint(1, max(1, plies // agents))  # an agent's depth is counted in rounds
    if agents > 2:
        return Case(_with_players(drawn, lambda level: MAX if level % agents == 0 else MIN), depth, agents)
    if kind == "expectimax" and by_chance:
        return Case(_with_players(drawn, lambda _: MAX), depth)
    return Case(drawn, depth)


def _with_players(tree: Tree, player_at: Callable[[int], int]) -> Tree:
    """The same tree with other players at its levels; chance stays where it is."""
    drafts, levels = tree.drafts(), [0] * len(tree)
    for number, draft in enumerate(drafts):
        levels[number] = levels[draft.parent] + 1 if draft.parent >= 0 else 0
        if tree.nodes[number].children and draft.player != CHANCE:
            draft.player = player_at(levels[number])
    return build(drafts)
