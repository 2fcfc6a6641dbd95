"""Whatever is sent, the server answers with a sentence and goes on."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lab.lab_server import Lab, game, tree
from zermelo.catalogue import TURN_GAMES
from zermelo.exercises import KINDS
from zermelo.lab.topics import PAGES
from zermelo.textbook import SEARCHES

PATHS = [page.path(name) for page in PAGES for name in page.posts]
WORDS = [
    *("type", "id", "text", "root", "seed", "depth", "branching", "source", "format", "search", "options", "game"),
    *(
        "position",
        "moves",
        "paths",
        "kind",
        "ask",
        "answer",
        "number",
        "player",
        "strength",
        "seconds",
        "lines",
        "batches",
    ),
]
texts = st.text(max_size=30) | st.sampled_from(
    [
        "[[1,2],[3,4]]",
        "A(B=1 C=2)",
        "[[(1,2,3),(3,2,1)],(2,2,2)]",
        "max",
        "svg",
        "4455",
        "f5d6",
        "0",
        "1 2 3",
        *TURN_GAMES,
        *SEARCHES,
        *KINDS,
    ]
)
scalars = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | texts
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | texts, inner, max_size=5),
)
bodies = junk.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60)

sources = st.one_of(
    st.builds(tree, texts),
    st.builds(lambda slug, moves, position: game(slug, *moves, position=position), st.sampled_from([*TURN_GAMES, "go"]),
              st.lists(texts, max_size=3), st.none() | texts),
)  # fmt: skip
small = st.integers(-2, 3)
numbers = st.sampled_from(["0", "1", "-2", "1/3", "0.5", "x", "1e99", "1/0", ""])
options = st.fixed_dictionaries(
    {"depth": small},
    optional={
        "ties": st.sampled_from(["equal", "strict", "none"]),
        "order": texts,
        "seed": st.integers(-(2**70), 2**70),
        "simulations": st.integers(-1, 30),
        "partners": texts | st.sampled_from(["p1", "p1,p3", "max", "p0", "p100"]),
        "bounds": texts | st.sampled_from(["0,1", ",", "1,", ",1/3", "2,1", "1e99,x"]),
        "stand_pat": st.booleans() | texts,
        "depths": texts | st.sampled_from(["1,2", "2,end", "end", "0", "-1"]),
        **dict.fromkeys(("total", "least", "guess", "exploration"), numbers),
    },
)
asks = st.fixed_dictionaries(
    {"kind": st.sampled_from([*KINDS, "riddle"]), "seed": small},
    optional={
        "options": st.dictionaries(
            st.sampled_from(["depth", "branching", "ties", "root", "goal", "size"]), small | texts
        )
    },
)
mazes = st.fixed_dictionaries(
    {"layout": texts | st.sampled_from(["small", "trap", "%%%%\n%P.%\n%%%%\n"])},
    optional={"ghosts": st.none() | small, "moves": st.lists(texts | st.sampled_from(["East", "Stop"]), max_size=3)},
)
agents = (
    st.sampled_from(["reflex", "minimax:1", "expectimax:1:directional", "mcts:3", "random", "human", "engine:9e9"])
    | texts
)
weighted = {"weights": st.dictionaries(st.sampled_from(["score", "food_left", "luck"]), scalars), "seed": st.integers()}
thoughts = st.fixed_dictionaries({"at": mazes, "pacman": agents}, optional=weighted)
hunters = st.sampled_from(["random:2", "minimax:1:1", "directional:1,random:1", "none", "random:99"]) | texts
tables = st.fixed_dictionaries(
    {
        "players": st.lists(texts, min_size=1, max_size=3),
        "actions": st.lists(st.lists(texts, max_size=3), max_size=3),
        "payoffs": st.lists(st.lists(st.lists(numbers, min_size=1, max_size=3), max_size=3), max_size=3),
    },
    optional={"title": texts},
)
two_by_two = st.lists(
    st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=2, max_size=2), min_size=2, max_size=2
).map(lambda payoffs: {"players": ["A", "B"], "actions": [["a", "b"], ["c", "d"]], "payoffs": payoffs})
turns = st.recursive(
    st.fixed_dictionaries({"move": texts | st.sampled_from(["e2e4", "4", "f5"])}),
    lambda inner: st.fixed_dictionaries(
        {"move": st.just("e2e4"), "variations": st.lists(st.lists(inner, max_size=2), max_size=2)},
        optional={"annotations": st.lists(st.integers(), max_size=2), "comment": texts},
    ),
    max_leaves=5,
)
set_up = st.sampled_from([9, 42, 64]).flatmap(
    lambda size: st.lists(
        st.sampled_from(["", "x", "first", "black", "white", "wK", "bK", "wP"]), min_size=size, max_size=size
    )
)
rules = st.sampled_from(
    [
        "(role r) (init off) (legal r on) (legal r wait) (<= (next on) (does r on)) (<= terminal (true on)) (goal r 100)",
        "(role r) (init (n 0)) (<= (next (n ?x)) (true (n ?x))) (legal r go) (goal r 50) (<= terminal (true (n 1)))",
        "(role r) (role r) (legal",
        "(<= p (not q)) (<= q (not p))",
    ]
)
games_of_rules = st.fixed_dictionaries(
    {"text": rules | texts},
    optional={"moves": st.lists(st.lists(texts | st.sampled_from(["on", "go"]), max_size=2), max_size=2)},
)
nearly = {
    "/api/tree/read": st.fixed_dictionaries({"text": texts}),
    "/api/tree/random": st.fixed_dictionaries({"seed": small, "depth": small, "branching": small}),
    "/api/tree/export": st.fixed_dictionaries(
        {"source": sources, "format": st.sampled_from(["svg", "tikz", "json", "png"]), "search": st.sampled_from(list(SEARCHES)),
         "options": options},
        optional={"step": st.integers(-5, 10**12)},
    ),
    "/api/tree/profile": st.fixed_dictionaries(
        {"source": sources, "number": small}, optional={"depth": small, "order": texts, "seed": st.integers()}
    ),
    "/api/tree/why": st.fixed_dictionaries(
        {"source": sources, "search": st.sampled_from(list(SEARCHES)), "leaf": texts | st.sampled_from("BDE")},
        optional={"options": options},
    ),
    "/api/play/position": sources,
    "/api/play/load": st.fixed_dictionaries({"game": st.sampled_from(list(TURN_GAMES)), "text": texts}),
    "/api/play/save": st.fixed_dictionaries(
        {"game": st.sampled_from(list(TURN_GAMES)), "turns": st.lists(turns, max_size=3)},
        optional={"position": st.none() | texts, "headers": st.dictionaries(texts, texts, max_size=3)},
    ),
    "/api/play/compose": st.fixed_dictionaries(
        {"game": st.sampled_from(list(TURN_GAMES)), "cells": st.lists(texts, max_size=3) | set_up, "player": small},
        optional={"options": st.dictionaries(st.sampled_from(["white_castling", "en_passant", "x"]), texts | st.just("KQ"))},
    ),
    "/api/play/ownership": st.fixed_dictionaries({"source": sources}, optional={"playouts": small}),
    "/api/inside/boards": st.fixed_dictionaries({"source": sources, "paths": st.lists(st.lists(texts, max_size=3), max_size=3)}),
    "/api/exercises/ask": asks,
    "/api/exercises/grade": st.fixed_dictionaries({"ask": asks, "answer": texts}),
    "/api/exercises/hint": st.fixed_dictionaries({"ask": asks, "number": small}),
    "/api/exercises/solution": asks,
    "/api/pacman/open": mazes,
    "/api/pacman/play": st.fixed_dictionaries(
        {"at": mazes, "ghosts": hunters}, optional={"pacman": agents, "rounds": small, "move": st.none() | texts, **weighted}
    ),
    "/api/pacman/choose": thoughts,
    "/api/pacman/why": thoughts,
    "/api/pacman/save": st.fixed_dictionaries({"at": mazes, "pacman": agents, "ghosts": hunters}, optional=weighted),
    "/api/pacman/load": st.fixed_dictionaries({"text": texts | junk.map(json.dumps)}),
    "/api/pacman/lessons": st.just({}),
    "/api/matrix/examples": st.just({}),
    "/api/matrix/read": st.fixed_dictionaries({"text": texts | st.lists(numbers).map(" ".join)}),
    "/api/arena/events": st.just({}),
    "/api/arena/event": st.fixed_dictionaries({"number": small}),
    "/api/arena/games": st.fixed_dictionaries(
        {"number": small}, optional={"first": st.integers(), "player": texts, "against": st.just("random") | texts}
    ),
    "/api/rules/sheets": st.just({}),
    "/api/rules/check": st.fixed_dictionaries({"text": rules | texts}, optional={"format": st.booleans()}),
    "/api/rules/open": games_of_rules,
    "/api/rules/position": games_of_rules,
    "/api/rules/think": st.fixed_dictionaries(
        {"source": games_of_rules, "role": small, "player": st.sampled_from(["random", "mcts", "engine", "minimax"]) | texts},
        optional={"strength": st.none() | st.integers(-1, 20), "seconds": st.none() | st.floats(-1, 0.01)},
    ),
    "/api/bandit/pull": st.fixed_dictionaries(
        {"arms": texts | st.lists(st.floats(-0.1, 1.1).map(str), max_size=9).map(" ".join)},
        optional={
            "rule": st.sampled_from(("ucb1", "epsilon_greedy", "puct", "ucb2")),
            "pulls": st.integers(-1, 60),
            "exploration": st.floats(-1, 9),
            "epsilon": st.floats(-0.1, 1.1),
            "seed": st.integers(),
        },
    ),
    "/api/matrix/solve": st.fixed_dictionaries({"table": tables | two_by_two}, optional={"weak": st.booleans()}),
}  # fmt: skip
questions = st.sampled_from(PATHS).flatmap(lambda path: st.tuples(st.just(path), nearly[path]))
players = st.sampled_from(["reflex", "mcts", "chance", "analysis"])
live = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("watch"), "id": small, "source": sources, "search": st.sampled_from([*SEARCHES, "x"]), "options": options}
    ),
    st.fixed_dictionaries(
        {"type": st.just("think"), "id": small, "source": sources, "player": players},
        optional={"strength": st.integers(-1, 50), "seconds": st.floats(-1, 0.01), "lines": small},
    ),
    st.fixed_dictionaries(
        {"type": st.just("review"), "id": small, "source": sources, "seconds": st.floats(-1, 0.01) | st.just(1e308)}
    ),
    st.fixed_dictionaries(
        {"type": st.just("compete"), "id": small, "game": st.sampled_from(["nim", "coins", "tic_tac_toe", "x"]),
         "entrants": st.lists(st.fixed_dictionaries(
             {"player": players | texts}, optional={"strength": st.integers(-1, 9), "seconds": st.floats(-1, 0.01)}), max_size=3)},
        optional={"games": st.integers(-2, 6), "rounds": small, "opening": small, "seconds": st.floats(-1, 0.01), "nodes": small,
                  "schedule": st.sampled_from(["round-robin", "gauntlet", "swiss", "knock-out", "x"]), "seed": st.integers(),
                  "played": st.lists(st.fixed_dictionaries(
                      {"key": texts, "players": st.lists(texts, max_size=3), "points": st.lists(small, max_size=3)}), max_size=2)},
    ),
    st.fixed_dictionaries({"type": st.just("more"), "id": small, "batches": st.integers()}),
    st.fixed_dictionaries({"type": st.just("cancel"), "id": small}),
)  # fmt: skip


@settings(max_examples=60)
@given(st.sampled_from(PATHS), bodies)
def test_rubbish_is_answered(lab: Lab, path: str, body: bytes) -> None:
    check(lab, path, body)


@settings(max_examples=120)
@given(questions)
def test_nearly_right_questions_are_answered(lab: Lab, question: tuple[str, Any]) -> None:
    check(lab, question[0], json.dumps(question[1]).encode())


def check(lab: Lab, path: str, body: bytes) -> None:
    response = lab.client.post(path, content=body)
    assert response.status_code in (200, 400, 422), response.text
    if response.status_code != 200:
        error = response.json()["error"]
        assert error
        assert "\n" not in error


@settings(max_examples=40)
@given(st.lists(live | junk | st.binary(max_size=40), max_size=8))
def test_any_messages_leave_the_visit_in_order(lab: Lab, messages: list[Any]) -> None:
    with lab.visit() as visitor:
        for message in messages:
            visitor.send(message if isinstance(message, bytes) else json.dumps(message))
        visitor.send({"type": "watch", "id": 99, "source": tree(), "search": "minimax"})
        while True:
            answer = visitor.get()
            if answer["id"] == 99 and answer["type"] in ("finished", "refused"):
                # Refused only where the messages before it had taken all the room there is.
                assert answer["type"] == "finished" or answer["retry_after"]
                break
    lab.wait_until_idle()


@settings(max_examples=25)
@given(st.dictionaries(st.sampled_from(["seed", "count", "kinds", "title", "ties", "key", "x"]), texts))
def test_any_words_for_a_sheet(lab: Lab, words: dict[str, str]) -> None:
    response = lab.client.get("/api/exercises/sheet", params=words)
    assert response.status_code in (200, 400)
