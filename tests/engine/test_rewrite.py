"""Test that compiled functions give what they give in Python: a board and lists in the ways that people write them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from tests.engine.compiled_games import Heap
from tests.long import LONG

SMALL = 3
STEPS = ((1, 2), (3,), (4, 5, 6))
PAIRS = [[(0, 1), (1, 0)], [(2, 2)]]
DEEP = (((1,), (2, 3)), ((4, 5, 6),))


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


def copied_with_rows(items: Any, place: int) -> Any:
    rows = [list(items), list(items)]
    rows[1][place] = items[place]
    rows[0][place] = rows[1][0]
    return tuple(tuple(row) for row in rows)


def grown(items: Any, place: int) -> Any:
    held = list(items)
    held.append(place)
    held.reverse()
    return tuple(held), len(held)


def joined(items: Any, place: int) -> Any:
    doubled = items + items[:place] + (1, *items, 2)
    return doubled, (3, 4) * 2, list(items) + [place]


def compared(items: Any, place: int) -> Any:
    other = tuple(item for item in items if item != place)
    return items == other, other != items, (items[0], place) in ((1, 2), (0, 0)), not other, 3 if other else 4


def looked_up(items: Any, place: int) -> Any:
    row = STEPS[place % 3]
    total = len(STEPS) * 100 + len(row)
    for down, right in PAIRS[place % 2]:
        total += 10 * down + right
    for steps in STEPS:
        total += sum(steps)
    for rows in DEEP[0]:
        total += 7 * len(rows)
    return total, DEEP[0][1][1], [at for at, (one, two) in enumerate(PAIRS[0]) if one < two]


def searched(items: Any, place: int) -> Any:
    best = max(items), min(item * item for item in items), max((item for item in items if item > 8), default=-1)
    return best, items.count(items[place]), tuple(sorted(items)), items.index(items[place])


def backwards(items: Any, place: int) -> Any:
    return [item + 1 for item in reversed(items)], [2 * at for at in reversed(range(place, 9, 2))], items[::-1]


def asked(items: Any, place: int) -> Any:
    if any(item > SMALL for item in items if item != place) and all(item for item in items):
        return 1, 0
    elif all(any(10 // other > item for other in items[:place] if other) for item in items):
        return 2, 0
    total = sum(item * other for item in items for other in range(item) if other != place)
    return total + sum((item for item in items), place), next((item for item in items if item > place), -9)


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
    copied_with_rows,
    grown,
    joined,
    compared,
    looked_up,
    searched,
    backwards,
    asked,
    asked_of_all,
    asked_while_it_changes,
]


@cache
def machine_code(function: Any) -> Any:
    compiler = pytest.importorskip("zermelo.engine.compiling.compiler")
    functions = compiler.Compiler(Heap, Heap(), 8)
    rewriter = functions.function(function)
    assert not functions.problems
    functions.namespace(1, set())
    return functions.dispatchers[id(rewriter)]


def plain(value: Any) -> Any:
    """Lists, tuples and arrays are all lists."""
    value = value.tolist() if hasattr(value, "tolist") else value
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_compiled_function_gives_the_same(function: Any) -> None:
    numpy = pytest.importorskip("numpy")
    random = Random(function.__name__)
    fast = machine_code(function)
    for _ in range(100 * LONG):
        items = tuple(random.randrange(-5, 10) for _ in range(random.randrange(1, 7)))
        place = random.randrange(len(items))
        assert plain(fast(numpy.array(items), place)) == plain(function(items, place)), (items, place)
