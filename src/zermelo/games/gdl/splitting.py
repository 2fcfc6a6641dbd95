"""Split rules before they are grounded, so that a rule with many variables does not become a product of all of them.

A variable that only a few literals of a body share is eliminated: these literals become the body of an auxiliary rule whose head
keeps the variables that the rest needs. This is bucket elimination, as in the evaluation of conjunctive queries. In Hex

    (<= (next (connected ?k ?m ?n)) (transfer ?e) (true (connected ?e ?m ?n)) (true (step ?k)))

has 81^3 ground rules, and after the split 81^2 of each of two rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from zermelo.games.gdl.terms import Literal, Rule, Variable, relation, variables

AUXILIARY = "?aux"
"""The name of an auxiliary relation begins with it; no relation of a sheet does."""


def split_rules(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Iterate over rules that mean the same, with fewer variables in each. Bodies must have no `or`."""
    known: dict[tuple[object, ...], str] = {}
    numbers = count()
    for rule in rules:
        yield from _split(rule, known, numbers)


def _split(rule: Rule, known: dict[tuple[object, ...], str], numbers: count[int]) -> Iterator[Rule]:
    body = [part for part in rule.body if isinstance(part, Literal)]
    wanted = set(variables(rule.head))
    while bucket := _best_bucket(wanted, body):
        rest = [literal for literal in body if literal not in bucket]
        needed = wanted.union(*map(_variables, rest))
        kept = [
            name
            for name in dict.fromkeys(name for literal in bucket for name in variables(literal.atom))
            if name in needed
        ]
        shape = _shape(bucket, kept)
        name = known.get(shape)
        if name is None:
            name = known[shape] = f"{AUXILIARY}{next(numbers)}"
            yield Rule((name, *kept) if kept else name, tuple(bucket), rule.span)
        body = [*rest, Literal((name, *kept) if kept else name)]
    yield Rule(rule.head, tuple(body), rule.span)


def _best_bucket(wanted: set[Variable], body: list[Literal]) -> list[Literal]:
    """Return the literals to move into a rule of their own, or none if that would not help."""
    every = wanted.union(*map(_variables, body))
    best: list[Literal] = []
    best_cost = (len(every), 0)
    for name in sorted(every - wanted):
        bucket = [literal for literal in body if name in _variables(literal)]
        names = set().union(*map(_variables, bucket))
        # Every variable of the bucket must occur in one of its positive literals.
        for literal in body:
            missing = names.difference(*(_variables(each) for each in bucket if _binds(each)))
            if missing and _binds(literal) and literal not in bucket and missing & _variables(literal):
                bucket.append(literal)
                names |= _variables(literal)
        if names.difference(*(_variables(each) for each in bucket if _binds(each))):
            continue
        rest = [literal for literal in body if literal not in bucket]
        kept = names & wanted.union(*map(_variables, rest))
        if not rest or any(
            not _binds(literal)
            and not _variables(literal) <= kept.union(*(_variables(each) for each in rest if _binds(each)))
            for literal in rest
        ):
            continue
        cost = (len(names), len(kept))
        if cost < best_cost and len(names) < len(every):
            best, best_cost = bucket, cost
    return best


def _binds(literal: Literal) -> bool:
    return not literal.negated and relation(literal.atom) != "distinct"


def _variables(literal: Literal) -> set[Variable]:
    return set(variables(literal.atom))


def _shape(bucket: list[Literal], kept: list[Variable]) -> tuple[object, ...]:
    """Return the same for buckets that differ in the names of their variables only, and keep the same ones."""
    numbers: dict[Variable, int] = {name: at for at, name in enumerate(kept)}

    def renamed(term: object) -> object:
        if isinstance(term, Variable):
            return numbers.setdefault(term, len(numbers))
        return tuple(map(renamed, term)) if isinstance(term, tuple) else term

    return (len(kept), *((renamed(literal.atom), literal.negated) for literal in bucket))
