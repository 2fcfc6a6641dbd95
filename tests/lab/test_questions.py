"""Every question over HTTP: what it answers, and how it refuses."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.lab.lab_server import CLASSROOM, COURSE_TEST, Lab, game, tree
from zermelo.catalogue import TURN_GAMES
from zermelo.exercises import KINDS, make
from zermelo.kinds.board import Board, Cell
from zermelo.lab.topics.play.answers import wrong_with
from zermelo.textbook import SEARCHES
from zermelo.trees import EXAMPLES, parse_tree


def test_about(lab: Lab) -> None:
    about = lab.client.get("/api/about").json()
    assert [each["name"] for each in about["searches"]] == [*SEARCHES, "engine"]
    assert all(each["summary"].endswith(".") for each in about["searches"])
    games = {each["slug"]: each for each in about["games"]}
    assert list(games)[: len(TURN_GAMES)] == list(TURN_GAMES)
    assert games["tests.lab.own_games:Countdown"]["title"] == "Countdown"
    assert games["pig"]["chance"]
    assert "alpha_beta" not in games["pig"]["players"]
    assert games["coins"]["seats"] == ["Player 1", "Player 2", "Player 3"]
    assert "mtdf" in games["othello"]["searches"]
    assert [each["slug"] for each in about["kinds"]] == list(KINDS)
    assert about["caps"]["nodes"] == 100_000
    for example in about["examples"]:
        assert lab.post("/api/tree/read", {"text": example["text"]})["text"] == example["text"]


def test_a_course_test_file_says_how_it_is_searched(lab: Lab) -> None:
    read = lab.post("/api/tree/read", {"text": COURSE_TEST})
    assert read["test"] == {
        "search": "minimax",
        "options": {"depth": "2"},
        "says": "MinimaxAgent searches 1 round of 2 agents (2 moves), as the file says.",
    }
    assert lab.post("/api/tree/read", {"text": COURSE_TEST.replace("Minimax", "My")})["test"] is None
    assert lab.post("/api/tree/read", {"text": read["text"]})["test"] is None


def test_read_a_tree(lab: Lab) -> None:
    read = lab.post("/api/tree/read", {"text": "[[2, 7], [1, 8]]"})
    assert read["text"] == "A(B(D=2 E=7) C(F=1 G=8))"
    assert [node["role"] for node in read["nodes"]] == ["MAX", "MIN", "MIN", *["LEAF"] * 4]
    assert [node["parent"] for node in read["nodes"]] == [-1, 0, 0, 1, 1, 2, 2]
    assert (read["leaves"], read["least"]) == (4, 3)
    assert read["unsuitable"] == dict.fromkeys(("decoupled_uct", "regret_matching"), "players take turns")
    assert lab.post("/api/tree/read", {"text": CLASSROOM})["least"] is None
    chance = lab.post("/api/tree/read", {"text": "A(B?(1/2:D=1 1/2:E=3) C=2)", "root": "min"})
    assert [node["odds"] for node in chance["nodes"]] == [None, None, None, "1/2", "1/2"]
    assert chance["nodes"][0]["role"] == "MIN"
    assert "alpha_beta" in chance["unsuitable"]
    many = lab.post("/api/tree/read", {"text": "[[(1, 2, 6), (4, 3, 3)], (6, 1, 2)]"})
    assert [node["role"] for node in many["nodes"]] == ["P1", "P2", "LEAF", "LEAF", "LEAF"]
    assert many["stakes"] == {"players": 3, "total": "10", "least": "1", "low": None, "high": None}
    assert many["least"] is None
    assert read["stakes"] == {"players": 2, "total": "0", "least": "-8", "low": "1", "high": "8"}
    assert lab.post("/api/tree/read", {"text": "A(B@max(D=2 E=7) C@max(F=1 G=8))"})["least"] is None


def test_why_a_leaf_was_not_pruned(lab: Lab) -> None:
    asked = {"source": tree(CLASSROOM), "search": "alpha_beta", "leaf": "N"}
    assert lab.post("/api/tree/why", asked)["text"].startswith(
        "With 5 instead of 7 at N, A would be worth 5 instead of 6"
    )
    last = lab.post("/api/tree/why", {**asked, "options": {"order": "reverse"}, "leaf": "I"})
    assert last["text"].startswith("With 7 instead of 1 at I")
    assert lab.post("/api/tree/why", {**asked, "leaf": "R"})["text"].endswith("R is not looked at (deep, by A).")
    assert "there is no node called 'Z'" in lab.refusal("/api/tree/why", {**asked, "leaf": "Z"})
    for search in ("engine", "star1", "mcts", "chess"):
        assert f"minimax_open, not for {search}" in lab.refusal("/api/tree/why", {**asked, "search": search})
    lab.refusal("/api/tree/why", {**asked, "source": game("nim")})


def test_the_profile_of_an_equilibrium(lab: Lab) -> None:
    asked = {"source": tree(EXAMPLES["indifference"].text), "number": 1}
    told = lab.post("/api/tree/profile", asked)
    assert told == {"chosen": ["B", "F", "G"], "values": {"A": "(2, 2)", "C": "(0, 1)", "D": "(1, 3)"}}
    turned = lab.post("/api/tree/profile", {**asked, "options": {"order": "reverse"}})
    assert turned["chosen"][0] == "C"
    assert "number must be from 0 to 2" in lab.refusal("/api/tree/profile", {**asked, "number": 3})
    assert "number must be from 0 to 2" in lab.refusal("/api/tree/profile", {**asked, "number": -(10**18)})
    assert "depth must be" in lab.refusal("/api/tree/profile", {**asked, "options": {"depth": -1}})
    played = lab.post("/api/tree/profile", {"source": game("nim"), "number": 0, "options": {"depth": 1}})
    assert played["chosen"] == ["1 from heap 1"]
    assert played["values"] == {"start": "(0, 0)"}
    three = {"source": game("tests.lab.own_games:Shared"), "number": 0, "options": {"depth": 3}}
    assert lab.post("/api/tree/profile", three)["values"]["1 1"] == "(0, 0, 0)"
    many = tree(str([[[(0, 0)] * 40] * 40]))
    assert "which is too many" in lab.refusal("/api/tree/profile", {**asked, "source": many})


def test_a_picture_of_an_equilibrium(lab: Lab) -> None:
    asked = {"source": tree(EXAMPLES["indifference"].text), "search": "backward_induction", "equilibrium": 1}
    drawn = lab.post("/api/tree/export", {**asked, "format": "svg"})["text"]
    assert (drawn.count('class="path"'), drawn.count('class="choice"')) == (1, 2)
    assert "the root is worth (2, 2); the answer is B." in drawn
    written = lab.post("/api/tree/export", {**asked, "format": "tikz"})["text"]
    assert (written.count(r"\draw[answer]"), written.count(r"\draw[choice]")) == (1, 2)
    told = json.loads(lab.post("/api/tree/export", {**asked, "format": "json"})["text"])["equilibrium"]
    assert [(each["node"], each["move"]) for each in told] == [("A", "B"), ("C", "F"), ("D", "G")]
    refused = lab.refusal("/api/tree/export", {**asked, "format": "svg", "search": "max_n"})
    assert "only backward_induction finds equilibria" in refused


def test_what_is_wrong_with_a_tree_has_a_place(lab: Lab) -> None:
    response = lab.client.post("/api/tree/read", json={"text": "A(B=1\n  C=)"})
    assert response.status_code == 400
    assert response.json()["line"] == 2
    assert response.json()["column"] == 5
    assert "line 2, character 5" in response.json()["error"]


def test_random_trees(lab: Lab) -> None:
    made = lab.post("/api/tree/random", {"seed": 3, "depth": 2, "branching": 3})
    assert made == lab.post("/api/tree/random", {"seed": 3, "depth": 2, "branching": 3})
    assert made["leaves"] == 9
    assert lab.post("/api/tree/random", {"seed": 3, "chance": True, "uneven": True, "root": "min"})["nodes"]
    assert "too many" in lab.refusal("/api/tree/random", {"seed": 1, "depth": 40, "branching": 2})
    assert "at most 1,000" in lab.refusal("/api/tree/random", {"seed": 1, "depth": 10**9, "branching": 1})
    assert "branching" in lab.refusal("/api/tree/random", {"seed": 1, "branching": 0})
    assert "depth" in lab.refusal("/api/tree/random", {"seed": 1, "depth": -1})


@pytest.mark.parametrize(("format", "sign"), [("svg", "<svg"), ("tikz", "tikzpicture"), ("json", '"events"')])
def test_export(lab: Lab, format: str, sign: str) -> None:
    whole = lab.post("/api/tree/export", {"source": tree(), "format": format, "search": "alpha_beta"})["text"]
    begun = lab.post("/api/tree/export", {"source": tree(), "format": format, "search": "alpha_beta", "step": 3})
    assert sign in whole
    assert begun["text"] != whole
    assert sign in lab.post("/api/tree/export", {"source": tree(), "format": format})["text"]
    assert (
        sign
        in lab.post(
            "/api/tree/export",
            {"source": game("tic_tac_toe", "4"), "format": format, "search": "minimax", "options": {"depth": 1}},
        )["text"]
    )


@pytest.mark.parametrize("slug", [*TURN_GAMES, "tests.lab.own_games:Countdown"])
def test_a_game_from_its_start_to_its_end(lab: Lab, slug: str) -> None:
    """Moves by lot: boards, notations and records stay true to the position."""
    moves: list[str] = []
    random = Random(1)
    while not (position := lab.post("/api/play/position", game(slug, *moves)))["over"]:
        assert position["moves"]
        assert position["verdict"] == ""
        if position["board"]:
            board = position["board"]
            assert len(board["cells"]) == board["columns"] * board["rows"]
            clicks = {cell["move"] for cell in board["cells"]} - {None}
            assert clicks <= set(position["moves"])
        again = lab.post("/api/play/position", game(slug, position=position["notation"] or None))
        for part in ("player", "moves", "text"):
            assert again[part] == position[part]
        moves.append(random.choice(position["moves"]))
    assert position["moves"] == []
    assert position["verdict"].endswith(".")
    saved = lab.post("/api/play/save", {"game": slug, "turns": [{"move": move} for move in moves]})
    loaded = lab.post("/api/play/load", {"game": slug, "text": saved["text"]})
    assert loaded["source"]["moves"] == [turn["move"] for turn in loaded["turns"]] == moves
    assert [{"number": turn["number"], "move": turn["written"]} for turn in loaded["turns"]] == position["written"]
    assert loaded["position"] == position


def test_a_click_shows_where_it_went(lab: Lab) -> None:
    dropped = lab.post("/api/play/position", game("connect_four", "4"))["board"]
    assert dropped["look"] == "holes"
    assert dropped["last"] == [5 * 7 + 3]
    assert dropped["cells"][5 * 7 + 3]["piece"] == "first"
    turned = lab.post("/api/play/position", game("othello", "f5"))["board"]
    assert turned["last"] == [4 * 8 + 5]
    heaps = lab.post("/api/play/position", game("nim", position="1 3"))["board"]
    assert [cell["move"] for cell in heaps["cells"]] == [
        *[None, "1 from heap 2", None, "2 from heap 2", "1 from heap 1", "3 from heap 2"]
    ]
    own = lab.post("/api/play/position", game("tests.lab.own_games:Countdown", "2"))
    assert own["board"] is None
    assert "<text>3</text>" in own["picture"]


def test_positions_and_records_in_their_usual_form(lab: Lab) -> None:
    begun = lab.post("/api/play/position", game("connect_four", "4", position="4455"))
    saved = lab.post("/api/play/save", {"game": "connect_four", "position": "4455", "turns": [{"move": "4"}]})
    assert saved == {"text": f"{begun['notation']}\n", "suffix": ".txt"} == {"text": "44554\n", "suffix": ".txt"}
    board = "---------------------------OX------XO--------------------------- X"
    later = lab.post("/api/play/save", {"game": "othello", "position": board, "turns": [{"move": "d3"}]})
    assert later["text"] == f"position {board}\nd3\n"
    loaded = lab.post("/api/play/load", {"game": "othello", "text": later["text"]})
    assert loaded["source"] == {"type": "game", "game": "othello", "position": board, "moves": ["d3"], "merged": False}
    assert lab.post("/api/play/load", {"game": "othello", "text": "1. F5 d6 2. C3"})["source"]["moves"] == [
        "f5",
        "d6",
        "c3",
    ]
    assert lab.post("/api/play/position", game("tic_tac_toe", position="XX./OO./..."))["player"] == 0
    assert lab.post("/api/play/position", game("nim", "1 from heap 2", position="0 1"))["verdict"] == "First wins."


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/play/position", game("shogi"), "there is no game called 'shogi'"),
        ("/api/play/position", game("os:getcwd"), "there is no game called"),
        ("/api/play/position", game("tic_tac_toe", "9"), "move 1 (9) is not legal there"),
        ("/api/play/position", game("tic_tac_toe", *"0314258"), "the game is over before it"),
        ("/api/play/position", game("connect_four", position="4444444"), "column 4 is full"),
        ("/api/play/position", game("nim", position="99999999 1"), "is not a position"),
        ("/api/play/position", game("tic_tac_toe", position="XXXX....."), "is not a position"),
        ("/api/play/position", game("tic_tac_toe", *["0"] * 6000), "too long"),
        ("/api/play/load", {"game": "othello", "text": "f5 a1"}, "move 2 (a1) is not legal there"),
        ("/api/play/load", {"game": "othello", "text": "position nonsense\nf5"}, "f"),
        ("/api/tree/export", {"source": tree(), "format": "svg", "search": "magic"}, "no search called 'magic'"),
        (
            "/api/tree/export",
            {"source": tree(), "format": "svg", "search": "minimax", "options": {"ties": "equal"}},
            "minimax has no option 'ties'",
        ),
        ("/api/exercises/ask", {"kind": "riddle", "seed": 1}, "no kind of exercise called 'riddle'"),
        ("/api/exercises/ask", {"kind": "window", "seed": 1, "options": {"seed": 1}}, "no option of window called 'seed'"),
        ("/api/exercises/ask", {"kind": "window", "seed": 1, "options": {"size": 3}}, "no option of window called 'size'"),
        ("/api/exercises/ask", {"kind": "window", "seed": 1, "options": {"depth": "x"}}, "depth must be"),
        ("/api/exercises/hint", {"ask": {"kind": "window", "seed": 1}, "number": 99}, "there are 2 hints"),
        ("/api/inside/boards", {"source": game("nim"), "paths": [[]] * 2001}, "at most 2,000 boards"),
    ],
)  # fmt: skip
def test_refused_in_a_sentence(lab: Lab, path: str, body: dict[str, Any], words: str) -> None:
    assert words in lab.refusal(path, body)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"text": 3}',
        b'{"text": "[1,2]", "extra": 1}',
        b'{"text": "[1,2]", "root": "nobody"}',
        b"[" * 100_000,
        b'{"text": "' + b"(" * 100_000 + b'"}',
        b'{"text": "\\ud800"}',
        json.dumps({"text": "[" * 50_000 + "1" + "]" * 50_000}).encode(),
    ],
)
def test_bad_bodies_are_refused(lab: Lab, body: bytes) -> None:
    response = lab.client.post("/api/tree/read", content=body)
    assert response.status_code in (200, 400)
    if response.status_code == 400:
        assert response.json()["error"]


def test_too_much_is_refused(lab: Lab) -> None:
    assert "bytes" in lab.refusal("/api/tree/read", b'{"text": "' + b"x" * (5 * 2**20) + b'"}', 413)
    assert "too long" in lab.refusal("/api/tree/read", {"text": "A" * 2_500_000})
    wide = "[" + ",".join(["1"] * 150_000) + "]"
    assert "too large" in lab.refusal("/api/tree/read", {"text": wide})
    streamed = lab.client.post("/api/tree/read", content=(b"x" * 2**20 for _ in range(6)))
    assert streamed.status_code == 413


def test_unknown_addresses_and_methods(lab: Lab) -> None:
    assert lab.client.get("/api/nothing").status_code == 404
    assert lab.client.get("/api/tree/read").status_code == 404
    assert lab.client.post("/api/about").status_code == 405
    assert lab.client.request("DELETE", "/").status_code == 405
    assert lab.client.post("/api/about").json()["error"]


def test_little_boards(lab: Lab) -> None:
    paths = [[], ["4"], ["4", "0"], ["4", "4"], ["nonsense"], ["4", "0", "8"]]
    drawn = lab.post("/api/inside/boards", {"source": game("tic_tac_toe"), "paths": paths})["pictures"]
    assert [picture is None for picture in drawn] == [False, False, False, True, True, False]
    assert all(picture.startswith("<svg") for picture in drawn if picture)
    assert lab.post("/api/inside/boards", {"source": game("nim", position="2"), "paths": [["1 from heap 1"]]})[
        "pictures"
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_from_question_to_solution(lab: Lab, kind: str) -> None:
    ask = {"kind": kind, "seed": 5}
    question = lab.post("/api/exercises/ask", ask)
    exercise = make(kind, 5)
    assert question["question"] == exercise.question
    assert question["example"]
    assert question["hints"] == len(exercise.hints)
    assert question["tree"]["leaves"] == len(exercise.tree.leaves())
    if question["unknown"]:
        secret = next(node for node in question["tree"]["nodes"] if node["name"] == question["unknown"])
        assert secret["value"] == "x"
    right = lab.post("/api/exercises/grade", {"ask": ask, "answer": exercise.answer})
    assert right["correct"]
    wrong = lab.post("/api/exercises/grade", {"ask": ask, "answer": "?"})
    assert not wrong["correct"]
    assert not wrong["understood"]
    assert lab.post("/api/exercises/hint", {"ask": ask, "number": 0})["text"] == exercise.hints[0]
    solved = lab.post("/api/exercises/solution", ask)
    assert solved["answer"] == exercise.answer
    assert solved["steps"] == exercise.steps()
    parse_tree(solved["source"]["text"])
    with lab.visit() as visitor:
        _, end = visitor.watch(source=solved["source"], search=solved["search"], options=solved["options"])
    assert end["report"]["stopped"] == "complete"


def test_a_sheet_to_print(lab: Lab) -> None:
    sheet = lab.client.get("/api/exercises/sheet?seed=3&count=2&kinds=window,minimax_value&title=A%20%3Cb%3E&key=1")
    assert sheet.status_code == 200
    assert sheet.headers["content-type"] == "text/html; charset=utf-8"
    assert "script" not in sheet.headers["content-security-policy"]
    assert "A &lt;b&gt;" in sheet.text
    assert "Key:" in sheet.text
    assert "Key:" not in lab.client.get("/api/exercises/sheet?seed=3").text
    for query in ("seed=x", "count=0", "count=1e9", "kinds=riddle", "nonsense=1", "ties=none", "seed=" + "9" * 99):
        refused = lab.client.get(f"/api/exercises/sheet?{query}")
        assert refused.status_code == 400, query
        assert refused.json()["error"]


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        (["."], "must return a zermelo.kinds.board.Board, not a list"),
        (Board._make(["wood", 1, 1, (Cell(),), (), (), (), ()]), "has the look 'wood'"),
        (Board("lines", 2, 2, (Cell(),)), "has 1 cell for 2 columns and 2 rows"),
        (Board._make(["lines", 1, 1, (".",), (), (), (), ()]), "has cells that are not zermelo.kinds.board.Cell"),
        (Board("lines", 1, 1, (Cell("x"),)), ""),
    ],
)
def test_what_is_wrong_with_a_board(board: object, wrong: str) -> None:
    found = wrong_with(board)
    assert found.startswith(wrong)
    assert bool(found) == bool(wrong)


def test_a_game_that_breaks_is_told(lab: Lab, capfd: pytest.CaptureFixture[str]) -> None:
    error = lab.refusal("/api/play/position", game("tests.lab.own_games:Crashing", "on", "on"))
    assert "breaks here: TypeError: I cannot go on (own_games.py, line" in error
    seats = {each["slug"]: each["seats"] for each in lab.client.get("/api/about").json()["games"]}
    assert seats["tests.lab.own_games:Shared"] == ["First", "Second", "Player 3"]
    assert seats["tests.lab.own_games:Alone"] == ["First"]
    error = lab.refusal("/api/play/position", game("tests.lab.own_games:Boarded"))
    assert error.startswith("Boarded's board() must return a zermelo.kinds.board.Board, not a list")
    assert lab.post("/api/play/position", game("tests.lab.own_games:Crashing", "on"))["player"] == 1


def saved_chess(lab: Lab, *moves: str) -> str:
    text: str = lab.post("/api/play/save", {"game": "chess", "turns": [{"move": move} for move in moves]})["text"]
    return text


def test_chess_is_told_as_people_write_it(lab: Lab) -> None:
    moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"]
    position = lab.post("/api/play/position", game("chess", *moves))
    written = [f"{each['number']} {each['move']}" for each in position["written"]]
    assert written == ["1. e4", " e5", "2. Qh5", " Nc6", "3. Bc4", " Nf6"]
    black = lab.post("/api/play/position", game("chess", "e8d8", "e1d1", position="4k3/8/8/8/8/8/P7/4K3 b - - 0 9"))
    assert [each["number"] for each in black["written"]] == ["9…", "10."]
    assert [each["number"] for each in lab.post("/api/play/position", game("nim", "1 from heap 1"))["written"]] == ["1"]
    assert dict(zip(position["moves"], position["names"], strict=True))["h5f7"] == "Qxf7#"
    board = position["board"]
    assert {path["move"] for path in board["paths"]} == set(position["moves"])
    assert board["last"] == [6, 21]
    assert board["threatened"] == []
    over = lab.post("/api/play/position", game("chess", *moves, "h5f7"))
    assert (over["over"], over["verdict"], over["moves"]) == (True, "Checkmate: White wins.", [])
    assert over["board"]["threatened"] == [4]
    assert saved_chess(lab, *moves, "h5f7").endswith("4. Qxf7# 1-0\n")
    promoting = lab.post("/api/play/position", game("antichess", position="8/P7/8/8/8/8/8/7k w - - 0 1"))
    assert {path["becomes"] for path in promoting["board"]["paths"]} == {"wQ", "wR", "wB", "wN", "wK"}


def test_a_repetition_ends_a_game_of_chess(lab: Lab) -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    assert not lab.post("/api/play/position", game("chess", *shuffle[:-1]))["over"]
    drawn = lab.post("/api/play/position", game("chess", *shuffle))
    assert (drawn["over"], drawn["value"]) == (True, 0)
    assert drawn["verdict"] == "Drawn: the position occurred for the third time."
    assert saved_chess(lab, *shuffle).endswith("1/2-1/2\n")


def test_games_of_chess_are_read_from_pgn(lab: Lab) -> None:
    text = '[White "A"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=Q+ {at once} Kd7 *'
    loaded = lab.post("/api/play/load", {"game": "chess", "text": text})
    assert loaded["source"]["position"] == "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    assert loaded["source"]["moves"] == ["a7a8q", "e8d7"]
    for written in ("1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3"):
        read = lab.post("/api/play/load", {"game": "chess", "text": written})["source"]
        assert (read["position"], read["moves"]) == (None, ["e2e4", "e7e5", "g1f3"])
    assert "Kd3" in lab.refusal("/api/play/load", {"game": "chess", "text": '[Event "x"]\n\n1. e4 e5 2. Kd3'})
    assert "is not legal there" in lab.refusal("/api/play/load", {"game": "chess", "text": "1. e4 e5 2. Kd3"})
