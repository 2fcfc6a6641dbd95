"""Every sentence of every textbook search is read back, and what it claims is tried by brute force on random trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.long import LONG
from tests.textbook.claims.passes import TreeClaims
from tests.textbook.claims.truth import Case, random_tree
from zermelo.events import Event
from zermelo.games.tree import Tree, format_tree
from zermelo.textbook import DECLARATIONS, SEARCHES
from zermelo.textbook.run import value_range

TREES = 40 if LONG == 1 else 10_000

KINDS = {
    **dict.fromkeys(("alpha_beta", "minimax", "negamax", "scout", "aspiration", "mtdf", "transpositions"), "two"),
    **dict.fromkeys(("deepening",), "two"),
    "quiescence": "noisy",
    "expectimax": "alone",
    **dict.fromkeys(("expectiminimax", "star1", "star2"), "chance"),
    "max_n": "shares",
    **dict.fromkeys(("paranoid", "coalition"), "shares"),
    "backward_induction": "many",
}


def options(search: str, tree: Tree, random: Random) -> dict[str, Any]:
    """Options that the search has, drawn at random."""
    found: dict[str, Any] = {}
    maybe: dict[str, Callable[[], Any]] = {
        "ties": lambda: random.choice(["equal", "strict"]),
        "fail": lambda: random.choice(["soft", "hard"]),
        "order": lambda: lambda state: state.moves()[::-1],
        "depth": lambda: random.randint(1, 4),
        "window": lambda: tuple(sorted(random.sample(range(-10, 11), 2))),
        "stop_at": lambda: random.randint(1, 6),
        "guess": lambda: random.randint(-10, 10),
        "margin": lambda: random.randint(1, 4),
        "reorder": lambda: random.random() < 0.5,
        "stand_pat": lambda: random.random() < 0.7,
        "extra": lambda: random.randint(0, 2),
        "total": lambda: 9,
        "partners": lambda: tuple(sorted(random.sample(range(tree.players), random.randint(1, tree.players)))),
    }
    for name, draw in maybe.items():
        if DECLARATIONS[search].has_option(name) and random.random() < 0.5:
            found[name] = draw()
    if search == "quiescence":
        found["depth"] = random.randint(1, 2)
    if search in ("star1", "star2"):
        low, high = value_range(tree)
        found["bounds"] = (low - random.choice([0, 0, 3]), high + random.choice([0, 0, 3]))
    if search == "max_n":
        found |= {"least": 0} if "total" in found else {}
    if "window" in found:
        found.pop("stop_at", None)
    return found


@pytest.mark.parametrize("search", KINDS)
def test_every_sentence_is_true(search: str) -> None:
    random, told = Random(f"sentences {search}"), Counter[str]()
    for _ in range(TREES):
        tree = random_tree(random, KINDS[search])
        chosen = options(search, tree, random)
        events: list[Event] = []
        SEARCHES[search](tree, watch=events.append, **chosen)
        claims = TreeClaims(Case(search, tree, chosen))
        for number, event in enumerate(events):
            try:
                told[claims.check(event)] += 1
            except AssertionError as error:
                told_so_far = "\n".join(map(str, events[max(0, number - 25) : number + 1]))
                raise AssertionError(f"{error}\n{search} {chosen} {format_tree(tree)}\n{told_so_far}") from error
    assert told
