"""The questions of the Rules page: mistakes, positions as the library has them, players' moves, and rules meant to do harm."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.lab.lab_server import Lab
from zermelo.games.gdl.checks import find_mistakes
from zermelo.games.gdl.formatter import format_rules
from zermelo.games.gdl.game import load_sheet
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import SIMULTANEOUS_SHEETS, sheet_names, sheet_text
from zermelo.lab.topics.rules import answers

WIN = [["(mark 1 1)", "noop"], ["noop", "(mark 2 1)"], ["(mark 1 2)", "noop"], ["noop", "(mark 2 2)"]]
"""x wins with (mark 1 3), o threatens (mark 2 3)."""
NUMBERS = " ".join(f"(number {each})" for each in range(100))
ENDS = "(role r) (init z) (legal r go) (goal r 0)"
HOSTILE = {
    "growing": f"{ENDS} (init (n 0)) (<= (next (n (s ?x))) (true (n ?x))) (<= terminal (true (n z)))",
    "product": f"{ENDS} {NUMBERS} (<= (next (c ?a ?b ?c ?d)) (number ?a) (number ?b) (number ?c) (number ?d)) "
    "(<= terminal (true (c 1 1 1 1)))",
    "deep": "(" * 100_000,
    "unstratified": f"{ENDS} (<= p (not q)) (<= q (not p)) (<= terminal p)",
    "no goal": "(role r) (init z) (legal r go) (<= terminal (true z))",
    "two goals": "(role r) (init z) (legal r go) (legal r on) (goal r 1) (goal r 2) (<= (next y) (true z)) (<= terminal (true y))",
    "no move": "(role r) (init z) (<= (legal r go) (true y)) (<= (next y) (true y)) (goal r 1) (<= terminal (true y))",
    "many roles": " ".join(f"(role r{at}) (legal r{at} a) (goal r{at} 1)" for at in range(1_000))
    + "(init z) (<= terminal (true z))",
    "long": "; " + "x" * answers.LONGEST_TEXT,
}


def test_sheets(lab: Lab) -> None:
    sheets = lab.post("/api/rules/sheets", {})["sheets"]
    assert [each["name"] for each in sheets] == list(sheet_names())
    assert [each["text"] for each in sheets] == list(map(sheet_text, sheet_names()))
    assert len({each["title"] for each in sheets}) == len(sheets)


def test_mistakes_have_places(lab: Lab) -> None:
    text = sheet_text("nim").replace("(<= terminal", "(<= (terminal ?x)")
    mistakes = lab.post("/api/rules/check", {"text": text})["mistakes"]
    assert [
        (each["line"], each["column"], each["end_column"], each["says"], each["warning"]) for each in mistakes
    ] == list(find_mistakes(text))
    line = text.splitlines()[mistakes[0]["line"] - 1]
    assert line[mistakes[0]["column"] - 1 : mistakes[0]["end_column"] - 1] == "(terminal ?x)"
    assert lab.post("/api/rules/check", {"text": sheet_text("nim")}) == {"mistakes": [], "formatted": None}


def test_format(lab: Lab) -> None:
    text = sheet_text("maze").replace("\n    ", " ")
    answer = lab.post("/api/rules/check", {"text": text, "format": True})
    assert answer["formatted"] == format_rules(read_rules(text)) != text
    assert lab.post("/api/rules/check", {"text": "(role x", "format": True})["formatted"] is None


@pytest.mark.parametrize("name", sheet_names())
def test_every_sheet_is_played_as_the_library_plays_it(lab: Lab, name: str) -> None:
    state: Any = load_sheet(f"{name}.kif")
    text, random, moves = sheet_text(name), Random(1), []
    opened = lab.post("/api/rules/open", {"text": text})
    assert (tuple(opened["roles"]), opened["turns"]) == (state.seats, state.rules.turns)
    assert opened["turns"] == (name not in SIMULTANEOUS_SHEETS)
    assert {"engine", "mcts", "random"} <= set(opened["players"])
    net = opened["net"]
    assert (net["facts"], net["gates"]) == (len(state.rules.facts), state.rules.gates)
    assert min(opened["steps"], net["sliced_steps"]) > 0
    assert opened["note"] == ""
    assert opened["position"] == lab.post("/api/rules/position", {"text": text})
    for _ in range(4):
        joint = tuple(random.choice(state.legal(role)) for role in range(len(state.seats)))
        moves.append(joint)
        state = state.play(joint)
        shown = lab.post("/api/rules/position", {"text": text, "moves": moves})
        grid = shown["table"]["grid"]
        cells = (
            [
                f"({grid['relation']} {column} {row} {content})"
                for (row, column), content in zip(
                    ((row, column) for row in grid["rows"] for column in grid["columns"]), grid["cells"], strict=True
                )
                if content
            ]
            if grid
            else []
        )
        assert sorted([*shown["table"]["facts"], *cells]) == sorted(state.facts())
        if shown["over"]:
            assert shown["goals"] == list(state.goals())
            assert shown["legal"] == [[] for _ in state.seats]
            break
        assert shown["legal"] == [state.legal(role) for role in range(len(state.seats))]
        assert shown["player"] == (state.player if state.rules.turns else None)


def test_the_grid_has_its_first_row_at_the_bottom(lab: Lab) -> None:
    shown = lab.post("/api/rules/position", {"text": sheet_text("tic_tac_toe"), "moves": WIN[:2]})
    assert shown["table"]["grid"]["rows"] == ["3", "2", "1"]
    assert shown["table"]["grid"]["cells"] == [*["blank"] * 6, "x", "o", "blank"]
    assert shown["table"]["grid"]["marks"] == {"x": "x", "o": "o", "blank": ""}
    assert lab.post("/api/rules/open", {"text": sheet_text("tic_tac_toe"), "moves": WIN})["movers"] == [0, 1, 0, 1]
    assert (shown["table"]["facts"], shown["says"], shown["player"]) == (["(control x)"], "X to move.", 0)


@pytest.mark.parametrize("player", ["engine", "mcts", "alpha_beta"])
def test_players_take_a_win_and_say_why(lab: Lab, player: str) -> None:
    asked = {"source": {"text": sheet_text("tic_tac_toe"), "moves": WIN}, "role": 0, "player": player}
    choice = lab.post("/api/rules/think", asked)
    assert choice["move"] == "(mark 1 3)"
    assert "(mark 1 3)" in choice["why"]
    assert choice["why"].startswith("X plays ")
    if player == "mcts":
        assert choice["why"] == "X plays (mark 1 3), which is proven to win."
    end = lab.post("/api/rules/position", {"text": sheet_text("tic_tac_toe"), "moves": [*WIN, ["(mark 1 3)", "noop"]]})
    assert (end["over"], end["goals"]) == (True, [100, 0])
    assert end["says"] == "The game is over: x 100, o 0 of 100."


def test_the_second_role_is_told_its_own_share(lab: Lab) -> None:
    moves = [*WIN, ["(mark 3 3)", "noop"]]
    asked = {"source": {"text": sheet_text("tic_tac_toe"), "moves": moves}, "role": 1, "player": "mcts"}
    assert lab.post("/api/rules/think", asked)["why"] == "O plays (mark 2 3), which is proven to win."
    asked = {
        "source": {"text": sheet_text("hex"), "moves": [["(place c 3)", "noop"]]},
        "role": 1,
        "player": "mcts",
        "strength": 100,
    }
    choice = lab.post("/api/rules/think", asked)
    best = next(each for each in choice["moves"] if each["move"] == choice["move"])
    visits, goal = sum(each["visits"] or 0 for each in choice["moves"]), (100 - best["value"]) / 2
    assert choice["why"].startswith(f"Blue plays {choice['move']}: {best['visits']} of {visits} simulations")
    assert choice["why"].endswith(f"in which blue gets {goal:.1f} on average.")


def test_roles_that_move_at_the_same_time(lab: Lab) -> None:
    text = sheet_text("rock_paper_scissors")
    opened = lab.post("/api/rules/open", {"text": text})
    assert (opened["turns"], opened["position"]["player"]) == (False, None)
    assert opened["position"]["says"] == "Left and right move at the same time."
    for role in (0, 1):
        choice = lab.post("/api/rules/think", {"source": {"text": text}, "role": role, "player": "engine"})
        assert choice["move"] in opened["position"]["legal"][role]
        assert "drawn with probability 33%" in choice["why"]


@pytest.mark.parametrize(
    ("path", "change", "said"),
    [
        ("open", {"moves": [["(mark 1 1)"]]}, "move 1 ((mark 1 1)) has 1 parts for 2 roles"),
        ("open", {"moves": [["(mark 9 9)", "noop"]]}, "move 1 ((mark 9 9)) is not legal there for x: (mark 1 1), "),
        ("position", {"moves": [*WIN, ["(mark 1 3)", "noop"], ["noop", "noop"]]}, "the game is over before it"),
        ("position", {"moves": [["a", "b"]] * 6_000}, "a game of 6,000 moves is too long"),
        ("think", {"role": 1}, "it is the turn of x, not of o"),
        ("think", {"role": 2}, "role must be from 0 to 1, not 2"),
        ("think", {"player": "uci:stockfish"}, "there is no player called"),
        ("think", {"player": "ggp:http://127.0.0.1:1"}, "there is no player called"),
        ("think", {"player": "strategy"}, "strategy"),
        ("think", {"player": "mcts", "strength": 10**9}, "simulations must be from"),
    ],
)  # fmt: skip
def test_refusals(lab: Lab, path: str, change: dict[str, Any], said: str) -> None:
    source = {"text": sheet_text("tic_tac_toe"), "moves": []}
    body = {"source": source, "role": 0, "player": "random"} if path == "think" else source
    assert said in lab.refusal(f"/api/rules/{path}", {**body, **change})


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_rules_meant_to_do_harm_are_refused_in_a_sentence(lab: Lab, text: str) -> None:
    lab.refusal("/api/rules/open", {"text": text})
    think = {"source": {"text": text}, "role": 0, "player": "mcts", "seconds": 0.1}
    lab.refusal("/api/rules/think", think)
    # The same workers go on.
    assert lab.post("/api/rules/open", {"text": sheet_text("nim")})["roles"] == ["first", "second"]


def test_a_question_about_endless_rules_stops_when_its_visitor_leaves(lab: Lab) -> None:
    lab.ask_and_leave("/api/rules/open", {"text": HOSTILE["product"]})
    lab.wait_until_idle()


COUNTING = """(role r) (init (at 0)) (legal r go) (legal r on) (<= (next (at (s ?n))) (true (at ?n)))
(<= terminal (true (at (s (s (s 0)))))) (<= (goal r 100) terminal) (<= (goal r 0) (not terminal))"""
"""Facts grow with every move, so that no grounding ends, but a game does."""


def test_rules_that_cannot_be_grounded_are_interpreted_and_the_page_says_so(lab: Lab) -> None:
    opened = lab.post("/api/rules/open", {"text": COUNTING})
    assert opened["note"].startswith("the rules are interpreted, which is slower: ")
    assert opened["net"] is None
    assert opened["steps"] > 0
    assert {"engine", "mcts", "random"} <= set(opened["players"])
    assert (opened["position"]["table"]["facts"], opened["position"]["legal"]) == (["(at 0)"], [["go", "on"]])
    moves: list[list[str]] = []
    for player in ("engine", "mcts", "engine"):
        asked = {"source": {"text": COUNTING, "moves": moves}, "role": 0, "player": player, "seconds": 0.1}
        choice = lab.post("/api/rules/think", asked)
        assert choice["why"].startswith("R plays ")
        moves.append([choice["move"]])
    end = lab.post("/api/rules/position", {"text": COUNTING, "moves": moves})
    assert (end["table"]["facts"], end["over"], end["goals"]) == (["(at (s (s (s 0))))"], True, [100])


def test_without_clingo_rules_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.games.gdl import game, grounding
    from zermelo.lab.context import RequestContext
    from zermelo.lab.server.settings import Settings
    from zermelo.lab.topics.rules.messages import RulesSource

    monkeypatch.setattr(grounding, "find_spec", lambda name: None)
    monkeypatch.setattr(game, "_games", {})
    context = RequestContext(
        settings=Settings(), games={}, players=(), cancel=lambda: False, send=lambda kind, payload: None
    )
    opened = answers.open(RulesSource(sheet_text("tic_tac_toe")), context)
    assert opened.note.startswith("the rules are interpreted, which is slower: there is no module called clingo: ")
    assert opened.position.table.grid is not None
    assert opened.position.table.grid.cells == ("blank",) * 9
