"""Rules as a logic program for clingo.

Each rule becomes one rule. A state is any set of facts that some rule may give: `true` is free to hold for what `init` or `next`
holds for, and `does` for what is `legal`; so the ground program covers every state that can be reached, and more. Symbols may
be any text, so relations and symbols get numbered names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zermelo.games.gdl.splitting import split_rules
from zermelo.games.gdl.terms import Atom, Literal, Rule, Term, Variable, arguments, relation

ROOTS = ("init", "next", "legal", "goal", "terminal")
SHOWN = {"init": 1, "true": 1, "next": 1, "does": 2, "legal": 2, "goal": 2, "terminal": 0}
"""The relations whose ground atoms the net has to know, with their arities."""
_CHOICES = "{r_true(F)} :- r_init(F). {r_true(F)} :- r_next(F). {r_does(R,M)} :- r_legal(R,M).\n"


class Encoding:
    """The names that relations and symbols have in the logic program."""

    def __init__(self) -> None:
        self._relations = {name: f"r_{name}" for name in SHOWN}
        self._symbols: dict[str, str] = {}
        self._decoded: list[str] = []

    def program(self, rules: Iterable[Rule]) -> str:
        """Return the logic program of rules without `or`."""
        lines = [self._rule(rule) for rule in relevant(list(split_rules(rules)))]
        shows = [f"#show r_{name}/{arity}." for name, arity in SHOWN.items()]
        # A relation without rules would be reported as undefined.
        defined = [f"#defined r_{name}/{arity}." for name, arity in SHOWN.items()]
        return "\n".join([*shows, *defined, *lines, _CHOICES])

    def _rule(self, rule: Rule) -> str:
        names: dict[Variable, str] = {}
        body = ",".join(self._literal(part, names) for part in rule.body if isinstance(part, Literal))
        head = self._atom(rule.head, names)
        return f"{head} :- {body}." if body else f"{head}."

    def _literal(self, literal: Literal, names: dict[Variable, str]) -> str:
        if relation(literal.atom) == "distinct":
            one, other = (self._term(term, names) for term in arguments(literal.atom))
            return f"{one}{'=' if literal.negated else '!='}{other}"
        return ("not " if literal.negated else "") + self._atom(literal.atom, names)

    def _atom(self, atom: Atom, names: dict[Variable, str]) -> str:
        name = self._relations.setdefault(relation(atom), f"r{len(self._relations)}")
        given = ",".join(self._term(term, names) for term in arguments(atom))
        return f"{name}({given})" if given else name

    def _term(self, term: Term, names: dict[Variable, str]) -> str:
        if isinstance(term, Variable):
            return names.setdefault(term, f"V{len(names)}")
        if isinstance(term, tuple):
            return f"{self._symbol(relation(term))}({','.join(self._term(part, names) for part in term[1:])})"
        return self._symbol(term)

    def _symbol(self, symbol: str) -> str:
        name = self._symbols.get(symbol)
        if name is None:
            name = self._symbols[symbol] = f"c{len(self._decoded)}"
            self._decoded.append(symbol)
        return name

    def decode(self, text: str) -> tuple[str, tuple[Term, ...]]:
        """Return the relation and the arguments of a ground atom of the logic program."""
        stack: list[list[Term]] = [[]]
        names: list[str] = []
        for token in _tokens(text):
            if token == "(":
                names.append(str(stack[-1].pop()))
                stack.append([])
            elif token == ")":
                parts = stack.pop()
                stack[-1].append((names.pop(), *parts))
            else:
                stack[-1].append(self._decoded[int(token[1:])] if token[1:].isdecimal() else token.removeprefix("r_"))
        (atom,) = stack[0]
        return relation(atom), arguments(atom)


def relevant(rules: list[Rule]) -> Iterator[Rule]:
    """Iterate over the rules that matter for play: not those of `base`, `input` and what only they need."""
    by_relation: dict[str, list[Rule]] = {}
    for rule in rules:
        by_relation.setdefault(relation(rule.head), []).append(rule)
    waiting = list(ROOTS)
    seen = set(waiting)
    while waiting:
        for rule in by_relation.get(waiting.pop(), ()):
            yield rule
            for part in rule.body:
                if isinstance(part, Literal) and (name := relation(part.atom)) not in seen:
                    seen.add(name)
                    waiting.append(name)


def _tokens(text: str) -> Iterator[str]:
    start = 0
    for at, letter in enumerate(text):
        if letter in "(),":
            if at > start:
                yield text[start:at]
            if letter != ",":
                yield letter
            start = at + 1
    if start < len(text):
        yield text[start:]
