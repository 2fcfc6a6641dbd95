"""Moves without a list: a `moves()` that builds a list, rewritten to put each move straight into the engine's buffer.

A list costs compiled code three trips to the heap at every node, more than everything else together. The usual ways of writing
`moves()` need none: a comprehension that is returned, a list that is only appended to and then returned, `range(...)`, an array's
`tolist()`, or the moves written out. Anything else is left as it is, and is merely slower. Lines keep their numbers.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.engine.compiling.rewriting import rewrite
from zermelo.engine.compiling.sources import called_method, made_from, parsed, statements

OUT, COUNT, PUT = "zermelo_out", "zermelo_count", "zermelo_put"
"""The names of the buffer, of how many moves are in it, and of the function that puts one there and counts."""


def without_list(function: Any) -> FunctionType | None:
    """The function as `moves(self, zermelo_out)`, which returns how many moves it put; None where it cannot be rewritten."""
    definition = parsed(function)
    if definition is None:
        return None
    rewriter = _Rewriter(_list_name(definition))
    definition.body = [each for statement in definition.body for each in statements(rewriter.visit(statement))]
    if not rewriter.understood:
        return None
    definition.args.args.append(ast.arg(OUT))
    rewrite(definition, function)
    return made_from(definition, function)


def _list_name(definition: ast.FunctionDef) -> str | None:
    """The list that is begun empty and returned by its name, if there is just one."""
    names = {
        node.value.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    }
    begun = {
        target.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and _is_empty(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return names.pop() if len(names) == 1 and names <= begun else None


class _Rewriter(ast.NodeTransformer):
    def __init__(self, name: str | None) -> None:
        self.name = name
        self.understood = True

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) == 1 and self._is_list(node.targets[0]) and _is_empty(node.value):
            return _located(node, f"{COUNT} = 0")
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "append"
            and self._is_list(call.func.value)
            and len(call.args) == 1
            and not call.keywords
        ):
            return self._put(node, self.visit(call.args[0]))
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            self.understood = False
            return node
        if self._is_list(node.value):
            return _located(node, f"return {COUNT}")
        filled = self._fill(node, node.value)
        return [_located(node, f"{COUNT} = 0"), *filled, _located(node, f"return {COUNT}")]

    def visit_Name(self, node: ast.Name) -> Any:
        # The list used in any other way than those above.
        self.understood &= node.id != self.name
        return node

    def _unknown(self, node: ast.AST) -> Any:
        self.understood = False
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _unknown
    visit_Yield = visit_YieldFrom = visit_Global = visit_Nonlocal = _unknown

    def _is_list(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name

    def _put(self, node: ast.stmt, value: ast.expr) -> ast.stmt:
        made = _located(node, f"{COUNT} = {PUT}({OUT}, {COUNT}, None)")
        assert isinstance(made, ast.Assign)
        assert isinstance(made.value, ast.Call)
        made.value.args[2] = value
        return made

    def _each(self, node: ast.stmt, items: ast.expr) -> ast.stmt:
        loaded, stored = (ast.Name("zermelo_move", context) for context in (ast.Load(), ast.Store()))
        return ast.copy_location(ast.For(stored, self.visit(items), [self._put(node, loaded)], []), node)

    def _fill(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """The statements that put what an expression lists."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and not value.keywords:
            if value.func.id in ("list", "tuple") and len(value.args) == 1:
                return self._fill(node, value.args[0])
            if value.func.id == "range":
                return [self._each(node, value)]
        array = called_method(value, "tolist")
        if array is not None:
            return [self._each(node, array)]
        if isinstance(value, ast.List | ast.Tuple) and not any(isinstance(one, ast.Starred) for one in value.elts):
            return [self._put(node, self.visit(one)) for one in value.elts]
        if isinstance(value, ast.ListComp | ast.GeneratorExp) and not any(each.is_async for each in value.generators):
            inner: ast.stmt = self._put(node, self.visit(value.elt))
            for each in reversed(value.generators):
                for condition in reversed(each.ifs):
                    inner = ast.copy_location(ast.If(self.visit(condition), [inner], []), node)
                inner = ast.copy_location(ast.For(each.target, self.visit(each.iter), [inner], []), node)
            return [inner]
        self.understood = False
        return []


def _is_empty(value: ast.expr) -> bool:
    return isinstance(value, ast.List) and not value.elts


def _located(node: ast.stmt, text: str) -> ast.stmt:
    """The statement that a text says, at the place of another."""
    statement = ast.parse(text).body[0] if not text.startswith("return") else ast.Return(ast.Name(COUNT, ast.Load()))
    for each in ast.walk(statement):
        if "lineno" in each._attributes:
            ast.copy_location(each, node)
    return statement
