"""The analysis board: games with variations in and out, positions set up by hand, and reviews."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.lab_server import Lab, game

PGN = """[Event "Café"]
[Site "?"]
[Date "1851.06.21"]
[Round "?"]
[White "Adolf \\"A\\" Anderssen"]
[Black "?"]
[Result "1-0"]
[ECO "C33"]

1. e4 $1 {best by test} 1... e5 (1... c5 {the Sicilian} 2. Nf3 (2. c3 d5))
(1... e6) 2. f4 1-0
"""


def test_a_game_with_variations_is_loaded_and_saved(lab: Lab) -> None:
    loaded = lab.post("/api/play/load", {"game": "chess", "text": PGN})
    assert loaded["source"]["moves"] == ["e2e4", "e7e5", "f2f4"]
    assert (loaded["headers"]["White"], loaded["headers"]["Result"]) == ('Adolf "A" Anderssen', "1-0")
    first, second, _ = loaded["turns"]
    assert (first["number"], first["annotations"], first["comment"]) == ("1.", [1], "best by test")
    sicilian, french = second["variations"]
    assert [(turn["number"], turn["written"]) for turn in sicilian] == [("1…", "c5"), ("2.", "Nf3")]
    assert [turn["written"] for turn in sicilian[1]["variations"][0]] == ["c3", "d5"]
    assert french[0]["move"] == "e7e6"
    saved = lab.post(
        "/api/play/save", {"game": "chess", **{name: loaded[name] for name in ("headers", "turns")}, "position": None}
    )
    assert saved == {"text": PGN, "suffix": ".pgn"}


def test_a_game_from_a_position_is_saved(lab: Lab) -> None:
    position = "4k3/8/8/8/8/8/P7/4K3 b - - 0 9"
    body = {"game": "chess", "position": position, "headers": {"FEN": "other"}, "turns": [{"move": "e8d8"}]}
    text = lab.post("/api/play/save", body)["text"]
    assert "9... Kd8 *" in text
    loaded = lab.post("/api/play/load", {"game": "chess", "text": f"{text}"})
    assert loaded["source"]["position"] == position
    assert "FEN" not in loaded["headers"]


def test_a_board_of_another_size_is_set_up(lab: Lab) -> None:
    body = {"game": "go", "cells": ["black", *[""] * 24], "player": 1, "like": "5: C3"}
    composed = lab.post("/api/play/compose", body)
    assert composed["position_shown"]["board"]["columns"] == 5
    assert "81 cells, not 25" in lab.refusal("/api/play/compose", {**body, "like": None})


def test_ownership_of_a_go_board(lab: Lab) -> None:
    wall = "/".join(["9"] * 4 + ["XXXXXXXXX", "9", "OOOOOOOOO", "9", "9"]) + " b"
    asked = {"source": game("go", position=wall), "playouts": 50}
    owned = lab.post("/api/play/ownership", asked)
    assert len(owned["points"]) == 81
    assert min(owned["points"][:45]) > 0.2  # Black's wall and all above it
    assert owned["points"][60] < 0
    assert owned == lab.post("/api/play/ownership", asked)
    over = lab.post("/api/play/ownership", {"source": game("go", "pass", "pass")})
    assert (set(over["points"]), over["score"]) == ({0.0}, -7.5)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"source": game("hex")}, "only Go has an ownership map: Hex has none"),
        ({"source": game("go"), "playouts": 0}, "playouts must be from 1 to 1,000, not 0"),
        ({"source": game("go"), "playouts": 10**9}, "playouts must be from 1 to 1,000"),
        ({"source": game("go", "Z1")}, "Z1"),
    ],
)
def test_ownership_is_refused_in_a_sentence(lab: Lab, body: dict[str, Any], words: str) -> None:
    assert words in lab.refusal("/api/play/ownership", body)


def nested(levels: int) -> dict[str, Any]:
    return {"move": "e2e4", "variations": [[nested(levels - 1)]] if levels else []}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"turns": [{"move": "e2e5"}]}, "move 1 (e2e5) is not legal there"),
        ({"turns": [{"move": "e2e4", "variations": [[{"move": "e2e5"}]]}]}, "e2e5"),
        (
            {"turns": [{"move": "e2e4", "annotations": [2**31]}]},
            "a numeric annotation glyph is from 0 to 255, not 2147483648",
        ),
        ({"turns": [nested(51)]}, "variations are nested more than 50 deep"),
        ({"headers": {"Result": "7-0"}}, "the result must be"),
        ({"headers": {'x]\n[Y "z"': ""}}, "a tag has a name of letters, digits and underscores"),
        ({"turns": [{"move": "g1f3"}, {"move": "g8f6"}] * 3000}, "a game of 6,000 moves is too long here"),
        ({"turns": [{"move": "e2e4", "variations": [[{"move": "d2d4"}]] * 5000}]}, "a game of 5,001 moves"),
    ],
)
def test_games_that_cannot_be_saved(lab: Lab, body: dict[str, Any], words: str) -> None:
    assert words in lab.refusal("/api/play/save", {"game": "chess", **body})


TWO_GAMES = """[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 1-0

[White "Morphy"]
[Black "?"]
[Date "1858.??.??"]

1. d4 *
"""


@pytest.mark.parametrize(
    ("slug", "text", "games", "second"),
    [
        ("chess", TWO_GAMES, ["Anderssen – Kieseritzky, 1-0", "Morphy – ?, 1858.??.??"], ["d2d4"]),
        ("chess", "1. e4 e5 * 1. d4 *", ["? – ?", "? – ?"], ["d2d4"]),
        ("checkers", '[Black "A"] 1. 11-15 * [White "B"] 1. 9-13 *', ["A – ?", "? – B"], ["9-13"]),
        ("go", "(;SZ[9]PB[A];B[aa])(;SZ[9]PW[B];B[bb])", ["A – ?", "? – B"], ["B8"]),
    ],
)
def test_every_game_of_a_text_is_offered(lab: Lab, slug: str, text: str, games: list[str], second: list[str]) -> None:
    first = lab.post("/api/play/load", {"game": slug, "text": text})
    assert (first["games"], first["number"]) == (games, 0)
    assert first["source"]["moves"] != second
    chosen = lab.post("/api/play/load", {"game": slug, "text": text, "number": 1})
    assert (chosen["games"], chosen["number"], chosen["source"]["moves"]) == (games, 1, second)
    assert "the text has 2 games: there is no game 3" in lab.refusal(
        "/api/play/load", {"game": slug, "text": text, "number": 2}
    )


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(lab: Lab) -> None:
    body = {"game": "chess", "text": f'[White "Nobody"]\n\n1. e5 *\n\n{TWO_GAMES}'}
    loaded = lab.post("/api/play/load", body)
    assert (loaded["number"], loaded["headers"]["White"], len(loaded["games"])) == (1, "Anderssen", 3)
    assert loaded["games"][0].startswith("cannot be read: line 3 of the text")
    assert "line 3 of the text" in lab.refusal("/api/play/load", {**body, "number": 0})
    assert len(lab.post("/api/play/load", {"game": "chess", "text": "e2e4"})["games"]) == 1


def cells(**pieces: str) -> list[str]:
    board = [""] * 64
    for square, piece in pieces.items():
        board["abcdefgh".index(square[0]) + 8 * (8 - int(square[1]))] = piece
    return board


def test_a_position_is_set_up(lab: Lab) -> None:
    kings = {"e1": "wK", "e8": "bK"}
    options = {"white_castling": "KQ", "black_castling": "k", "en_passant": "e"}
    rooks = {"a1": "wR", "h1": "wR", "h8": "bR", "d5": "wP", "e5": "bP"}
    composed = lab.post(
        "/api/play/compose", {"game": "chess", "cells": cells(**kings, **rooks), "player": 0, "options": options}
    )
    assert composed["position"] == "4k2r/8/8/3Pp3/8/8/8/R3K2R w KQk e6 0 1"
    assert "d5e6" in composed["position_shown"]["moves"]
    for slug in ("tic_tac_toe", "connect_four", "othello", "chess", "antichess", "checkers"):
        shown = lab.post("/api/play/position", game(slug))
        body = {"game": slug, "cells": [cell["piece"] for cell in shown["board"]["cells"]], "player": 0}
        again = lab.post("/api/play/compose", body)["position_shown"]["board"]
        assert [cell["piece"] for cell in again["cells"]] == body["cells"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess", "cells": cells(e1="wK")}, "king"),
        ({"game": "chess", "cells": cells(e1="wK", e2="wK", e8="bK")}, "king"),
        ({"game": "chess", "cells": cells(e1="wK", e8="bK", a1="wX")}, "no piece called"),
        ({"game": "chess", "cells": cells(e1="wK", e8="bK"), "options": {"white_castling": "kq"}}, "no choice called"),
        ({"game": "chess", "cells": cells(e1="wK", e8="bK"), "options": {"castling": "kq"}}, "no option called"),
        ({"game": "chess", "cells": ["wK", "bK"]}, "the board has 64 cells, not 2"),
        ({"game": "chess", "cells": cells(e1="wK", e8="bK"), "player": 2}, "the player to move is 0 or 1, not 2"),
        ({"game": "antichess", "cells": cells(e1="wK"), "options": {"white_castling": "K"}}, "no option called"),
        ({"game": "checkers", "cells": ["white", *[""] * 63]}, "pieces stand on the dark squares only"),
        ({"game": "checkers", "cells": [*[""] * 62, "white", ""]}, "White's man on square 1 must be a king"),
        ({"game": "tic_tac_toe", "cells": ["x", *[""] * 8]}, "O is to move on this board, not X"),
        (
            {"game": "connect_four", "cells": ["first", *[""] * 41], "player": 1},
            "a stone in column 1 has nothing below it",
        ),
        ({"game": "nim", "cells": []}, "cannot be set up by hand"),
    ],
)
def test_positions_that_cannot_be_set_up(lab: Lab, body: dict[str, Any], words: str) -> None:
    assert words in lab.refusal("/api/play/compose", {"player": 0, **body})


def test_a_review_comes_move_by_move(lab: Lab) -> None:
    with lab.visit() as visitor:
        visitor.send(
            {"type": "review", "id": 4, "source": game("chess", "f2f3", "e7e5", "g2g4", "d8h4"), "seconds": 0.2}
        )
        moves = [visitor.until("reviewing") for _ in range(4)]
        assert [(each["id"], each["at"]) for each in moves] == [(4, 0), (4, 1), (4, 2), (4, 3)]
        reviewed = visitor.until("reviewed")
        assert reviewed["moves"] == [each["move"] for each in moves]
        blunder, mate = reviewed["moves"][2:]
        assert (blunder["written"], blunder["judgement"], blunder["mate"]["says"]) == (
            "g4",
            "blunder",
            "Black: mate in 1",
        )
        assert (mate["best"], mate["loss"], mate["judgement"], mate["expected"]) == ("d8h4", 0, "", 0)
        assert [player["seat"] for player in reviewed["players"]] == ["White", "Black"]
        assert reviewed["players"][0]["blunders"] == 1
        visitor.send({"type": "review", "id": 5, "source": game("chess", "e2e5"), "seconds": 1})
        assert "is not legal there" in visitor.until("refused")["error"]
        visitor.send({"type": "review", "id": 5, "source": game("chess", "e2e4"), "seconds": -1})
        assert "seconds must be a positive number" in visitor.until("refused")["error"]
