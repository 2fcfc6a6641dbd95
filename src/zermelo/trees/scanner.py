"""Split the text of a tree into tokens with their places, for the parsers of all text formats."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from zermelo.limits import MAX_PLIES
from zermelo.reading import LONGEST_NUMBER, NUMBER, exact
from zermelo.state import Number, ZermeloError

NAME = r"[^\W\d][\w'.-]*"
"""A name that needs no quotes."""

_TOKEN = re.compile(
    rf"""(?P<space>[\s,]+)
      | (?P<number>{NUMBER}(?![\w.+-]))
      | (?P<name>{NAME})
      | "(?P<quoted>(?:[^"\\\n]|\\.)+)"
      | (?P<mark>[][()=:?!@])""",
    re.VERBOSE,
)
GAMBIT = rf"""(?P<space>[\s,]+)
      | (?P<number>{NUMBER}(?![\w.+-]))
      | (?P<word>[^\W\d]+)
      | "(?P<text>(?:[^"\\]|\\.)*)"
      | (?P<mark>[{{}}])"""
"""The tokens of Gambit files."""
_ESCAPES = {"n": "\n", "r": "\r"}
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][()]', re.DOTALL)
_OPENS = {"[": 1, "(": 1, "]": -1, ")": -1}


class Token(NamedTuple):
    """A token: `kind` is number, name, mark or end; `at` is the index of its first character."""

    kind: str
    text: str
    at: int


def quote(text: str) -> str:
    r"""Return a text in double quotes, on one line, as `unquote` reads it.

    >>> print(quote('a "b"'))
    "a \"b\""
    """
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{text}"'


def check_nesting(text: str, most: int) -> None:
    """Raise ZermeloError if the brackets of a text are nested more than `most` levels deep, before anything else is read.

    >>> check_nesting("((1 2) 3)", 2)
    """
    depth = 0
    for found in _NESTING.finditer(text):
        depth += _OPENS.get(found[0], 0)
        if depth > most:
            raise ZermeloError(f"{place_in(text, found.start())}: brackets are nested more than {most:,} levels deep")


def place_in(text: str, at: int) -> str:
    """Return the place of a character of a text in words."""
    if "\n" not in text.strip():
        return f"character {at + 1}"
    line_start = text.rfind("\n", 0, at) + 1
    return f"line {text.count(chr(10), 0, at) + 1}, character {at - line_start + 1}"


def unquote(text: str) -> str:
    """Return a quoted text without its escapes."""
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


class Scanner:
    """The tokens of a text in order; errors name the place."""

    pattern = _TOKEN

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._cut(text)
        self.position = 0

    def _cut(self, text: str) -> list[Token]:
        tokens, at, depth, match = list[Token](), 0, 0, self.pattern.match
        while at < len(text):
            found = match(text, at)
            if found is None:
                self.fail(at, f"{text[at]!r} is not expected here")
            kind = found.lastgroup or ""
            if kind == "space":
                self._check_commas(found[kind], at, tokens)
            elif kind == "quoted":
                tokens.append(Token("name", unquote(found[kind]), at))
            else:
                tokens.append(Token(kind, found[kind], at))
                depth += _OPENS.get(found[kind], 0) if kind == "mark" else 0
                if depth > MAX_PLIES:
                    self.fail(at, f"brackets are nested more than {MAX_PLIES:,} levels deep")
            at = found.end()
        tokens.append(Token("end", "", len(text)))
        return tokens

    def _check_commas(self, space: str, at: int, tokens: list[Token]) -> None:
        if "," in space and (space.count(",") > 1 or not tokens or tokens[-1].text in ("[", "(")):
            self.fail(at + space.rindex(","), "a comma must stand after a value")

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.tokens[self.position]
        if token.kind != "end":
            self.position += 1
        return token

    def accept(self, mark: str) -> bool:
        """Consume the next token if it is this mark."""
        token = self.tokens[self.position]
        if token.kind == "mark" and token.text == mark:
            self.position += 1
            return True
        return False

    def expect(self, mark: str, after: str) -> None:
        if not self.accept(mark):
            self.fail_here(f"{mark!r} is expected after {after}")

    def place(self, at: int) -> str:
        """Return the place of a character in words.

        >>> Scanner("A(B=1 C=2)").place(2)
        'character 3'
        """
        return place_in(self.text, at)

    def fail(self, at: int, what: str) -> NoReturn:
        raise ZermeloError(f"{self.place(at)}: {what}")

    def fail_here(self, what: str) -> NoReturn:
        token = self.next
        found = "the text ends" if token.kind == "end" else f"found {token.text[:40]!r}"
        self.fail(token.at, f"{what}, but {found}")

    def number(self, token: Token) -> Number:
        if len(token.text) > LONGEST_NUMBER:
            self.fail(token.at, f"a number of {len(token.text):,} characters is too long")
        try:
            return exact(token.text)
        except (ValueError, ZeroDivisionError):
            self.fail(token.at, f"{token.text} is not a number")

    def take_number(self, what: str) -> Number:
        if self.next.kind != "number":
            self.fail_here(f"{what} is expected")
        return self.number(self.take())

    def take_payoff(self) -> Number | tuple[Number, ...]:
        """Consume a number, or payoffs in parentheses."""
        opening = self.next
        if not self.accept("("):
            return self.take_number("a value")
        payoffs: list[Number] = []
        while not self.accept(")"):
            payoffs.append(self.take_number("a payoff"))
        if len(payoffs) < 2:
            self.fail(opening.at, "payoffs need at least two numbers, one for each player")
        return tuple(payoffs)

    def finish(self) -> None:
        if self.next.kind != "end":
            self.fail(self.next.at, f"the tree is complete, but {self.next.text[:40]!r} follows")
