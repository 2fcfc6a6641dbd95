"""Answers in all usual spellings are read, and no text raises an unexpected error."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.exercises import KINDS, make
from zermelo.exercises.answers import UnreadableAnswer, normalise, quote, read_number, read_window
from zermelo.exercises.intervals import Interval, parse_interval, probes, runs
from zermelo.state import Number

EXERCISES = [make(kind, seed) for kind in KINDS for seed in (1, 2)]
HOSTILE = [
    "",
    " \n\t",
    "x" * 10_000,
    "9" * 1_999,
    "1/0",
    "A = 1/0, B = 2",
    "1e999999999",
    "nan",
    "x < nan",
    "٣ B",
    "\x00\x1b[31m",
    "\ud800",
    "A:B:C;;:",
    ": ; :",
    "A: A A",
    "[[[[",
    "x <= <= 3",
    "<script>alert(1)</script>",
    "🂡 🂢",
    "-",
    "none",
    ",,,",
    "x = = x",
    "1, 2, 3",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_answers_are_graded_not_raised(text: str) -> None:
    for exercise in EXERCISES:
        grade = exercise.grade(text)
        assert not grade.correct
        assert grade.message.endswith(".")
        assert "\n" not in grade.message
        assert len(str(grade)) < 600


_PIECES = st.sampled_from(
    ["A", "B", "c", "x", "3", "-2", "1/2", "inf", "∞", "<=", "≥", "<", ":", ";", ",", "(", "]", "=", " ", "and"]
)


@settings(max_examples=300)
@given(text=st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=12).map(" ".join)))
def test_any_answer_is_graded(text: str) -> None:
    for exercise in EXERCISES:
        grade = exercise.grade(text)
        assert grade.message
        assert not (grade.correct and not grade.understood)


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("x <= 3", Interval(high=3, high_closed=True)),
        ("x ≤ 3", Interval(high=3, high_closed=True)),
        ("3 >= x", Interval(high=3, high_closed=True)),
        ("x=<3", Interval(high=3, high_closed=True)),
        ("x < 3.", Interval(high=3)),
        ("x >= −2", Interval(low=-2, low_closed=True)),
        ("x>4", Interval(low=4)),
        ("2 <= x < 5", Interval(2, 5, True, False)),
        ("5 > x >= 2", Interval(2, 5, True, False)),
        ("x >= 2 and x < 5", Interval(2, 5, True, False)),
        ("x >= 2, x < 5", Interval(2, 5, True, False)),
        ("(−∞, 3]", Interval(high=3, high_closed=True)),
        ("]-inf; 3]", Interval(high=3, high_closed=True)),
        ("x ∈ [2, 5)", Interval(2, 5, True, False)),
        ("x in (1/2, 2.5]", Interval(Fraction(1, 2), Fraction(5, 2), False, True)),
        ("[3, infinity)", Interval(low=3, low_closed=True)),
        ("X = 3", Interval(3, 3, True, True)),
        ("all x", Interval()),
        ("never", Interval(inf, -inf)),
    ],
)
def test_spellings_of_intervals(text: str, interval: Interval) -> None:
    assert parse_interval(normalise(text)) == interval


@pytest.mark.parametrize(
    "text", ["3", "x", "x < y", "x < x", "1 < 2", "x <> 3", "(3 5)", "x < 3,5", "2 < 3 < x", "y > 2"]
)
def test_invalid_intervals_are_refused(text: str) -> None:
    with pytest.raises(UnreadableAnswer):
        parse_interval(normalise(text))


@given(
    low=st.integers(-5, 5),
    width=st.integers(1, 5),
    ends=st.tuples(st.booleans(), st.booleans()),
    open_side=st.sampled_from(["none", "low", "high"]),
)
def test_intervals_read_back(low: int, width: int, ends: tuple[bool, bool], open_side: str) -> None:
    first: Number = -inf if open_side == "low" else low
    last: Number = inf if open_side == "high" else low + width
    interval = Interval(first, last, ends[0] and first != -inf, ends[1] and last != inf)
    assert parse_interval(normalise(str(interval))) == interval
    values: list[Number] = [*range(-6, 12)]
    assert runs(values, [x in interval for x in probes(values)]) == [interval]


@pytest.mark.parametrize("text", ["2, inf", "(2, ∞)", "alpha = 2, beta = infinity", "α=2; β=+∞", "2 inf", "[2, INF]"])
def test_spellings_of_windows(text: str) -> None:
    assert read_window(normalise(text)) == (2, inf)


@pytest.mark.parametrize(
    ("text", "number"), [("3", 3), ("-0.50", Fraction(-1, 2)), ("10 / 4", Fraction(5, 2)), ("-inf", -inf)]
)
def test_numbers(text: str, number: Number) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("minimax_value", "3", "Write the value and the move"),
        ("leaves_evaluated", "3 12 8", "'3' is not a node of this tree"),
        ("window", "two", "write alpha and beta, as in: 2, inf"),
        ("cut_interval", "three", "write one as in: x <= 3"),
        ("child_order", "C B", "is not an order; write a node and then its children, as in: "),
        ("child_order", "A: B", "must name each of its children"),
        ("deepening_order", "A: B Q", "must name each of its children"),
        ("expectimax_values", "A = 1", "The value of B is missing"),
    ],
)
def test_an_answer_not_understood_says_how_to_write_it(kind: str, text: str, said: str) -> None:
    grade = make(kind, 2).grade(text)
    assert not grade.understood
    assert said in grade.message


def test_the_longest_answers_are_read() -> None:
    assert normalise("7".ljust(2000)) == "7"
    with pytest.raises(UnreadableAnswer, match="at most 2,000 characters, and this one has 2,001"):
        normalise("7".ljust(2001))


def test_a_quoted_part_of_an_answer_is_short() -> None:
    assert quote("x" * 20) == f"'{'x' * 20}'"
    assert quote("x" * 21) == f"'{'x' * 20}…'"
