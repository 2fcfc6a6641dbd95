"""The Arena page with a store: its tournaments are listed and rated, its games are paged, and its path stays a secret."""

from __future__ import annotations

from pathlib import Path

from tests.lab.arena_store import EVENT, GAMES, write_store
from tests.lab.conftest import PATIENT
from tests.lab.lab_server import Lab, running


def test_the_store_is_listed_rated_and_its_games_are_paged(lab: Lab) -> None:
    listed = lab.post("/api/arena/events", {})
    assert listed["store"]
    assert [(each["game"], each["games"]) for each in listed["events"]] == [("Tic-tac-toe", GAMES), ("nowhere:Game", 1)]
    reply = lab.post("/api/arena/event", {"number": EVENT})
    assert (reply["game"], reply["closed"], reply["games"]) == ("tic_tac_toe", "", GAMES)
    names = [each["player"] for each in reply["report"]["standings"]]
    assert sorted(names) == ["mcts:10", "random", "reflex"]
    everything = lab.post("/api/arena/games", {"number": EVENT})
    assert (len(everything["games"]), everything["total"]) == (100, GAMES)
    last = lab.post("/api/arena/games", {"number": EVENT, "first": 100})
    assert len(last["games"]) == GAMES - 100
    keys = [game["key"] for game in everything["games"] + last["games"]]
    assert len(set(keys)) == GAMES
    two = lab.post("/api/arena/games", {"number": EVENT, "player": "random", "against": "reflex"})
    assert two["total"] == GAMES // 3
    assert all(set(game["players"]) == {"random", "reflex"} for game in two["games"])
    source = {"type": "game", "game": reply["game"], "moves": two["games"][0]["moves"]}
    assert lab.post("/api/play/position", source)["over"]


def test_games_that_this_lab_does_not_have_stay_closed(lab: Lab) -> None:
    other = lab.post("/api/arena/events", {})["events"][-1]["number"]
    reply = lab.post("/api/arena/event", {"number": other})
    assert reply["game"] == ""
    assert "This lab has no game called nowhere:Game" in reply["closed"]
    assert "the store has no event 99" in lab.refusal("/api/arena/event", {"number": 99})


def test_a_lab_without_a_store_says_so(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=PATIENT) as lab:
        assert lab.post("/api/arena/events", {}) == {"store": False, "events": []}
        assert "zermelo lab --store FILE" in lab.refusal("/api/arena/event", {"number": 1})
        assert "zermelo lab --store FILE" in lab.refusal("/api/arena/games", {"number": 1})


def test_no_path_reaches_the_visitor(tmp_path: Path) -> None:
    path = tmp_path / "secret" / "games.db"
    path.parent.mkdir()
    write_store(path)
    with running(tmp_path / "pages", settings=PATIENT, store=str(path)) as lab:
        assert lab.post("/api/arena/events", {})["store"]
        path.write_bytes(b"not a store" * 1000)
        assert "secret" not in lab.refusal("/api/arena/event", {"number": 1})
        path.unlink()
        assert lab.refusal("/api/arena/event", {"number": 1}) == "there is no store called the store"
