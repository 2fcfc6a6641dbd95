"""Exact answers about rule sheets: puzzles, the solver and proof-number search."""

from __future__ import annotations

import pytest

from zermelo import prove, search, solve
from zermelo.games.gdl.game import GdlGame, load_sheet, make_game
from zermelo.games.gdl.sheets import sheet_text

BEST = 100


def end_of(state: GdlGame, line: tuple[str, ...]) -> GdlGame:
    for move in line:
        state = state.play(move)
    return state


def distance(start: GdlGame) -> int:
    """How many moves a goal of 100 is away, by breadth-first search."""
    reached, depth = {start}, 0
    while not any(state.utility() == BEST for state in reached):
        reached = {state.play(move) for state in reached if state.utility() is None for move in state.moves()}
        depth += 1
    return depth


# The eight-puzzle's start lies 20 moves from its end. Every jump takes one of 32 pegs, and the best end has one left.
@pytest.mark.parametrize(("name", "moves"), [("eight_puzzle", 20), ("peg_solitaire", 31)])
def test_puzzles(name: str, moves: int) -> None:
    state = load_sheet(f"{name}.kif")
    found = search(state)
    assert (found.value, found.proven, len(found.line)) == (BEST, True, moves)
    assert end_of(state, found.line).utility() == BEST


@pytest.mark.parametrize("name", ["lights_out", "maze"])
def test_the_shortest_solution_comes_first(name: str) -> None:
    state = load_sheet(f"{name}.kif")
    found = search(state)
    assert (found.value, found.proven, len(found.line)) == (BEST, True, distance(state))


@pytest.mark.parametrize("name", ["lights_out", "maze", "peg_solitaire"])
def test_the_solver_plays_a_puzzle_to_its_end(name: str) -> None:
    state = load_sheet(f"{name}.kif")
    solved = solve(state)
    assert solved.value == BEST
    assert end_of(state, solved.line).utility() == BEST


def test_limited_puzzles() -> None:
    state = load_sheet("peg_solitaire.kif")
    assert search(state, nodes=60_000).value == BEST
    stopped = search(state, nodes=100)
    assert not stopped.proven
    assert stopped.move in state.moves()
    calls: list[int] = []
    cancelled = search(state, cancel=lambda: bool(calls.append(1)) or len(calls) > 1)  # type: ignore[func-returns-value]
    assert cancelled.stopped == "cancelled"


def test_tic_tac_toe_is_a_draw() -> None:
    state = load_sheet("tic_tac_toe.kif")
    assert solve(state).value == solve(state, weak=True).value == search(state).value == 0
    assert prove(state, goal=0).answer is True
    assert prove(state, goal=1).answer is False


@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 2, 3), (1, 4, 5), (2, 2, 1), (3, 3, 1)])
def test_nim_is_won_unless_the_heaps_add_up_to_nothing(heaps: tuple[int, int, int]) -> None:
    """Bouton 1901: without carries, in binary."""
    game = type(load_sheet("nim.kif"))
    facts = " ".join(f"(heap {number} {size})" for number, size in enumerate(heaps, 1))
    state = game(f"{{{facts} (control first)}}")
    won = (heaps[0] ^ heaps[1] ^ heaps[2]) != 0
    assert solve(state).value == (BEST if won else -BEST)
    assert prove(state, goal=1).answer is won


@pytest.mark.parametrize("size", [2, 3])
def test_the_first_player_wins_small_hex(size: int) -> None:
    """Nash's argument: an extra stone never harms."""
    text = sheet_text("hex")
    for column, row in zip("abcd"[size - 1 :], "1234"[size - 1 :], strict=True):
        text = text.replace(f"(right {column} {chr(ord(column) + 1)})", "").replace(f"(succ {row} {int(row) + 1})", "")
    text = text.replace(" 5)", f" {size})").replace(" e ", f" {'abcde'[size - 1]} ")
    state = make_game(text, f"hex_{size}")()
    assert len(state.moves()) == size * size
    assert solve(state).value == BEST
    assert prove(state, goal=1).answer is True


CYCLE = """
    (role x) (role y) (init (control x)) (init (at 0)) (place 0) (place 1) (place 2)
    (<= (legal ?r (go ?n)) (true (control ?r)) (place ?n))
    (<= (legal x noop) (true (control y))) (<= (legal y noop) (true (control x)))
    (<= (next (control x)) (true (control y))) (<= (next (control y)) (true (control x)))
    (<= (next (at ?n)) (does ?r (go ?n)))
    (<= terminal (true (at 2)) (true (control LOSER)))
    (<= (goal x 100) (true (at 2))) (<= (goal x 0) (not (true (at 2))))
    (<= (goal y 0) (true (at 2))) (<= (goal y 100) (not (true (at 2))))
"""
"""Whoever's move leads to place 2 ends the game, and x wins. Every other position repeats."""


def test_a_game_that_nobody_must_end_has_no_value() -> None:
    """Only y could end it, and loses by it."""
    state = make_game(CYCLE.replace("LOSER", "x"), "endless")()
    for weak in (False, True):
        solved = solve(state, weak=weak)
        assert (solved.value, solved.move, solved.stopped) == (None, None, "endless")
    assert prove(state, goal=1).answer is False


def test_a_game_in_which_positions_repeat_is_solved_if_its_end_is_forced() -> None:
    state = make_game(CYCLE.replace("LOSER", "y"), "ended")()
    solved = solve(state)
    assert (solved.value, solved.move) == (BEST, "(go 2)")
    later = state.play("(go 0)").play("(go 1)")
    assert solve(later, weak=True).value == 1


CORRIDOR = """
    (role x) (init (at 0)) {steps}
    (<= (legal x back) (true (at ?n))) (<= (legal x forth) (true (at ?n)))
    (<= (next (at ?m)) (does x forth) (true (at ?n)) (succ ?n ?m))
    (<= (next (at ?n)) (does x back) (true (at ?m)) (succ ?n ?m))
    (<= (next (at 0)) (does x back) (true (at 0)))
    (<= terminal (true (at {end}))) (<= (goal x 100) (true (at {end}))) (<= (goal x 0) (not (true (at {end}))))
"""


def corridor(length: int, end: int) -> GdlGame:
    steps = " ".join(f"(succ {at} {at + 1})" for at in range(length)) + f"(succ {length} {length})"
    return make_game(CORRIDOR.format(steps=steps, end=end), f"corridor_{length}_{end}")()


def test_the_line_of_a_puzzle_with_moves_back_reaches_the_end() -> None:
    state = corridor(40, 40)
    solved = solve(state)
    assert (solved.value, len(solved.line)) == (BEST, 40)
    assert end_of(state, solved.line).utility() == BEST


def test_a_puzzle_without_an_end_obeys_the_limits() -> None:
    assert solve(corridor(40, 41), seconds=0.2).seconds < 1
    assert solve(corridor(40, 41), nodes=100).nodes < 10_000
    assert search(corridor(40, 41), seconds=0.2).seconds < 1


def test_long_lines() -> None:
    """Recursion could not follow them."""
    state = corridor(2200, 2200)
    assert solve(state).value == BEST
    assert prove(state, goal=BEST, nodes=10_000).answer is not False
    assert search(state, nodes=10_000).move in state.moves()


HISTORY = """
    (<= (next (played ?m)) (does ?r ?m)) (<= (next (played ?m)) (true (played ?m)))
    (<= (base (played ?m)) (input ?r ?m))
"""


def test_facts_that_cannot_matter_are_shown_and_change_no_value() -> None:
    """Tic-tac-toe with a record of the moves, which no legal move, end or goal depends on."""
    game = make_game(sheet_text("tic_tac_toe") + HISTORY, "recorded")
    plain = load_sheet("tic_tac_toe.kif")
    assert {fact for fact in game.rules.facts if fact not in game.rules.relevant_facts} == {
        fact for fact in game.rules.facts if fact.startswith("(played ")
    }
    state = game()
    one, other = end_of(state, state.moves()[:3]), end_of(state, (state.moves()[2], *state.moves()[1::-1]))
    assert f"(played {state.moves()[0]})" in one.facts()
    assert (one == other) == (one.facts() == other.facts())
    recorded, without = solve(state), solve(plain)
    assert (recorded.value, recorded.nodes) == (without.value, without.nodes)
