"""The interpreter of the core against the reference interpreter, its searches, and rules that nothing can play."""

from __future__ import annotations

import random
import re

import pytest

from tests.long import LONG
from zermelo._core import InterpretedState, SearchOutcome, SearchRequest, SearchTree, Table
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.interpreted import interpret
from zermelo.games.gdl.interpreter import Interpreter
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.gdl.terms import format_term, order_key
from zermelo.state import ZermeloError


def check_play(name: str, text: str, steps: int) -> None:
    """Play at random by both interpreters, and compare all they say."""
    sheet = load_rules(text)
    reference, rules = Interpreter(sheet), interpret(sheet)
    assert tuple(rules.roles) == reference.roles
    chooser = random.Random(name)
    facts, state = reference.initial, rules.start()
    for _ in range(steps):
        assert state.facts() == [format_term(fact) for fact in sorted(facts, key=order_key)]
        again = rules.state(state.facts()[::-1])
        assert (again, hash(again), again.key()) == (state, hash(state), state.key())
        legal = [reference.legal(facts, role) for role in reference.roles]
        assert [state.legal(at) for at in range(len(legal))] == [
            [format_term(move) for move in moves] for moves in legal
        ]
        assert state.terminal == reference.terminal(facts)
        if state.terminal:
            assert state.goals() == [reference.goal(facts, role) for role in reference.roles]
        if state.terminal or not all(legal):
            facts, state = reference.initial, rules.start()
            continue
        joint = [chooser.choice(moves) for moves in legal]
        facts, state = reference.next(facts, joint), state.play_joint([format_term(move) for move in joint])


@pytest.mark.parametrize("name", sheet_names())
def test_shipped_sheets(name: str) -> None:
    check_play(name, sheet_text(name), 30 * LONG)


def random_rules(chooser: random.Random) -> str:
    """Return a sheet with random relations over facts, moves and each other: recursive, negated, with terms inside terms."""
    constants, variables = ["1", "2", "3"], ["?x", "?y", "?z"]
    derived = ["p", "q", "s", "t"]
    lines = [
        "(role r) (role o) (<= (legal ?r noop) (role ?r)) (<= (legal r (m ?x)) (s ?x ?y)) (<= (legal o (m ?x)) (q ?x ?x))",
        "(<= (next (f ?x ?y)) (t ?x ?y)) (<= (next (f ?x 1)) (does ?r (m ?x)) (not (t ?x ?x)))",
        "(<= (next (g (h ?x) ?y)) (true (f ?x ?y))) (<= terminal (p 3 3)) (<= (goal ?r 50) (role ?r))",
    ]
    for name in ("e", "(init (f", "(init (g (h"):
        for _ in range(chooser.randint(1, 4)):
            one, other = chooser.choice(constants), chooser.choice(constants)
            lines.append(
                {"e": f"(e {one} {other})", "(init (f": f"(init (f {one} {other}))"}.get(
                    name, f"(init (g (h {one}) {other}))"
                )
            )

    def literal(level: int, terms: list[str]) -> str:
        one, other = chooser.choice(terms), chooser.choice(terms)
        relation = chooser.choice(["f", "g", "e", "e", *derived[: level + 1]])
        return {"f": f"(true (f {one} {other}))", "g": f"(true (g (h {one}) {other}))"}.get(
            relation, f"({relation} {one} {other})"
        )

    for level, name in enumerate(derived):
        for _ in range(chooser.randint(1, 3)):
            body = [literal(level, variables + constants[:1]) for _ in range(chooser.randint(1, 3))]
            bound = [variable for variable in variables if any(variable in part for part in body)] or ["1"]
            if level and chooser.random() < 0.5:
                body.append(f"(not {literal(level - 1, bound + constants)})")
            if chooser.random() < 0.3:
                body.append(f"(distinct {chooser.choice(bound)} {chooser.choice(constants)})")
            if name == "t" and chooser.random() < 0.5:
                body.append("(does r (m ?w))" if chooser.random() < 0.5 else f"(not (does o (m {bound[0]})))")
            chooser.shuffle(body)
            lines.append(f"(<= ({name} {chooser.choice(bound)} {chooser.choice(bound + constants)}) {' '.join(body)})")
    return "\n".join(lines)


def test_random_rules() -> None:
    for seed in range(150 * LONG):
        text = random_rules(random.Random(seed))
        check_play(str(seed), text, 6)


def run(state: InterpretedState, **options: int) -> SearchOutcome:
    request = SearchRequest()
    for option, value in options.items():
        setattr(request, option, value)
    return state.alpha_beta(Table(4), request, None, [], None, None)


def test_searches() -> None:
    state = interpret(load_rules(sheet_text("tic_tac_toe"))).start()
    assert (state.player, len(state.moves())) == (0, 9)
    assert [state.perft(depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    outcome = run(state, depth=9)
    assert (outcome.proven, outcome.moves[0].worth) == (True, 0)
    for move in ("(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 3 3)"):
        state = state.play(move)
    request = SearchRequest()
    request.nodes = 500
    assert (
        state.mcts(SearchTree(16), request, None, None, None).moves[0].line[0] == run(state, depth=5).moves[0].line[0]
    )
    with pytest.raises(ValueError, match=r"\(mark 1 1\) is not a legal move here"):
        state.play("(mark 1 1)")
    three = interpret(load_rules(sheet_text("tic_tac_toe_three")))
    assert (three.zero_sum, three.turns) == (False, True)
    found = three.start().mcts(SearchTree(16), request, None, None, None)
    assert len(found.moves[0].worth) == 3
    request.threads, request.selection = 2, "puct"
    assert len(three.start().mcts(SearchTree(16), request, None, None, None).moves[0].worth) == 3
    for partners in range(1, 7):  # as bits: three roles are two sides
        outcome = run(three.start(), depth=5, partners=partners)
        assert (outcome.depth, outcome.moves[0].worth) == (5, 0)
        assert set(outcome.moves[0].line[:1]) <= set(three.start().moves())


def test_playouts() -> None:
    # With one cell left, each of X and O has one way to go on.
    text = "(mark 1 1) (mark 1 2) (mark 1 3) (mark 2 2) (mark 2 1) (mark 2 3) (mark 3 2) (mark 3 1)"
    state = interpret(load_rules(sheet_text("tic_tac_toe"))).start()
    for move in re.findall(r"\(.*?\)", text):
        state = state.play(move)
    assert state.playouts(10, 1, 100) == (state.play("(mark 3 3)").goals(), 10)
    means, games = state.playouts(5, 1, 0)
    assert (list(means), games) == ([0, 0], 0)


HEAD = "(role r) (init z) (<= (goal r 0) (true z)) (<= terminal (true end))"
DIGITS = " ".join(f"(d {digit})" for digit in range(32))
SIX = "(d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g)"


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("(<= (n ?x) (true ?x)) (<= (n (s ?x)) (n ?x)) (<= (legal r ?x) (n ?x))", "nested more than 500 levels deep"),
        (f"{DIGITS} (<= (legal r (m ?a ?b ?c ?e ?f ?g)) (true z) {SIX})", "the rules for legal make too many facts"),
        (
            f"{DIGITS} (<= (legal r m) (true z) {SIX} (true (m ?a ?b ?c ?e ?f ?g)))",
            "r has no legal move in the state z",
        ),
        (f"{DIGITS} (<= (legal r m) (true z) {SIX} (not (true z)))", "r has no legal move in the state z"),
    ],
)
def test_hostile_rules_end_in_one_sentence(rules: str, sentence: str) -> None:
    interpreted = interpret(read_rules(f"{HEAD} {rules}"), 60)
    assert sentence in interpreted.problem
    state = interpreted.start()
    for question in (state.moves, lambda: state.perft(3), lambda: state.play("m"), lambda: run(state, depth=3)):
        with pytest.raises(ValueError, match=re.escape(sentence)):
            question()


def test_time_is_limited() -> None:
    # Thirteen pigeons in twelve holes: none of 10^13 ways to place them is right.
    pigeons = [f"?{letter}" for letter in "abcdefghijklm"]
    holes = " ".join(f"(h {hole})" for hole in range(12))
    places = " ".join(f"(h {pigeon})" for pigeon in pigeons)
    distinct = " ".join(f"(distinct {one} {other})" for at, one in enumerate(pigeons) for other in pigeons[:at])
    rules = interpret(read_rules(f"{HEAD} {holes} (<= (legal r m) (true z) {places} {distinct})"), 0.05)
    assert rules.problem == "the rules for legal take too long in one state"


def test_rules_that_cannot_start() -> None:
    with pytest.raises(ZermeloError, match="the rules for init make too many facts"):
        interpret(read_rules(f"{HEAD} {DIGITS} (<= (init (m ?a ?b ?c ?e ?f ?g)) {SIX})"))
    with pytest.raises(ZermeloError, match="the rules name no role"):
        interpret(read_rules("(init z)"))


def test_joint_moves_are_checked() -> None:
    state = interpret(load_rules(sheet_text("rock_paper_scissors"))).start()
    with pytest.raises(ValueError, match="2 roles, and 1 moves were given"):
        state.play_joint(["rock"])
    with pytest.raises(ValueError, match="is not a legal move of"):
        state.play_joint(["rock", "well"])
    with pytest.raises(ValueError, match="more than one role has a choice"):
        state.moves()
    with pytest.raises(IndexError):
        state.legal(2)
