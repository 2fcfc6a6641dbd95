"""The checks before play: each condition of the language, with the place of the violation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.gdl.random_sheets import sheets
from zermelo.games.gdl.checks import check, find_mistakes, load_rules
from zermelo.games.gdl.dependencies import Dependencies
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.mistakes import MOST_MISTAKES, RuleSheetError
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.gdl.terms import Rule, RuleSheet

GAME = (
    "(role x) (init on) (legal x press) (<= (next off) (does x press)) "
    "(<= terminal (true off)) (<= (goal x 100) (true off)) (<= (goal x 0) (true on))\n"
)
"""A complete game on the first line, to which a test adds a second."""


def found(line: str) -> list[str]:
    """What is found in the second line."""
    return [f"{'warning: ' if mistake.warning else ''}{mistake}" for mistake in find_mistakes(GAME + line)]


@pytest.mark.parametrize("name", sheet_names())
def test_own_sheets_are_without_mistakes(name: str) -> None:
    assert find_mistakes(sheet_text(name)) == ()


def test_a_game_without_mistakes() -> None:
    assert found("") == []
    assert load_rules(GAME).roles() == ("x",)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # Safety: each variable of a head, a negated literal or distinct is in a positive literal.
        ("(p ?x)", "column 1: the variable ?x cannot stand in a fact, in the rule for (p ?x)"),
        (
            "(<= (p ?x ?y) (q ?x)) (q 1)",
            "column 5: the variable ?y of the head is in no positive literal of the body, in the rule for (p ?x ?y)",
        ),
        (
            "(<= p (q ?x) (not (q ?y))) (q 1)",
            "column 14: the variable ?y of (not (q ?y)) is in no positive literal, in the rule for p",
        ),
        (
            "(<= p (q ?x) (distinct ?x ?y)) (q 1)",
            "column 14: the variable ?y of (distinct ?x ?y) is in no positive literal, in the rule for p",
        ),
        (
            "(<= (p ?x) (or (q ?x) (q 1))) (q 1)",
            "column 5: the variable ?x of the head is in no positive literal of the body, in the rule for (p ?x)",
        ),
        ("(<= p (or (and (q ?x) (not (r ?x))) (q 1))) (q 1) (r 1)", None),
        (
            "(<= p (or (q ?x) (and (q 1) (not (r ?x))))) (q 1) (r 1)",
            "column 29: the variable ?x of (not (r ?x)) is in no positive literal, in the rule for p",
        ),
        # Stratification.
        ("(<= p (not p))", "column 7: p depends on its own negation: p -> not p, in the rule for p"),
        (
            "(<= p q (not r)) (<= q r) (<= r s) (<= s q)",
            None,
        ),
        (
            "(<= p (r ?x) (not q)) (<= q s) (<= s p) (r 1)",
            "column 14: p depends on its own negation: p -> not q -> s -> p, in the rule for p",
        ),
        # Recursion: facts that grow for ever are refused; a cycle that builds no terms has a meaning.
        (
            "(n 0) (<= (n (s ?x)) (n ?x))",
            "column 22: ?x of the recursive (n ?x) must be in the head or in a literal that is not recursive, "
            "in the rule for (n (s ?x))",
        ),
        (
            "(n 0) (<= (n (s ?x)) (m ?x)) (<= (m ?x) (n ?x))",
            "column 22: ?x of the recursive (m ?x) must be in the head or in a literal that is not recursive, "
            "in the rule for (n (s ?x))",
        ),
        ("(n 0) (d 1) (<= (n (s ?x)) (n ?x) (d ?x))", None),
        ("(n 0 1) (<= (n ?x ?z) (n ?x ?y) (s ?y ?z)) (s 1 2)", None),
        # Arities.
        ("(p 1) (p 1 2)", "column 7: the relation p has 2 arguments here, but 1 at line 2, in the rule for (p 1 2)"),
        (
            "(p (f 1)) (<= q (p (f 1 2)))",
            "column 17: the function f has 2 arguments here, but 1 at line 2, in the rule for q",
        ),
        ("(role x y)", "column 1: (role x y) is not of the form (role the player), in the rule for (role x y)"),
        ("(<= q (true on 1))", "column 7: (true on 1) is not of the form (true the fact), in the rule for q"),
        ("(<= (terminal 1) (true on))", "column 5: (terminal 1) is not of the form terminal, in the rule for (terminal 1)"),
        ("(<= q (does press))", "column 7: (does press) is not of the form (does the player the move), in the rule for q"),
        ("(p (true on))", "column 1: the keyword true cannot be used inside (p (true on)), in the rule for (p (true on))"),
        # Keywords.
        ("(<= (role y) (true on))",
         "column 5: a role is a fact like (role white), without variables and without conditions, in the rule for (role y)"),
        ("(role (f 1))",
         "column 1: a role is a fact like (role white), without variables and without conditions, in the rule for (role (f 1))"),
        ("(<= (true p) (true on))", "column 5: true stands in bodies only, not in the head (true p)"),
        ("(does x press)", "column 1: does stands in bodies only, not in the head (does x press)"),
        ("(<= p (init on))", "column 7: init stands in heads only, not in a body, in the rule for p"),
        ("(<= p (next off))", "column 7: next stands in heads only, not in a body, in the rule for p"),
        ("(<= (init p) (q 1)) (<= (q ?x) (true ?x))",
         "column 14: init depends on true through q, but must not, in the rule for (init p)"),
        ("(<= (base p) (does x press))", "column 14: base depends on does, but must not, in the rule for (base p)"),
        ("(<= (legal x p) q) (<= q r) (<= r (does x press))",
         "column 17: legal depends on does through q, r, but must not, in the rule for (legal x p)"),
        ("(<= terminal (does x press))", "column 14: terminal depends on does, but must not, in the rule for terminal"),
        ("(<= (goal x 50) (does x press))", "column 17: goal depends on does, but must not, in the rule for (goal x 50)"),
        ("(goal x 101)", "column 1: a goal is a whole number from 0 to 100, not 101, in the rule for (goal x 101)"),
        ("(goal x -1)", "column 1: a goal is a whole number from 0 to 100, not -1, in the rule for (goal x -1)"),
        ("(goal x (f 1))", "column 1: a goal is a whole number from 0 to 100, not (f 1), in the rule for (goal x (f 1))"),
        ("(goal x ٣)", "column 1: a goal is a whole number from 0 to 100, not ٣, in the rule for (goal x ٣)"),
        ("(role y)", None),
    ],
)  # fmt: skip
def test_errors(line: str, expected: str | None) -> None:
    errors = [sentence for sentence in found(line) if not sentence.startswith("warning")]
    if line == "(role y)":
        assert errors == ["line 1, column 1: no rule gives the role y a legal move"]
    elif expected is None:
        assert errors == []
        load_rules(GAME + line)
    else:
        assert f"line 2, {expected}" in errors
        with pytest.raises(RuleSheetError):
            load_rules(GAME + line)


PENNIES = """(role even) (role odd) (role random)
(init toss) (legal random nothing)
(<= (legal ?p (show ?side)) (role ?p) (distinct ?p random) (side ?side)) (side heads) (side tails)
(<= (next over) (does ?p ?m))
(<= (sees odd ?m) (does odd ?m))
(<= terminal (true over)) (goal even 50) (goal odd 50)"""
"""Matching pennies as GDL-II has it: neither player sees the other's coin."""


def test_hidden_information_and_chance_are_refused() -> None:
    assert [str(mistake) for mistake in find_mistakes(PENNIES) if not mistake.warning] == [
        "line 1, column 24: the role random moves by chance, and rule sheets with chance are not played yet",
        "line 5, column 5: sees gives roles hidden information, and rule sheets with it are not played yet",
    ]
    with pytest.raises(RuleSheetError, match="line 1, column 24: the role random moves by chance"):
        make_game(PENNIES)
    hidden = PENNIES.replace("(role random)", "").replace("(legal random nothing)", "")
    with pytest.raises(RuleSheetError, match="line 5, column 5: sees gives roles hidden information"):
        make_game(hidden)


@pytest.mark.parametrize(
    "line",
    [
        "(<= (sees ?x) (true ?x))",
        "(sees guard on) (<= p (sees guard on))",
        "(<= (sees ?x ?y) (true ?x) (true ?y)) (<= p (sees ?x ?x))",
        "(init (sees x off)) (piece random) (<= (next random) (true random))",
    ],
)
def test_sees_and_random_may_be_ordinary_words(line: str) -> None:
    assert not [sentence for sentence in found(line) if not sentence.startswith("warning")]
    load_rules(GAME + line)


@pytest.mark.parametrize("line", ["(<= (SEES x ?m) (does x ?m))", "(<= (sees ?p ?m) (does ?p ?m))", "(role RANDOM)"])
def test_gdl_ii_in_any_case(line: str) -> None:
    assert any("not played yet" in sentence for sentence in found(line))


def test_a_role_with_a_variable() -> None:
    assert found("(role ?x)") == [
        "line 2, column 1: a role is a fact like (role white), without variables and without conditions, "
        "in the rule for (role ?x)",
        "line 2, column 1: the variable ?x cannot stand in a fact, in the rule for (role ?x)",
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("(<= p (edge ?x ?y)) (edges 1 2)", "column 7: no rule or fact defines edge: did you mean edges?"),
        ("(<= p (true onn))", "column 7: no init or next makes onn true"),
        ("(<= p (does y press))", "column 7: y is not a role"),
        ("(goal o 50)", "column 1: o is not a role"),
        (
            "(<= (p ?x ?z) (p ?x ?y) (p ?y ?z)) (p 1 2)",
            "column 15: ?y of the recursive (p ?x ?y) must be in the head or",
        ),
        ("(<= q (base on)) (base on)", "column 7: base stands in heads only by the specification, in the rule for q"),
        ("(cell 1) (<= p (true (cell 1)))", "column 1: cell names a relation here and a function elsewhere"),
        ("(inCell a) (<= p (incell a))", "column 18: incell and inCell are different names"),
    ],
)
def test_warnings(line: str, expected: str) -> None:
    assert any(sentence.startswith(f"warning: line 2, {expected}") for sentence in found(line))
    load_rules(GAME + line)


def test_what_a_game_needs() -> None:
    assert list(map(str, find_mistakes(""))) == [
        "line 1, column 1: the game has no goal rule",
        "line 1, column 1: the game has no legal rule",
        "line 1, column 1: the game has no role: write a fact like (role white)",
        "line 1, column 1: the game has no terminal rule",
    ]
    assert any("no goal rule" in str(mistake) for mistake in find_mistakes("(role x)"))
    (mistake,) = find_mistakes(GAME + "(role y) (legal y wait)")
    assert mistake.warning
    assert mistake.sentence == "no rule gives the role y a goal"


def test_mistakes_of_syntax_hide_others() -> None:
    assert found("(p ?x") == ["line 2, column 1: the fact (p ?x is not closed"]


def test_mistakes_are_limited() -> None:
    assert len(find_mistakes("(p ?x)\n" * 1000)) == MOST_MISTAKES


def test_large_graphs() -> None:
    """Long chains and cycles need no recursion and no quadratic time."""
    links = 20_000
    chain = RuleSheet(tuple(Rule(f"p{i}", read_rules(f"(<= q p{i + 1})").rules[0].body) for i in range(links)))
    graph = Dependencies(chain)
    assert graph.components[0] == (f"p{links}",)
    assert len(graph.components) == links + 1
    assert graph.dependants({f"p{links}"}) == {f"p{i}" for i in range(links + 1)}
    cycle = RuleSheet((*chain.rules, *read_rules(f"(<= p{links} (not p0))").rules))
    assert len(Dependencies(cycle).components) == 1
    assert any("depends on its own negation" in mistake.sentence for mistake in check(cycle))


@given(sheets())
def test_checks_answer_every_sheet(sheet: RuleSheet) -> None:
    text = "\n".join(map(str, sheet.rules))
    assert find_mistakes(text) == tuple(sorted(find_mistakes(text)))


@given(st.integers(2, 7), st.data())
def test_components_against_reachability(size: int, data: st.DataObject) -> None:
    """Relations are in one component exactly if each is reachable from the other."""
    names = [f"p{i}" for i in range(size)]
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=14))
    graph = Dependencies(read_rules("\n".join(f"(<= {head} {body})" for head, body in pairs)))
    closure = set(pairs)
    while new := {(a, d) for a, b in closure for c, d in closure if b == c} - closure:
        closure |= new
    for a in graph.edges:
        assert graph.is_recursive(a) == ((a, a) in closure)
        assert graph.reachable({a}) == {a} | {b for c, b in closure if c == a}
        assert graph.dependants({a}) == {a} | {b for b, c in closure if c == a}
        for b in graph.edges:
            together = a == b or ((a, b) in closure and (b, a) in closure)
            assert (graph.component[a] == graph.component[b]) == together
            if (a, b) in closure:
                assert graph.component[b] <= graph.component[a]
                path = graph.path(a, {b})
                assert path is not None
                assert path[-1].target == b
            else:
                assert graph.path(a, {b}) is None
