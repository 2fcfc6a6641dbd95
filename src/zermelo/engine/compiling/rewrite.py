"""Rewrite a function's Python that Numba does not compile into equivalent Python that it does."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.engine.compiling import generators, tuple_updates
from zermelo.engine.compiling.syntax_trees import compile_tree, parse_function, referenced_values

NAMES = {tuple_updates.REPLACED: tuple_updates.replaced}
"""Additional names that rewritten functions refer to."""


def rewrite(definition: ast.FunctionDef, function: Any) -> bool:
    """Rewrite the syntax tree of a function in place; return False if nothing changed."""
    constants = {name: value for name, value in referenced_values(function).items() if type(value) is int}
    changed = [tuple_updates.rewrite(definition, constants), generators.rewrite(definition)]
    return any(changed)


def rewritten(function: Any) -> Any:
    """Return a function, rewritten if necessary."""
    definition = parse_function(function)
    return compile_tree(definition, function) if definition is not None and rewrite(definition, function) else function
