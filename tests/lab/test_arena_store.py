"""The Arena page with a store: its tournaments are listed and rated, its games are paged, and its path stays a secret."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.lab.arena_store import EVENT, GAMES, write_store
from tests.lab.conftest import PATIENT
from tests.lab.lab_server import Lab, running
from zermelo.arena import Event, PlayedGame, RoundRobin, Store, run_event
from zermelo.games import load_game
from zermelo.games.pacman.players import parse_ghosts, parse_pacman, set_up
from zermelo.games.pacman.series import PacmanSeries
from zermelo.players import PlayerSpec


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
        assert lab.refusal("/api/arena/event", {"number": 1}) == "the store is not there any more"


PLAYERS = tuple(map(PlayerSpec.parse, ("reflex", "random")))
NIM = {"game": "nim", "position": None}
PLACE = "zermelo.games.nim:Nim"
OTHERS: dict[str, dict[str, Any]] = {
    "of a lab before": {**NIM, "start": f"{PLACE}\n{load_game('nim')}"},
    "of another position": {**NIM, "start": f"{PLACE}\nanother"},
    "of another class": {**NIM, "start": "zermelo.games.nim:Min"},
    "of no position": {**NIM, "position": "no position", "start": PLACE},
    "of moves at the same time": {"game": "goofspiel", "start": "zermelo.games.goofspiel:Goofspiel"},
    "of a sheet": {"game": "light_cycles.kif", "start": ""},
}
"""The settings of events that cannot all be opened."""


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lab, dict[str, int]]]:
    """A lab with a store of many kinds of events, some of them damaged; and their numbers."""
    path = tmp_path_factory.mktemp("mixed") / "games.db"
    ghosts = parse_ghosts("random:1")
    series = PacmanSeries(set_up("trap", ghosts), parse_pacman("expectimax"), ghosts, range(2), opening=1)
    event = Event(load_game("nim"), PLAYERS, RoundRobin(2), game="nim", openings=0)
    numbers = {}
    with Store(path) as store:
        for name, contest in (("series", series), ("event", event)):
            run_event(contest, store=store)
            numbers[name] = store.event(contest.settings())
        for name, settings in {**OTHERS, "of damaged settings": {}, "of damaged games": NIM}.items():
            numbers[name] = store.event(settings)
            store.add(
                numbers[name], PlayedGame(key="1", round=1, number=1, players=("reflex", "random"), points=(1.0, 0.0))
            )
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE events SET settings = 'broken' WHERE id = ?", (numbers["of damaged settings"],))
        base.execute("UPDATE games SET record = 'broken' WHERE event = ?", (numbers["of damaged games"],))
    with running(path.parent / "pages", settings=PATIENT, store=str(path)) as lab:
        yield lab, numbers


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("series", ""),
        ("event", ""),
        ("of a lab before", ""),
        ("of another position", "begin at a position that is not in the store"),
        ("of another class", "begin at a position that is not in the store"),
        ("of no position", "cannot be opened here: "),
        ("of moves at the same time", "Players of goofspiel move at the same time"),
        ("of a sheet", "Players of light_cycles.kif move at the same time"),
        ("of damaged settings", "The settings of this tournament are damaged"),
    ],
)
def test_whether_games_can_be_opened(mixed: tuple[Lab, dict[str, int]], name: str, says: str) -> None:
    lab, numbers = mixed
    reply = lab.post("/api/arena/event", {"number": numbers[name]})
    assert reply["report"]["standings"]
    if not says:
        assert (reply["game"], reply["closed"]) == ("pacman" if name == "series" else "nim", "")
    else:
        assert reply["game"] == ""
        assert says in reply["closed"]
        assert "zermelo lab goofspiel" not in reply["closed"]


def test_games_of_a_series_open_at_their_own_positions(mixed: tuple[Lab, dict[str, int]]) -> None:
    lab, numbers = mixed
    games = lab.post("/api/arena/games", {"number": numbers["series"]})["games"]
    assert len({game["position"] for game in games}) == 2
    for game in games:
        source = {"type": "game", "game": "pacman", "position": game["position"], "moves": game["moves"]}
        assert lab.post("/api/play/position", source)["over"]


def test_one_damaged_event_leaves_the_others_as_they_are(mixed: tuple[Lab, dict[str, int]]) -> None:
    lab, numbers = mixed
    listed = {each["number"]: each["game"] for each in lab.post("/api/arena/events", {})["events"]}
    assert set(listed) == set(numbers.values())
    assert listed[numbers["of damaged settings"]] == "unknown game"
    reply = lab.post("/api/arena/event", {"number": numbers["of damaged games"]})
    assert reply["games"] == 0
    assert any(each.startswith("the store is damaged: game 1 of ") for each in reply["report"]["sentences"])
    assert lab.post("/api/arena/games", {"number": numbers["of damaged games"]})["total"] == 0
