"""The text of a function as a tree, to be rewritten; the function that such a tree stands for; and what the names in a function
stand for."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any


def parsed(function: Callable[..., Any]) -> ast.FunctionDef | None:
    """The tree of a function, without annotations; its lines are those of its file. None where its text cannot be found or
    something decorates it."""
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


def made_from(definition: ast.FunctionDef, function: Any) -> FunctionType:
    """The function of a tree. It has yet to be given what its names stand for, and its defaults."""
    definition.args.defaults = [ast.Constant(None) for _ in definition.args.defaults]
    module = ast.fix_missing_locations(ast.Module([definition], []))
    made: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec"), {}, made)
    rewritten: FunctionType = made[definition.name]
    return rewritten


def names_in(code: CodeType) -> set[str]:
    names = set(code.co_names) | set(code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def values_of(function: FunctionType) -> dict[str, Any]:
    """What the names in a function stand for, outside of it."""
    closed = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:
            continue  # not bound yet
    known = {**function.__globals__, **closed}
    return {name: known[name] for name in sorted(names_in(function.__code__)) if name in known}


def called_method(node: ast.expr, name: str) -> ast.expr | None:
    """What a method of this name is called on, if this is a call of it with nothing; None for anything else."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name):
        return None
    return None if node.args or node.keywords else node.func.value


def statements(made: Any) -> list[ast.stmt]:
    """What a transformer made of a statement: one, or several."""
    return made if isinstance(made, list) else [made]


def _is_property(decorator: ast.expr) -> bool:
    """A property is looked at without its decorator."""
    return isinstance(decorator, ast.Name) and decorator.id == "property"


class _Unannotated(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)
