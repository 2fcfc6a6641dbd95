"""The reference interpreter: its model against the alternating fixpoint, and what it refuses."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.games.gdl import bottom_up
from zermelo.games.gdl.checks import find_mistakes, load_rules
from zermelo.games.gdl.interpreter import Interpreter
from zermelo.games.gdl.mistakes import RuleSheetError
from zermelo.games.gdl.reader import MOST_LITERALS, read_rules
from zermelo.games.gdl.terms import Literal, Rule, RuleSheet, Term, Variable, arguments, relation, variables
from zermelo.state import ZermeloError

GAME = "(role x) (init on) (legal x press) (<= terminal (true off)) (goal x 100)\n"
CONSTANTS = ("a", "b", "c")
RELATIONS = ("p", "q", "r", "s")


def substituted(term: Term, binding: dict[Variable, str]) -> Term:
    if isinstance(term, Variable):
        return binding[term]
    return term if isinstance(term, str) else tuple(substituted(part, binding) for part in term)


def ground_rules(sheet: RuleSheet) -> list[tuple[Term, list[Term], list[Term]]]:
    """Every instance of every rule over the constants: head, positive atoms, negated atoms."""
    found = []
    for rule in sheet.plain_rules():
        literals = list(rule.literals())
        names = sorted({name for atom in [rule.head, *(part.atom for part in literals)] for name in variables(atom)})
        for values in product(CONSTANTS, repeat=len(names)):
            binding = dict(zip(names, values, strict=True))
            body = [(substituted(part.atom, binding), part.negated) for part in literals]
            if all(arguments(atom)[0] != arguments(atom)[1] for atom, _ in body if relation(atom) == "distinct"):
                positive = [atom for atom, negated in body if not negated and relation(atom) != "distinct"]
                found.append((substituted(rule.head, binding), positive, [atom for atom, negated in body if negated]))
    return found


def well_founded(rules: list[tuple[Term, list[Term], list[Term]]]) -> set[Term]:
    """The true atoms by the alternating fixpoint (Van Gelder 1989), which for stratified rules is their standard model."""

    def consequences(assumed: set[Term]) -> set[Term]:
        model = set[Term]()
        while new := {
            head
            for head, positive, negated in rules
            if model.issuperset(positive) and assumed.isdisjoint(negated) and head not in model
        }:
            model |= new
        return model

    true = set[Term]()
    while (more := consequences(consequences(true))) != true:
        true = more
    return true


def _term(text: str) -> Term:
    return Variable(text) if text[0] == "?" else text


unary = st.builds(
    lambda name, part: (name, part),
    st.sampled_from(RELATIONS),
    st.sampled_from([*CONSTANTS, Variable("?x"), Variable("?y"), Variable("?z")]),
)
binary = st.builds(
    lambda name, left, right: (name, left, right),
    st.sampled_from(["e", "f"]),
    st.sampled_from([*CONSTANTS, Variable("?x"), Variable("?y")]),
    st.sampled_from([*CONSTANTS, Variable("?y"), Variable("?z")]),
)
different = st.sampled_from(["?y", "a"]).map(lambda text: Literal(("distinct", Variable("?x"), _term(text))))
random_rules = st.lists(
    st.builds(
        Rule,
        unary | binary,
        st.lists(st.builds(Literal, unary | binary, st.booleans()) | different, max_size=3).map(tuple),
    ),
    min_size=3,
    max_size=9,
)


@given(random_rules)
def test_the_model_against_the_alternating_fixpoint(rules: list[Rule]) -> None:
    shown = "".join(f"(<= (legal x (is {name} ?x)) ({name} ?x)) " for name in RELATIONS)
    pairs = "".join(f"(<= (legal x (pair {name} ?x ?y)) ({name} ?x ?y)) " for name in ("e", "f"))
    text = GAME + shown + pairs + " ".join(f"(domain {name})" for name in CONSTANTS)
    for rule in rules:
        names = sorted(
            {name for atom in [rule.head, *(part.atom for part in rule.literals())] for name in variables(atom)}
        )
        safe = Rule(rule.head, (*rule.body, *(Literal(("domain", name)) for name in names)))
        if not any("negation" in mistake.sentence for mistake in find_mistakes(f"{text}\n{safe}")):
            text += f"\n{safe}"
    game = Interpreter(load_rules(text))
    moves = {move[1:] for move in game.legal(game.initial, "x") if isinstance(move, tuple)}
    model = {atom for atom in well_founded(ground_rules(read_rules(text))) if relation(atom) in {*RELATIONS, "e", "f"}}
    assert moves == model


def test_facts_beside_rules_of_the_state() -> None:
    """A relation that has facts and depends on the state keeps nothing of an earlier state."""
    game = Interpreter(
        load_rules(
            "(role x) (init (n 0)) (succ 0 1) (succ 1 2) (legal x wait) (<= (legal x go) (true (n 0)))"
            "(<= (next (n ?b)) (does x go) (true (n ?a)) (succ ?a ?b)) (<= (next (n ?a)) (does x wait) (true (n ?a)))"
            "(<= terminal (true (n 1))) (<= (goal x 0) (true (n 0))) (<= (goal x 100) (true (n 1)))"
        )
    )
    later = game.next(game.initial, ["go"])
    assert game.next(game.initial, ["wait"]) == game.initial
    assert (game.legal(game.initial, "x"), game.legal(later, "x")) == (("go", "wait"), ("wait",))
    assert (game.terminal(game.initial), game.terminal(later)) == (False, True)
    assert (game.goal(game.initial, "x"), game.goal(later, "x")) == (0, 100)
    assert game.legal(game.initial, "x") == ("go", "wait")


def test_moves_are_ordered_as_people_expect() -> None:
    game = Interpreter(load_rules(GAME + "(legal x 10) (legal x 9) (legal x (go 10)) (legal x (go 2)) (legal x a)"))
    assert game.legal(game.initial, "x") == ("9", "10", "a", "press", ("go", "2"), ("go", "10"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("(goal x 0)", "x has 0 and 100 as its goal, but needs exactly one value"),
        ("(v 300) (<= (goal y ?v) (v ?v)) (role y) (legal y a)", "the goal of y is 300, but must be a whole number"),
        ("(role y) (legal y a)", "y has none as its goal"),
    ],
)
def test_goals_that_cannot_be(line: str, sentence: str) -> None:
    game = Interpreter(load_rules(GAME + line))
    with pytest.raises(ZermeloError, match=sentence):
        game.goal(game.initial, game.roles[-1])


def test_terms_that_grow_for_ever() -> None:
    game = Interpreter(load_rules(GAME + "(<= (next (s ?x)) (true ?x))"))
    state = game.initial
    for _ in range(99):
        state = game.next(state, ["press"])
    with pytest.raises(ZermeloError, match="the rules for next build a term of more than 1,000 symbols"):
        game.next(state, ["press"])
    doubling = " ".join(f"(<= (p{n + 1} (f ?x ?x)) (p{n} ?x))" for n in range(60))
    with pytest.raises(ZermeloError, match="the rules for p9 build a term of more than 1,000 symbols"):
        Interpreter(load_rules(GAME + f"(p0 a) {doubling}"))


def test_long_bodies_and_chains() -> None:
    body = " ".join(f"(d ?{index})" for index in range(MOST_LITERALS))
    game = Interpreter(load_rules(GAME + f"(d 1) (<= (legal x long) {body}) (<= q {'(not r) ' * MOST_LITERALS})"))
    assert game.legal(game.initial, "x") == ("long", "press")
    with pytest.raises(RuleSheetError, match="a rule has at most 500 literals"):
        load_rules(GAME + f"(<= q {'(d 1) ' * (MOST_LITERALS + 1)})")


def test_cross_products_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bottom_up, "MOST_STEPS", 10_000)
    digits = " ".join(f"(d {digit})" for digit in range(10))
    body = " ".join(f"(d ?{letter})" for letter in "abcdefgh")
    with pytest.raises(ZermeloError, match="the rules for p need more than 10,000 steps in one state"):
        Interpreter(load_rules(GAME + f"{digits} (<= (p ?a ?b ?c ?d ?e ?f ?g ?h) {body})"))
    Interpreter(load_rules(GAME + f"{digits} (<= p {body})"))
