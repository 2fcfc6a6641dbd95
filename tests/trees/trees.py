"""Random trees of every kind, for property tests."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from zermelo.state import CHANCE
from zermelo.trees.nodes import Draft, Tree, build

whole = st.integers(-99, 99)
numbers = st.one_of(
    whole,
    st.floats(-1e6, 1e6, allow_nan=False),
    st.fractions(-9, 9, max_denominator=7),
)
plain_words = st.from_regex(r"[A-Za-z_][A-Za-z0-9_'.-]{0,5}", fullmatch=True)
words = st.one_of(plain_words, st.text(st.characters(codec="utf-8"), min_size=1, max_size=6))


@st.composite
def trees(
    draw: st.DrawFn,
    *,
    values: st.SearchStrategy[int | float | Fraction] = numbers,
    names: st.SearchStrategy[str] = words,
    chance: bool = True,
    many: bool = True,
    statics: bool = True,
    noisy: bool = True,
    turns: bool = True,
    actions: bool = True,
    max_nodes: int = 12,
) -> Tree:
    """A tree, with whatever is switched on: chance, several players, static values, noise, turns out of order."""
    size = draw(st.integers(1, max_nodes))
    drafts = [Draft(-1 if number == 0 else draw(st.integers(0, number - 1)), number) for number in range(size)]
    parents = {draft.parent for draft in drafts}
    players = draw(st.sampled_from((1, 1, 2, 3, 4))) if many else 1
    named = draw(st.lists(names, min_size=size, max_size=size, unique=True)) if draw(st.booleans()) else None
    for number, draft in enumerate(drafts):
        inner = number in parents
        draft.name = named[number] if named else None
        if not inner or (statics and draw(st.booleans())):
            payoffs = tuple(draw(values) for _ in range(players))
            draft.value = payoffs if players > 1 else payoffs[0]
        if noisy:
            draft.noisy = draw(st.booleans())
        if actions and number:
            draft.action = draw(st.none() | names)
        if inner and turns:
            draft.player = draw(st.none() | st.integers(0, max(2, players) - 1))
        if inner and chance and draw(st.integers(0, 3)) == 0:
            draft.player = CHANCE
            children = [child for child in drafts if child.parent == number]
            weights = [draw(st.integers(1, 4)) for _ in children]
            for child, weight in zip(children, weights, strict=True):
                child.probability = Fraction(weight, sum(weights))
    return build(drafts, draw(st.sampled_from((0, 1))) if turns else 0)
