"""Pieces of syntax trees."""

from __future__ import annotations

import ast
from typing import Any

ITEM = "ZERMELO_ITEM"
"""The name that stands for an item in the text of a loop."""


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def name_of(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def called(node: ast.AST | None, *names: str) -> ast.expr | None:
    """Return the argument if a node calls one of these functions with one argument."""
    if isinstance(node, ast.Call) and name_of(node.func) in names and len(node.args) == 1 and not node.keywords:
        return node.args[0]
    return None


def object_of(node: ast.AST | None, *names: str) -> ast.expr | None:
    """Return `x` if a node is the call of a method `x.name(...)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
        return node.func.value
    return None


class Insert(ast.NodeTransformer):
    """Puts expressions in the places of names, and everything at the place of a node."""

    def __init__(self, node: ast.AST, **values: ast.expr) -> None:
        self.node, self.values = node, values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)

    def body(self, text: str) -> list[ast.stmt]:
        """Return the statements of a text."""
        parsed = ast.parse("\n ".join(["def f():", *text.splitlines()]) if text else "def f(): pass").body[0]
        for part in ast.walk(parsed):
            if "lineno" in part._attributes:
                ast.copy_location(part, self.node)
        assert isinstance(parsed, ast.FunctionDef)
        return [self.visit(statement) for statement in parsed.body] if text else []


def loops(node: Any, inner: list[ast.stmt]) -> list[ast.stmt]:
    """Return a comprehension as loops around some statements."""
    for loop in reversed(node.generators):
        for test in reversed(loop.ifs):
            inner = [ast.copy_location(ast.If(test, inner, []), node)]
        inner = [ast.copy_location(ast.For(loop.target, loop.iter, inner, []), node)]
    return inner
