"""What people write in Python and the compiler does not take, put into words that it does: all such changes of one function."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.engine.compiling import boards, generators
from zermelo.engine.compiling.sources import made_from, parsed, values_of

NAMES = {boards.REPLACED: boards.replaced}
"""What names in rewritten functions stand for, beyond their own."""


def rewrite(definition: ast.FunctionDef, function: Any) -> bool:
    """Rewrites the tree of a function, in place; False if nothing had to be."""
    constants = {name: value for name, value in values_of(function).items() if type(value) is int}
    changed = [boards.rewrite(definition, constants), generators.rewrite(definition)]
    return any(changed)


def rewritten(function: Any) -> Any:
    """The function, rewritten if it has to be."""
    definition = parsed(function)
    return made_from(definition, function) if definition is not None and rewrite(definition, function) else function
