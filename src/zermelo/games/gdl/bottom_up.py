"""Evaluate rules bottom-up: find all that follows from the atoms known so far, one rule at a time.

The literals of a body are matched from the cheapest to the dearest, each against an index of the atoms that can match. A literal
that fails sends the search back to one that its variables come from, not through all combinations of those between (backjumping,
Dechter 1990). Steps and terms are limited, so that rules which never come to an end are refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from zermelo.games.gdl.reader import DEEPEST_NESTING
from zermelo.games.gdl.terms import Atom, Literal, Rule, Term, Variable, arguments, relation, variables
from zermelo.state import ZermeloError

MOST_STEPS = 1_000_000
"""Facts compared with literals for one state: a few seconds."""
MOST_SYMBOLS = 1000
"""Symbols of a term that a rule builds."""

Path: TypeAlias = tuple[int, ...]
Binding: TypeAlias = dict[Variable, Term]


class Relation:
    """The known atoms of a relation, indexed by the parts that literals look them up by."""

    def __init__(self, atoms: Iterable[Atom] = ()) -> None:
        self.atoms = set[Atom]()
        self.indexes: dict[tuple[Path, ...], dict[tuple[Term, ...], list[Atom]]] = {}
        for atom in atoms:
            self.add(atom)

    def add(self, atom: Atom) -> None:
        if atom not in self.atoms:
            self.atoms.add(atom)
            for paths, index in self.indexes.items():
                self._enter(atom, paths, index)

    def matching(self, paths: tuple[Path, ...], key: tuple[Term, ...]) -> Sequence[Atom]:
        """Return the atoms that have these parts at these paths."""
        index = self.indexes.get(paths)
        if index is None:
            index = self.indexes[paths] = defaultdict(list)
            for atom in self.atoms:
                self._enter(atom, paths, index)
        return index.get(key, ())

    @staticmethod
    def _enter(atom: Atom, paths: tuple[Path, ...], index: dict[tuple[Term, ...], list[Atom]]) -> None:
        parts = [_part(atom, path) for path in paths]
        if None not in parts:
            index[tuple(part for part in parts if part is not None)].append(atom)


def _part(term: Term, path: Path) -> Term | None:
    for position in path:
        if isinstance(term, str) or position >= len(term):
            return None
        term = term[position]
    return term


class Model:
    """The relations known so far; those of the layer below are shared."""

    def __init__(self, below: Model | None = None) -> None:
        self.relations: dict[str, Relation] = dict(below.relations) if below else {}
        self.steps = 0

    def of(self, name: str) -> Relation:
        """Return a relation by name; it is empty if nothing is known of it."""
        return self.relations.get(name) or self.relations.setdefault(name, Relation())

    def count(self, plan: Plan) -> None:
        """Count a step of a rule; raise ZermeloError if they are too many."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise ZermeloError(f"the rules for {relation(plan.head)} need more than {MOST_STEPS:,} steps in one state")


class _Step(NamedTuple):
    """A literal of a body; `paths` and `parts` are its places and terms that are known when its turn comes.

    `blamed` is the last earlier step that binds one of its variables. `previous` is the last earlier step that binds a variable
    of this literal, of a later one or of the head.
    """

    literal: Literal
    name: str
    paths: tuple[Path, ...]
    parts: tuple[Term, ...]
    blamed: int
    previous: int


class Plan:
    """A rule without `or`, with the literals of its body in the order in which they are evaluated."""

    def __init__(self, rule: Rule) -> None:
        self.head = rule.head
        self.steps: list[_Step] = []
        binder: dict[Variable, int] = {}
        left = [part for part in rule.body if isinstance(part, Literal)]
        while left:
            bound = set(binder)
            literal = left.pop(min(range(len(left)), key=lambda index: _cost(left[index], bound)))
            known = list(_known_parts(literal.atom, bound, ()))
            paths, parts = tuple(path for path, _ in known), tuple(part for _, part in known)
            blamed = max((binder[name] for name in variables(literal.atom) if name in binder), default=-1)
            self.steps.append(_Step(literal, relation(literal.atom), paths, parts, blamed, -1))
            for name in variables(literal.atom):
                binder.setdefault(name, len(self.steps) - 1)
        needed = {binder[name] for name in variables(self.head)}
        self.resume = max(needed, default=-1)
        for place in reversed(range(len(self.steps))):
            needed.update(binder[name] for name in variables(self.steps[place].literal.atom))
            previous = max((step for step in needed if step < place), default=-1)
            self.steps[place] = self.steps[place]._replace(previous=previous)

    def consequences(self, model: Model) -> Iterator[Atom]:
        """Iterate over the heads that follow from a model by this rule, some of them several times."""
        model.count(self)
        for binding in self._solutions(0, {}, model):
            atom = _substitute(self.head, binding)
            if not _is_small(atom):  # before anything hashes it, which takes as long as the term is large
                raise ZermeloError(
                    f"the rules for {relation(self.head)} build a term of more than {MOST_SYMBOLS:,} symbols"
                )
            yield atom

    def _solutions(self, position: int, binding: Binding, model: Model) -> Generator[Binding, None, int]:
        """Yield the solutions from a step on. Return the step to go back to, whose next match may give more; -1 is none."""
        if position == len(self.steps):
            yield binding
            return self.resume
        literal, name, paths, parts, blamed, previous = self.steps[position]
        if name == "distinct":
            left, right = arguments(_substitute(literal.atom, binding))
            return (yield from self._solutions(position + 1, binding, model)) if left != right else blamed
        if literal.negated:
            holds = _substitute(literal.atom, binding) in model.of(name).atoms
            return blamed if holds else (yield from self._solutions(position + 1, binding, model))
        key = tuple(_substitute(part, binding) for part in parts)
        back = blamed
        for atom in model.of(name).matching(paths, key):
            model.count(self)
            extended = _match(literal.atom, atom, binding)
            if extended is not None:
                target = yield from self._solutions(position + 1, extended, model)
                if target < position:
                    return target
                back = previous
        return back


def _cost(literal: Literal, bound: set[Variable]) -> tuple[bool, bool, int]:
    """Return a sort key that puts the cheapest literal first: tests, then literals that share a bound variable."""
    own = set(variables(literal.atom))
    unbound = len(own - bound)
    is_test = literal.negated or relation(literal.atom) == "distinct"
    return (is_test and unbound > 0, unbound == len(own) > 0, unbound)


def _known_parts(term: Term, bound: set[Variable], path: Path) -> Iterator[tuple[Path, Term]]:
    """Iterate over the largest parts of a term whose variables are all bound, with their paths."""
    if bound.issuperset(variables(term)):
        yield path, term
    elif isinstance(term, tuple):
        for position, part in enumerate(term):
            yield from _known_parts(part, bound, (*path, position))


def _substitute(term: Term, binding: Binding) -> Term:
    if isinstance(term, Variable):
        return binding[term]
    return term if isinstance(term, str) else tuple(_substitute(part, binding) for part in term)


def _is_small(term: Term) -> bool:
    """Return whether a term has at most MOST_SYMBOLS symbols on at most DEEPEST_NESTING levels."""
    level, symbols = [term], 0
    for _ in range(DEEPEST_NESTING + 1):
        level = [part for inner in level if isinstance(inner, tuple) for part in inner]
        symbols += len(level)
        if not level or symbols > MOST_SYMBOLS:
            break
    return not level


def _match(pattern: Term, term: Term, binding: Binding) -> Binding | None:
    """Return the binding extended such that the pattern equals the ground term, or None."""
    if isinstance(pattern, Variable):
        if pattern in binding:
            return binding if binding[pattern] == term else None
        return {**binding, pattern: term}
    if isinstance(pattern, str) or isinstance(term, str):
        return binding if pattern == term else None
    if len(pattern) != len(term):
        return None
    for part, own in zip(pattern, term, strict=True):
        extended = _match(part, own, binding)
        if extended is None:
            return None
        binding = extended
    return binding
