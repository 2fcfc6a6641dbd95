"""Goals that depend on the negation of other goals have one meaning as long as no goal depends on its own negation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.long import LONG
from zermelo.games.gdl import Interpreter, RuleSheetError, find_mistakes, load_rules
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.interpreted import interpret

GAME = """(role white) (role black) (init (step 1))
(<= (legal ?r (say ?x)) (role ?r) (word ?x)) (word a) (word b) (word c)
(<= (next (step 2)) (true (step 1))) (<= (next (said ?r ?x)) (does ?r (say ?x)))
(<= terminal (true (step 2)))
"""
FUTOSHIKI = "(<= (goal ?r 0) (true (said ?r a))) (<= (goal ?r 100) (role ?r) (not (goal ?r 0)))"
LAST = "(<= (goal white 100) (true (said white a))) (<= (goal white 0) (not (goal white 100)))"
BLACK = "(<= (lost black) (goal white 100)) (<= (goal black 0) (lost black)) (<= (goal black 100) (not (lost black)))"


def all_goals(sheet: str, said: Sequence[str]) -> list[list[int]]:
    """The goals of both roles by the plain interpreter, the core's interpreter and the net, after what both have said."""
    rules = load_rules(sheet)
    plain = Interpreter(rules)
    state = plain.next(plain.initial, [("say", word) for word in said])
    moves = [f"(say {word})" for word in said]
    return [
        [plain.goal(state, role) for role in plain.roles],
        list(interpret(rules).start().play_joint(moves).goals()),
        list(make_game(sheet)().play(moves).goals()),
    ]


def test_the_place_is_named() -> None:
    (warning,) = find_mistakes(GAME + FUTOSHIKI)
    assert warning.warning
    assert str(warning) == (
        "line 5, column 65: goal depends on its own negation: goal -> not goal, in the rule for (goal ?r 100): "
        "each case is decided by itself here, but other programs may refuse it"
    )


@pytest.mark.parametrize("rules", [FUTOSHIKI, LAST + BLACK])
def test_goals_by_the_negation_of_others(rules: str) -> None:
    for said in product("abc", repeat=2):
        white, black = 100 * (said[0] == "a"), 100 * (said[0] != "a")
        if rules is FUTOSHIKI:
            white, black = 100 - white, 100 * (said[1] != "a")
        assert all_goals(GAME + rules, said) == [[white, black]] * 3


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (goal ?r 100) (role ?r) (not (goal ?r 100))) (goal white 0) (goal black 0)",
        "(<= (goal ?r 100) (role ?r) (not (goal ?r 0))) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))",
        "(<= (goal ?r ?v) (role ?r) (value ?v) (not (goal ?r 0))) (value 0) (value 100)",
        "(<= (goal white 100) (not lost)) (<= lost (goal white 100)) (goal white 0) (goal black 0)",
    ],
)
def test_goals_by_their_own_negation_are_refused(rules: str) -> None:
    with pytest.raises(RuleSheetError, match="depends on its own negation"):
        load_rules(GAME + rules)


@pytest.mark.parametrize("seed", range(6 * LONG))
def test_random_goals_in_some_order(seed: int) -> None:
    """Each goal holds by what was said and by those before it in a hidden order. Three programs agree with it."""
    random = Random(seed)
    order = random.sample(list(product(["white", "black"], [0, 50, 100])), 6)
    rules, bodies = list[str](), list[tuple[tuple[str, int], list[tuple[object, bool]]]]()
    for place, (role, value) in enumerate(order):
        seen = {each for each, _ in order[:place]}
        body: list[tuple[object, bool]] = []
        if role not in seen or random.random() < 0.5:
            body.append(((random.choice(["white", "black"]), random.choice("abc")), False))
        # No two goals of a role: each excludes those before it.
        body += [(other, True) for other in order[:place] if other[0] == role]
        body += [
            (other, random.random() < 0.5) for other in order[:place] if other[0] != role and random.random() < 0.4
        ]
        if all(each != role for each, _ in order[place + 1 :]):
            body = [
                (other, True) for other in order[:place] if other[0] == role
            ]  # the last one holds where no other does
        bodies.append(((role, value), body))
        literals = [
            (f"(not (goal {fact[0]} {fact[1]}))" if negated else f"(goal {fact[0]} {fact[1]})")
            if isinstance(fact[1], int)
            else f"(true (said {fact[0]} {fact[1]}))"
            for fact, negated in body
            if isinstance(fact, tuple)
        ]
        rules.append(f"(<= (goal {role} {value}) {' '.join(literals)})" if literals else f"(goal {role} {value})")
    random.shuffle(rules)
    sheet = GAME + "\n".join(rules)
    for said in product("abc", repeat=2):
        holds: set[object] = {("white", said[0]), ("black", said[1])}
        for goal, body in bodies:
            if all((fact in holds) != negated for fact, negated in body):
                holds.add(goal)
        expected = [
            next(value for role, value in order if (role, value) in holds and role == seat)
            for seat in ("white", "black")
        ]
        assert all_goals(sheet, said) == [expected] * 3
