"""Find what the facts of a game have in common: pieces of a kind, how far they have come, counters.

A fact such as (cell 3 5 white) is a feature of its own. With the others that differ only in their places it belongs to a sum: (cell
? ? white) counts the white pieces, (cell x ? white) adds up the first argument of those that hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from zermelo.games.gdl.grid import cell_parts

LEAST_TERMS = 3
"""Facts in a sum; fewer are no board."""

Sum = tuple[str, list[tuple[int, float]]]


def find_sums(facts: Sequence[str]) -> list[Sum]:
    """Return sums over facts with their names: the numbers of the facts, and what each adds.

    >>> find_sums([f"(cell {x} {y} p)" for x in "12" for y in "ab"])
    [('(cell ? ? p)', [(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)]), ('(cell x ? p)', [(0, 0.5), (1, 0.5), (2, 1.0), (3, 1.0)])]
    >>> find_sums(["(step 1)", "(step 2)", "(step 3)", "(control white)"])
    [('(step x)', [(0, 0.33), (1, 0.67), (2, 1.0)])]
    """
    boards: dict[tuple[str, str], list[tuple[int, str, str]]] = defaultdict(list)
    counters: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, fact in enumerate(facts):
        if (cell := cell_parts(fact)) is not None:
            boards[cell[0], cell[3]].append((number, cell[1], cell[2]))
        elif len(words := fact.strip("()").split()) == 2 and "(" not in fact[1:]:
            counters[words[0]].append((number, words[1]))
    sums: list[Sum] = []
    for (name, content), cells in boards.items():
        if len(cells) < LEAST_TERMS:
            continue
        sums.append((f"({name} ? ? {content})", [(number, 1.0) for number, _, _ in cells]))
        for place, pattern in ((1, "x ?"), (2, "? x")):
            sums += _scaled(f"({name} {pattern} {content})", [(cell[0], str(cell[place])) for cell in cells])
    for name, counted in counters.items():
        sums += _scaled(f"({name} x)", counted)
    return sums


def _scaled(name: str, terms: list[tuple[int, str]]) -> list[Sum]:
    """A sum of numbers as shares of the largest; nothing if they are not numbers, or all the same."""
    if len(terms) < LEAST_TERMS or not all(_is_number(text) for _, text in terms):
        return []
    numbers = [(at, Fraction(text)) for at, text in terms]
    most = max(abs(value) for _, value in numbers)
    if len({value for _, value in numbers}) == 1:
        return []
    return [(name, [(at, round(float(value / most), 2)) for at, value in numbers])]


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10
