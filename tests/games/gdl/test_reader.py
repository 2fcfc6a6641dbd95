"""The reader of rule sheets: every mistake with its place, and nothing but its own error for any input."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.gdl import reader
from zermelo.games.gdl.checks import find_mistakes
from zermelo.games.gdl.mistakes import MOST_MISTAKES, Mistake, RuleSheetError
from zermelo.games.gdl.reader import decode_rules, load_text, parse_term, read_rules, read_with_mistakes
from zermelo.games.gdl.terms import Literal, Or, Rule, Span, Variable
from zermelo.state import ZermeloError


def sentences(text: str) -> list[str]:
    return [str(mistake) for mistake in read_with_mistakes(text)[1]]


def test_rules_facts_and_comments() -> None:
    sheet = read_rules(
        "; a game\n(role x)\n(<= (next (on ?n))\n    (true (on ?m)) ; so far\n    (not (does x off)) (succ ?m ?n))"
    )
    n, m = Variable("?n"), Variable("?m")
    body = (Literal(("true", ("on", m))), Literal(("does", "x", "off"), True), Literal(("succ", m, n)))
    assert sheet.rules == (Rule(("role", "x")), Rule(("next", ("on", n)), body))
    assert sheet.comments == (("; a game", 1, 1), ("; so far", 4, 20))
    assert sheet.rules[1].span == Span(3, 1, 5, 37)
    assert sheet.rules[1].head_span == Span(3, 5, 3, 19)
    assert [literal.span[:2] for literal in sheet.rules[1].literals()] == [(4, 5), (5, 5), (5, 24)]


def test_or_and_and() -> None:
    rule = read_rules("(<= p (or a (and b (or c d))) e (and f g))").rules[0]
    alternatives = [" ".join(map(str, body)) for body in rule.alternatives()]
    assert alternatives == ["a e f g", "b c e f g", "b d e f g"]
    assert rule.count_alternatives() == 3
    assert isinstance(rule.body[0], Or)
    assert str(rule) == "(<= p (or a (and b (or c d))) e f g)"


def test_case_is_kept_but_for_keywords() -> None:
    assert str(read_rules("(<= (NEXT (inCell ?X)) (Not (TRUE (inCell ?X))))").rules[0]) == (
        "(<= (next (inCell ?X)) (not (true (inCell ?X))))"
    )


def test_a_name_in_parentheses_is_the_name() -> None:
    assert read_rules("(<= (terminal) (open))").rules == read_rules("(<= terminal open)").rules
    assert str(read_rules("(open)").rules[0]) == "(open)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(<= )", "line 1, column 1: a rule needs a head after <=, in the rule for (<= )"),
        ("(<= a\n  (not b c))", "line 2, column 3: not takes one atom, not 2, in the rule for a"),
        ("(<= a (distinct b))", "line 1, column 7: distinct takes two terms, not 1, in the rule for a"),
        ("(<= a (or))", "line 1, column 7: or needs at least one alternative, in the rule for a"),
        (
            "(<= a (not (or b c)))",
            "line 1, column 7: not takes an atom, not (or ...): write a rule for what is negated, and negate its head, "
            "in the rule for a",
        ),
        ("(<= a ?b)", "line 1, column 7: a relation is expected, not the variable ?b, in the rule for a"),
        ("(<= (or a b) c)", "line 1, column 6: or cannot stand here, in the rule for (or a b)"),
        ("(a (b <= c))", "line 1, column 7: <= cannot stand here, in the fact (a (b <= c))"),
        ("()", "line 1, column 1: () is empty: a name is expected after the parenthesis, in the fact ()"),
        ("((a) b)", "line 1, column 2: a name is expected after the parenthesis, in the fact ((a) b)"),
        ("(?a b)", "line 1, column 2: a name is expected after the parenthesis, in the fact (?a b)"),
        ("(a ?)", "line 1, column 4: a variable needs a name after the question mark, in the fact (a ?)"),
        ("(a) b", "line 1, column 5: b stands outside parentheses"),
        ("(a))", "line 1, column 4: this closing parenthesis matches no opening one"),
        ("(a)\n (b", "line 2, column 2: the fact (b is not closed"),
        ("(a \x00)", "line 1, column 4: the character U+0000 is not allowed, in the fact (a  )"),
        ('(a "b")', 'line 1, column 4: the character " is not allowed, in the fact (a "b")'),
        ("(a \ud800)", "line 1, column 4: the character U+D800 is not allowed, in the fact (a  )"),
    ],
)
def test_one_mistake(text: str, expected: str) -> None:
    assert sentences(text) == [expected]
    with pytest.raises(RuleSheetError):
        read_rules(text)


def test_all_mistakes_are_found() -> None:
    text = "(role x)\n(<= (a ?x) (b ?)\n(<= (c) (not))\n(d ()) e\n(<= f (g"
    assert sentences(text) == [
        "line 2, column 1: the rule (<= (a ?x) (b ?) is not closed",
        "line 3, column 9: not takes one atom, not 0, in the rule for (c)",
        "line 4, column 4: () is empty: a name is expected after the parenthesis, in the fact (d ())",
        "line 4, column 8: e stands outside parentheses",
        "line 5, column 1: the rule (<= f (g is not closed",
    ]
    assert read_with_mistakes(text)[0].rules == (Rule(("role", "x")),), "what is right is read"
    with pytest.raises(RuleSheetError, match=r"is not closed \(and 4 more\)") as error:
        read_rules(text)
    assert error.value.mistakes[0] == Mistake(2, 1, 2, "the rule (<= (a ?x) (b ?) is not closed")


def test_hostile_texts_end_in_few_sentences() -> None:
    deep = 100_000
    for text in ("(" * deep, "(a " * deep + ")" * deep, "(<= a " + "(or b " * deep):
        (mistake,) = read_with_mistakes(text)[1]
        assert "nested more than 100 levels deep" in mistake.sentence
    assert len(read_with_mistakes(")" * deep)[1]) == MOST_MISTAKES
    assert len(read_with_mistakes("(a ?) " * deep)[1]) == MOST_MISTAKES
    assert len(read_with_mistakes("(<= a " * 1000)[1]) == MOST_MISTAKES
    (mistake,) = read_with_mistakes(f"(<= a {'(or b c) ' * 40})")[1]
    assert "the alternatives of or are too many" in mistake.sentence
    assert sentences("") == []


def test_a_huge_text_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    huge = "(a) " * 300_000
    assert sentences(huge) == ["line 1, column 1: a rule sheet has at most 1 MB, not 1,200,000 bytes"]
    with pytest.raises(ZermeloError, match="at most 1 MB"):
        decode_rules(huge.encode())
    file = tmp_path / "huge.kif"
    with file.open("wb") as hole:
        hole.truncate(10**11)  # no memory could hold it
    with pytest.raises(ZermeloError, match=r"huge.kif: more than 1 MB is too large"):
        load_text(file)
    monkeypatch.setattr(reader, "LARGEST_SHEET", 3)
    assert read_rules("(a)").rules
    with pytest.raises(RuleSheetError):
        read_rules("(a) ")


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bad.kif"
    file.write_bytes(b"(role x)\n(role \xff)")
    with pytest.raises(ZermeloError, match=r"bad.kif: line 2: byte 16 is not UTF-8 text"):
        load_text(file)
    with pytest.raises(ZermeloError, match=r"absent.kif cannot be read: No such file"):
        load_text(tmp_path / "absent.kif")
    with pytest.raises(ZermeloError, match="directory"):
        load_text(tmp_path)
    with pytest.raises(ZermeloError, match="null"):
        load_text("a\0b")


def test_terms() -> None:
    assert parse_term("( mark 1 ( f 2 ) )") == ("mark", "1", ("f", "2"))
    for bad in ("", "a b", "(a) (b)", "(<= a b)", "(a", "a) (b", "?x", "a ; b"):
        with pytest.raises(ZermeloError):
            parse_term(bad)


TOKENS = [
    "(",
    ")",
    "<=",
    "not",
    "or",
    "and",
    "distinct",
    "?x",
    "?",
    "role",
    "true",
    "goal",
    "a",
    "100",
    ";",
    "\n",
    " ",
    '"',
    "\0",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=40).map(" ".join) | st.text(max_size=60))
def test_no_text_raises_anything_but_the_error(text: str) -> None:
    with suppress(RuleSheetError):
        read_rules(text)
    for mistake in find_mistakes(text):
        assert mistake.line >= 1
        assert 1 <= mistake.column < mistake.end_column
        assert "\n" not in mistake.sentence
