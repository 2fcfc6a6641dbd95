"""The questions of the Matrix page: the examples, tables from any text, and everything about one of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lab.lab_server import Lab
from zermelo.equilibrium.analysis import analyse
from zermelo.equilibrium.examples import EXAMPLES, example
from zermelo.equilibrium.explanations import explain
from zermelo.equilibrium.notation import parse_matrix
from zermelo.lab.topics.matrix.answers import LARGEST


def table_of(lab: Lab, text: str) -> Any:
    return lab.post("/api/matrix/read", {"text": text})


def test_every_example_of_two_players_is_on_the_menu_and_can_be_told(lab: Lab) -> None:
    menu = lab.post("/api/matrix/examples", {})
    assert menu["largest"] == LARGEST
    assert [each["name"] for each in menu["examples"]] == [
        name for name, each in EXAMPLES.items() if len(each.players) == 2
    ]
    for each in menu["examples"]:
        reply = lab.post("/api/matrix/solve", {"table": each["table"]})
        found = analyse(example(each["name"]))
        assert [step["says"] for step in reply["steps"]] == [step.text for step in explain(found)]
        assert len(reply["equilibria"]) == len(found.listed)
        assert parse_matrix(reply["text"]) == found.game
        assert (reply["curves"] is not None) == (found.game.shape == (2, 2))


def test_steps_say_what_to_point_at(lab: Lab) -> None:
    reply = lab.post("/api/matrix/solve", {"table": table_of(lab, "-1,-1 -4,0; 0,-4 -3,-3")})
    assert reply["steps"][0]["cells"] == [[1, 0]]
    assert [(step["player"], step["action"]) for step in reply["steps"] if step["kind"] == "eliminate"] == [
        (0, 0),
        (1, 0),
    ]
    assert [step["cells"] for step in reply["steps"] if step["kind"] == "better"] == [[[0, 0]]]
    (only,) = reply["equilibria"]
    assert (only["cell"], only["mixes"], only["shares"]) == ([1, 1], [["0", "1"], ["0", "1"]], [[0, 1], [0, 1]])
    assert {"name": "Best together", "says": "(r1, c1): -2"} in reply["facts"]


def test_a_continuum_is_part_of_the_picture(lab: Lab) -> None:
    table = table_of(lab, "1,1 1,0; 1,1 0,1")
    reply = lab.post("/api/matrix/solve", {"table": table})
    assert reply["continuum"]
    assert reply["continua"] == [{"left": 0, "right": 1, "bottom": 1, "top": 1}]
    assert lab.post("/api/matrix/solve", {"table": table_of(lab, "2,1 0,0; 0,0 1,2")})["continua"] == []


def test_weak_elimination_is_a_wish(lab: Lab) -> None:
    table = table_of(lab, "1,1 0,0; 0,0 0,0")
    strict = lab.post("/api/matrix/solve", {"table": table})
    weak = lab.post("/api/matrix/solve", {"table": table, "weak": True})
    assert not any(step["kind"] == "eliminate" for step in strict["steps"])
    assert sum(step["kind"] == "eliminate" for step in weak["steps"]) == 2


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("read", {"text": "1 2; 3 x"}, "row 2, column 2: 'x' is not a number"),
        ("read", {"text": "[[[[0,0,0]]]]"}, "games of two players, not 3"),
        ("read", {"text": " ".join(["0"] * 9)}, "up to 8 actions of a player, not 9"),
        ("solve", {"table": {"players": ["A", "A"], "actions": [["a"], ["b"]], "payoffs": [[["0", "0"]]]}}, "called 'A'"),
        ("solve", {"table": {"players": ["A", "B"], "actions": [["a"], ["b"]], "payoffs": [[["0", "?"]]]}}, "row 1, column 1"),
        ("solve", {"table": {"players": ["A", "B"], "actions": [["a"], [""]], "payoffs": [[["0", "0"]]]}}, "is not a name"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_in_a_sentence(lab: Lab, path: str, body: dict[str, Any], said: str) -> None:
    response = lab.client.post(f"/api/matrix/{path}", content=json.dumps(body))
    assert response.status_code == 400
    assert said in response.json()["error"]
