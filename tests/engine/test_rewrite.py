"""Test that rewritten functions do in Python what they did before."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.engine.compiling.rewrite import NAMES, rewritten

SMALL = 3


def cut(items: Any, place: int) -> Any:
    return items[:place] + (7,) + items[place + 1 :]


def cut_and_unpacked(items: Any, place: int) -> Any:
    return (*items[:place], place * 7, *items[place + 1 :])


def cut_from_the_left(items: Any, place: int) -> Any:
    return tuple(items)[:place] + (items[place] * 2,) + tuple(items)[1 + place :]


def cut_twice(items: Any, place: int) -> Any:
    items = items[:place] + (5,) + items[place + 1 :]
    return items[:0] + (place,) + items[0 + 1 :]


def changed_in_a_list(items: Any, place: int, step: int = 2) -> Any:
    held: list[int] = list(items)
    held[place] += step
    held[-1] = len(held)
    for at in range(len(held)):
        if held[at] > SMALL and 0 not in held:
            held[at] -= sum(held)
    return tuple(held)


def swapped(items: Any, place: int) -> Any:
    held = list(items)
    held[0], held[place] = held[place], held[0]
    first, held[0] = held[0], 9
    held[place] = held[0] = held[place] + first
    return tuple(held), first


def sown(items: Any, place: int) -> Any:
    held = list(items)
    hand, held[place] = abs(held[place]), 0
    while hand:
        place = (place + 1) % len(held)
        held[place] += 1
        hand -= 1
    if held[place] == 1:
        other = list(held)
        other[0] = place
        return tuple(other)
    return tuple(held)


def asked(items: Any, place: int) -> Any:
    if any(item > SMALL for item in items if item != place) and all(item for item in items):
        return 1
    elif all(any(10 // other > item for other in items[:place] if other) for item in items):
        return 2
    total = sum(item * other for item in items for other in range(item) if other != place)
    return total + sum((item for item in items), place), next((item for item in items if item > place), None)


def asked_of_all(items: Any, place: int) -> Any:
    return any(items[:place]), all(items), all(items[place:]) or not any((place, 0))


def asked_while_it_changes(items: Any, place: int) -> Any:
    held = list(items)
    while not all(item <= 0 for item in held):
        held[place] = -1
        place = next((at for at in range(len(held)) if held[at] > 0), 0)
    return tuple(held)


FUNCTIONS = [
    cut,
    cut_and_unpacked,
    cut_from_the_left,
    cut_twice,
    changed_in_a_list,
    swapped,
    sown,
    asked,
    asked_of_all,
    asked_while_it_changes,
]


def again(function: Any) -> Any:
    made = rewritten(function)
    assert made is not function
    assert made.__code__.co_firstlineno == function.__code__.co_firstlineno
    return FunctionType(
        made.__code__, {**function.__globals__, **NAMES}, function.__name__, function.__defaults__, made.__closure__
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@given(items=st.lists(st.integers(-5, 9), min_size=1, max_size=6).map(tuple), data=st.data())
def test_a_rewritten_function_gives_the_same(function: Any, items: tuple[int, ...], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(items) - 1))
    assert again(function)(items, place) == function(items, place)


def handed_on(items: Any) -> Any:
    held = list(items)
    other = held
    other[0] = 1
    return tuple(held)


def grown(items: Any) -> Any:
    held = list(items)
    held.append(3)
    return tuple(held)


def cut_elsewhere(items: Any, place: int) -> Any:
    return items[:place] + (7,) + items[place + 2 :]


def asked_of_each(items: Any) -> Any:
    return [item for item in items if any(other > item for other in items)]


def greatest(items: Any) -> Any:
    return max(item for item in items)


@pytest.mark.parametrize(
    "function", [handed_on, grown, cut_elsewhere, asked_of_each, greatest], ids=lambda each: each.__name__
)
def test_what_cannot_be_rewritten_is_left_alone(function: Any) -> None:
    assert rewritten(function) is function
