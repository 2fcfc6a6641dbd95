"""Random rule sheets for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from zermelo.games.gdl.terms import Literal, Or, Rule, RuleSheet, Term, Variable

SYMBOLS = ["a", "b", "role", "true", "does", "legal", "goal", "next", "terminal", "100", "cell"]
terms: st.SearchStrategy[Term] = st.recursive(
    st.sampled_from(["a", "b", "1"]) | st.sampled_from(["?x", "?y"]).map(Variable),
    lambda inner: st.tuples(st.sampled_from(["f", "g"]), inner) | st.tuples(st.just("h"), inner, inner),
    max_leaves=4,
)
atoms: st.SearchStrategy[Term] = st.sampled_from(SYMBOLS) | st.builds(
    lambda name, parts: (name, *parts), st.sampled_from(SYMBOLS), st.lists(terms, min_size=1, max_size=3)
)
literals = st.builds(Literal, atoms, st.booleans()) | st.builds(lambda a, b: Literal(("distinct", a, b)), terms, terms)
parts: st.SearchStrategy[Literal | Or] = st.recursive(
    literals,
    lambda inner: st.builds(
        lambda alternatives: Or(tuple(map(tuple, alternatives))),
        st.lists(st.lists(inner, min_size=1, max_size=2), min_size=1, max_size=3),
    ),
    max_leaves=4,
)
rules = st.builds(Rule, atoms, st.lists(parts, max_size=4).map(tuple))


def sheets() -> st.SearchStrategy[RuleSheet]:
    """Return a strategy for sheets of any kind, right or wrong; their rules have no places."""
    return st.builds(RuleSheet, st.lists(rules, max_size=6).map(tuple))
