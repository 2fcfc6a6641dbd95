"""Every field of every question, replaced by values that nobody would send in earnest: the answer is an answer or a sentence,
never a fault of the lab."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.lab.lab_server import Lab, game, tree
from zermelo.lab.topics import PAGES

MAZE = {"layout": "small", "ghosts": 1, "moves": ["East"]}
WEIGHTS = {"score": 1.0, "food_left": -4.0}
TABLE = {
    "players": ["Row", "Column"],
    "actions": [["a", "b"], ["c", "d"]],
    "payoffs": [[["1", "2"], ["0", "0"]], [["0", "0"], ["2", "1"]]],
    "title": "",
}
OPTIONS = {"depth": 2, "order": "natural", "seed": 1}
SHEET = (
    "(role r) (init off) (legal r on) (legal r wait) (<= (next on) (does r on)) (<= terminal (true on)) (goal r 100)"
)
ASK = {"kind": "minimax_value", "seed": 1, "options": {"depth": 2, "branching": 2}}
BODIES: dict[str, Any] = {
    "/api/tree/read": {"text": "A(B=1 C=2)", "root": "max"},
    "/api/tree/random": {"seed": 1, "depth": 2, "branching": 2, "uneven": True, "chance": True, "root": "max"},
    "/api/tree/export": {
        "source": tree("A(B(D=1 E=2) C=2)"), "format": "svg", "search": "backward_induction",
        "options": {"depth": 2}, "step": 3, "equilibrium": 0,
    },
    "/api/tree/profile": {"source": tree("A(B(D=1 E=2) C=2)"), "number": 0, "options": OPTIONS},
    "/api/tree/why": {"source": tree("A(B(D=1 E=2) C=2)"), "search": "alpha_beta", "leaf": "D", "options": OPTIONS},
    "/api/play/position": game("tic_tac_toe", "4", position="X.O/.../..."),
    "/api/play/load": {"game": "othello", "text": "f5 d6"},
    "/api/play/save": {
        "game": "chess", "position": None, "headers": {"White": "Paul"},
        "turns": [{"move": "e2e4", "annotations": [1], "comment": "best", "variations": [[{"move": "d2d4"}]]}],
    },
    "/api/play/compose": {
        "game": "chess", "cells": ["wK", "", "bK", *[""] * 61], "player": 0, "options": {"white_castling": "-"},
        "like": None,
    },
    "/api/play/ownership": {"source": game("go", "D4"), "playouts": 5},
    "/api/inside/boards": {"source": game("tic_tac_toe", "4"), "paths": [["0"]]},
    "/api/exercises/ask": ASK,
    "/api/exercises/grade": {"ask": ASK, "answer": "3"},
    "/api/exercises/hint": {"ask": ASK, "number": 0},
    "/api/exercises/solution": ASK,
    "/api/pacman/open": MAZE,
    "/api/pacman/play": {
        "at": {**MAZE, "moves": []}, "ghosts": "random:1", "pacman": "minimax:1", "weights": WEIGHTS, "seed": 1, "rounds": 1,
    },
    "/api/pacman/choose": {"at": {**MAZE, "moves": []}, "pacman": "expectimax:1", "weights": WEIGHTS, "seed": 1},
    "/api/pacman/why": {"at": {**MAZE, "moves": []}, "pacman": "expectimax:1", "weights": WEIGHTS, "seed": 1},
    "/api/pacman/save": {"at": MAZE, "pacman": "minimax:1", "ghosts": "random:1", "weights": WEIGHTS, "seed": 1},
    "/api/pacman/load": {"text": "{}"},
    "/api/pacman/lessons": {},
    "/api/matrix/examples": {},
    "/api/matrix/read": {"text": "1,2 0,0; 0,0 2,1"},
    "/api/matrix/solve": {"table": TABLE, "weak": False},
    "/api/bandit/pull": {
        "arms": "0.3 1/2", "rule": "puct", "pulls": 5, "exploration": 1.5, "epsilon": 0.1, "seed": 1,
    },
    "/api/arena/events": {},
    "/api/arena/event": {"number": 1},
    "/api/arena/games": {"number": 1, "first": 100, "player": "random", "against": "mcts:10"},
    "/api/rules/sheets": {},
    "/api/rules/check": {"text": SHEET, "format": True},
    "/api/rules/open": {"text": SHEET, "moves": [["on"]]},
    "/api/rules/position": {"text": SHEET, "moves": [["on"]]},
    "/api/rules/think": {"source": {"text": SHEET, "moves": []}, "role": 0, "player": "mcts", "strength": 10, "seconds": 0.1},
}  # fmt: skip
"""A question of each kind that is in order, but for the record that /api/pacman/load takes."""
HOSTILE: tuple[Any, ...] = (
    *(None, True, "", -1, 2**31, 2**63, -(2**63) - 1, 10**400, 0.5, 1e308, -1e308, 5e-324, [], {}, [[]], {"": None}),
    *(
        "\x00",
        "\ud800",
        "a" * 10_000,
        "9" * 5_000,
        "1e999999999",
        "1/0",
        "nan",
        "-inf",
        "1_000",
        "٣",
        "../../etc/passwd",
    ),
    *("os:system", "__class__", "{0.__class__}", "%s%n", "mcts:" + "9" * 30, "(" * 3_000),
)
NAMES = ("seed", "kind", "self", "cls", "context", "watch", "__class__", "")
"""Keys that mean something to Python."""


def places(body: Any) -> Iterator[tuple[Any, ...]]:
    """The ways to every part of a body; of a list, to its first and last parts."""
    ends = sorted({0, len(body) - 1} if isinstance(body, list) and body else ())
    parts = body.items() if isinstance(body, dict) else ((at, body[at]) for at in ends)
    for key, part in parts:
        yield (key,)
        yield from ((key, *rest) for rest in places(part))


def replaced(body: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The body with another value at a place."""
    changed = deepcopy(body)
    part = changed
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return changed


def check(lab: Lab, path: str, body: Any) -> int:
    response = lab.client.post(path, content=json.dumps(body))
    shown = json.dumps(body)[:300]
    assert response.status_code in (200, 400), f"{path} {shown}: {response.status_code} {response.text[:300]}"
    if response.status_code == 400:
        error = response.json()["error"]
        assert error, shown
        assert "\n" not in error, shown
    return response.status_code


def test_every_question_is_here() -> None:
    assert set(BODIES) == {page.path(name) for page in PAGES for name in page.posts}


@pytest.mark.parametrize("path", BODIES)
def test_hostile_values_are_refused_in_a_sentence(lab: Lab, path: str) -> None:
    assert check(lab, path, BODIES[path]) == (400 if path == "/api/pacman/load" else 200)
    for place in places(BODIES[path]):
        for value in HOSTILE:
            check(lab, path, replaced(BODIES[path], place, value))


@pytest.mark.parametrize("path", BODIES)
def test_hostile_names_are_refused_in_a_sentence(lab: Lab, path: str) -> None:
    body = BODIES[path]
    objects = [(), *(place for place in places(body) if isinstance(at(body, place), dict))]
    for place in objects:
        for name in NAMES:
            check(lab, path, replaced(body, (*place, name), 1))


def at(body: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        body = body[key]
    return body
