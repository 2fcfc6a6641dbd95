"""Rules under which play need not end: whatever is called a value, somebody can force an end with it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from tests.long import LONG
from zermelo import prove, search, solve
from zermelo.games.gdl.game import GdlGame, make_game
from zermelo.state import MAX, MIN

RULES = """
    (<= (legal ?r (go ?m)) (true (at ?n)) (mover ?n ?r) (edge ?n ?m))
    (<= (legal ?r noop) (role ?r) (true (at ?n)) (not (mover ?n ?r)))
    (<= (next (at ?m)) (does ?r (go ?m)))
    (<= terminal (true (at ?n)) (final ?n ?v))
    (<= (goal x ?v) (true (at ?n)) (final ?n ?v)) (<= (goal y ?w) (true (at ?n)) (final ?n ?v) (rest ?v ?w))
    (<= (goal x ?v) (true (at ?n)) (open ?n) (worth ?v)) (<= (goal y ?w) (true (at ?n)) (open ?n) (worth ?v) (rest ?v ?w))
    (rest 0 100) (rest 40 60) (rest 100 0)
"""


class Places(NamedTuple):
    """A game on a graph: who moves at each place, and where to; a place without ways on is an end."""

    movers: list[int]
    edges: list[list[int]]
    goals: list[int]

    def sheet(self, players: int) -> str:
        names = "xy"[:players]
        facts = [f"(role {name})" for name in names] + ["(init (at 0))"]
        for place, targets in enumerate(self.edges):
            facts += [f"(mover {place} {'xy'[self.movers[place]]})"] + [
                f"(edge {place} {target})" for target in targets
            ]
            facts.append(f"(open {place})" if targets else f"(final {place} {self.goals[place]})")
        facts.append(f"(worth {self.goals[0]})")
        rules = RULES if players == 2 else "\n".join(line.partition("(<= (goal y")[0] for line in RULES.splitlines())
        return "\n".join(facts) + rules

    def forced(self, player: int, least: int) -> set[int]:
        """The places from which a player can force an end that is worth at least this much to it, by retrograde analysis."""
        worth = [goal if player == MAX else 100 - goal for goal in self.goals]
        won = {place for place, targets in enumerate(self.edges) if not targets and worth[place] >= least}
        while True:
            some = {
                place
                for place, targets in enumerate(self.edges)
                if targets and (any if self.movers[place] == player else all)(target in won for target in targets)
            }
            if some <= won:
                return won
            won |= some


def draw_places(random: Random, players: int) -> Places:
    count = random.randint(3, 7)
    goals = [random.choice(random.choice([[100], [0, 100], [0, 40, 100]])) for _ in range(count)]
    edges = [random.sample(range(count), random.choice([0, 1, 2, 3]) if place else 2) for place in range(count)]
    return Places([random.randrange(players) for _ in range(count)], edges, goals)


@pytest.mark.parametrize("seed", range(25 * LONG))
def test_a_value_is_one_that_both_players_can_force(seed: int) -> None:
    """The least and the largest goal need one of them. Of a puzzle a value is one that the player reaches, and none is better."""
    random = Random(seed)
    players = random.choice([1, 2])
    places = draw_places(random, players)
    state: GdlGame = make_game(places.sheet(players), "places")()
    if not state.zero_sum or state.utility() is not None:
        return  # no random game ended

    ends = [goal for goal, targets in zip(places.goals, places.edges, strict=True) if not targets]

    def goal(value: float) -> int:
        return int(value if players == 1 else (value + 100) / 2)

    found = [search(state, depth=3), search(state, nodes=3_000), solve(state, nodes=20_000)]
    for result in found:
        if not result.proven or not isinstance(result.value, int | float):
            continue
        worth = goal(result.value)
        by_max = 0 in places.forced(MAX, worth)
        by_min = 0 in places.forced(MIN, 100 - worth) if players == 2 else 0 not in places.forced(MAX, worth + 1)
        assert by_max or (players == 2 and by_min), (result.method, result.value)
        assert by_max or worth == min(ends), (result.method, result.value)
        assert by_min or worth == max(ends), (result.method, result.value)
    for least in (40, 100):
        wanted = least if players == 1 else 2 * least - 100
        forced = 0 in places.forced(places.movers[0], least)
        asked = prove(state, goal=wanted, nodes=20_000)
        assert asked.answer in (forced, None)


ENDLESS = """
    (role robot) (init (at a)) (init (at b)) (legal robot go) (legal robot stay)
    (<= (next (at ?x)) (true (at ?x)))
    (<= terminal (true (at c)))
    (<= (goal robot 100) (true (at ?x)))
"""


def test_a_puzzle_without_an_end_has_no_value() -> None:
    """Every goal is 100, but the game never ends."""
    state = make_game(ENDLESS, "endless_puzzle")()
    for result in (search(state, depth=4), search(state, nodes=500), solve(state)):
        assert (result.value, result.proven) == (None, False), result.method
    assert prove(state, goal=1).answer is False


def test_random_games_that_never_end_judge_no_move() -> None:
    state = make_game(
        ENDLESS.replace("(goal robot 100)", "(goal robot 0)") + "(<= (goal robot 100) (true (at c)))", "no_end"
    )()
    result = search(state, method="mcts", simulations=64)
    assert result.move in state.moves()
    assert (result.value, result.proven) == (None, False)
    assert {each.value for each in result.moves} == {None}
    ending = make_game(ENDLESS + "(<= (next (at c)) (does robot go))", "ending_puzzle")()
    assert search(ending, method="mcts", simulations=64, solver=False).value == 100


def test_a_puzzle_whose_ends_are_all_alike_is_solved_by_reaching_one() -> None:
    state = make_game(ENDLESS + "(<= (next (at c)) (does robot go))", "ending_puzzle")()
    for result in (search(state), solve(state)):
        assert (result.value, result.proven, result.line) == (100, True, ("go",)), result.method
