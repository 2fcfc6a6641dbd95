"""Searches over the WebSocket: all that a search tells arrives, in order and in its own words; nothing runs on unwanted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosedError

from tests.lab.conftest import PATIENT
from tests.lab.lab_server import CLASSROOM, Lab, Visitor, game, running, tree
from zermelo.catalogue import TURN_GAMES, load_game
from zermelo.events import Event
from zermelo.textbook import SEARCHES, coalition
from zermelo.textbook.run import report, run, suitable
from zermelo.trees import EXAMPLES, Tree, example, format_tree, random_tree

COINS = tree(EXAMPLES["nine_coins"].text)


def told(steps: list[dict[str, Any]]) -> list[Event]:
    return msgspec.convert([step["event"] for step in steps], list[Event])


def same_as_directly(lab: Lab, found: Tree, search: str) -> None:
    with lab.visit() as visitor:
        steps, end = visitor.watch(source=tree(format_tree(found)), search=search)
    done = run(found, search, {})
    assert told(steps) == msgspec.json.decode(msgspec.json.encode(done.events), type=list[Event])
    assert [step["says"] for step in steps] == [str(event) for event in done.events]
    assert end["type"] == "finished"
    assert end["steps"] == len(steps)
    facts = json.loads(msgspec.json.encode(report(done), enc_hook=str))
    assert {**end["report"], "seconds": 0} == {**facts, "seconds": 0}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_tells_what_it_tells_directly(lab: Lab, search: str) -> None:
    for name in EXAMPLES:
        found = example(name)
        if suitable(found)[search] is None:
            same_as_directly(lab, found, search)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from(("alpha_beta", "scout", "deepening", "mtdf")))
def test_every_sentence_is_the_events_own(lab: Lab, seed: int, depth: int, search: str) -> None:
    same_as_directly(lab, random_tree(seed, depth=depth, branching=(1, 3), statics=search == "deepening"), search)


def test_shares_keep_no_connection(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.watch(source=tree(), search="alpha_beta")
        visitors = [connection.visitor for connection in lab.hub.connections]
    assert visitors
    assert all(type(part) in (str, int) for visitor in visitors for part in visitor)


def test_options(lab: Lab) -> None:
    options = {"ties": "strict", "fail": "hard", "depth": 2, "order": "A: C B D"}
    with lab.visit() as visitor:
        _, end = visitor.watch(source=tree(), search="alpha_beta", options=options)
        assert end["report"]["ties"] == "strict"
        assert end["report"]["evaluated"][:2] == ["G", "H"]
        _, end = visitor.watch(source=tree(), search="alpha_beta", options={"order": "random", "seed": 4})
        assert end["type"] == "finished"
        _, end = visitor.watch(source=tree(), search="mcts", options={"simulations": 30, "seed": 1})
        assert sum(move["visits"] for move in end["report"]["moves"]) == 30
        _, end = visitor.watch(source=game("nim", position="1 2"), search="alpha_beta", options={"depth": 1})
        assert end["report"]["value"] == 0


def test_many_players_and_bounds_of_chance(lab: Lab) -> None:
    dice = tree(EXAMPLES["chance"].text)
    with lab.visit() as visitor:
        _, end = visitor.watch(source=COINS, search="coalition", options={"partners": "p1,p3"})
        assert end["report"]["value"] == coalition(example("nine_coins"), partners=(0, 2)).value
        _, end = visitor.watch(source=COINS, search="max_n", options={"total": "9", "least": "1"})
        assert end["report"]["evaluated"] == ["H", "I", "J", "L", "M"]
        _, end = visitor.watch(source=game("coins"), search="max_n", options={"total": "100", "depth": 2})
        assert end["type"] == "finished"
        for options in ({}, {"bounds": "-1/2,"}, {"bounds": "0,100"}, {"bounds": ",12.5"}):
            _, end = visitor.watch(source=dice, search="star2", options=options)
            assert end["report"]["value"] == 2.75
        _, end = visitor.watch(source=tree(EXAMPLES["indifference"].text), search="backward_induction")
        assert [each["path"] for each in end["report"]["equilibria"]] == [["A", "C", "E"], ["A", "B"], ["A", "D", "H"]]


@pytest.mark.parametrize("slug", TURN_GAMES)
def test_every_search_that_is_offered_looks_inside(lab: Lab, slug: str) -> None:
    about = lab.client.get("/api/about").json()
    offered = next(each for each in about["games"] if each["slug"] == slug)["searches"]
    assert "mcts" in offered
    with lab.visit() as visitor:
        for search in offered:
            options = {"simulations": 20} if search == "mcts" else {"depth": 2}
            steps, end = visitor.watch(source=game(slug), search=search, options=options)
            if slug in ("go", "hex") and search == "backward_induction":
                assert "ties leave more than 1,000 equilibria" in end["error"], (
                    "most replies on an empty board are equal"
                )
                continue
            assert end["type"] == "finished", (search, end)
            assert steps


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"source": tree("A(B=1"), "search": "minimax"}, "character 6"),
        ({"source": tree(), "search": "magic"}, "no search called"),
        (
            {"source": tree(), "search": "minimax", "options": {"fail": "soft"}},
            "has no option 'fail': it has depth, stop_at, order",
        ),
        ({"source": tree(), "search": "mcts", "options": {"simulations": 10**9}}, "simulations must be"),
        ({"source": tree(), "search": "alpha_beta", "options": {"order": "Z: A"}}, "no node called 'Z'"),
        ({"source": tree(), "search": "alpha_beta", "options": {"depth": -3}}, "depth must be"),
        ({"source": game("pig"), "search": "alpha_beta"}, "chance moves"),
        ({"source": game("nim"), "search": "star1"}, "needs bounds"),
        ({"source": game("nim"), "search": "minimax", "options": {"order": "best"}}, "for trees only"),
        ({"source": game("ludo"), "search": "minimax"}, "no game called 'ludo'"),
        ({"source": COINS, "search": "coalition", "options": {"partners": ","}}, "as in p1,p3, not ','"),
        ({"source": COINS, "search": "coalition", "options": {"partners": "p1,p1"}}, "different players"),
        ({"source": COINS, "search": "coalition", "options": {"partners": "p4"}}, "player 4 is to be played for"),
        ({"source": COINS, "search": "coalition", "options": {"partners": "chance"}}, "not 'chance'"),
        ({"source": COINS, "search": "coalition", "options": {"partners": "p100"}}, "not 'p100'"),
        ({"source": COINS, "search": "coalition", "options": {"total": "9"}}, "coalition has no option 'total'"),
        ({"source": COINS, "search": "max_n", "options": {"total": "8"}}, "no more than 8"),
        ({"source": COINS, "search": "max_n", "options": {"total": "9", "least": "2"}}, "less than 2"),
        ({"source": COINS, "search": "max_n", "options": {"total": "nine"}}, "total must be a number such as 9"),
        ({"source": COINS, "search": "max_n", "options": {"total": "1e999"}}, "not '1e999'"),
        ({"source": COINS, "search": "max_n", "options": {"total": "1/0"}}, "not '1/0'"),
        ({"source": tree(), "search": "minimax", "options": {"bounds": "1,2"}}, "has no option 'bounds'"),
        ({"source": tree(), "search": "star1", "options": {"bounds": "30,"}}, "a smaller and a larger number"),
        ({"source": tree(), "search": "alpha_beta", "options": {"window": "10,5"}}, "a smaller and a larger number"),
        ({"source": tree(), "search": "star1", "options": {"bounds": ",3"}}, "outside the bounds 0 to 3"),
        ({"source": game("pig"), "search": "star1", "options": {"bounds": "0,"}}, "two numbers with a comma"),
        ({"source": game("tests.lab.own_games:Crashing"), "search": "minimax"}, "I cannot go on"),
    ],
)
def test_refused_in_a_sentence(lab: Lab, message: dict[str, Any], words: str) -> None:
    with lab.visit() as visitor:
        _, end = visitor.watch(**message)
        assert end["type"] == "refused"
        assert end["id"] == 1
        assert words in end["error"]
        _, end = visitor.watch(source=tree(), search="minimax")
        assert end["type"] == "finished"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        '"watch"',
        "{}",
        '{"type": "nothing"}',
        '{"type": "watch"}',
        '{"type": "watch", "id": "1"}',
        '{"type": "more", "id": 1, "batches": 1e99}',
        '{"type": "cancel", "id": 1, "extra": true}',
        '{"type": "cancel", "id": 0}',
        '{"type": "cancel", "id": -5}',
        '{"type": "cancel", "id": 99999999999999999999999999}',
        "[" * 10_000,
        b"\xff\xfe\x00",
    ],
)
def test_messages_that_cannot_be_read(lab: Lab, message: str | bytes) -> None:
    with lab.visit() as visitor:
        visitor.send(message)
        refused = visitor.get()
        known = isinstance(message, str) and '"id": 1,' in message
        assert (refused["type"], refused["id"]) == ("refused", 1 if known else 0)
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_a_message_that_is_too_large_ends_the_visit_only(lab: Lab) -> None:

    def shout() -> None:
        with lab.visit() as visitor:
            visitor.send("x" * (5 * 2**20))
            visitor.get()

    with pytest.raises(ConnectionClosedError):
        shout()
    with lab.visit() as visitor:
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_players_think(lab: Lab) -> None:
    about = lab.client.get("/api/about").json()
    players = {each["name"]: each for each in about["players"]}
    with lab.visit() as visitor:
        for slug in ("tic_tac_toe", "connect_four", "pig", "coins", "nim"):
            suited = next(each for each in about["games"] if each["slug"] == slug)["players"]
            for name in suited:
                strength = players[name]["least"] if players[name]["strength"] else None
                visitor.send(
                    {"type": "think", "id": 7, "source": game(slug), "player": name, "strength": strength, "lines": 0}
                )
                chosen = visitor.until("chosen", "refused")
                if name == "british_museum":  # which may search a single leaf
                    assert "at most 1 leaf" in chosen["error"]
                    continue
                assert chosen["type"] == "chosen", chosen
                assert chosen["move"] in lab.post("/api/play/position", game(slug))["moves"]


def test_the_engine_tells_how_far_it_is(lab: Lab) -> None:
    with lab.visit() as visitor:
        think = {"type": "think", "source": game("connect_four"), "player": "engine", "lines": 0}
        visitor.send({**think, "id": 3, "seconds": 500})
        progress = visitor.until("progress")
        assert progress["id"] == 3
        assert progress["moves"][0]["move"] == progress["line"][0]
        visitor.send({"type": "cancel", "id": 3})
        assert visitor.until("cancelled")["id"] == 3
        visitor.send({**think, "id": 5, "seconds": 0.1})
        chosen = visitor.until("chosen")
        assert chosen["move"] == chosen["line"][0] == chosen["moves"][0]["move"]
        assert chosen["depth"] >= 1
        assert len(chosen["moves"]) == 7
        visitor.send({"type": "think", "id": 4, "source": game("tic_tac_toe"), "player": "engine", "strength": 6})
        chosen = visitor.until("chosen")
        assert chosen["sure"]
        assert chosen["value"] == 0


def test_an_analysis_of_go_counts_visits_while_it_runs(lab: Lab) -> None:
    asked = {"type": "think", "id": 1, "source": game("go", "E5"), "player": "analysis", "seconds": 30, "lines": 3}
    with lab.visit() as visitor:
        visitor.send(asked)
        progress = visitor.until("progress")
        assert len(progress["moves"]) == 3
        first, *others = progress["moves"]
        assert first["line"] == progress["line"]
        assert all(first["visits"] >= each["visits"] > 0 for each in others)
        assert 0 <= first["win_rate"] <= 1
        visitor.send({"type": "cancel", "id": 1})
        visitor.until("cancelled")


def test_the_engine_gives_its_reasons_and_repeats_its_search(lab: Lab) -> None:
    with lab.visit() as visitor:
        for source, effort in (
            (game("connect_four", "4", "4", "4", "4"), {"strength": 4}),
            (game("connect_four", "4", "4", "4", "4"), {"seconds": 0.2}),
            (game("chess"), {"seconds": 0.2, "lines": 0}),
            (game("tic_tac_toe", "4"), {"strength": 5}),
        ):
            visitor.send({"type": "think", "id": 3, "source": source, "player": "engine", "reasons": True, **effort})
            chosen = visitor.until("chosen")
            why = chosen["reasons"]
            assert [each["title"] for each in why["sections"]][1] == "Other moves"
            steps, end = visitor.watch(source=source, search="engine", options=why["options"])
            assert end["report"]["value"] == chosen["value"]
            assert end["report"]["move"] == int(chosen["move"]) if source["game"] != "chess" else chosen["move"]
            assert steps[-1]["says"].startswith("The answer is ")
        visitor.send({"type": "think", "id": 4, "source": game("nim"), "player": "engine", "strength": 1})
        assert visitor.until("chosen")["reasons"] is None
        visitor.send({"type": "think", "id": 4, "source": game("nim"), "player": "mcts", "reasons": True})
        assert visitor.until("chosen")["reasons"] is None


def test_the_engine_searches_trees_too(lab: Lab) -> None:
    for text in (CLASSROOM, "[[3,5],[2,8]]"):
        with lab.visit() as visitor:
            steps, end = visitor.watch(source=tree(text), search="engine")
            value = visitor.watch(source=tree(text), search="minimax")[1]["report"]["value"]
        assert end["report"]["value"] == value
        assert steps
    with lab.visit() as visitor:
        for options, words in (
            ({"nodes": 0}, "nodes must be at least 1"),
            ({"depth": -1}, "depth must be at least 1"),
            ({"nodes": "many"}, "nodes must be a whole number"),
            ({"ties": "equal"}, "engine has no option 'ties'"),
        ):
            _, end = visitor.watch(source=tree(), search="engine", options=options)
            assert words in end["error"]
        _, end = visitor.watch(source=COINS, search="engine")
        assert end["type"] == "refused"
        _, end = visitor.watch(source=game("connect_four", *"1212121"), search="engine")
        assert end["type"] == "finished"


def test_chance_is_asked_for_its_throw(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("pig", "roll"), "player": "chance"})
        assert visitor.get()["move"] in list("123456")
        for message, words in (
            ({"source": game("pig"), "player": "chance"}, "not chance's turn"),
            ({"source": game("pig", "roll"), "player": "mcts"}, "it is chance's turn"),
            ({"source": game("nim"), "player": "nobody"}, "there is no player called"),
            ({"source": game("nim"), "player": "engine", "strength": 10}, "level must be from 1 to 9"),
            ({"source": game("nim"), "player": "random", "strength": 1}, "random takes no"),
            ({"source": game("nim"), "player": "engine", "seconds": -1}, "seconds must be"),
            ({"source": game("nim"), "player": "engine", "lines": -1}, "lines must be"),
            ({"source": game("nim"), "player": "analysis", "seconds": -1}, "seconds must be"),
            ({"source": game("nim", position="0"), "player": "analysis"}, "the game is over"),
            ({"source": game("pig", "roll"), "player": "analysis"}, "it is chance's turn"),
            ({"source": game("nim", position="0"), "player": "engine"}, "the game is over"),
            ({"source": game("pig"), "player": "alpha_beta"}, "as there are chance moves: ask"),
            ({"source": game("coins"), "player": "minimax"}, "a payoff for each player: ask"),
        ):  # fmt: skip
            visitor.send({"type": "think", "id": 2, **message})
            refused = visitor.get()
            assert refused["type"] == "refused"
            assert words in refused["error"]


def expect_nothing(visitor: Visitor) -> None:
    """The server has nothing to send. It answers the first of two wrong messages before any batch, the second after all that
    it may send."""
    for _ in range(2):
        visitor.send("wrong")
        assert visitor.get()["type"] == "refused"


def test_batches_wait_for_the_page_to_ask(lab: Lab) -> None:
    """A page that does not ask gets the first few batches and no more; then all of it, in order."""
    message = {"type": "watch", "id": 9, "source": game("tic_tac_toe"), "search": "alpha_beta", "options": {"depth": 5}}
    with lab.visit() as visitor:
        visitor.send(message)
        steps = [step for _ in range(4) for step in visitor.get()["steps"]]
        lab.wait_until_idle()
        expect_nothing(visitor)
        visitor.send({"type": "more", "id": 9, "batches": 2})
        for _ in range(2):
            answer = visitor.get()
            assert answer["first"] == len(steps)
            steps += answer["steps"]
        expect_nothing(visitor)
        visitor.send({"type": "more", "id": 9, "batches": 10**6})
        while (answer := visitor.get())["type"] == "steps":
            steps += answer["steps"]
            visitor.send({"type": "more", "id": 9})
        assert answer["steps"] == len(steps)
        assert lab.hub.spooled == 0
    done = run(load_game("tic_tac_toe"), "alpha_beta", {"depth": 5})
    assert [step["says"] for step in steps] == list(map(str, done.events))


def test_two_searches_side_by_side(lab: Lab) -> None:
    with lab.visit() as visitor:
        for number, search in ((1, "minimax"), (2, "alpha_beta")):
            visitor.send({"type": "watch", "id": number, "source": tree(CLASSROOM), "search": search})
        ends = {message["id"]: message["report"] for message in (visitor.until("finished"), visitor.until("finished"))}
        assert ends[1]["value"] == ends[2]["value"] == 6
        assert len(ends[1]["evaluated"]) == 10
        assert len(ends[2]["evaluated"]) == 6


def test_a_mate_in_sight_is_told_with_who_mates(lab: Lab) -> None:
    black_mates = game("chess", "f2f3", "e7e5", "g2g4")
    with lab.visit() as visitor:
        visitor.send({"type": "think", "id": 1, "source": black_mates, "player": "engine", "strength": 3, "lines": 0})
        chosen = visitor.until("chosen")
    assert chosen["move"] == "d8h4"
    assert chosen["written"] == ["Qh4#"]
    assert chosen["mate"] == {"moves": -1, "says": "Black: mate in 1"}
    assert [each["mate"] for each in chosen["moves"]].count(chosen["mate"]) == 1


def test_players_from_outside_only_as_named_on_the_command_line(lab: Lab, tmp_path: Path) -> None:
    """A page can neither import code nor start a program."""
    own = "tests.lab.own_games:last_move"
    started = tmp_path / "started"
    with running(tmp_path / "pages", players=(own,), settings=PATIENT) as other, other.visit() as visitor:
        visitor.send({"type": "think", "id": 1, "source": game("tic_tac_toe"), "player": own})
        assert visitor.until("chosen", "refused")["move"] == "8"
        about = other.client.get("/api/about").json()
        assert own in [each["name"] for each in about["players"]]
        assert all(own in each["players"] for each in about["games"])
        visitor.send({"type": "think", "id": 1, "source": game("chess"), "player": f"uci:touch {started}"})
        assert "there is no player called" in visitor.until("chosen", "refused")["error"]
    with lab.visit() as visitor:
        for player in (own, "os:getcwd", f"uci:touch {started}", "builtins:min"):
            visitor.send({"type": "think", "id": 1, "source": game("tic_tac_toe"), "player": player})
            assert "there is no player called" in visitor.until("chosen", "refused")["error"]
    for pacman in (own, "os:getcwd", f"uci:touch {started}"):
        asked = {"at": {"layout": "small"}, "pacman": pacman}
        assert "there is no player" in lab.refusal("/api/pacman/choose", asked)
    assert not started.exists()
