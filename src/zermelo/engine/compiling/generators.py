"""Rewrite `any` and `all`, and `sum` and `next` over a generator expression, which Numba does not compile. Each becomes a small
function with a loop, defined just before the statement that uses it, which stops as early as Python would. Line numbers stay.

The condition of a `while` is not rewritten: its variables change between iterations, but such a function would see their
values at its definition.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.engine.compiling.syntax_trees import statements

TOTAL, ITEM = "zermelo_total", "zermelo_item"
"""Names in the generated functions."""


def rewrite(definition: ast.FunctionDef) -> bool:
    """Rewrite such calls in a function in place; return False if there are none."""
    rewriter = _Rewriter()
    definition.body = rewriter.all(definition.body)
    return rewriter.count > 0


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.count = 0
        self.defined: list[ast.stmt] = []
        """The functions to define before the current statement."""

    def all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [new for statement in body for new in statements(self.visit(statement))]

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef):
            return super().visit(node)
        around, self.defined = self.defined, []
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self.all(value))
            elif isinstance(value, list):
                setattr(node, field, [self.visit(item) if isinstance(item, ast.AST) else item for item in value])
            elif isinstance(value, ast.AST) and not (isinstance(node, ast.While) and field == "test"):
                setattr(node, field, self.visit(value))
        rewritten = [*self.defined, node]
        self.defined = around
        return rewritten

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not (isinstance(node.func, ast.Name) and node.args):
            return self._visit_arguments(node)
        generator, rest = node.args[0], node.args[1:]
        if node.func.id in ("any", "all") and not isinstance(generator, ast.GeneratorExp):
            generator = _items_of(generator)
        if not isinstance(generator, ast.GeneratorExp):
            return self._visit_arguments(node)
        body = _body(node.func.id, generator.elt, rest)
        if body is None or node.keywords or any(loop.is_async for loop in generator.generators):
            return self._visit_arguments(node)
        first, inner, last = body
        for loop in reversed(generator.generators):
            for condition in reversed(loop.ifs):
                inner = ast.If(condition, [inner], [])
            inner = ast.For(loop.target, loop.iter, [inner], [])
        self.count += 1
        name = f"zermelo_loop_{self.count}"
        function = ast.FunctionDef(name, _NO_ARGUMENTS, [*first, inner, last], [])
        for part in ast.walk(function):
            if "lineno" in part._attributes and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        function.body = self.all(function.body)
        self.defined.append(function)
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [], []), node)

    def _skip(self, node: ast.expr) -> ast.expr:
        # Calls inside may use names that exist only within the expression.
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda = _skip

    def _visit_arguments(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node


_NO_ARGUMENTS = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _items_of(items: ast.expr) -> ast.GeneratorExp:
    """Return a generator expression over some items."""
    over = ast.comprehension(ast.Name(ITEM, ast.Store()), items, [], 0)
    return ast.GeneratorExp(ast.Name(ITEM, ast.Load()), [over])


def _body(function: str, item: ast.expr, rest: list[ast.expr]) -> tuple[list[ast.stmt], ast.stmt, ast.stmt] | None:
    """Return the statements before the loop, for each item, and after the loop; None for other functions."""
    if function in ("any", "all") and not rest:
        whole = function == "all"
        test = ast.UnaryOp(ast.Not(), item) if whole else item
        return [], ast.If(test, [ast.Return(ast.Constant(not whole))], []), ast.Return(ast.Constant(whole))
    if function == "sum" and len(rest) <= 1:
        begin = ast.Assign([ast.Name(TOTAL, ast.Store())], rest[0] if rest else ast.Constant(0))
        add = ast.AugAssign(ast.Name(TOTAL, ast.Store()), ast.Add(), item)
        return [begin], add, ast.Return(ast.Name(TOTAL, ast.Load()))
    if function == "next" and len(rest) == 1:
        return [], ast.Return(item), ast.Return(rest[0])
    return None
