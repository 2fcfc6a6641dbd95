"""The propositional net, by counters and in slices, against the interpreter and against native games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.gdl.test_sheets import TWINS, board_facts, sheet_facts
from tests.long import LONG
from zermelo._core import GdlRules
from zermelo.games.gdl.checks import load_rules
from zermelo.games.gdl.game import make_game
from zermelo.games.gdl.grounding import ground
from zermelo.games.gdl.interpreter import Interpreter
from zermelo.games.gdl.sheets import sheet_names, sheet_text
from zermelo.games.gdl.terms import format_term, order_key

GAMES, LANES = 3, 2


@pytest.mark.parametrize("name", sheet_names())
def test_counters_agree_with_the_interpreter(name: str) -> None:
    game, random = Interpreter(load_rules(sheet_text(name))), Random(name)
    rules = make_game(sheet_text(name)).rules
    assert rules.roles == list(game.roles)
    for _ in range(GAMES * LONG):
        state, native = game.initial, rules.start()
        while True:
            assert native.facts() == sorted_terms(state)
            assert native.goals() == [game.goal(state, role) for role in game.roles]
            assert native.terminal == game.terminal(state)
            if native.terminal:
                break
            moves = [game.legal(state, role) for role in game.roles]
            assert [native.legal(role) for role in range(len(moves))] == [list(map(format_term, own)) for own in moves]
            chosen = [random.choice(own) for own in moves]
            state, native = game.next(state, chosen), native.play_joint(list(map(format_term, chosen)))


def sorted_terms(facts: Any) -> list[str]:
    return [format_term(fact) for fact in sorted(facts, key=order_key)]


@pytest.mark.parametrize("name", sheet_names())
def test_slices_agree_with_counters(name: str) -> None:
    rules = make_game(sheet_text(name)).rules
    assert isinstance(rules, GdlRules)
    ends = 0
    for lane in range(7, 512, 512 // (LANES * LONG)):
        for before, moves, after in rules.sliced_play(lane, 100, 3):
            state = rules.state(before)
            if state.terminal:
                ends += 1
                assert after == rules.start().facts()
            else:
                assert after == state.play_joint(moves).facts()
    assert ends > 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "nim", "hex", "coins"])
def test_positions_of_native_games(name: str) -> None:
    first, translated = TWINS[name]
    game, random = make_game(sheet_text(name)), Random(name)
    for _ in range(20 * LONG):
        state: Any = game()
        native = first
        while (utility := native.utility()) is None:
            assert state.utility() is None
            assert state.player == native.player
            assert sheet_facts(name, state.facts()) == board_facts(name, native)
            moves = {translated(move): move for move in native.moves()}
            assert sorted(state.moves()) == sorted(moves)
            chosen = random.choice(sorted(moves))
            state, native = state.play(chosen), native.play(moves[chosen])
        assert sheet_facts(name, state.facts()) == board_facts(name, native)
        found = state.utility()
        if isinstance(utility, tuple):
            assert found == utility
        else:
            assert found == 100 * ((utility > 0) - (utility < 0))


def random_rules(random: Random) -> str:
    """A sheet whose moves show which instances of random rules hold in a state of random facts."""
    lines = [
        "(role x)",
        "(<= terminal (true (done)))",
        "(goal x 0)",
        "(legal x wait)",
        "(<= (next ?f) (true ?f))",
        "(<= (next ?f) (does x ?f) (true ?g))",
    ]
    places = "abcd"
    for one in places:
        lines += [f"(node {one})", *(f"(init (edge {one} {other}))" for other in places if random.random() < 0.5)]
        lines += [f"(init (mark {one}))"] * (random.random() < 0.5)
    lines += ["(<= (legal x (edge ?a ?b)) (node ?a) (node ?b))", "(<= (legal x (mark ?a)) (node ?a))"]
    relations: list[tuple[str, int]] = [("edge", 2), ("mark", 1)]
    for number in range(12):
        names = [f"?v{at}" for at in range(random.randint(2, 5))]
        literals = []
        for _ in range(random.randint(2, 5)):
            name, arity = random.choice(relations)
            arguments = " ".join(random.choice(names) for _ in range(arity))
            atom = f"({name} {arguments})" if arity else name
            literals.append(f"(true {atom})" if name in ("edge", "mark") else atom)
        bound = sorted({name for name in names if any(name in literal for literal in literals)})
        if not bound:
            continue
        for _ in range(random.randint(0, 2)):
            one, other = random.choice(bound), random.choice(bound)
            literals.append(random.choice([f"(distinct {one} {other})", f"(not (true (edge {one} {other})))"]))
        head = random.sample(bound, random.randint(0, min(2, len(bound))))
        relation = f"r{number}"
        atom = f"({relation} {' '.join(head)})" if head else relation
        random.shuffle(literals)
        lines.append(f"(<= {atom} {' '.join(literals)})")
        lines.append(f"(<= (legal x {atom.replace(relation, f'show{number}')}) {atom})")
        relations.append((relation, len(head)))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(6 * LONG))
def test_random_rules(seed: int) -> None:
    """Rules are split before they are grounded; they must mean the same."""
    random = Random(seed)
    sheet = load_rules(random_rules(random))
    game, native = Interpreter(sheet), ground(sheet).start()
    state = game.initial
    for _ in range(12):
        moves = game.legal(state, "x")
        assert native.legal(0) == [format_term(move) for move in moves]
        chosen = random.choice([move for move in moves if "show" not in format_term(move)])
        state, native = game.next(state, [chosen]), native.play_joint([format_term(chosen)])


def test_playouts_agree_with_counted_games() -> None:
    """The first player wins 58.5 % of random games of tic-tac-toe and draws 12.7 %: 64.8 points in the mean."""
    (first, second), games = make_game(sheet_text("tic_tac_toe"))().playouts(20_000, seed=1)
    assert games >= 20_000
    assert first + second == pytest.approx(100)
    assert abs(first - 64.8) < 1.5
