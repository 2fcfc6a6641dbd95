"""Test that the example trees are those of the books, with the values that the books give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from zermelo.state import ZermeloError
from zermelo.textbook import expectiminimax
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.backward_induction import backward_induction
from zermelo.textbook.max_n import max_n
from zermelo.textbook.minimax import minimax
from zermelo.trees import EXAMPLES, example, parse_tree, tree


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_read(name: str) -> None:
    one = EXAMPLES[name]
    assert one.name == name
    assert example(name) == parse_tree(one.text)
    assert one.source
    assert "\n" not in one.description


@pytest.mark.parametrize(
    ("name", "value", "leaves", "looked_at"),
    [("two_by_two", 2, 4, 3), ("classroom", 6, 10, 6), ("deep", 8, 16, 10), ("aima", 3, 9, 7), ("wikipedia", 6, 14, 9)],
)
def test_known_values(name: str, value: int, leaves: int, looked_at: int) -> None:
    one = example(name)
    assert len(one.leaves()) == leaves
    assert minimax(one).value == alpha_beta(one).value == value
    assert alpha_beta(one).evaluations == looked_at


def test_the_classroom_tree() -> None:
    one = example("classroom")
    bare = tree([[2, [3, 0]], [[[1, 5], 7], 6], [1, [2, 20]]])
    assert [(node.name, node.moves()) for node in one.nodes] == [(node.name, node.moves()) for node in bare.nodes]
    assert [leaf.value for leaf in one.leaves()] == [leaf.value for leaf in bare.leaves()]
    assert {node.name: node.value for node in one.nodes if node.children and node.value} == {"F": 3, "G": 7, "J": 20}


def test_chance_and_three_players() -> None:
    found = expectiminimax(example("chance"))
    assert (found.value, found.move) == (Fraction(11, 4), "C")
    assert max_n(example("three_players")).value == (1, 2, 6)
    coins = example("nine_coins")
    payoffs: list[Any] = [leaf.utility() for leaf in coins.leaves()]
    assert set(map(sum, payoffs)) == {9}
    assert max_n(coins, total=9).value == max_n(coins).value
    assert (max_n(coins).evaluations, max_n(coins, total=9).evaluations) == (8, 5)


def test_three_equilibria() -> None:
    found = backward_induction(example("indifference")).equilibria
    assert [str(each) for each in found] == ["(3, 1) by C E", "(2, 2) by B", "(4, 3) by D H"]


def test_a_quiet_look_would_be_wrong() -> None:
    assert alpha_beta(example("uneven"), depth=1).move == "B"
    assert alpha_beta(example("uneven")).move == "C"


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ZermeloError, match="there is no example called 'aime': choose from classroom, two_by_two"):
        example("aime")
