"""Test PGN against python-chess, and the places in error messages."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import ZermeloError
from zermelo.games.antichess import AntiChess
from zermelo.records import pgn
from zermelo.records.pgn import Game, read_pgn
from zermelo.records.turns import Line, Turn


def random_node(node: Any, random: Random, length: int, depth: int) -> None:
    """Adds a random line of play with random remarks and variations to a game of python-chess."""
    board = node.board()
    for _ in range(length):
        legal = list(board.legal_moves)
        if not legal:
            return
        others = random.sample(legal, min(len(legal), 1 + (depth > 0) * (random.random() < 0.2)))
        children = [node.add_variation(move) for move in others]
        for child in children:
            if random.random() < 0.2:
                child.comment = random.choice(["good", "a longer remark, ünd so on", "[%clk 1:00]"])
            if random.random() < 0.2:
                child.nags.add(random.randrange(1, 140))
        for child in children[1:]:
            random_node(child, random, 4, depth - 1)
        node = children[0]
        board.push(others[0])


def told(node: Any) -> tuple[str, str, set[int]]:
    return node.uci(), " ".join(node.comment.split()), node.nags  # a comment may have been wrapped


def same_line(line: Line, node: Any) -> bool:
    """Whether a line holds what follows a node of python-chess."""
    for turn in line.turns:
        main, *others = node.variations
        if (turn.move, turn.comment, set(turn.annotations)) != told(main):
            return False
        if len(others) != len(turn.variations):
            return False
        for other, variation in zip(others, turn.variations, strict=True):
            first = variation.turns[0]
            if (first.move, first.comment, set(first.annotations)) != told(other):
                return False
            if not same_line(Line(variation.turns[1:]), other):
                return False
        node = main
    return not node.variations


def test_games_go_to_python_chess_and_back() -> None:
    random = Random(4)
    written, nodes = [], []
    for number in range(30):
        game = chess.pgn.Game()
        game.headers["White"] = f"Player, {number}"
        if number % 3 == 0:
            game.setup(chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"))
        game.headers["Result"] = random.choice(["1-0", "0-1", "1/2-1/2", "*"])
        random_node(game, random, 40, 2)
        nodes.append(game)
        written.append(str(game))
    games = list(read_pgn("\n\n".join(written)))
    assert len(games) == len(nodes)
    for ours, theirs in zip(games, nodes, strict=True):
        assert ours.tags == dict(theirs.headers)
        assert ours.result == theirs.headers["Result"]
        assert ours.start.fen == theirs.board().fen()
        assert same_line(ours.line, theirs)
        back = chess.pgn.read_game(io.StringIO(str(ours)))
        assert back is not None
        assert not back.errors
        assert dict(back.headers) == dict(theirs.headers)
        assert same_line(ours.line, back)


def test_a_game_made_by_hand() -> None:
    sicilian = Turn("c7c5", comment="Sicilian")
    line = Line((Turn("e2e4", (1,)), Turn("e7e5", variations=(Line((sicilian,)),))), "Begin.")
    game = Game({"White": "Ann"}, line=line)
    assert str(game).splitlines()[-1] == "{Begin.} 1. e4 $1 e5 (1... c5 {Sicilian}) *"
    assert next(read_pgn(str(game))).line == line
    with pytest.raises(ZermeloError, match="e2e5 is not a legal move here"):
        str(Game(line=Line((Turn("e2e5"),))))
    with pytest.raises(ZermeloError, match=r"the result must be 1-0, 0-1, 1/2-1/2 or \*, not 'won'"):
        str(Game(result="won"))
    [losing] = read_pgn("1. e3 b5 2. Bxb5 1-0", AntiChess)
    assert losing.moves == ["e2e3", "b7b5", "f1b5"]
    assert isinstance(losing.start, AntiChess)


def test_a_bad_game_is_an_error_or_left_out() -> None:
    text = '[Event "1"]\n\n1. e4 Ke4 *\n\n[Event "2"]\n\n1. d4 *\n'
    with pytest.raises(ZermeloError, match="line 3 of the text, in the game that begins in line 1: Ke4 is not a legal"):
        list(read_pgn(text))
    assert [game.tags["Event"] for game in read_pgn(text, skip=True)] == ["2"]
    assert next(read_pgn('[White "M\xfcller"] *'.encode("latin-1"))).tags == {"White": "Müller"}


@pytest.mark.parametrize(
    "bad",
    [
        "1. e4 Ke4 e5 2. d4 *",
        "1. e4 Ke4 {1-0 in a comment, and (} (1... e5 1-0) 1-0",
        "1. e4 (1... e5 (Ke4 1-0) 0-1) 1/2-1/2",
        "1. Ke4 ; 1-0 to the end of the line\n2. Nf3 *",
        "1. e4 (1. Ke4 {[%clk 0:01:00]\n[%clk 0:02:00] 1-0} ) *",
        '[Event "x]\n[Site "y"]\n\n1. d4 *',
        '[FEN "nonsense"]\n\n1. d4 *',
        "1. e4 ) 1-0",
    ],
)
def test_the_game_after_a_bad_one_is_read(bad: str) -> None:
    """Whether it has tags or none, and whether the bad one stands first or between others."""
    good = "1. c4 e5 1-0"
    for text, games in (
        (f"{bad}\n\n{good}\n", 1),
        (f"{good}\n\n{bad}\n\n{good}\n{good}", 3),
        (f'{bad}\n\n[Event "next"]\n\n{good}\n\n{bad}', 1),
    ):
        errors = list[str]()
        assert [game.moves for game in read_pgn(text, skip=errors.append)] == [["c2c4", "e7e5"]] * games
        assert len(errors) == text.count(bad)


@pytest.mark.parametrize("bad", ["1. e4 {no end\n\n", "1. e4 (1. d4\n\n", "1. e4\n\n", "1. Ke4 {no end\n"])
def test_a_game_that_breaks_off_ends_before_the_next_tags(bad: str) -> None:
    text = f'{bad}[Event "a"]\n\n1. c4 *\n'
    assert [game.moves for game in read_pgn(text, skip=True)][-1] == ["c2c4"]


PARTS = st.sampled_from(
    [
        '[Event "a"]\n',
        '[Event "[x]"]\n\n',
        "1. e4 e5 ",
        "2. Nf3 {a remark\n\n[Event and more} Nc6\n",
        "1-0\n\n",
        "* ",
        "e9 ",
        "(",
        ")",
        "{ no end ",
        "; to the end of the line\n",
        "% for others\n",
        "\n",
        '[FEN "nonsense"]\n',
    ]
)


@given(st.lists(PARTS, max_size=30).map("".join), st.integers(1, 60))
def test_a_file_read_piece_by_piece_says_the_same(text: str, piece: int) -> None:
    whole: list[str] = []
    parts: list[str] = []
    expected = [str(game) for game in read_pgn(text, skip=whole.append)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pgn, "CHUNK", piece)
        assert [str(game) for game in read_pgn(io.BytesIO(text.encode()), skip=parts.append)] == expected
    assert parts == whole, "errors too, with their lines"


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn, "CHUNK", 100)
    monkeypatch.setattr(pgn, "LONGEST", 1000)
    text = b"1. e4 *\n\n1. d4\n{" + b"word\n" * 1000
    games = read_pgn(io.BytesIO(text), skip=True)
    assert next(games).moves == ["e2e4"]
    sentence = "line 3 of the text: a game of more than 0 MB begins there (line 4: a comment has no end)"
    with pytest.raises(ZermeloError, match=re.escape(sentence)):
        next(games)


def test_a_comment_without_end_is_named_by_its_first_line() -> None:
    for text in ("1. e4\n{no\nend\n", '1. e4\n{no\nend\n[Event "next"]\n*'):
        with pytest.raises(
            ZermeloError, match="line 2 of the text, in the game that begins in line 1: a comment has no end"
        ):
            list(read_pgn(text))


def test_the_longest_game_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"1. d4 {" + b"word " * 100 + b"} *"
    monkeypatch.setattr(pgn, "LONGEST", len(text))
    (game,) = read_pgn(io.BytesIO(text))
    assert game.moves == ["d2d4"]
    monkeypatch.setattr(pgn, "LONGEST", len(text) - 1)
    with pytest.raises(ZermeloError, match="line 1 of the text: a game of more than"):
        list(read_pgn(io.BytesIO(text)))
