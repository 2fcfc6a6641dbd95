"""Read rule sheets: KIF prefix syntax with `;` comments, `(<= head body ...)` and facts.

Symbols keep their case and are compared exactly, as in ggp-base, whose recorded games name `canEnPassantCapture`; keywords and
connectives are read in any case, as old sheets write them in capitals. `(open)` means the same as `open`. Nothing here recurses
over the text: nesting is limited before any other code sees a term.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from zermelo.files import read_file
from zermelo.games.gdl.mistakes import MOST_MISTAKES, Mistake, RuleSheetError, at, shortened
from zermelo.games.gdl.terms import (
    CONNECTIVES,
    KEYWORDS,
    Comment,
    Literal,
    Or,
    Rule,
    RuleSheet,
    Span,
    Term,
    Variable,
    is_ground,
)
from zermelo.state import ZermeloError

LARGEST_SHEET = 2**20
"""Bytes of the largest rule sheet that is read: about two seconds and 300 MB of memory."""
DEEPEST_NESTING = 100
"""Levels of parentheses."""
MOST_LITERALS = 500
"""Literals in the body of a rule."""
MOST_ALTERNATIVES = 1_000_000
"""Literals that a sheet gains when each `or` is resolved into several rules."""

_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();]+")


class _Node(NamedTuple):
    """A symbol, or a list of nodes, between two offsets of the text."""

    start: int
    end: int
    symbol: str | None
    children: list[_Node]


def read_rules(text: str) -> RuleSheet:
    """Read a rule sheet.

    Parameters
    ----------
    text
        The rules in KIF prefix syntax.

    Returns
    -------
    RuleSheet
        The rules in order, with their places, and the comments. Nothing is known about them yet but their syntax:
        `zermelo.games.gdl.checks.check` finds what is wrong with their meaning.

    Raises
    ------
    RuleSheetError
        With every mistake of syntax.

    Examples
    --------
    >>> sheet = read_rules("(role white) ; the only player\\n(<= terminal (not (true open)))")
    >>> print(*sheet.rules)
    (role white) (<= terminal (not (true open)))
    >>> read_rules("(<= (next ?x) (not)")
    Traceback (most recent call last):
    ...
    zermelo.games.gdl.mistakes.RuleSheetError: line 1, column 1: the rule (<= (next ?x) (not) is not closed
    """
    sheet, mistakes = read_with_mistakes(text)
    if mistakes:
        raise RuleSheetError(mistakes)
    return sheet


def read_with_mistakes(text: str) -> tuple[RuleSheet, tuple[Mistake, ...]]:
    """Read what can be read of a rule sheet; return it with every mistake of syntax, in the order of the text."""
    if len(text) > LARGEST_SHEET:
        first = Span(1, 1, 1, 2)
        return RuleSheet(()), (
            at(first, f"a rule sheet has at most {LARGEST_SHEET // 2**20} MB, not {len(text):,} bytes"),
        )
    return _Reader(text).read()


def decode_rules(data: bytes) -> str:
    """Return the text of a rule sheet; raise ZermeloError if it is too large or not UTF-8.

    >>> decode_rules(b"\\xef\\xbb\\xbf(role white)")
    '(role white)'
    """
    if len(data) > LARGEST_SHEET:
        raise ZermeloError(f"a rule sheet has at most {LARGEST_SHEET // 2**20} MB")
    try:
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ZermeloError(f"line {line}: byte {error.start + 1} is not UTF-8 text") from None


def load_text(path: str | Path) -> str:
    """Return the text of a file; raise ZermeloError, which names the file, if it cannot be read or is too large."""
    content = read_file(path, LARGEST_SHEET, pipes=True)
    try:
        return decode_rules(content)
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None


class _Reader:
    """The state of one reading: the text, where its lines begin, and the mistakes so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.mistakes: list[Mistake] = []
        self.comments: list[Comment] = []
        self.alternatives = 0

    def read(self) -> tuple[RuleSheet, tuple[Mistake, ...]]:
        rules = []
        for node in self._forms():
            if len(self.mistakes) > MOST_MISTAKES:
                break
            found, self.mistakes = self.mistakes, []
            rule = self._rule(node)
            if not self.mistakes:
                rules.append(rule)
            self.mistakes = found + [mistake._replace(sentence=self._named(mistake, node)) for mistake in self.mistakes]
        return RuleSheet(tuple(rules), tuple(self.comments)), tuple(sorted(self.mistakes)[:MOST_MISTAKES])

    def _named(self, mistake: Mistake, node: _Node) -> str:
        """Return the sentence of a mistake with the name of the rule that it is in."""
        is_rule = _is_rule(node)
        named = node.children[1] if is_rule and len(node.children) > 1 else node
        return f"{mistake.sentence}, in the {'rule for' if is_rule else 'fact'} {self._excerpt(named.start, named.end)}"

    def _excerpt(self, start: int, end: int) -> str:
        return shortened(" ".join(self.text[start : min(end, start + 200)].split()))

    def _fail(self, start: int, end: int, sentence: str) -> None:
        self.mistakes.append(at(self._span(start, end), sentence))

    def _span(self, start: int, end: int) -> Span:
        line, end_line = bisect_right(self.line_starts, start), bisect_right(self.line_starts, end)
        return Span(line, start - self.line_starts[line - 1] + 1, end_line, end - self.line_starts[end_line - 1] + 1)

    def _forms(self) -> list[_Node]:
        """Return the forms of the text: those that stand in no others, with parentheses matched."""
        forms, open_lists = list[_Node](), list[_Node]()
        for found in _TOKEN.finditer(self.text):
            token, start, end = found[0], found.start(), found.end()
            first = token[0]
            if len(self.mistakes) > MOST_MISTAKES:
                return forms
            if first == ";":
                span = self._span(start, end)
                self.comments.append(Comment(token.rstrip(), span.line, span.column))
            elif first == "(":
                if len(open_lists) == DEEPEST_NESTING:
                    self._fail(start, end, f"parentheses are nested more than {DEEPEST_NESTING} levels deep")
                    return forms
                open_lists.append(_Node(start, end, None, []))
            elif first == ")":
                if not open_lists:
                    self._fail(start, end, "this closing parenthesis matches no opening one")
                    continue
                node = open_lists.pop()._replace(end=end)
                if open_lists:
                    open_lists[-1].children.append(node)
                else:
                    forms.append(node)
            elif not open_lists:
                self._fail(start, end, f"{shortened(token)} stands outside parentheses")
            elif token == "<=" and len(open_lists) > 1 and not open_lists[-1].children:
                # A rule never stands in another: the one before it is not closed.
                self._fail_unclosed(open_lists[0], open_lists[-1].start)
                open_lists = [_Node(open_lists[-1].start, end, None, [_Node(start, end, token, [])])]
            else:
                lower = token.lower()
                symbol = lower if lower in KEYWORDS or lower in CONNECTIVES else token
                open_lists[-1].children.append(_Node(start, end, symbol, []))
        if open_lists:
            self._fail_unclosed(open_lists[0], len(self.text))
        return forms

    def _fail_unclosed(self, node: _Node, until: int) -> None:
        kind = "rule" if _is_rule(node) else "fact"
        self._fail(node.start, node.start + 1, f"the {kind} {self._excerpt(node.start, until)} is not closed")

    def _rule(self, node: _Node) -> Rule:
        span = self._span(node.start, node.end)
        if not _is_rule(node):
            return Rule(self._atom(node), (), span, span)
        if len(node.children) == 1:
            self._fail(node.start, node.end, "a rule needs a head after <=")
            return Rule("")
        head = self._atom(node.children[1])
        body = tuple(part for child in node.children[2:] for part in self._literals(child))
        rule = Rule(head, body, span, self._span(node.children[1].start, node.children[1].end))
        if sum(1 for _ in rule.literals()) > MOST_LITERALS:
            self._fail(node.start, node.end, f"a rule has at most {MOST_LITERALS} literals")
            return rule
        self.alternatives += (rule.count_alternatives() - 1) * len(node.children)
        if self.alternatives > MOST_ALTERNATIVES:
            sentence = "the alternatives of or are too many: define a relation with a rule for each of them"
            self._fail(node.start, node.end, sentence)
            self.alternatives = 0
        return rule

    def _literals(self, node: _Node) -> tuple[Literal | Or, ...]:
        """Return the parts of a body that a node stands for: several for `and`."""
        connective = node.children[0].symbol if node.children else None
        parts = node.children[1:]
        if connective == "and":
            return tuple(part for child in parts for part in self._literals(child))
        if connective == "or":
            if not parts:
                self._fail(node.start, node.end, "or needs at least one alternative")
            alternatives = tuple(self._literals(child) for child in parts)
            return (Or(alternatives, self._span(node.start, node.end)),)
        if connective == "not":
            if len(parts) != 1:
                self._fail(node.start, node.end, f"not takes one atom, not {len(parts)}")
                return ()
            inner = parts[0].children[0].symbol if parts[0].children else None
            if inner in CONNECTIVES:
                advice = "write a rule for what is negated, and negate its head"
                self._fail(node.start, node.end, f"not takes an atom, not ({inner} ...): {advice}")
                return ()
            return (Literal(self._atom(parts[0]), True, self._span(node.start, node.end)),)
        if connective == "distinct":
            if len(parts) != 2:
                self._fail(node.start, node.end, f"distinct takes two terms, not {len(parts)}")
            atom: Term = ("distinct", *map(self._term, parts))
        else:
            atom = self._atom(node)
        return (Literal(atom, False, self._span(node.start, node.end)),)

    def _atom(self, node: _Node) -> Term:
        if node.symbol is not None and node.symbol[0] == "?":
            self._fail(node.start, node.end, f"a relation is expected, not the variable {shortened(node.symbol)}")
        return self._term(node)

    def _term(self, node: _Node) -> Term:
        """Return the term of a node; recurses over the nesting, which is limited by now."""
        if node.symbol is not None:
            if node.symbol in CONNECTIVES:
                self._fail(node.start, node.end, f"{node.symbol} cannot stand here")
            if '"' in node.symbol or not node.symbol.isprintable():
                self._fail_character(node)
            if node.symbol[0] == "?":
                if len(node.symbol) == 1:
                    self._fail(node.start, node.end, "a variable needs a name after the question mark")
                return Variable(node.symbol)
            return node.symbol
        if not node.children:
            self._fail(node.start, node.end, "() is empty: a name is expected after the parenthesis")
            return ""
        name = node.children[0]
        if name.symbol is None or name.symbol[0] == "?":
            self._fail(name.start, name.end, "a name is expected after the parenthesis")
            return ""
        if len(node.children) == 1:
            return self._term(name)
        return tuple(map(self._term, node.children))

    def _fail_character(self, node: _Node) -> None:
        for offset, character in enumerate(node.symbol or "", node.start):
            if character == '"' or not character.isprintable():
                name = '"' if character == '"' else f"U+{ord(character):04X}"
                self._fail(offset, offset + 1, f"the character {name} is not allowed")
                break


def _is_rule(node: _Node) -> bool:
    return bool(node.children) and node.children[0].symbol == "<="


def parse_term(text: str) -> Term:
    """Read one ground term, as a move or a fact is written: `( mark 1 2 )`.

    >>> parse_term("( mark 1 2 )"), parse_term("noop")
    (('mark', '1', '2'), 'noop')
    """
    rules = read_rules(f"(term {text})").rules
    if len(rules) != 1 or len(rules[0].head) != 2 or not is_ground(rules[0].head):
        raise ZermeloError(f"a term without variables is expected, not {shortened(text)!r}")
    return rules[0].head[1]
