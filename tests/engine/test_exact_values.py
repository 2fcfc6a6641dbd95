"""Values are exact to the last digit, or not called so: payoffs are any numbers, and the engine counts in whole units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from tests.long import LONG
from zermelo.methods import search, solve
from zermelo.state import ZermeloError, as_number
from zermelo.textbook import minimax

close = st.decimals(min_value=-2, max_value=2, places=5).map(str)
"""Some of which differ by less than a thousandth."""
scattered = st.builds("{}e{}".format, st.integers(-99999, 99999), st.integers(-8, 3))
few = st.sampled_from(["0.1234", "0.12344", "0.12336", "-0.0004", "0", "1/3", "0.3333", "2", "-1e5", "1e-7", "-3e-7"])


def trees(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Nested lists of numbers as texts."""
    return st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=16)


def with_leaves(nested: Any, number: Any) -> Any:
    return [with_leaves(each, number) for each in nested] if isinstance(nested, list) else number(nested)


def as_float(text: str) -> float:
    return float(Fraction(text))


@settings(max_examples=300 * LONG)
@given(nested=st.one_of(trees(close), trees(scattered), trees(few)), root=st.sampled_from(["max", "min"]))
def test_random_payoffs(nested: Any, root: str) -> None:
    """What is called exact equals minimax in fractions, and the move has that value."""
    truth = minimax(zermelo.tree(with_leaves(nested, Fraction), root=root))
    for position in (zermelo.tree(with_leaves(nested, number), root=root) for number in (as_float, Fraction)):
        found = search(position, method="alpha_beta", table=1)
        if found.proven:
            assert found.bound == "exact"
            assert float(as_number(found.value)) == float(as_number(truth.value))
            if found.move is not None:
                chosen = next(each for each in truth.moves if each.move == found.move)
                assert float(as_number(chosen.value)) == float(as_number(truth.value))
            assert solve(position, table=1).value == found.value
        else:
            assert found.bound == "estimate", "where payoffs are too close beside their size"
            with pytest.raises(ZermeloError, match="too close together"):
                solve(position, table=1)


@pytest.mark.parametrize(
    ("text", "value", "move"),
    [
        ("A(B=0.1234 C=0.12344)", 0.12344, "C"),
        ("A(B=0.1234 C(D=0.12344 E=0.12338) F=-0.5)", 0.1234, "B"),
        ("A(B=1/3 C=0.333)", 1 / 3, "B"),
        ("A(B=-0.0002 C=0 D=-1)", 0, "C"),
        ("A(B=200000 C=199999.5)", 200_000, "B"),
        ("A(B=1e6 C=-0.02)", 1e6, "B"),
        ("A(B=133000 C(D=-133000.125 E=7))", 133_000, "B"),
    ],
)
def test_known_trees(text: str, value: float, move: str) -> None:
    position = zermelo.tree(text)
    for found in (search(position), solve(position), search(position, lines=3), search(position, method="solve")):
        assert (found.value, found.bound, found.move, found.proven) == (value, "exact", move, True)
    every = search(position, lines=3).moves
    truth = minimax(position).moves
    assert {each.move: each.value for each in every} == {each.move: float(as_number(each.value)) for each in truth}


def test_the_record_has_the_same_values() -> None:
    found = search(zermelo.tree("A(B(D=0.1234 E=3) C(F=0.12344 G=0.5))"), record=100)
    assert found.value == found.record[0].value == 0.12344


def test_payoffs_too_close_beside_their_size_are_estimated() -> None:
    found = search(zermelo.tree("A(B=1e9 C(D=0.1234 E=0.12344))"))
    assert (found.value, found.proven) == (1e9, False)
    assert {each.bound for each in found.moves} == {"estimate"}


def test_sums_of_floats_count_as_equal() -> None:
    found = search(zermelo.tree([[0.1 + 0.2, 5], [0.3, 7]]))
    assert found.value == pytest.approx(0.3)
    assert found.proven


def test_a_search_that_begins_anew_keeps_its_limits() -> None:
    class Fine(NamedTuple):
        """The payoffs of the first moves are the same in thousandths."""

        path: tuple[int, ...] = ()

        @property
        def player(self) -> int:
            return len(self.path) % 2

        def moves(self) -> list[int]:
            return [0, 1, 2]

        def play(self, move: int) -> Fine:
            return Fine((*self.path, move))

        def utility(self) -> float | None:
            return sum(move * 3e-5**place for place, move in enumerate(self.path)) if len(self.path) == 9 else None

    found = search(Fine(), nodes=3_000)
    assert found.stopped == "nodes"
    assert found.nodes <= 3_000
    assert not found.proven
    assert found.move in (0, 1, 2)


def test_numbers_that_are_no_payoffs_are_refused() -> None:
    class Endless(NamedTuple):
        value: Any
        player: int = 0

        def moves(self) -> list[int]:
            return [0]

        def play(self, move: int) -> Any:
            return self._replace(player=1)

        def utility(self) -> Any:
            return self.value if self.player else None

    for value in (float("inf"), float("nan"), 10**400, "two"):
        with pytest.raises(ZermeloError):
            search(Endless(value), method="alpha_beta")
