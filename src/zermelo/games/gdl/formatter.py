"""Write a rule sheet in one layout.

A rule with one literal stands on one line if it fits; otherwise each literal has a line of its own. Facts that share a line in
the text stay together. One blank line remains where there were some. Comments keep their place between rules and at the end of
a line; those inside a rule move above it. Formatting a formatted sheet changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games.gdl.terms import Comment, Literal, Or, Rule, RuleSheet, Span, format_conjunction, format_term

WIDTH = 100
"""Columns of a line; a longer literal or comment is not broken."""
_INDENT = "    "


def format_rules(sheet: RuleSheet) -> str:
    """Return the text of a rule sheet.

    >>> from zermelo.games.gdl.reader import read_rules
    >>> print(format_rules(read_rules("(role  x)(role o);two\\n\\n\\n(<= (goal x 50)(not(line x)) ; a draw\\n (not open))")))
    (role x) (role o) ; two
    <BLANKLINE>
    ; a draw
    (<= (goal x 50)
        (not (line x))
        (not open))
    <BLANKLINE>
    """
    moved = comments_inside(sheet)
    inner = {comment for comments in moved.values() for comment in comments}
    items = [_Item(c.line, c.column, c.line, "comment", [_spaced(c.text)]) for c in sheet.comments if c not in inner]
    for rule in sheet.rules:
        comments = [_spaced(comment.text) for comment in moved.get(rule.span, ())]
        kind = "fact" if not rule.body and not comments else "rule"
        items.append(_Item(*rule.span[:3], kind, comments + _layout(rule)))
    lines: list[str] = []
    last = _Item(1, 1, 0, "rule", [])
    for item in sorted(items):
        joins = item.line == last.end_line and (
            item.kind == "comment" or (item.kind == last.kind == "fact" and len(lines[-1]) + len(item.text[0]) < WIDTH)
        )
        if joins:
            lines[-1] += f" {item.text[0]}"
        else:
            lines += [""] * bool(lines and item.line > last.end_line + 1) + item.text
        last = item
    return "".join(f"{line}\n" for line in lines)


class _Item(NamedTuple):
    """A rule, fact or comment: where it stands in the text, and the lines it becomes."""

    line: int
    column: int
    end_line: int
    kind: str
    text: list[str]


def comments_inside(sheet: RuleSheet) -> dict[Span, list[Comment]]:
    """Return the comments inside rules, which formatting moves above them, by the rule's place."""
    inside: dict[Span, list[Comment]] = {}
    rules = iter(sheet.rules)
    rule = next(rules, None)
    for comment in sheet.comments:
        where = (comment.line, comment.column)
        while rule is not None and (rule.span.end_line, rule.span.end_column) <= where:
            rule = next(rules, None)
        if rule is not None and rule.span[:2] < where:
            inside.setdefault(rule.span, []).append(comment)
    return inside


def _spaced(comment: str) -> str:
    """Return a comment with a space after its semicolons."""
    text = comment.lstrip(";")
    marks = comment[: len(comment) - len(text)]
    return f"{marks} {text}" if text and not text[0].isspace() else comment


def _layout(rule: Rule) -> list[str]:
    """Return the lines of a rule."""
    whole = str(rule)
    if not rule.body or (len(rule.body) == 1 and len(whole) <= WIDTH):
        return [whole]
    lines = [f"(<= {format_term(rule.head)}"]
    for part in rule.body:
        lines += _part_lines(part, _INDENT)
    lines[-1] += ")"
    return lines


def _part_lines(part: Literal | Or, indent: str) -> list[str]:
    if isinstance(part, Literal) or len(indent) + len(str(part)) < WIDTH:
        return [f"{indent}{part}"]
    lines = [line for body in part.alternatives for line in _alternative_lines(body, indent + _INDENT)]
    lines[0] = f"{indent}(or {lines[0].lstrip()}"
    lines[-1] += ")"
    return lines


def _alternative_lines(body: tuple[Literal | Or, ...], indent: str) -> list[str]:
    if len(body) == 1:
        return _part_lines(body[0], indent)
    return [indent + format_conjunction(body)]
