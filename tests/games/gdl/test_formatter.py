"""The formatter: the rules stay the same, comments are kept, and formatting twice is formatting once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.gdl.random_sheets import sheets
from zermelo.games.gdl.formatter import WIDTH, comments_inside, format_rules
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.gdl.terms import RuleSheet


@pytest.mark.parametrize("name", sheet_names())
def test_own_sheets_are_formatted(name: str) -> None:
    text = sheet_text(name)
    assert format_rules(read_rules(text)) == text
    assert text.startswith("; ")
    assert max(map(len, text.splitlines())) <= WIDTH


def test_layout() -> None:
    text = """
;;;; one
(role   x)(role o) (p
1); two


;three
(<= (p 2)    q)(<= r (p 1);; four
   q) ; five
"""
    sheet = read_rules(text)
    assert format_rules(sheet) == (
        ";;;; one\n(role x) (role o) (p 1) ; two\n\n; three\n(<= (p 2) q)\n;; four\n(<= r\n    (p 1)\n    q) ; five\n"
    )
    assert [comment.text for comments in comments_inside(sheet).values() for comment in comments] == [";; four"]


def test_long_lines_are_broken() -> None:
    facts = "(succ 0 1) " * 20
    assert all(len(line) <= WIDTH for line in format_rules(read_rules(facts)).splitlines())
    long = "(a_long_relation ?with ?many ?arguments)"
    rule = f"(<= p (or {long} (and {long} q) (or {long} {long} {long})))"
    assert format_rules(read_rules(rule)) == (
        f"(<= p\n    (or {long}\n        (and {long} q)\n        (or {long}\n            {long}\n            {long})))\n"
    )


@given(sheets(), st.data())
def test_round_trip(sheet: RuleSheet, data: st.DataObject) -> None:
    """Rules written with random spaces, line breaks and comments between their tokens are the same after formatting."""
    gaps = st.sampled_from([" ", "  ", "\n", "\n\n\n", " ; c\n", ";c\n ;; d e\n\n", "\t"])
    tokens = " ".join(map(str, sheet.rules)).replace("(", " ( ").replace(")", " ) ").split()
    text = "".join(token + data.draw(gaps) for token in tokens)
    first = read_rules(text)
    assert first.rules == sheet.rules
    formatted = format_rules(first)
    second = read_rules(formatted)
    assert second.rules == first.rules
    assert len(second.comments) == len(first.comments)
    assert format_rules(second) == formatted
