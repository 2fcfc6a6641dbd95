"""Syntax trees of functions: parse a function's source, compile a changed tree, resolve the names in a function."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any


def parse_function(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """Return the syntax tree of a function without annotations, with the line numbers of its file; None if its source cannot be
    found or it has decorators."""
    try:
        lines, first = inspect.getsourcelines(function)
        module = ast.parse(dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    definition = module.body[0]
    if not isinstance(definition, ast.FunctionDef) or not all(map(_is_property, definition.decorator_list)):
        return None
    ast.increment_lineno(module, first - 1)
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    _Unannotated().visit(definition)
    return definition


def compile_tree(definition: ast.FunctionDef, function: Any) -> FunctionType:
    """Return the function of a syntax tree, without globals and defaults."""
    definition.args.defaults = [ast.Constant(None) for _ in definition.args.defaults]
    module = ast.fix_missing_locations(ast.Module([definition], []))
    namespace: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec"), {}, namespace)
    rewritten: FunctionType = namespace[definition.name]
    return rewritten


def names_in(code: CodeType) -> set[str]:
    """Return the global and free names in a code object and those nested in it."""
    names = set(code.co_names) | set(code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def referenced_values(function: FunctionType) -> dict[str, Any]:
    """Return the values of the global and free names in a function."""
    closed = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:
            continue  # not bound yet
    values = {**function.__globals__, **closed}
    return {name: values[name] for name in sorted(names_in(function.__code__)) if name in values}


def called_method(node: ast.expr, name: str) -> ast.expr | None:
    """Return `x` if a node is the call `x.name()` without arguments, otherwise None."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name):
        return None
    return None if node.args or node.keywords else node.func.value


def statements(result: Any) -> list[ast.stmt]:
    """Return the result of a node transformer, one statement or several, as a list."""
    return result if isinstance(result, list) else [result]


def _is_property(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id == "property"


class _Unannotated(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)
