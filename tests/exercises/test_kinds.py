"""Every kind of exercise, over many seeds: its own answer is right, others are not, and brute force agrees."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import isabstract
from itertools import product
from math import inf
from pkgutil import iter_modules
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner

from tests.exercises.oracles import counts_of_all_orders, expected, nested, visits
from tests.long import many
from tests.textbook.reference import brute_force, leaves_looked_at
from zermelo import exercises
from zermelo.cli.exercise import exercise as command
from zermelo.exercises import EXERCISES, KINDS, Exercise, child_order, make
from zermelo.exercises.child_order import best_orders
from zermelo.exercises.expectimax_values import has_tie
from zermelo.state import MAX, ZermeloError
from zermelo.textbook import SEARCHES, alpha_beta
from zermelo.trees import parse_tree

SEEDS = range(60)


def test_every_kind_is_listed() -> None:
    for module in iter_modules(exercises.__path__):
        if not module.ispkg:
            import_module(f"zermelo.exercises.{module.name}")
    kinds, waiting = set[type[Exercise]](), [Exercise]
    while waiting:
        subclasses = waiting.pop().__subclasses__()
        waiting += subclasses
        kinds.update(kind for kind in subclasses if not isabstract(kind))
    assert set(EXERCISES) == kinds, "a kind of exercise must be listed in EXERCISES"
    assert list(KINDS) == [kind.declaration.name for kind in EXERCISES]
    for kind in EXERCISES:
        assert kind.__module__ == f"zermelo.exercises.{kind.declaration.name}", "a kind has the name of its module"
        assert kind.search in SEARCHES


def test_the_command_takes_every_declared_option() -> None:
    declared = {option.name for kind in EXERCISES for option in kind.declaration.options}
    assert declared <= {parameter.name for parameter in command.params}
    words = ["child_order", "--goal", "best", "--branching", "2-3", "--depth", "2", "--values", "-5", "20", "--json"]
    output = json.loads(CliRunner().invoke(command, words, standalone_mode=False).stdout)
    assert output["options"] == {"goal": "best", "branching": [2, 3], "depth": 2, "values": [-5, 20]}
    words = ["leaves_pruned", "--pruned", "3", "--no-deep", "--tied", "--json"]
    output = json.loads(CliRunner().invoke(command, words, standalone_mode=False).stdout)
    assert output["options"] == {"pruned": 3, "deep": False, "tied": True}
    with pytest.raises(click.UsageError, match="neither a number"):
        CliRunner().invoke(command, ["window", "--branching", "-2"], standalone_mode=False, catch_exceptions=False)


def made(kind: str, seeds: Any = SEEDS, **options: Any) -> list[Exercise]:
    return [make(kind, seed, **options) for seed in seeds]


made_once = cache(made)
"""Exercises of a kind for tests that share them: making them is most of the work."""


@pytest.mark.parametrize("kind", KINDS)
def test_exercises_are_complete_and_accept_their_own_answer(kind: str) -> None:
    for seed, exercise in zip(SEEDS, made_once(kind), strict=True):
        if seed < many(len(SEEDS)):
            assert exercise == make(kind, seed), "the same seed gives the same exercise"
        grade = exercise.grade(exercise.answer)
        assert grade.correct, (seed, exercise.answer, str(grade))
        assert grade.understood
        assert not grade.first_wrong
        assert exercise.question.endswith(".")
        assert all(hint.endswith(".") for hint in exercise.hints)
        assert all(step.endswith(".") for step in exercise.steps())
        assert exercise.solution().splitlines() == exercise.steps()
        assert len({leaf.value for leaf in exercise.tree.leaves()}) == len(exercise.tree.leaves()) or (
            kind == "deepening_order" or str(exercise.answer).startswith("x")
        )


@pytest.mark.parametrize("kind", KINDS)
def test_no_example_gives_an_answer_away(kind: str) -> None:
    for exercise in [*made_once(kind), *made(kind, range(len(SEEDS), many(200)))]:
        assert exercise.question.endswith(f", as in: {exercise.example}.")
        for text in (exercise.example, *exercise.example.split(", or ")):
            assert not exercise.grade(text).correct, (exercise.seed, text)


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_can_be_recreated_from_json(kind: str) -> None:
    exercise = make(kind, "week 3", values=[-20, 20], root="min")
    data = msgspec.json.decode(msgspec.json.encode(exercise.to_dict()))
    assert make(data["kind"], data["seed"], **data["options"]) == exercise
    assert parse_tree(data["tree"], "min") == exercise.numeric_tree()
    assert data["answer"] == exercise.answer
    assert pickle.loads(pickle.dumps(exercise)) == exercise
    assert isinstance(hash(exercise), int)
    assert exercise.grade(exercise.answer).correct


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_answers_are_explained(kind: str) -> None:
    wrong, others = 0, made(kind, range(100, 104))
    for exercise in made_once(kind):
        for other in others:
            grade = exercise.grade(other.answer)
            assert grade.message.endswith(".")
            if grade.understood and not grade.correct:
                wrong += 1
                assert grade.first_wrong[0].isupper() or grade.first_wrong[0] in "αβ-0123456789"
                assert grade.first_wrong.endswith(".")
                assert str(grade) == f"{grade.message} {grade.first_wrong}"
    assert wrong > 30


def test_minimax_values() -> None:
    for root in ("max", "min"):
        for exercise in made("minimax_value", root=root):
            tree = exercise.tree
            value = brute_force(nested(tree), root == "max")
            best = [child for child in tree.children if brute_force(nested(child), root != "max") == value]
            assert exercise.answer == f"{value} {best[0].name}"
            assert len(best) == 1
            other = next(child for child in tree.children if child is not best[0])
            assert not exercise.grade(f"{value} {other.name}").correct
            assert exercise.grade(f"{best[0].name.lower()}, {value}").correct
            for leaf in tree.leaves():
                grade = exercise.grade(f"{leaf.value} {best[0].name}")
                assert grade.correct == (leaf.value == value)
                assert grade.correct or f"{leaf.value} is the value of {leaf.name}" in grade.first_wrong


@pytest.mark.parametrize("ties", ["equal", "strict"])
def test_leaves(ties: str) -> None:
    for tied in (False, True):
        for exercise in made("leaves_evaluated", range(30), ties=ties, tied=tied):
            values = {leaf.name: leaf.value for leaf in exercise.tree.leaves()}
            names = exercise.answer.split()
            assert [values[name] for name in names] == leaves_looked_at(nested(exercise.tree), True, ties)
            assert not exercise.grade(" ".join(reversed(names))).correct
        for exercise in made("leaves_pruned", range(30), ties=ties, tied=tied):
            entered = visits(exercise.tree, ties)
            skipped = [leaf.name for leaf in exercise.tree.leaves() if leaf.name not in entered]
            assert (exercise.answer.split() if exercise.answer != "none" else []) == skipped
            assert not exercise.grade(exercise.tree.leaves()[0].name).correct


@pytest.mark.parametrize("ties", ["equal", "strict"])
def test_windows(ties: str) -> None:
    finite = 0
    for exercise in made("window", ties=ties):
        alpha, beta = visits(exercise.tree, ties)[exercise.node]  # type: ignore[attr-defined]
        finite += alpha != -inf and beta != inf
        spelled = f"({alpha}, {beta})".replace("inf", "∞").replace("-", "−")
        assert exercise.grade(spelled).correct
        assert not exercise.grade(f"{beta}, {alpha}").correct
        wrong = exercise.grade(f"{alpha}, 100")
        assert not wrong.correct
        assert wrong.message == "β is not right."
    assert finite > 30


@pytest.mark.parametrize("ties", ["equal", "strict"])
def test_the_cut_interval_against_brute_force(ties: str) -> None:
    closed = 0
    for exercise in made("cut_interval", range(40), ties=ties, values=(-15, 15)):
        unknown, node, cut = exercise.unknown, exercise.node, exercise.cut  # type: ignore[attr-defined]
        closed += cut.low_closed or cut.high_closed
        samples = [Fraction(half, 4) for half in range(-80, 81)]
        skipped = [node not in visits(exercise.tree, ties, {unknown: x}) for x in samples]
        assert skipped == [x in cut for x in samples]
        assert any(skipped)
        assert not all(skipped)
        assert exercise.grade(exercise.answer.replace("<=", "≤").replace(">=", "≥")).correct
        off = (
            exercise.answer.replace("=", "")
            if "=" in exercise.answer
            else exercise.answer.replace(" <", " <=").replace(" >", " >=")
        )
        grade = exercise.grade(off)
        assert not grade.correct, "whether the end belongs to the set matters"
        assert grade.first_wrong.endswith("enough."), "at the end the tie rule decides, and is stated"
    assert closed == (40 if ties == "equal" else 0)


@pytest.mark.parametrize("goal", ["best", "worst"])
@pytest.mark.parametrize(
    "options", [{"depth": 3, "branching": 2}, {"depth": 2, "branching": 3}, {"depth": 2, "branching": (1, 3)}]
)
def test_the_optimal_order_against_brute_force(goal: str, options: dict[str, Any]) -> None:
    for exercise in made("child_order", range(4), goal=goal, **options):
        counts = counts_of_all_orders(nested(exercise.tree), "equal")
        optimum = min(counts) if goal == "best" else max(counts)
        assert exercise.optimum == optimum  # type: ignore[attr-defined]
        assert len(leaves_looked_at(nested(exercise.tree), True, "equal")) != optimum, "there is something to do"
        kept = exercise.grade(f"A: {' '.join(exercise.tree.moves())}")
        assert not kept.correct
        assert kept.first_wrong


def test_another_order_can_be_better_than_the_order_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    uneven = parse_tree("[[9, [4, 1], 4]]")
    count, moved = best_orders(uneven, "best", "equal")
    assert count == min(counts_of_all_orders(nested(uneven), "equal")) == 3
    found = alpha_beta(uneven, order=lambda node: moved.get(node.name, node.moves()))
    assert found.evaluations == 3
    assert best_orders(parse_tree("[[[8, 2], [8, 8]]]"), "worst", "equal")[0] == 4
    monkeypatch.setattr(child_order, "MAX_ORDERS", 12)
    assert best_orders(uneven, "best", "equal")[0] == 3
    with pytest.raises(ZermeloError, match="this tree has 24 orders, and at most 12 can be compared"):
        best_orders(parse_tree("[1, 2, 3, 4]"), "best", "equal")


def test_any_optimal_order_is_accepted() -> None:
    for goal in ("best", "worst"):
        exercise = make("child_order", 1, goal=goal, depth=3, branching=2)
        inner = [node for node in exercise.tree.nodes if node.children]
        right = 0
        for turned in product((False, True), repeat=len(inner)):
            order = {node.name: node.moves()[:: -1 if turn else 1] for node, turn in zip(inner, turned, strict=True)}
            count = len(leaves_looked_at(nested(exercise.tree.reordered(dict(order))), True, "equal"))
            grade = exercise.grade("; ".join(f"{name}: {' '.join(children)}" for name, children in order.items()))
            assert grade.correct == (count == exercise.optimum)  # type: ignore[attr-defined]
            assert f"{count} of 8 leaves" in grade.message
            right += grade.correct
        assert right > 1, "more than one order is right"


@pytest.mark.parametrize("kind", KINDS)
def test_small_shapes_are_made_or_refused(kind: str) -> None:
    for branching in (1, 2, (1, 2), 3):
        for depth in (1, 2, 3):
            shape = {"pass_depth": depth} if kind == "deepening_order" else {"depth": depth}
            with suppress(ZermeloError):
                exercise = make(kind, 1, branching=branching, values=(-50, 50), **shape)
                assert exercise.grade(exercise.answer).correct
                assert exercise.steps()


def test_two_children_are_enough_for_an_order() -> None:
    assert make("deepening_order", 1, branching=2).grade(make("deepening_order", 1, branching=2).answer).correct


def test_chance_values_are_exact_and_rounded_decimals_are_accepted() -> None:
    for exercise in made("expectimax_values"):
        inner = [node for node in exercise.tree.nodes if node.children]
        right = {node.name: Fraction(expected(node)) for node in inner}
        assert exercise.answer == ", ".join(f"{name} = {value}" for name, value in right.items())
        assert exercise.grade("; ".join(f"{name.lower()}: {float(value):.2f}" for name, value in right.items())).correct
        off = exercise.grade(", ".join(f"{name} = {value + Fraction(1, 50)}" for name, value in right.items()))
        assert not off.correct
        assert off.first_wrong.startswith(("Chance at", "MIN at")), "the lowest wrong node is named first"


def test_the_order_after_a_pass() -> None:
    for depth in (1, 2):
        for exercise in made("deepening_order", pass_depth=depth):
            tree = exercise.tree
            # Below the horizon nothing is looked at: the static values are leaves.
            flat = tree.nodes[0]
            level = [flat]
            for _ in range(depth):
                level = [child for node in level for child in node.children]
            cut_off = parse_tree(_to_horizon(flat, {node.name for node in level}))
            entered = visits(cut_off, "equal")
            value = {name: _returned(cut_off, name) for name in entered}
            orders = []
            for node in cut_off.nodes:
                if node.children and node.name in entered:
                    seen = [child.name for child in node.children if child.name in entered]
                    new = sorted(seen, key=value.__getitem__, reverse=node.player == MAX)
                    new += [child.name for child in node.children if child.name not in entered]
                    if tuple(new) != node.moves():
                        orders.append(f"{node.name}: {' '.join(new)}")
            assert exercise.answer == "; ".join(orders)


def _to_horizon(node: Any, horizon: set[str]) -> str:
    if node.name in horizon:
        return f"{node.name}={node.value}"
    return f"{node.name}({' '.join(_to_horizon(child, horizon) for child in node.children)})"


def _returned(tree: Any, name: str) -> Any:
    """What alpha-beta returns from a node: the best of the children it looked at."""
    node = tree[name]
    below = [_returned(tree, child.name) for child in node.children if child.name in visits(tree, "equal")]
    return node.value if not node.children else (max if node.player == MAX else min)(below)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("chess", {}),
        ("window", {"goal": "best"}),
        ("window", {"seed": 1}),
        ("window", {"kind": "chess"}),
        ("window", {"depth": "deep"}),
        ("window", {"depth": True}),
        ("window", {"ties": "sometimes"}),
        ("window", {"branching": [3, 2]}),
        ("window", {"branching": 9, "depth": 9}),
        ("window", {"branching": 1, "depth": 2}),
        ("leaves_pruned", {"pruned": 50}),
        ("leaves_pruned", {"deep": True, "depth": 3}),
        ("minimax_value", {"values": (0, 1)}),
        ("cut_interval", {"root": "chance"}),
        ("cut_interval", {"branching": 1}),
        ("child_order", {"branching": 4, "depth": 3, "values": (-99, 99)}),
        ("deepening_order", {"branching": 1}),
        ("deepening_order", {"pass_depth": 9}),
    ],
)
def test_invalid_kinds_and_options_are_refused(kind: str, options: dict[str, Any]) -> None:
    with pytest.raises(ZermeloError) as refused:
        make(kind, 1, **options)
    assert "\n" not in str(refused.value)


def test_no_chance_question_has_two_equally_good_moves_unless_asked() -> None:
    for exercise in made("expectimax_values", range(200)):
        assert not has_tie(exercise.tree)
    for exercise in made("expectimax_values", range(5), tied=True, branching=3):
        assert has_tie(exercise.tree)
