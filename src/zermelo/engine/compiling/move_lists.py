"""Rewrite a `moves()` that builds a list to write each move directly into the engine's buffer.

A list costs compiled code three heap allocations at every node, more than everything else. The usual forms are rewritten: a
returned comprehension, a list that is only appended to and then returned, `range(...)`, an array's `tolist()`, and a literal
list. Other forms stay as they are, and are merely slower. Line numbers stay.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from zermelo.engine.compiling.rewrite import rewrite
from zermelo.engine.compiling.syntax_trees import called_method, compile_tree, parse_function, statements

OUT, COUNT, PUT = "zermelo_out", "zermelo_count", "zermelo_put"
"""The names of the buffer, of the number of moves in it, and of the function that appends one and counts."""


def without_list(function: Any) -> FunctionType | None:
    """Return the function as `moves(self, zermelo_out)`, which returns the number of moves; None if it cannot be rewritten."""
    definition = parse_function(function)
    if definition is None:
        return None
    rewriter = _Rewriter(_list_name(definition))
    definition.body = [new for statement in definition.body for new in statements(rewriter.visit(statement))]
    if not rewriter.supported:
        return None
    definition.args.args.append(ast.arg(OUT))
    rewrite(definition, function)
    return compile_tree(definition, function)


def _list_name(definition: ast.FunctionDef) -> str | None:
    """Return the name of the list that is created empty and returned, if there is exactly one."""
    names = {
        node.value.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    }
    created = {
        target.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and _is_empty(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return names.pop() if len(names) == 1 and names <= created else None


class _Rewriter(ast.NodeTransformer):
    def __init__(self, name: str | None) -> None:
        self.name = name
        self.supported = True

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
            self.supported = False
            return node
        if self._is_list(node.value):
            return _located(node, f"return {COUNT}")
        filled = self._fill(node, node.value)
        return [_located(node, f"{COUNT} = 0"), *filled, _located(node, f"return {COUNT}")]

    def visit_Name(self, node: ast.Name) -> Any:
        # The list is used in a way that is not rewritten.
        self.supported &= node.id != self.name
        return node

    def _unsupported(self, node: ast.AST) -> Any:
        self.supported = False
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _unsupported
    visit_Yield = visit_YieldFrom = visit_Global = visit_Nonlocal = _unsupported

    def _is_list(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name

    def _put(self, node: ast.stmt, value: ast.expr) -> ast.stmt:
        assignment = _located(node, f"{COUNT} = {PUT}({OUT}, {COUNT}, None)")
        assert isinstance(assignment, ast.Assign)
        assert isinstance(assignment.value, ast.Call)
        assignment.value.args[2] = value
        return assignment

    def _put_all(self, node: ast.stmt, items: ast.expr) -> ast.stmt:
        loaded, stored = (ast.Name("zermelo_move", context) for context in (ast.Load(), ast.Store()))
        return ast.copy_location(ast.For(stored, self.visit(items), [self._put(node, loaded)], []), node)

    def _fill(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """Return the statements that put the items of an expression."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and not value.keywords:
            if value.func.id in ("list", "tuple") and len(value.args) == 1:
                return self._fill(node, value.args[0])
            if value.func.id == "range":
                return [self._put_all(node, value)]
        array = called_method(value, "tolist")
        if array is not None:
            return [self._put_all(node, array)]
        if isinstance(value, ast.List | ast.Tuple) and not any(isinstance(item, ast.Starred) for item in value.elts):
            return [self._put(node, self.visit(item)) for item in value.elts]
        if isinstance(value, ast.ListComp | ast.GeneratorExp) and not any(loop.is_async for loop in value.generators):
            inner: ast.stmt = self._put(node, self.visit(value.elt))
            for loop in reversed(value.generators):
                for condition in reversed(loop.ifs):
                    inner = ast.copy_location(ast.If(self.visit(condition), [inner], []), node)
                inner = ast.copy_location(ast.For(loop.target, self.visit(loop.iter), [inner], []), node)
            return [inner]
        self.supported = False
        return []


def _is_empty(value: ast.expr) -> bool:
    return isinstance(value, ast.List) and not value.elts


def _located(node: ast.stmt, text: str) -> ast.stmt:
    """Return the statement of a text, at the place of another."""
    statement = ast.parse(text).body[0] if not text.startswith("return") else ast.Return(ast.Name(COUNT, ast.Load()))
    for part in ast.walk(statement):
        if "lineno" in part._attributes:
            ast.copy_location(part, node)
    return statement
