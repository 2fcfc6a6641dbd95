"""The questions of the Pac-Man page: rounds as the library plays them, decisions and their trees, records, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lab.lab_server import Lab, running
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.games.pacman.lessons import LESSONS
from zermelo.games.pacman.players import parse_ghosts, parse_pacman, play_game, read_record, replay, set_up
from zermelo.lab.messages import Caps
from zermelo.lab.server.settings import Settings
from zermelo.state import as_number
from zermelo.textbook import SEARCHES
from zermelo.trees import parse_tree

ROUNDS = 20


def at(*moves: str, layout: str = "small", ghosts: int | None = None) -> dict[str, Any]:
    return {"layout": layout, "ghosts": ghosts, "moves": list(moves)}


def play(lab: Lab, *moves: str, **question: Any) -> list[dict[str, Any]]:
    body = {"at": at(*moves), "ghosts": "random:2", "pacman": "reflex", "seed": 3, **question}
    rounds: list[dict[str, Any]] = lab.post("/api/pacman/play", body)["rounds"]
    return rounds


def played(lab: Lab, **question: Any) -> tuple[list[str], dict[str, Any]]:
    """A whole game, a few rounds at a time: its moves, and its last round."""
    moves: list[str] = []
    while True:
        for each in play(lab, *moves, rounds=ROUNDS, **question):
            moves += each["moves"]
        if each["after"]["result"]:
            return moves, each


@pytest.mark.parametrize("name", LAYOUTS)
def test_open(lab: Lab, name: str) -> None:
    scene = lab.post("/api/pacman/open", {"layout": name})
    start = Pacman(name)
    assert scene["text"] == read_layout(name)
    assert "\n".join(scene["rows"]) == scene["text"].rstrip("\n").replace("P", " ").replace("G", " ")
    assert scene["homes"] == len(start.ghosts) == len(scene["start"]["ghosts"])
    assert scene["layouts"] == LAYOUTS
    assert scene["weights"] == start.weights()
    assert dict(zip(scene["features"], scene["start"]["features"], strict=True)) == start.features()
    assert scene["start"]["moves"] == start.moves()
    assert (scene["start"]["score"], scene["start"]["food"], scene["start"]["result"]) == (0, len(start.food), "")
    assert scene["rounds"] == []
    few = lab.post("/api/pacman/open", {"layout": name, "ghosts": 1})
    assert (len(few["start"]["ghosts"]), few["homes"]) == (1, scene["homes"])
    # A position says it all in one line, and is drawn as a layout that begins there.
    again = lab.post("/api/pacman/open", {"layout": start.notation()})
    assert (again["rows"], again["start"]) == (scene["rows"], scene["start"])
    assert Pacman(again["text"]) == start


@pytest.mark.parametrize("ghosts", ["random:2", "directional:1,minimax:1:1"])
def test_a_game_is_the_librarys(lab: Lab, ghosts: str) -> None:
    game = play_game(set_up("small", parse_ghosts(ghosts)), parse_pacman("expectimax:2"), parse_ghosts(ghosts), seed=5)
    moves, last = played(lab, ghosts=ghosts, pacman="expectimax:2", seed=5)
    assert tuple(moves) == game.moves
    assert (last["after"]["score"], last["after"]["result"]) == (game.score, game.result)
    # Played again, the rounds are cut where they were, and the maze looks the same.
    scene = lab.post("/api/pacman/open", at(*moves))
    assert [move for each in scene["rounds"] for move in each["moves"]] == moves
    assert scene["rounds"][-1] == {**last, "choice": None}
    assert all(each["move"] == each["moves"][0] for each in scene["rounds"])


def test_a_person_moves(lab: Lab) -> None:
    (first,) = play(lab, move="East")
    assert first["moves"][0] == first["move"] == "East"
    assert len(first["moves"]) == 3
    assert first["choice"] is None
    # What the ghosts do depends on the seed and the number of the move only.
    assert play(lab, move="East")[0] == first
    assert first["moves"][1:] == play(lab, move="Stop")[0]["moves"][1:]
    assert "'North' is not a legal move: choose from South, East, West, Stop" in lab.refusal(
        "/api/pacman/play", {"at": at(), "ghosts": "random:2", "move": "North"}
    )


def test_a_round_begins_with_whose_turn_it_is(lab: Lab) -> None:
    after = Pacman("small").play("East")
    (rest,) = play(lab, at={"layout": after.notation()}, rounds=1)
    assert rest["move"] == ""
    assert len(rest["moves"]) == 2
    assert rest["choice"] is None
    asked = {"at": {"layout": after.notation()}, "pacman": "reflex"}
    assert lab.refusal("/api/pacman/choose", asked) == "it is the turn of ghost 1, not Pac-Man's"


def test_a_choice_is_the_agents(lab: Lab) -> None:
    asked = {"at": at(), "pacman": "alpha_beta:2"}
    choice = lab.post("/api/pacman/choose", asked)
    own = parse_pacman("alpha_beta:2").create().choose(Pacman("small"))
    assert (choice["move"], choice["value"], choice["nodes"]) == (own.move, own.value, own.nodes)
    assert [(each["move"], each["bound"]) for each in choice["moves"]] == [
        (each.move, each.bound) for each in own.moves
    ]
    assert play(lab, pacman="alpha_beta:2")[0]["choice"] == {**choice, "seconds": pytest.approx(0, abs=5)}
    random = lab.post("/api/pacman/choose", {"at": at(), "pacman": "random", "seed": 4})
    assert (random["value"], random["moves"]) == (None, [])
    # Who fears nothing but a score of nought stays where it is, or does as well.
    weighed = lab.post("/api/pacman/choose", {**asked, "weights": {"food_left": 100.0}})
    assert weighed["value"] != choice["value"]


@pytest.mark.parametrize(
    "spec", ["reflex", "minimax:1", "minimax:2", "alpha_beta:2", "expectimax:2", "expectimax:3:directional"]
)
@pytest.mark.parametrize("weights", [{}, {"nearest_food": -7.0}])
def test_the_tree_of_a_decision_comes_to_the_same(lab: Lab, spec: str, weights: dict[str, float]) -> None:
    moves = [move for each in play(lab, pacman="expectimax:2", rounds=4) for move in each["moves"]]
    asked = {"at": at(*moves), "pacman": spec, "weights": weights}
    choice, why = lab.post("/api/pacman/choose", asked), lab.post("/api/pacman/why", asked)
    tree = parse_tree(why["text"])
    found = SEARCHES[why["search"]](tree)
    values = {each["move"]: each["value"] for each in choice["moves"]}
    assert float(as_number(found.value)) == pytest.approx(choice["value"], abs=0.01)
    assert values[found.move] == pytest.approx(choice["value"], abs=0.01)
    assert {child.name for child in tree.children} == set(values)
    assert why["depth"] <= why["decided"] == choice["depth"]
    assert len(tree.leaves()) <= 30
    role = "directional" if spec.endswith("directional") else "random" if spec.startswith("expectimax") else "min"
    assert set(Pacman(why["position"]).roles) == {role}
    assert lab.post("/api/tree/read", {"text": why["text"]})["unsuitable"].get(why["search"]) is None


def test_other_reasons(lab: Lab) -> None:
    engine = lab.post("/api/pacman/why", {"at": at(layout="trap"), "pacman": "engine:0.01s"})
    assert engine["search"] == "alpha_beta"
    assert len(parse_tree(engine["text"]).leaves()) > 1
    grown = lab.post("/api/pacman/why", {"at": at(), "pacman": "mcts:50"})
    assert (grown["text"], grown["search"], grown["depth"], grown["decided"]) == ("", "mcts", 50, 50)
    assert lab.post("/api/pacman/why", {"at": at(), "pacman": "mcts:500"})["decided"] == 500
    assert "no decision tree" in lab.refusal("/api/pacman/why", {"at": at(), "pacman": "random"})


def test_records(lab: Lab) -> None:
    moves, last = played(lab, pacman="reflex", weights={"score": 2.0})
    asked = {"at": at(*moves), "pacman": "reflex", "ghosts": "random:2", "weights": {"score": 2.0}, "seed": 3}
    text = lab.post("/api/pacman/save", asked)["text"]
    (game,) = read_record(text)
    assert list(replay(game))[-1].score == last["after"]["score"]
    assert lab.post("/api/pacman/load", {"text": text}) == {**asked, "at": at(*moves, ghosts=2)}
    own = lab.post("/api/pacman/save", {**asked, "pacman": "human"})["text"]
    assert lab.post("/api/pacman/load", {"text": own})["pacman"] == "human"
    assert "JSON" in lab.refusal("/api/pacman/load", {"text": "score 3"})
    assert "not a record" in lab.refusal("/api/pacman/load", {"text": "{}"})
    assert "not legal" in lab.refusal("/api/pacman/load", {"text": text.replace("East", "North", 1)})
    empty = json.dumps({**json.loads(text), "games": []})
    assert "no game" in lab.refusal("/api/pacman/load", {"text": empty})


def test_what_is_wrong_with_a_layout_has_a_place(lab: Lab) -> None:
    response = lab.client.post("/api/pacman/open", json={"layout": "%%%%\n%P.%\n%x%%\n"})
    assert response.status_code == 400
    assert (response.json()["line"], response.json()["column"]) == (3, 2)


@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        ("open", {"layout": "/etc/passwd"}, "a position of Pac-Man has"),
        ("open", {"layout": "%" * 3_000_000}, "too long"),
        ("open", {"layout": "%%%\n%.%\n%%%\n"}, "no Pac-Man"),
        ("open", {"layout": "small", "ghosts": -1}, "from 0 up"),
        ("open", {"layout": "small", "moves": ["Up"]}, "move 1 (Up) is not legal"),
        ("open", {"layout": "small", "moves": ["Stop"] * 6_000}, "a game of 6,000 moves is too long"),
        ("play", {"ghosts": "random:3"}, "the maze has 2 ghosts, but 3 are given"),
        ("play", {"ghosts": "dragon:2"}, "there is no ghost called 'dragon'"),
        ("play", {"pacman": "minimax:99"}, "depth must be from 1 to 30"),
        ("play", {"pacman": ""}, "there is no player called"),
        ("play", {"rounds": 0}, "rounds must be"),
        ("play", {"rounds": 10**9}, "rounds must be"),
        ("play", {"seed": -1}, "seed must be from 0"),
        ("play", {"seed": 2**60}, "seed must be from 0"),
        ("play", {"weights": {"luck": 1.0}}, "'luck' is not a feature"),
        ("play", {"move": "Up" * 1000}, "is not a legal move"),
        ("choose", {"weights": {"luck": 1.0}}, "'luck' is not a feature"),
        ("save", {"ghosts": "random:x"}, "the number of ghosts"),
    ],
)
def test_refusals(lab: Lab, path: str, change: dict[str, Any], said: str) -> None:
    usual: dict[str, Any] = {"at": at(), "pacman": "reflex", "seed": 1, "weights": {}}
    body = {"open": {}, "play": {**usual, "ghosts": "random:2"}, "save": {**usual, "ghosts": "random:2"}}.get(
        path, usual
    )
    assert said in lab.refusal(f"/api/pacman/{path}", {**body, **change})


def test_every_lesson_can_be_watched(lab: Lab) -> None:
    told = lab.post("/api/pacman/lessons", {})["lessons"]
    assert [each["slug"] for each in told] == list(LESSONS)
    for each, lesson in zip(told, LESSONS.values(), strict=True):
        assert each["question"] == lesson.question
        assert each["text"].endswith(".")
        for shown, cast in zip(each["casts"], lesson.casts, strict=True):
            start = {"layout": each["layout"], "ghosts": len(parse_ghosts(cast.ghosts))}
            asked = {"at": start, **{name: shown[name] for name in ("pacman", "ghosts", "weights")}}
            [first] = lab.post("/api/pacman/play", asked)["rounds"]
            choice = (
                parse_pacman(cast.pacman, cast.weights).create().choose(Pacman(start["layout"], ghosts=start["ghosts"]))
            )
            assert (first["choice"]["move"], first["choice"]["value"]) == (choice.move, choice.value)


def test_a_game_that_is_over_is_not_played_on(lab: Lab) -> None:
    moves, _ = played(lab, pacman="random")
    for path, more in (("play", {"ghosts": "random:2"}), ("choose", {}), ("why", {})):
        asked = {"at": at(*moves), "pacman": "reflex", **more}
        assert lab.refusal(f"/api/pacman/{path}", asked) == "the game is over: open another position"


def test_a_search_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    caps = Caps(text=10_000, nodes=1_000, seconds=0.3, searches=4)
    with running(tmp_path / "pages", settings=Settings(caps=caps)) as lab:
        for path, more in (("play", {"ghosts": "random:4"}), ("choose", {}), ("why", {})):
            asked = {"at": at(layout="open"), "pacman": "minimax:30", **more}
            assert "needs more than 0.3 seconds" in lab.refusal(f"/api/pacman/{path}", asked)


def test_a_search_stops_when_its_visitor_leaves(lab: Lab) -> None:
    lab.ask_and_leave("/api/pacman/choose", {"at": at(layout="open"), "pacman": "minimax:30"})
    lab.wait_until_idle()
