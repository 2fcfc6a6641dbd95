"""What a rule sheet consists of: terms, literals and rules, with their places in the text.

A term is one of three things, all of them immutable, hashable and quick to compare:

    symbol     a str                     xplayer, 1, noop
    variable   a Variable, also a str    ?x, the question mark included
    compound   a tuple, function first   ("mark", "1", Variable("?y")) is (mark 1 ?y)

An atom is a symbol or a compound whose first part names a relation: "terminal", ("true", ("control", "white")).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias, TypeGuard

import msgspec

Term: TypeAlias = "str | tuple[Term, ...]"
Atom: TypeAlias = Term

KEYWORDS = frozenset({"role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input"})
"""The relations that the language gives a meaning to."""
CONNECTIVES = frozenset({"<=", "not", "or", "and", "distinct"})


class Variable(str):
    """A variable; its text begins with a question mark, which no symbol does."""

    __slots__ = ()


class Span(NamedTuple):
    """A place in a text: lines and columns count from 1, and `end_column` is the first column after it."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span(0, 0, 0, 0)
"""The place of rules that no text contains."""


class Literal(msgspec.Struct, frozen=True):
    """An atom, or its negation.

    `(distinct a b)` is the positive literal of the atom ("distinct", a, b). Equality ignores the place.
    """

    atom: Atom
    negated: bool = False
    span: Span = NOWHERE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and (self.atom, self.negated) == (other.atom, other.negated)

    def __hash__(self) -> int:
        return hash((self.atom, self.negated))

    def __str__(self) -> str:
        return f"(not {format_term(self.atom)})" if self.negated else format_term(self.atom)


class Or(msgspec.Struct, frozen=True):
    """A disjunction; each alternative is a conjunction. Equality ignores the place."""

    alternatives: tuple[tuple[Literal | Or, ...], ...]
    span: Span = NOWHERE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Or) and self.alternatives == other.alternatives

    def __hash__(self) -> int:
        return hash(self.alternatives)

    def __str__(self) -> str:
        return f"(or {' '.join(map(format_conjunction, self.alternatives))})"


class Rule(msgspec.Struct, frozen=True):
    """A rule: the head holds if the body does. A fact has no body. Equality ignores the place."""

    head: Atom
    body: tuple[Literal | Or, ...] = ()
    span: Span = NOWHERE
    head_span: Span = NOWHERE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and (self.head, self.body) == (other.head, other.body)

    def __hash__(self) -> int:
        return hash((self.head, self.body))

    def __str__(self) -> str:
        head = format_term(self.head)
        if not self.body:
            return head if isinstance(self.head, tuple) else f"({head})"
        return f"(<= {head} {' '.join(map(str, self.body))})"

    def alternatives(self) -> Iterator[tuple[Literal, ...]]:
        """Iterate over the bodies without `or` that together mean the same as the body.

        >>> rule = Rule("p", (Literal("a"), Or(((Literal("b"),), (Literal("c"), Literal("d"))))))
        >>> for body in rule.alternatives():
        ...     print(*body)
        a b
        a c d
        """
        return _alternatives(self.body)

    def literals(self) -> Iterator[Literal]:
        """Iterate over the literals of the body, those inside `or` included."""
        return _literals(self.body)

    def count_alternatives(self) -> int:
        """Count what `alternatives` iterates over, without doing so."""
        return _count(self.body)


class Comment(NamedTuple):
    """A comment with its semicolons, and where it stands."""

    text: str
    line: int
    column: int


class RuleSheet(msgspec.Struct, frozen=True):
    """The rules of a game in the order of their text."""

    rules: tuple[Rule, ...]
    comments: tuple[Comment, ...] = ()

    def plain_rules(self) -> Iterator[Rule]:
        """Iterate over the rules with each `or` resolved into several rules: bodies consist of literals only."""
        for rule in self.rules:
            if any(isinstance(part, Or) for part in rule.body):
                for body in rule.alternatives():
                    yield Rule(rule.head, body, rule.span, rule.head_span)
            else:
                yield rule

    def roles(self) -> tuple[str, ...]:
        """Return the roles in the order of the sheet, which is the order of the moves in a joint move."""
        players = (arguments(rule.head) for rule in self.rules if relation(rule.head) == "role")
        return tuple(dict.fromkeys(name for names in players for name in names if is_symbol(name)))


def _alternatives(body: tuple[Literal | Or, ...]) -> Iterator[tuple[Literal, ...]]:
    choices = [
        [(part,)] if isinstance(part, Literal) else [body for each in part.alternatives for body in _alternatives(each)]
        for part in body
    ]
    return (tuple(literal for part in chosen for literal in part) for chosen in product(*choices))


def _literals(body: tuple[Literal | Or, ...]) -> Iterator[Literal]:
    for part in body:
        if isinstance(part, Literal):
            yield part
        else:
            for alternative in part.alternatives:
                yield from _literals(alternative)


def _count(body: tuple[Literal | Or, ...]) -> int:
    return prod(sum(map(_count, part.alternatives)) for part in body if isinstance(part, Or))


def relation(atom: Atom) -> str:
    """Return the name of an atom's relation, or of a compound term's function.

    >>> relation("terminal"), relation(("true", "open"))
    ('terminal', 'true')
    """
    return atom if isinstance(atom, str) else str(atom[0])


def arguments(atom: Atom) -> tuple[Term, ...]:
    """Return the arguments of an atom or a compound term; none of a symbol."""
    return () if isinstance(atom, str) else atom[1:]


def variables(term: Term) -> Iterator[Variable]:
    """Iterate over the variables of a term from left to right, each as often as it occurs."""
    if isinstance(term, Variable):
        yield term
    elif isinstance(term, tuple):
        for part in term[1:]:
            yield from variables(part)


def is_symbol(term: Term) -> TypeGuard[str]:
    """Return whether a term is a symbol: neither a variable nor compound."""
    return isinstance(term, str) and not isinstance(term, Variable)


def is_goal_value(term: Term) -> bool:
    """Return whether a term is a whole number from 0 to 100.

    >>> is_goal_value("100"), is_goal_value("101"), is_goal_value("-1"), is_goal_value("x")
    (True, False, False, False)
    """
    return isinstance(term, str) and re.fullmatch(r"[0-9]{1,2}|100", term) is not None


def is_ground(term: Term) -> bool:
    """Return whether a term has no variables."""
    return next(variables(term), None) is None


def compounds(term: Term) -> Iterator[tuple[Term, ...]]:
    """Iterate over the compound terms inside a term, itself included."""
    if isinstance(term, tuple):
        yield term
        for part in term[1:]:
            yield from compounds(part)


def format_term(term: Term) -> str:
    """Return a term as text, with one space between its parts.

    >>> format_term(("mark", "1", Variable("?y")))
    '(mark 1 ?y)'
    """
    return term if isinstance(term, str) else f"({' '.join(map(format_term, term))})"


def format_conjunction(parts: tuple[Literal | Or, ...]) -> str:
    """Return a conjunction as text; `and` is written only where it joins several parts."""
    return str(parts[0]) if len(parts) == 1 else f"(and {' '.join(map(str, parts))})"


def order_key(term: Term) -> tuple[object, ...]:
    """Return a key that sorts ground terms as people expect: numbers by value, before names, before compounds.

    >>> sorted(["10", "9", "b", ("f", "10"), ("f", "2")], key=order_key)
    ['9', '10', 'b', ('f', '2'), ('f', '10')]
    """
    if isinstance(term, tuple):
        return (2, *map(order_key, term))
    return (0, len(term.lstrip("0")), term) if term.isdecimal() else (1, term)
