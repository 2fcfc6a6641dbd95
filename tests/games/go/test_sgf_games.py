"""Games of Go in SGF: what a game tree says is what the rest of the program gets, and it goes back the same."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.games.go import Go, Superko
from zermelo.games.go.sgf_games import ANNOTATIONS, GoGame, format_game, parse_game
from zermelo.games.go.vertices import COLUMNS, coordinates, format_point, parse_point, vertex
from zermelo.records.moves import format_record, parse_record, play_through
from zermelo.records.sgf import read_sgf
from zermelo.records.turns import MOST_NESTED, GameRecord, Line, Turn
from zermelo.state import ZermeloError

GO = "go"


def read(text: str) -> GoGame:
    return parse_game(next(read_sgf(text)))


comments = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), max_size=8)
vertices = st.builds(vertex, st.integers(0, 8), st.integers(0, 8)) | st.just("pass")
glyphs = st.sampled_from([(), (1,), (4,), (5,), (2, 10), (6, 19)])


@st.composite
def lines(draw: st.DrawFn, nested: int = 0) -> Line:
    """Lines with variations; those of a variation's first move would be variations of the move that it replaces."""
    turns = []
    for number in range(draw(st.integers(1, 4 - nested))):
        count = draw(st.integers(0, 2)) if nested < 3 and (number or not nested) else 0
        variations = tuple(draw(lines(nested + 1)) for _ in range(count))
        turns.append(Turn(draw(vertices), draw(glyphs), draw(comments), variations))
    return Line(tuple(turns))


@settings(max_examples=40, deadline=None)
@given(lines(), st.sampled_from(["9:", "9/9/9/9/4XO3/9/9/9/9 w", "9/9/9/9/9/9/9/9/X8 b"]), comments)
def test_games_go_there_and_back(line: Line, position: str, comment: str) -> None:
    line = Line(line.turns, comment)
    tree = format_game(position, 6.5, line, {"Black": "Xu]an\\xuan", "Result": "B+R", "Date": "2024.05.06"})
    [again] = read_sgf(str(tree))
    assert again == tree
    game = parse_game(again)
    assert (game.position, game.komi, game.line) == (position, 6.5, line)
    assert game.tags == {"Komi": "6.5", "Black": "Xu]an\\xuan", "Result": "B+R", "Date": "2024-05-06"}


@pytest.mark.parametrize("size", [2, 9, 19])
def test_points_and_vertices(size: int) -> None:
    names = [vertex(column, row) for column in range(size) for row in range(size)]
    assert names[0] == "A1"
    assert [parse_point(format_point(name, size), size) for name in names] == names
    assert all(vertex(*coordinates(name.lower(), size)) == name for name in names)
    assert parse_point("aa", size) == f"A{size}"
    assert parse_point("tt", size) == parse_point("", size) == "pass"
    assert "I" not in COLUMNS


def test_a_random_game_of_go_is_recorded() -> None:
    random, state = Random(3), Go(size=5)
    moves = list[str]()
    while state.utility() is None and len(moves) < 60:
        moves.append(random.choice(state.moves()))
        state = state.play(moves[-1])
    text = format_record(GO, GameRecord("5:", Line.of(moves), {"White": "W", "Result": "*"}))
    record = parse_record(GO, text)
    assert record.line.moves == moves
    assert play_through(Go(record.position), record.line.moves)[-1] == Go(f"5: {' '.join(moves)}")
    utility = state.utility()
    if utility is not None:
        assert f"RE[{'B' if utility > 0 else 'W'}+{abs(utility):g}]" in text


def test_a_record_keeps_comments_values_and_variations() -> None:
    text = "(;SZ[9]PB[A]C[before];B[ee]V[1.5]C[good]TE[1](;W[cc];B[gg])(;W[dd]BM[2])(;W[]))"
    record = parse_record(GO, text)
    assert record.position is None
    first, second, third = record.line.turns
    assert record.line.comment == "before"
    assert first == Turn("E5", (1,), "[%eval 1.5] good")
    assert (second.move, third.move) == ("C7", "G3")
    assert second.variations == (Line((Turn("D6", (4,)),)), Line((Turn("pass"),)))
    written = format_record(GO, record)
    assert parse_record(GO, written) == GameRecord(None, record.line, {**record.tags, "Komi": "7.5"})
    assert ";B[ee]TE[1]V[1.5]C[good](;W[cc];B[gg])(;W[dd]BM[2])(;W[])" in written.replace("\n", "")


def test_moves_alone_are_a_record_too() -> None:
    assert parse_record(GO, "D4 e5 PASS").line.moves == ["D4", "E5", "pass"]


@pytest.mark.parametrize(
    ("text", "position", "moves"),
    [
        ("(;)", "19:", []),
        ("(;SZ[9:9];W[aa])", "9/9/9/9/9/9/9/9/9 w", ["A9"]),
        ("(;SZ[9]HA[2]AB[cg][gc])", "9/9/6X2/9/9/9/2X6/9/9 w", []),
        ("(;SZ[3]AB[aa:bb]AW[cc]AE[ab]PL[W])", "XX1/1X1/2O w", []),
        ("(;SZ[3]AB[cb:ba])", "1XX/1XX/3 b", []),
        ("(;SZ[3];AB[aa]C[a problem];B[bb])", "X2/3/3 b", ["B2"]),
        ("(;SZ[3]B[bb];W[aa])", "3:", ["B2", "A3"]),
        ("(;SZ[3];B[bb];B[aa])", "3:", ["B2", "pass", "A3"]),
        ("(;SZ[3];B[bb];C[a pause];MN[7];W[aa])", "3:", ["B2", "A3"]),
        ("(;SZ[3];;;B[bb](;C[no move](;W[aa])(;W[ab])))", "3:", ["B2", "A3"]),
    ],
)
def test_where_a_game_begins(text: str, position: str, moves: list[str]) -> None:
    game = read(text)
    assert (game.position, game.line.moves) == (position, moves)
    Go(game.position)


def test_comments_of_nodes_without_a_move_join_the_one_before() -> None:
    game = read("(;C[one];C[two];B[aa]C[three];C[four];W[bb])")
    assert game.line.comment == "one\ntwo"
    assert game.line.turns[0].comment == "three\nfour"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;SZ[9];B[aa]\n;W[jj])", "line 2, column 1: W: 'jj' is not a point from aa to ii of a board of 9x9"),
        ("(;SZ[9];B[abc])", "line 1, column 8: B: 'abc' is not a point"),
        ("(;SZ[52])", "line 1, column 2: the board is square and has from 2 to 19 lines, not SZ[52]"),
        ("(;SZ[9:13])", "not SZ[9:13]"),
        ("(;GM[2])", "line 1, column 2: GM[2] is another game than Go"),
        ("(;KM[six])", "line 1, column 2: komi is a number, not 'six'"),
        ("(;KM[501])", "line 1, column 2: komi is at most 500 points, not 501"),
        ("(;B[aa];AB[bb])", "line 1, column 8: stones cannot be set up after the first move"),
        ("(;B[aa];W[cc]AB[bb])", "line 1, column 8: stones cannot be set up after the first move"),
        ("(;SZ[3]AB[])", "line 1, column 2: AB[] is not a point"),
        ("(;SZ[2]AB[aa][aa][aa][aa][aa])", "line 1, column 2: AB has more than 4 values"),
        ("(;B[aa]W[bb])", "line 1, column 2: a node has one move"),
        ("(;" + "B[aa](;W[bb])(;W[cc];" * 60 + ")" * 61, "variations are nested more than 50 deep"),
    ],
)
def test_what_is_not_a_game_of_go_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ZermeloError, match=re.escape(message)):
        read(text)


@pytest.mark.parametrize(
    ("properties", "start"),
    [
        ("", "9:"),
        ("KM[7.5]RU[Chinese]", "9:"),
        ("KM[6.5]RU[ japanese ]", "9 komi=6.5 superko=none:"),
        ("KM[-3]RU[AGA]", "9 komi=-3 superko=situational:"),
        ("KM[0]RU[New Zealand]AB[aa]PL[W]", "X8/9/9/9/9/9/9/9/9 w komi=0 superko=situational suicide"),
        ("KM[2.75]RU[Tromp-Taylor]", "9 komi=3 suicide:"),  # half points are the smallest that are counted
        ("RU[superko=none suicide]", "9 superko=none suicide:"),
        ("RU[komi=3]", "9:"),
        ("RU[nobody knows]", "9:"),
    ],
)
def test_komi_and_rules_reach_the_position(properties: str, start: str) -> None:
    game = read(f"(;SZ[9]{properties})")
    assert game.start == start
    state = Go(game.start)
    assert state.notation() == start
    assert parse_record(GO, f"(;SZ[9]{properties})").position == (None if start == "9:" else start)


@pytest.mark.parametrize("superko", ["none", "positional", "situational"])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("position", ["5:", "5/5/2X2/5/5 w"])
def test_games_under_any_rules_are_read_back(superko: Superko, suicide: bool, position: str) -> None:
    state = Go(position, komi=-0.5, superko=superko, suicide=suicide)
    text = format_record(GO, GameRecord(state.notation(), Line.of(["A1", "pass"])))
    assert "KM[-0.5]" in text
    again = parse_record(GO, text)
    assert (Go(again.position), again.line.moves) == (state, ["A1", "pass"])


def test_an_illegal_move_is_named() -> None:
    record = parse_record(GO, "(;SZ[9];B[aa];W[aa])")
    with pytest.raises(ZermeloError, match=r"move 2 \(A9\) is not legal there"):
        play_through(Go(record.position), record.line.moves)


def test_a_long_line_of_nested_brackets_is_not_nested_variations() -> None:
    deep = 2_000
    game = read("(;SZ[9]" + "(;B[](;W[]" * deep + ")" * (2 * deep + 1))
    assert len(game.line.turns) == 2 * deep


def test_variations_nested_too_deeply_are_not_written() -> None:
    line = Line.of(["pass"])
    for _ in range(MOST_NESTED + 1):
        line = Line((Turn("pass", variations=(line,)),))
    with pytest.raises(ZermeloError, match="nested more than 50 deep"):
        format_game("9:", 7.5, line, {})


def test_every_glyph_has_a_property_of_its_own() -> None:
    assert len(set(ANNOTATIONS.values())) == len(ANNOTATIONS)
