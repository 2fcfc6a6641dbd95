"""Where a mutant can be planted: every small edit of Python and C++ code that a test ought to notice.

Some edits cannot change an answer, and no test could fail for them. They are left out by rule, never one by one:

- text for people: `__repr__`, docstrings, error messages, f-strings, the functions of `TEXT`, and sums in C++ lines with a string;
- declarations: annotations, decorators, defaults, module and class bodies, templates, `static_assert`;
- speed alone: the functions of `SPEED` (move ordering, memory), and the C++ lines of `UNSEEN`: prefetches, reserved memory,
  scores for ordering, helper threads, and the value of a stopped search, which nobody reads.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TEXT = re.compile(r"__(repr|str|hash)__|describe|explain|sentence|message|title|summary|error|did_you_mean")
CPP_TEXT = re.compile(r"quoted|located|shown|at_place|rank_name|side_name")
SPEED = re.compile(
    r"score_moves|order_score|learn_cutoff|(update|bonus|decay)\w*|reduction_of|slot|prefetch|grow\w*|advise|hashfull|reserve|poll"
)
UNSEEN = re.compile(
    r"prefetch|\bpage\b|madvise|reserve\(|static_assert|^\s*(template|requires)\b|order_score"
    r"|\bscore (= 1 <<|[-+]= )|[.]score\b(?!\()|shared_state_|thread|assert|stopped.*return 0"
)
WORD_SWAPS = {"alpha": "beta", "beta": "alpha", "max": "min", "min": "max"}
SWAPS = {
    "bound": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "comparison": {"==": "!=", "!=": "==", "is": "is not", "is not": "is", "in": "not in", "not in": "in"},
    "sign": {"+": "-", "-": "+", "+=": "-=", "-=": "+="},
}


class Mutant(NamedTuple):
    """Bytes `start` to `end` of `path` replaced by `text`."""

    path: str
    line: int
    operator: str
    start: int
    end: int
    text: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[str, str]:
        """Return the line it changes, before and after."""
        before, after = (text.decode().splitlines()[self.line - 1].strip() for text in (source, self.apply(source)))
        return before, after


def sites(path: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a file."""
    return list(_Python(path, source).found) if path.endswith(".py") else list(_cpp(path, source.decode()))


class _Python(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.inside = False
        self.assigned: set[str] = set()
        self.visit(ast.parse(source))

    def add(
        self, operator: str, node: ast.expr | ast.stmt, text: str, *, start: int | None = None, end: int | None = None
    ) -> None:
        if self.inside:
            start = self.start(node) if start is None else start
            self.found.append(
                Mutant(self.path, node.lineno, operator, start, self.end(node) if end is None else end, text)
            )

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self.lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def between(self, left: ast.expr, right: ast.expr, node: ast.expr | ast.stmt) -> None:
        """Swap the operator written between two operands."""
        text = self.source[self.end(left) : self.start(right)].decode()
        if token := re.fullmatch(r"[\s(]*([-+<>=!]+|is not|is|not in|in)[\s(]*", text.replace(")", " ")):
            start = self.end(left) + len(text[: token.start(1)].encode())
            for operator, swaps in SWAPS.items():
                if swap := swaps.get(token[1]):
                    self.add(operator, node, swap, start=start, end=start + len(token[1]))

    def number(self, *nodes: ast.expr) -> None:
        for node in nodes:
            if isinstance(node, ast.Constant) and type(node.value) is int:
                self.add("off by one", node, str(node.value + 1))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outside = self.inside, self.assigned
        self.inside = not TEXT.match(node.name.lstrip("_") if not node.name.startswith("__") else node.name)
        self.assigned = set()
        for statement in node.body:
            self.visit(statement)
        self.inside, self.assigned = outside

    def visit_Raise(self, node: ast.Raise) -> None: ...
    def visit_Assert(self, node: ast.Assert) -> None: ...
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None: ...

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
            self.between(left, right, node)
        self.number(*node.comparators)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add | ast.Sub):
            self.between(node.left, node.right, node)
            self.number(node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub):
            self.add("sign", node, "+", end=self.start(node) + 1)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self.number(node.slice)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            self.number(*node.args)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id in WORD_SWAPS:
            self.add("bound", node, WORD_SWAPS[node.id])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        if names <= self.assigned or not all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
            self.add("dropped update", node, "pass")
        self.assigned |= names
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.add("dropped update", node, "pass")
        self.between(node.target, node.value, node)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            self.add("dropped update", node, "pass")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if not node.orelse and isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break):
            self.add("dropped guard", node.test, "False")
        self.generic_visit(node)


LINE_PATTERNS = [
    ("bound", re.compile(r"(?<= )(<=|>=|<|>)(?= )"), SWAPS["bound"]),
    ("comparison", re.compile(r"(?<= )(==|!=)(?= )"), SWAPS["comparison"]),
    ("sign", re.compile(r"(?<= )(\+=|-=|\+|-)(?= )"), SWAPS["sign"]),
    ("sign", re.compile(r"(?:(?<=[(?:=] )|(?<=[(])|(?<=return ))(-)(?=[a-z])"), {"-": ""}),
    ("off by one", re.compile(r" ([-+] 1)\b(?! <<)"), {"+ 1": "", "- 1": ""}),
    ("bound", re.compile(r"(?<=std::)(max|min)(?=[(<])"), WORD_SWAPS),
    ("bound", re.compile(r"(?<=[(,=<>+-] )(?<!Value )\b(alpha|beta)\b|(?<=[(-])(alpha|beta)\b"), WORD_SWAPS),
    (
        "dropped update",
        re.compile(r"^\s+((?:\+\+|--)[\w.\[\]>-]+;|[\w.]+(?:\[[^=]*\])?(?:\.\w+)? (?:[-+|&^]|<<)?= [^;{]*;)$"),
        None,
    ),
    ("dropped guard", re.compile(r"^\s+(if \([^;{]*\) (?:return[^;{]*|continue|break);)$"), None),
]
FUNCTION = re.compile(r"^(?: {4})?(?! )[\w:<>,*& \[\]]*?\b(\w+)\((?!\w*\)\(\)).*([{]|\bconst$)")
SIGNATURE = re.compile(
    r"^\s*(?:(?:static|constexpr|inline|explicit|void|bool|int|Value|auto|std::\S+)\s)+[\w:]+\(.*(\{|,)$"
)


def _cpp(path: str, source: str) -> Iterator[Mutant]:
    offset, function, dead = 0, "", False
    for number, line in enumerate(source.splitlines(keepends=True), start=1):
        bare = re.sub(r'"(?:\\.|[^"\\])*"', lambda text: '"' * len(text[0]), line.rstrip("\n"))
        code = re.sub(r"//.*", "", bare).rstrip()
        if header := FUNCTION.match(code):
            function = header[1]
        if code.startswith("#"):
            dead = code.startswith("#else")  # for other systems
        skipped = (
            dead
            or UNSEEN.search(code)
            or SPEED.fullmatch(function)
            or CPP_TEXT.match(function)
            or SIGNATURE.match(code)
        )
        if not skipped and code.startswith("    "):
            for operator, pattern, swaps in LINE_PATTERNS:
                if operator in ("sign", "off by one") and '"' in code:
                    continue
                for match in pattern.finditer(code):
                    group = next(index for index, text in enumerate(match.groups(), start=1) if text is not None)
                    text = ";" if swaps is None else swaps[match[group]]
                    start, end = (
                        offset + len(line[: match.start(group)].encode()),
                        offset + len(line[: match.end(group)].encode()),
                    )
                    yield Mutant(path, number, operator, start, end, text)
        offset += len(line.encode())


def collect(root: Path, paths: list[str]) -> list[Mutant]:
    """Return every mutant of the given files under `root`."""
    return [mutant for path in paths for mutant in sites(path, (root / path).read_bytes())]
