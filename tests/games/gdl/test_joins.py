"""Rules with many variables, as in sudoku, take as many steps as their parts, not as their combinations."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.long import LONG
from zermelo.games.gdl import Interpreter, bottom_up, load_rules
from zermelo.games.gdl.bottom_up import Model, Plan, Relation
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.interpreted import interpret
from zermelo.games.gdl.reader import read_rules
from zermelo.games.gdl.terms import Rule, format_term

SIZE = 9
STEPS = 60_000
"""A state has about 10,000 marks and clashes. The combinations of one row's candidates are 9^9."""


def sudoku() -> str:
    """Fill a board of 9x9 cells. A move that leaves a cell without a candidate loses at once."""
    numbers = range(1, SIZE + 1)
    names = [f"?v{place}" for place in numbers]
    row = " ".join(f"(candidate ?r {column} {name})" for column, name in zip(numbers, names, strict=True))
    column = " ".join(f"(candidate {row} ?c {name})" for row, name in zip(numbers, names, strict=True))
    return f"""
        (role robot) {" ".join(f"(digit {number})" for number in numbers)}
        {" ".join(f"(block {number} {(number - 1) // 3})" for number in numbers)}
        (init (cell 1 1 1)) (init (cell 2 3 4)) (init (cell 5 5 9))
        (<= (filled ?r ?c) (true (cell ?r ?c ?d)))
        (<= (clash ?r ?c ?d) (true (cell ?r ?x ?d)) (digit ?c))
        (<= (clash ?r ?c ?d) (true (cell ?x ?c ?d)) (digit ?r))
        (<= (clash ?r ?c ?d) (true (cell ?x ?y ?d)) (block ?x ?b) (block ?r ?b) (block ?y ?e) (block ?c ?e))
        (<= (candidate ?r ?c ?d) (true (cell ?r ?c ?d)))
        (<= (candidate ?r ?c ?d) (digit ?r) (digit ?c) (digit ?d) (not (filled ?r ?c)) (not (clash ?r ?c ?d)))
        (<= (hopeful_row ?r) (digit ?r) {row})
        (<= (hopeful_column ?c) (digit ?c) {column})
        (<= lost (digit ?n) (not (hopeful_row ?n))) (<= lost (digit ?n) (not (hopeful_column ?n)))
        (<= open (digit ?r) (digit ?c) (not (filled ?r ?c)))
        (<= (legal robot (put ?r ?c ?d)) (candidate ?r ?c ?d) (not (filled ?r ?c)))
        (<= (next (cell ?r ?c ?d)) (true (cell ?r ?c ?d))) (<= (next (cell ?r ?c ?d)) (does robot (put ?r ?c ?d)))
        (<= terminal lost) (<= terminal (not open))
        (<= (goal robot 0) open) (<= (goal robot 100) (not open))
    """


def test_sudoku_is_played_by_all_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bottom_up, "MOST_STEPS", STEPS)
    rules = load_rules(sudoku())
    plain, core, net = Interpreter(rules), interpret(rules), make_game(sudoku())
    assert net.note == ""  # it has a net
    lost = plain.initial
    assert len(plain.legal(lost, "robot")) == len(core.start().moves()) == len(net().moves())
    assert not plain.terminal(plain.next(lost, [("put", "9", "9", "9")]))
    # The last cell of the first row has no candidate, the others have many.
    lost |= {("cell", str(digit + 1), "9", str(digit)) for digit in range(1, 9)} | {("cell", "2", "7", "9")}
    facts = list(map(format_term, lost))
    assert plain.terminal(lost)
    assert core.state(facts).terminal
    assert net("{" + " ".join(facts) + "}").utility() == 0


@pytest.mark.parametrize("seed", range(60 * LONG))
def test_a_rule_has_the_consequences_of_all_combinations(seed: int) -> None:
    """Random bodies over small relations, against every assignment of their variables."""
    random = Random(seed)
    names = [f"?{letter}" for letter in "abcde"]
    known = {
        name: {(name, *random.choices("12", k=arity)) for _ in range(random.randrange(1, 5))}
        for name, arity in (("p", 1), ("q", 2), ("r", 2), ("s", 3))
    }
    arities = {name: len(next(iter(atoms))) - 1 for name, atoms in known.items()}
    body, bound = list[str](), set[str]()
    for _ in range(random.randrange(1, 6)):
        name = random.choice(list(known))
        parts = [random.choice([*names, "1"]) for _ in range(arities[name])]
        body.append(f"({name} {' '.join(parts)})")
        bound.update(part for part in parts if part != "1")
    for _ in range(random.randrange(3)):
        name = random.choice(["q", "r"])
        parts = random.choices([*sorted(bound), "2"], k=2)
        body.append(random.choice([f"(not ({name} {' '.join(parts)}))", f"(distinct {' '.join(parts)})"]))
    head = random.sample(sorted(bound), random.randrange(len(bound) + 1))
    (rule,) = read_rules(f"(<= (h x {' '.join(head)}) {' '.join(body)})").rules
    model = Model()
    for name, atoms in known.items():
        model.relations[name] = Relation(atoms)
    expected = {
        ("h", "x", *(values[name] for name in head))
        for drawn in product("12", repeat=len(bound))
        if _holds(rule, values := dict(zip(sorted(bound), drawn, strict=True)), known)
    }
    assert set(Plan(rule).consequences(model)) == expected
    facts = " ".join(format_term(atom) for atoms in known.values() for atom in sorted(atoms))
    frame = "(role x) (goal x 100) (<= terminal (true over)) (legal x no)"
    core = interpret(load_rules(f"{frame} {facts} (<= (legal x (h x {' '.join(head)})) {' '.join(body)})"))
    assert set(core.start().moves()) - {"no"} == set(map(format_term, expected))


def _holds(rule: Rule, values: dict[str, str], known: dict[str, set[tuple[str, ...]]]) -> bool:
    for literal in rule.literals():
        name, *parts = [values.get(str(part), str(part)) for part in literal.atom]
        holds = parts[0] != parts[1] if name == "distinct" else (name, *parts) in known[name]
        if holds == literal.negated:
            return False
    return True
