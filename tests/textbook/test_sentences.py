"""Every sentence of every textbook search is read back, and what it claims is tried by brute force on random trees."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.long import LONG
from tests.textbook.claims.checker import Checker
from tests.textbook.claims.code import check_line
from tests.textbook.claims.lists import OpenClaims, SssClaims
from tests.textbook.claims.passes import TreeClaims
from tests.textbook.claims.simulations import SimulationClaims, random_stage
from tests.textbook.claims.truth import Case, random_tree
from zermelo.events import Event
from zermelo.textbook import DECLARATIONS, SEARCHES
from zermelo.textbook.run import value_range
from zermelo.trees import Tree, format_tree

TREES = 30 if LONG == 1 else 10_000
"""For every kind of tree and search."""

TWO_PLAYERS = (
    *("minimax", "alpha_beta", "negamax", "scout", "aspiration", "deepening", "sss_star", "mtdf", "transpositions"),
    "minimax_open",
)
KINDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(TWO_PLAYERS, ("two",)),
    "quiescence": ("noisy",),
    "expectimax": ("alone", "two"),
    **dict.fromkeys(("expectiminimax", "star1", "star2"), ("chance",)),
    "max_n": ("shares", "many", "chance"),
    **dict.fromkeys(("paranoid", "coalition"), ("shares", "selfish")),
    "backward_induction": ("many", "selfish", "chance"),
    "mcts": ("two", "chance", "many"),
    **dict.fromkeys(("decoupled_uct", "regret_matching"), ("simultaneous",)),
}
"""The kinds of trees of each search, as `random_tree` names them."""
SIMULATED = ("mcts", "decoupled_uct", "regret_matching")


def options(search: str, tree: Any, random: Random) -> dict[str, Any]:
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
        "exploration": lambda: random.choice([0.0, 0.5, 3.0]),
        "random_share": lambda: random.choice([0.0, 0.4, 1.0]),
        "seed": lambda: random.randrange(1000),
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
    if search in SIMULATED:
        found["simulations"] = random.randint(1, 40)
    if "window" in found and "stop_at" in found:  # wins are alike, so no window lies among them
        low, high = found["window"]
        found["stop_at"] = max(low + 1, 1 - high, found["stop_at"])
    payoffs = [node.value for node in tree.nodes if isinstance(node.value, tuple)] if "total" in found else []
    if payoffs:
        found |= {"least": min(map(min, payoffs)), "total": max(map(sum, payoffs))}
    else:
        found.pop("total", None)
    return found


def claims_of(search: str, state: Any, chosen: dict[str, Any]) -> Checker:
    if search in SIMULATED:
        return SimulationClaims(search, state, chosen)
    return {"sss_star": SssClaims, "minimax_open": OpenClaims}.get(search, TreeClaims)(Case(search, state, chosen))


def test_every_search_has_its_kinds() -> None:
    assert KINDS.keys() == SEARCHES.keys()


@pytest.mark.parametrize(("search", "kind"), [(search, kind) for search, kinds in KINDS.items() for kind in kinds])
def test_every_sentence_is_true(search: str, kind: str) -> None:
    random = Random(f"sentences {search} {kind}")
    for _ in range(TREES):
        state: Any = random_stage(random) if kind == "simultaneous" else random_tree(random, kind)
        chosen = options(search, state, random)
        events: list[Event] = []
        SEARCHES[search](state, watch=events.append, **chosen)
        case, claims = Case(search, state, chosen), claims_of(search, state, chosen)
        for number, event in enumerate(events):
            try:
                claims.check(event)
                check_line(case, event)
            except AssertionError as error:
                so_far = "\n".join(map(str, events[max(0, number - 25) : number + 1]))
                tree = format_tree(state) if isinstance(state, Tree) else ""
                raise AssertionError(f"{error}\n{search} {chosen} {tree}\n{so_far}") from error


class Said:
    """An event that says something else."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


TURNED = ("MAX", "MIN"), ("at least", "at most"), ("is now", "stays"), ("more than", "less than"), ("test", "probe")
WORDS = re.compile(r"-?\d+(?:\.\d+)?|\b[A-Z]{1,2}\b|" + "|".join(word for pair in TURNED for word in pair))


def garbled(sentence: str, random: Random) -> str:
    """A sentence with one name, number or word exchanged."""
    found = random.choice(list(WORDS.finditer(sentence)))
    word = found[0]
    turned = dict(TURNED) | {second: first for first, second in TURNED}
    if word not in turned and word[-1].isdigit():
        turned[word] = str(int(float(word)) + random.choice([-2, -1, 1, 3]))
    other = turned.get(word) or random.choice([name for name in "ABCDEFGH" if name != word])
    return sentence[: found.start()] + other + sentence[found.end() :]


@pytest.mark.parametrize("search", SEARCHES)
def test_wrong_sentences_are_found(search: str) -> None:
    """Not all of them at once: some are true as well."""
    random, refused = Random(f"garbled {search}"), 0
    for _ in range(20):
        kind = KINDS[search][0]
        state: Any = random_stage(random) if kind == "simultaneous" else random_tree(random, kind)
        chosen = options(search, state, random)
        events: list[Event] = []
        SEARCHES[search](state, watch=events.append, **chosen)
        claims, place = claims_of(search, state, chosen), random.randrange(len(events))
        for event in events[:place]:
            claims.check(event)
        with suppress(Exception):
            claims.check(Said(garbled(str(events[place]), random)))
            refused -= 1
        refused += 1
    assert refused > 15
