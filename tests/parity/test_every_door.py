"""Whatever any door calls exact or proven equals brute force, on small positions of every game and on random trees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import zermelo
from tests.long import LONG
from zermelo.cli import cli
from zermelo.engine.backends import backend_of
from zermelo.equilibrium.zero_sum import solve_table
from zermelo.games import GAMES, SMALL_BOARDS, load_game
from zermelo.games.gdl.game import GdlGame
from zermelo.kinds.kind import Unsuitable
from zermelo.kinds.survey import survey
from zermelo.methods import METHOD_NAMES, prove, search, solve
from zermelo.records.positions import format_move, parse_position
from zermelo.result import Result, format_bounded, plain_value
from zermelo.state import CHANCE, MAX, SIMULTANEOUS, State, ZermeloError, as_payoffs
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.run import run, verdicts
from zermelo.trees import format_tree
from zermelo.trees.generate import random_tree

SHEETS = sorted(each.name for each in (Path(zermelo.__file__).parent / "games/gdl/rules").glob("*.kif"))
MOST_STATES = 250
"""Of a position that is small."""
OWN_VALUES = ("paranoid", "coalition", "expectimax")
"""Searches that play against other opponents than the best."""
METHODS = [name for name in METHOD_NAMES if name != "coalition"]


class TooLarge(Exception):
    """There are more states than brute force should visit."""


class BruteForce:
    """All values that best play may have: one, unless players of more than two are indifferent. Payoffs are of each player."""

    def __init__(self) -> None:
        self.known: dict[Any, frozenset[tuple[Fraction, ...]] | None] = {}

    def values(self, state: State) -> frozenset[tuple[Fraction, ...]]:
        if state in self.known:
            known = self.known[state]
            if known is None:
                raise TooLarge  # the game goes round in circles
            return known
        if len(self.known) > MOST_STATES:
            raise TooLarge
        self.known[state] = None
        self.known[state] = found = self._values(state)
        return found

    def _values(self, state: Any) -> frozenset[tuple[Fraction, ...]]:
        utility = state.utility()
        if utility is not None:
            return frozenset({tuple(Fraction(each) for each in as_payoffs(utility))})
        if state.player == SIMULTANEOUS:
            rows, columns = state.moves()
            table = [[self.value(state.play((row, column)))[0] for column in columns] for row in rows]
            value = solve_table(table).value
            return frozenset({(value, -value)})
        if state.player == CHANCE:
            outcomes = [
                (Fraction(chance).limit_denominator(10**6), self.value(state.play(move)))
                for move, chance in state.chances()
            ]
            players = range(len(outcomes[0][1]))
            return frozenset(
                {tuple(sum((chance * each[at] for chance, each in outcomes), Fraction()) for at in players)}
            )
        below = [self.values(state.play(move)) for move in state.moves()]
        # A move may be played if some of its outcomes are as good as the worst outcome of every other move.
        least = max(min(each[state.player] for each in child) for child in below)
        return frozenset(each for child in below for each in child if each[state.player] >= least)

    def value(self, state: State) -> tuple[Fraction, ...]:
        values = self.values(state)
        if len(values) > 1:
            raise TooLarge  # indifferent players above chance or at the same time: too many combinations
        return next(iter(values))


def small_positions(start: State, seed: int, count: int) -> Iterator[tuple[str, State, BruteForce]]:
    """Positions shortly before the end of random games, as text too."""
    random, found = Random(seed), 0
    for _ in range(12):
        state, path = start, [("", start)]
        while state.utility() is None and len(path) < 400:
            moves: Any = state.moves()
            move = tuple(map(random.choice, moves)) if state.player == SIMULTANEOUS else random.choice(list(moves))
            text = f"{path[-1][0]} {format_move(state, move).replace(' ', '_')}".strip()
            state = state.play(move)
            path.append((text, state))
        best = None
        for text, earlier in reversed(path[-8:]):
            truth = BruteForce()
            try:
                truth.values(earlier)
            except TooLarge:
                break
            best = text, earlier, truth
        if best is not None and best[1].utility() is None:
            yield best
            found += 1
        if found == count:
            return


def same(state: State, found: Any, values: frozenset[tuple[Fraction, ...]]) -> bool:
    """Whether a value, MAX's or one per player, is among the true ones; of values that count the distance to a win, who wins."""
    decided = getattr(state, "decided", None)
    for each in values:
        pairs = list(zip(found, each, strict=False)) if isinstance(found, tuple | list) else [(found, each[0])]
        if isinstance(state, GdlGame) and len(pairs) == 2 and found[0] != -found[1]:
            # The engine's max^n has the goals of both roles; the utility is their difference.
            pairs = [(found[0] - found[1], each[0])]
        if decided is not None and all((one > 0) - (one < 0) == (other > 0) - (other < 0) for one, other in pairs):
            return True
        if all(abs(float(one) - float(other)) <= 1e-9 * max(1.0, abs(float(other))) for one, other in pairs):
            return True
    return False


def check(state: State, result: Result[Any], truth: BruteForce, door: str) -> None:
    """Check what a result claims: of the position if it is proven, and of the moves that are called exact then."""
    if not result.proven:
        return
    assert result.bound == "exact" or result.method == "mcts", door
    if result.bound == "exact" and result.method not in (*OWN_VALUES, "quiescence"):
        assert same(state, result.value, truth.values(state)), (door, result.value, truth.values(state))
        if result.move is not None and state.player >= MAX:
            assert truth.values(state.play(result.move)) & truth.values(state), (door, result.move)
    for each in result.moves if result.method not in OWN_VALUES else ():
        if each.bound == "exact":
            assert same(state, each.value, truth.values(state.play(each.move))), (door, each)


def can_solve(state: State) -> bool:
    backend = backend_of(state)
    return backend.has("solve") or backend.solves_by_search


def through_python(state: State, truth: BruteForce) -> int:
    """Go through every door of the library; return how many values were proven."""
    proven = 0
    for method in METHODS:
        for lines in (1, 3):
            try:
                result = search(state, method=method, nodes=2_000, lines=lines, table=1)
            except (Unsuitable, ZermeloError):
                continue
            check(state, result, truth, f"{method}, {lines} lines")
            proven += result.proven
    kind = survey(state).kind
    if kind.simultaneous or kind.payoffs or kind.chance or kind.players > 2:
        return proven + through_textbook(state, truth)
    value = truth.value(state)
    if can_solve(state):
        check(state, solve(state, table=1), truth, "solve")
        proven += 1
    if backend_of(state).has("prove") and state.player >= MAX:
        own = value[state.player]
        counts_distance = getattr(state, "decided", None) is not None
        own = Fraction((own > 0) - (own < 0)) if counts_distance else own
        for goal, answer in ((own, True), (own + Fraction(1, 2), False), (own - Fraction(1, 2), True)):
            if not counts_distance or abs(goal) <= 1:
                proof = prove(state, goal=goal, nodes=100_000, table=1)
                assert proof.answer in (answer, None), ("prove", goal)
                proven += 1
    return proven + through_textbook(state, truth)


def through_textbook(state: State, truth: BruteForce) -> int:
    exact = 0
    for name, reason in verdicts(survey(state).kind).items():
        if reason is not None or name in (*OWN_VALUES, "quiescence"):
            continue
        options: dict[str, Any] = {}
        for option in DECLARATIONS[name].options:
            if option.required:
                options[option.name] = (-10_000, 10_000)
            if option.name == "simulations":
                options[option.name] = 20
        try:
            result = run(state, name, options, nodes=2_000, watched=False).result
        except ZermeloError as error:
            if not any(words in str(error) for words in ("has no evaluate()", "1,000 equilibria")):
                raise
            continue
        if result.stopped == "complete" and result.bound == "exact":
            assert same(state, result.value, truth.values(state)), (name, result.value)
            exact += 1
    return exact


def through_the_program(game: str, position: str, state: State, truth: BruteForce) -> None:
    words = [game, "--position", position] if position else [game]

    def told(*arguments: str) -> str:
        return CliRunner().invoke(cli, list(arguments), standalone_mode=False, catch_exceptions=False).stdout

    document = json.loads(told("search", *words, "--nodes", "2000", "--json"))
    text = told("search", *words, "--nodes", "2000")
    if document["proven"] and document["bound"] == "exact":
        assert same(state, document["value"], truth.values(state)), "search --json"
        value = tuple(document["value"]) if isinstance(document["value"], list) else document["value"]
        if document["mate"] is None:
            assert format_bounded(value, "exact") in text
    kind = survey(state).kind
    if (
        kind.simultaneous
        or kind.payoffs
        or kind.chance
        or not (backend_of(state).has("solve") or backend_of(state).solves_by_search)
    ):
        return
    solved = json.loads(told("solve", *words, "--json"))
    if solved["value"] is not None:
        assert same(state, solved["value"], truth.values(state)), "solve --json"
        assert f"{plain_value(solved['score']):+}" in told("solve", *words)


@pytest.mark.parametrize("game", [*GAMES, *SMALL_BOARDS, *SHEETS])
def test_every_game(game: str) -> None:
    for position, state, truth in small_positions(load_game(game), 7, 2 * LONG):
        through_python(state, truth)
        if parse_position(game, position) == state:
            through_the_program(game, position, state, truth)


@pytest.mark.parametrize("chance", [False, True], ids=["turns", "chance"])
@pytest.mark.parametrize("players", [2, 3])
def test_random_trees(players: int, chance: bool) -> None:
    proven = 0
    for seed in range(12 * LONG):
        root = ("max", "min", "chance")[seed % 3] if chance else ("max", "min")[seed % 2]
        position = random_tree(
            seed,
            depth=3,
            branching=(1, 3),
            players=players,
            chance=chance,
            ragged=True,
            root=root,
            distinct=players > 2,
            values=(-99, 99),
        )
        truth = BruteForce()
        truth.values(position)
        proven += through_python(position, truth)
        done = CliRunner().invoke(
            cli, ["tree", format_tree(position), "--json", "--search", "max_n"], standalone_mode=False
        )
        assert same(position, json.loads(done.stdout)["value"], truth.values(position))
    assert proven > 24
