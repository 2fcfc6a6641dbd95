"""Test reading and writing EPD, and the places in error messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.chess import Chess
from zermelo.games.chess.epd import Problem, format_epd, parse_epd, read_epd
from zermelo.state import ZermeloError

KINGS = "8/8/8/8/8/8/k7/7K w - -"


def test_operations() -> None:
    problem = parse_epd('3r2k1/8/8/8/8/8/P7/3R2K1 w - - bm Rxd8+ a3 ; id "one; two"; c0 "x" y')
    assert problem.operations == {"bm": ("Rxd8+", "a3"), "id": ("one; two",), "c0": ("x", "y")}
    assert problem.best == ("d1d8", "a2a3")
    assert problem.name == "one; two"
    assert problem.solved_by("d1d8")
    assert not problem.solved_by("g1f1")


def test_a_fen_may_stand_in_its_place() -> None:
    assert parse_epd(f"{KINGS} 7 12 ;D1 3 ;D2 9").operations == {"D1": ("3",), "D2": ("9",)}
    assert parse_epd(f"{KINGS} 7 12").state.fen.endswith("7 12")
    assert parse_epd(KINGS).operations == {}


def test_moves_to_avoid() -> None:
    problem = parse_epd(f"{KINGS} am Kg1;")
    assert problem.avoid == ("h1g1",)
    assert not problem.solved_by("h1g1")
    assert problem.solved_by("h1h2")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f'{KINGS} id "x', "a closing quotation mark is missing"),
        (f"{KINGS} bm Qa1;", "Qa1"),
        ("9/8 w - - bm e4;", "number of empty squares"),
    ],
)
def test_what_cannot_be_read_names_file_and_line(line: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "problems.epd"
    file.write_text(f"# two problems\n\n{KINGS} bm Kg1;\n{line}\n")
    with pytest.raises(ZermeloError, match=r"problems\.epd, line 4: .*" + sentence):
        list(read_epd(file))


@given(
    st.dictionaries(
        st.from_regex(r"c[0-9]", fullmatch=True),
        st.lists(
            st.text(st.characters(codec="ascii", exclude_characters='"\n\r', exclude_categories=["Cc"]), min_size=1)
        ),
    )
)
def test_what_is_written_is_read_back(operations: dict[str, list[str]]) -> None:
    problem = parse_epd(format_epd(Chess(), operations))
    assert problem == Problem(
        Chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
        {name: tuple(operands) for name, operands in operations.items()},
    )


@given(st.text() | st.text('KQkqrnbp/12345678 w-bm;id"').map(lambda text: f"{KINGS} {text}"))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = ""
    try:
        parse_epd(text)
    except ZermeloError as error:
        said = str(error)
    assert "\n" not in said
