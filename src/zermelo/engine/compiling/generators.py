"""`any` and `all`, and also `sum` and `next` over a generator expression, which the compiler does not know: each becomes a small
function with a loop, defined just before the statement that uses it. It stops as early as Python would. Lines keep their numbers.

The test of a `while` is left as it is: what it looks at changes from one time to the next, and such a function sees what there
was when it was defined.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.engine.compiling.sources import statements

TOTAL, ITEM = "zermelo_total", "zermelo_item"
"""Names in the functions that are made."""


def rewrite(definition: ast.FunctionDef) -> bool:
    """Rewrites such calls in a function, in place; False if there are none."""
    rewriter = _Rewriter()
    definition.body = rewriter.all(definition.body)
    return rewriter.count > 0


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.count = 0
        self.defined: list[ast.stmt] = []
        """The functions to be defined before the statement that is being visited."""

    def all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [each for statement in body for each in statements(self.visit(statement))]

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef):
            return super().visit(node)
        around, self.defined = self.defined, []
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self.all(value))
            elif isinstance(value, list):
                setattr(node, field, [self.visit(each) if isinstance(each, ast.AST) else each for each in value])
            elif isinstance(value, ast.AST) and not (isinstance(node, ast.While) and field == "test"):
                setattr(node, field, self.visit(value))
        made = [*self.defined, node]
        self.defined = around
        return made

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not (isinstance(node.func, ast.Name) and node.args):
            return self._inside(node)
        generator, rest = node.args[0], node.args[1:]
        if node.func.id in ("any", "all") and not isinstance(generator, ast.GeneratorExp):
            generator = _each_of(generator)
        if not isinstance(generator, ast.GeneratorExp):
            return self._inside(node)
        body = _body(node.func.id, generator.elt, rest)
        if body is None or node.keywords or any(each.is_async for each in generator.generators):
            return self._inside(node)
        first, inner, last = body
        for each in reversed(generator.generators):
            for condition in reversed(each.ifs):
                inner = ast.If(condition, [inner], [])
            inner = ast.For(each.target, each.iter, [inner], [])
        self.count += 1
        name = f"zermelo_loop_{self.count}"
        function = ast.FunctionDef(name, _NO_ARGUMENTS, [*first, inner, last], [])
        for each_node in ast.walk(function):
            if "lineno" in each_node._attributes and not hasattr(each_node, "lineno"):
                ast.copy_location(each_node, node)
        function.body = self.all(function.body)
        self.defined.append(function)
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [], []), node)

    def _alone(self, node: ast.expr) -> ast.expr:
        # What stands inside may use names that only the expression itself knows.
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda = _alone

    def _inside(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node


_NO_ARGUMENTS = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _each_of(items: ast.expr) -> ast.GeneratorExp:
    """The items one by one, as a generator."""
    over = ast.comprehension(ast.Name(ITEM, ast.Store()), items, [], 0)
    return ast.GeneratorExp(ast.Name(ITEM, ast.Load()), [over])


def _body(function: str, item: ast.expr, rest: list[ast.expr]) -> tuple[list[ast.stmt], ast.stmt, ast.stmt] | None:
    """What comes before the loop, what is done with each item, and what comes last; None for other functions."""
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
