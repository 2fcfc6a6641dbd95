"""Check a rule sheet before it is played.

The conditions are those of the GDL specification (Love et al. 2008), in its words: safety, stratification, the recursion
restriction, and where keywords may occur. A violation is an error, except where the sheet has one well-defined meaning all the
same: then it is a warning, as for names that nothing defines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zermelo.games.gdl.dependencies import Dependencies, Edge, negates_itself, strata
from zermelo.games.gdl.mistakes import MOST_MISTAKES, Mistake, RuleSheetError, at, shortened
from zermelo.games.gdl.reader import read_with_mistakes
from zermelo.games.gdl.terms import (
    KEYWORDS,
    Atom,
    Literal,
    Or,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
    arguments,
    compounds,
    format_term,
    is_goal_value,
    is_ground,
    is_symbol,
    relation,
    variables,
)
from zermelo.registry import did_you_mean
from zermelo.state import format_count

ARITIES = {
    "role": ("the player",),
    "init": ("the fact",),
    "true": ("the fact",),
    "next": ("the fact",),
    "base": ("the fact",),
    "does": ("the player", "the move"),
    "legal": ("the player", "the move"),
    "input": ("the player", "the move"),
    "goal": ("the player", "the value"),
    "terminal": (),
}
"""The arguments of each keyword."""
HIDDEN, CHANCE = "sees", "random"
"""The words that have a meaning only in GDL-II: the relation of what a role observes, and the role that moves by chance."""
_STATE = ("true", "does", "next", "legal", "goal", "terminal")
_FIRST_LINE = Span(1, 1, 1, 2)


def load_rules(text: str) -> RuleSheet:
    """Read a rule sheet and check it; raise RuleSheetError with every error if there is one.

    >>> load_rules("(role white)")
    Traceback (most recent call last):
    ...
    zermelo.games.gdl.mistakes.RuleSheetError: line 1, column 1: the game has no goal rule (and 2 more)
    """
    sheet, mistakes = read_with_mistakes(text)
    errors = mistakes or [mistake for mistake in check(sheet) if not mistake.warning]
    if errors:
        raise RuleSheetError(errors)
    return sheet


def find_mistakes(text: str) -> tuple[Mistake, ...]:
    """Return every mistake and warning of a text in the order of their places; mistakes of syntax hide the others.

    >>> print(*find_mistakes("(role white)"), sep="; ")
    line 1, column 1: the game has no goal rule; ... no legal rule; ... no terminal rule
    """
    sheet, mistakes = read_with_mistakes(text)
    return mistakes or check(sheet)


def check(sheet: RuleSheet) -> tuple[Mistake, ...]:
    """Return what is wrong with a sheet in the order of its places: errors, and warnings."""
    graph = Dependencies(sheet)
    mistakes = set[Mistake]()
    for finder in _FINDERS:
        for mistake in finder(sheet, graph):
            mistakes.add(mistake)
            if len(mistakes) > MOST_MISTAKES:
                break
    return tuple(sorted(mistakes)[:MOST_MISTAKES])


def _atoms(sheet: RuleSheet) -> Iterator[tuple[Atom, Span, Rule]]:
    for rule in sheet.rules:
        yield rule.head, rule.head_span, rule
        for literal in rule.literals():
            yield literal.atom, literal.span, rule


def _in_rule(rule: Rule) -> str:
    return f"in the rule for {shortened(format_term(rule.head))}"


def _imperfect_information(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    """Refuse GDL-II (Thielscher 2010): without a meaning of its own for `sees` and `random` every role would know everything.

    Either may be an ordinary word too. What GDL-II calls `sees` is told to roles and stands in no body; `random` is a role there.
    """
    roles = sheet.roles()
    told = [
        rule
        for rule in sheet.rules
        if relation(rule.head).lower() == HIDDEN
        and len(arguments(rule.head)) == 2
        and (isinstance(player := arguments(rule.head)[0], Variable) or player in roles)
    ]
    read = any(relation(literal.atom).lower() == HIDDEN for rule in sheet.rules for literal in rule.literals())
    chance = [
        rule
        for rule in sheet.rules
        if relation(rule.head) == "role" and any(format_term(name).lower() == CHANCE for name in arguments(rule.head))
    ]
    for rule in [] if read else told[:1]:
        yield at(rule.head_span, f"{HIDDEN} gives roles hidden information, and rule sheets with it are not played yet")
    for rule in chance[:1]:
        yield at(rule.head_span, f"the role {CHANCE} moves by chance, and rule sheets with chance are not played yet")


def _what_is_missing(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    heads = {relation(rule.head) for rule in sheet.rules}
    if "role" not in heads:
        yield at(_FIRST_LINE, "the game has no role: write a fact like (role white)")
    for keyword in ("legal", "goal", "terminal"):
        if keyword not in heads:
            yield at(_FIRST_LINE, f"the game has no {keyword} rule")
    for keyword, what in (("legal", "a legal move"), ("goal", "a goal")):
        players = {part for rule in sheet.rules if relation(rule.head) == keyword for part in arguments(rule.head)[:1]}
        if players and not any(isinstance(player, Variable) for player in players):
            for role in sheet.roles():
                if role not in players:
                    yield at(_FIRST_LINE, f"no rule gives the role {shortened(role)} {what}", warning=keyword == "goal")


def _arities(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    relations: dict[str, tuple[int, Span]] = {}
    functions: dict[str, tuple[int, Span]] = {}
    for atom, span, rule in _atoms(sheet):
        name = relation(atom)
        wanted = ARITIES.get(name)
        if wanted is not None and len(arguments(atom)) != len(wanted):
            shape = f"({' '.join([name, *wanted])})" if wanted else name
            yield at(span, f"{shortened(format_term(atom))} is not of the form {shape}, {_in_rule(rule)}")
        elif name != "distinct":
            yield from _arity(relations, atom, span, rule, "relation")
        for argument in arguments(atom):
            for compound in compounds(argument):
                if relation(compound) in KEYWORDS:
                    inside = f"inside {shortened(format_term(atom))}, {_in_rule(rule)}"
                    yield at(span, f"the keyword {relation(compound)} cannot be used {inside}")
                else:
                    yield from _arity(functions, compound, span, rule, "function")
    for name in relations.keys() & functions.keys():
        if relations[name][0] == functions[name][0]:
            sentence = (
                f"{shortened(name)} names a relation here and a function elsewhere: is true, init or next missing?"
            )
            yield at(relations[name][1], sentence, warning=True)


def _arity(known: dict[str, tuple[int, Span]], atom: Atom, span: Span, rule: Rule, kind: str) -> Iterator[Mistake]:
    count = len(arguments(atom))
    first, where = known.setdefault(relation(atom), (count, span))
    if first != count:
        name = shortened(relation(atom))
        here = f"the {kind} {name} has {format_count(count, 'argument')} here, but {first} at line {where.line}"
        yield at(span, f"{here}, {_in_rule(rule)}")


def _unsafe_variables(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    for rule in sheet.rules:
        bound = _bound(rule.body)
        for variable in _first_of_each(rule.head):
            if variable not in bound:
                where = "of the head is in no positive literal of the body" if rule.body else "cannot stand in a fact"
                yield at(rule.head_span, f"{_named(variable)} {where}, {_in_rule(rule)}")
        yield from _unsafe_in(rule.body, bound, rule)


def _bound(body: tuple[Literal | Or, ...]) -> set[Variable]:
    """Return the variables that each alternative of a body binds in a positive literal."""
    bound = set[Variable]()
    for part in body:
        if isinstance(part, Or):
            bound |= set.intersection(*map(_bound, part.alternatives))
        elif not part.negated and relation(part.atom) != "distinct":
            bound.update(variables(part.atom))
    return bound


def _unsafe_in(body: tuple[Literal | Or, ...], bound: set[Variable], rule: Rule) -> Iterator[Mistake]:
    for part in body:
        if isinstance(part, Or):
            for alternative in part.alternatives:
                yield from _unsafe_in(alternative, bound | _bound(alternative), rule)
        elif part.negated or relation(part.atom) == "distinct":
            for variable in _first_of_each(part.atom):
                if variable not in bound:
                    literal = shortened(str(part))
                    yield at(part.span, f"{_named(variable)} of {literal} is in no positive literal, {_in_rule(rule)}")


def _first_of_each(term: Term) -> Iterator[Variable]:
    return iter(dict.fromkeys(variables(term)))


def _named(variable: Variable) -> str:
    return f"the variable {shortened(variable)}"


def _negative_cycles(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    reported = set[int]()
    for name, edges in graph.edges.items():
        component = graph.component[name]
        for edge in edges:
            if edge.literal.negated and graph.component[edge.target] == component and component not in reported:
                reported.add(component)
                back = [] if edge.target == name else graph.path(edge.target, {name}) or []
                cycle = " -> ".join(map(shortened, [name, *(_signed(step) for step in [edge, *back])]))
                sentence = f"{shortened(name)} depends on its own negation: {cycle}, {_in_rule(edge.rule)}"
                rules = [rule for rule in sheet.rules if graph.component[relation(rule.head)] == component]
                if any(negates_itself([rules[place] for place in group]) for group in strata(rules)):
                    yield at(edge.literal.span, sentence)
                else:
                    advice = "each case is decided by itself here, but other programs may refuse it"
                    yield at(edge.literal.span, f"{sentence}: {advice}", warning=True)


def _signed(edge: Edge) -> str:
    return f"not {edge.target}" if edge.literal.negated else edge.target


def _recursion(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    """The recursion restriction. Let a rule have the head p(t1 ... tn) and q(v1 ... vk) in its body, q in a cycle with p: then
    each v is ground, or one of the t, or an argument of a positive literal that is in no cycle with p.

    Without it, facts may grow for ever; where no head of the cycle builds a compound term, they cannot.
    """
    recursive = {name for name in graph.edges if graph.is_recursive(name)}
    growing = {
        graph.component[relation(rule.head)]
        for rule in sheet.rules
        if relation(rule.head) in recursive
        and any(isinstance(part, tuple) and not is_ground(part) for part in rule.head[1:])
    }
    for rule in sheet.rules:
        name = relation(rule.head)
        if name not in recursive:
            continue
        component = graph.component[name]
        for body in rule.alternatives():
            positive = [part for part in body if not part.negated and relation(part.atom) != "distinct"]
            inside = [graph.component[relation(part.atom)] == component for part in positive]
            allowed = set(arguments(rule.head))
            allowed.update(
                term
                for part, cyclic in zip(positive, inside, strict=True)
                if not cyclic
                for term in arguments(part.atom)
            )
            for part in (part for part, cyclic in zip(positive, inside, strict=True) if cyclic):
                for term in arguments(part.atom):
                    if term not in allowed and not is_ground(term):
                        yield at(
                            part.span,
                            f"{shortened(format_term(term))} of the recursive {shortened(str(part))} must be in the head or in a "
                            f"literal that is not recursive, {_in_rule(rule)}",
                            warning=component not in growing,
                        )


def _keywords(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    for rule in sheet.rules:
        name = relation(rule.head)
        if name in ("true", "does"):
            yield at(
                rule.head_span, f"{name} stands in bodies only, not in the head {shortened(format_term(rule.head))}"
            )
        if name == "role" and (rule.body or not all(map(is_symbol, arguments(rule.head)))):
            fact = "a role is a fact like (role white), without variables and without conditions"
            yield at(rule.head_span, f"{fact}, {_in_rule(rule)}")
        if name == "goal" and len(arguments(rule.head)) == 2:
            value = arguments(rule.head)[1]
            if not isinstance(value, Variable) and not is_goal_value(value):
                wrong = f"a goal is a whole number from 0 to 100, not {shortened(format_term(value))}"
                yield at(rule.head_span, f"{wrong}, {_in_rule(rule)}")
        for literal in rule.literals():
            target = relation(literal.atom)
            if target in ("init", "next"):
                yield at(literal.span, f"{target} stands in heads only, not in a body, {_in_rule(rule)}")
            elif target in ("base", "input"):
                yield at(
                    literal.span, f"{target} stands in heads only by the specification, {_in_rule(rule)}", warning=True
                )
    for keywords, forbidden in ((("init", "base", "input"), _STATE), (("legal", "goal", "terminal"), ("does",))):
        for keyword in keywords:
            path = graph.path(keyword, forbidden)
            if path is not None:
                between = ", ".join(shortened(edge.target) for edge in path[:-1][:3])
                through = f" through {between}" if between else ""
                sentence = f"{keyword} depends on {path[-1].target}{through}, but must not, {_in_rule(path[0].rule)}"
                yield at(path[0].literal.span, sentence)


def _undefined_names(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    """Warn of names that nothing defines, which are mostly misspelt."""
    heads = {relation(rule.head) for rule in sheet.rules}
    facts = {
        relation(fact)
        for rule in sheet.rules
        if relation(rule.head) in ("init", "next")
        for fact in arguments(rule.head)
    }
    roles = set(sheet.roles())
    any_fact = any(name[0] == "?" for name in facts)
    for rule in sheet.rules:
        if roles and relation(rule.head) in ("legal", "goal"):
            yield from _unknown_role(rule.head, rule.head_span, roles)
        for literal in rule.literals():
            name, parts = relation(literal.atom), arguments(literal.atom)
            if name == "does" and roles:
                yield from _unknown_role(literal.atom, literal.span, roles)
            elif name == "true":
                for fact in parts:
                    if not any_fact and not isinstance(fact, Variable) and relation(fact) not in facts:
                        sentence = f"no init or next makes {shortened(relation(fact))} true"
                        yield at(literal.span, sentence + _suggestion(relation(fact), facts), warning=True)
            elif name not in heads and name not in KEYWORDS and name != "distinct":
                sentence = f"no rule or fact defines {shortened(name)}"
                yield at(literal.span, sentence + _suggestion(name, heads), warning=True)


def _unknown_role(atom: Atom, span: Span, roles: set[str]) -> Iterator[Mistake]:
    player = next(iter(arguments(atom)), None)
    if player is not None and is_symbol(player) and player not in roles:
        yield at(span, f"{shortened(player)} is not a role{_suggestion(player, roles)}", warning=True)


def _suggestion(name: str, names: set[str]) -> str:
    close = did_you_mean(name, sorted(names)) if len(name) < 100 and len(names) < 1000 else None
    return f": did you mean {close}?" if close else ""


def _names_by_case(sheet: RuleSheet, graph: Dependencies) -> Iterator[Mistake]:
    """Warn of symbols that differ in their case only: they are different here, though not in every program."""
    first: dict[str, str] = {}
    for atom, span, _ in _atoms(sheet):
        for name in _symbols(atom):
            other = first.setdefault(name.lower(), name)
            if other != name:
                sentence = f"{shortened(name)} and {shortened(other)} are different names"
                yield at(span, sentence, warning=True)


def _symbols(term: Term) -> Iterator[str]:
    if isinstance(term, tuple):
        for part in term:
            yield from _symbols(part)
    else:
        yield term


_FINDERS: tuple[Callable[[RuleSheet, Dependencies], Iterator[Mistake]], ...] = (
    _imperfect_information,
    _what_is_missing,
    _arities,
    _unsafe_variables,
    _negative_cycles,
    _recursion,
    _keywords,
    _undefined_names,
    _names_by_case,
)
