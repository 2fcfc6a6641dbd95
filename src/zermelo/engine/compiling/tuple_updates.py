"""Rewrite updates of tuples: Numba can neither slice a tuple at an index that is not constant nor make a tuple from a list.

    cells[:place] + (mark,) + cells[place + 1 :]                     a tuple with one item changed
    (*cells[:place], mark, *cells[place + 1 :])                      the same
    seeds = list(self.seeds); seeds[place] += 1; ... tuple(seeds)    a list between two tuples

All become calls of `replaced`, which returns a tuple with one item changed. Constant slice bounds such as in
`cells[: ROWS + 1]` become numbers. Line numbers stay.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.engine.compiling.syntax_trees import statements

REPLACED = "zermelo_replaced"
"""The name of the function in rewritten code."""
_READERS = {"len", "sum", "min", "max", "enumerate", "range", "any", "all"}
"""Functions that only read a list."""


def replaced(items: Any, place: Any, value: Any) -> Any:
    """Return the items as a tuple with one of them changed.

    >>> replaced((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    changed = list(items)
    changed[place] = value
    return tuple(changed)


def rewrite(definition: ast.FunctionDef, constants: Mapping[str, int]) -> bool:
    """Rewrite tuple updates and slices in a function in place; return False if there are none.

    `constants` are the integers that the function refers to by name.
    """
    rewriter, folder = _Rewriter(set(_lists(definition))), _Folder(constants)
    definition.body = [new for statement in definition.body for new in statements(rewriter.visit(statement))]
    folder.visit(definition)
    return rewriter.changed or folder.changed


def _call_of(node: ast.AST | None, name: str) -> ast.expr | None:
    """Return the argument if a node is a call of this function with one argument, otherwise None."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
        return node.args[0] if len(node.args) == 1 and not node.keywords else None
    return None


def _lists(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the names of lists that are created by `list(...)`, become a tuple later, and are only read or assigned by item in
    between."""
    allowed: dict[str, int] = {}
    created, converted = set(), set()
    for node in ast.walk(definition):
        for name in _accessed(node):
            allowed[name] = allowed.get(name, 0) + 1
        whole = _call_of(node, "tuple")
        if isinstance(whole, ast.Name):
            converted.add(whole.id)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if _call_of(node.value, "list") is not None:
                created.add(name)
                allowed[name] = allowed.get(name, 0) + 1
    for name in created & converted:
        uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(definition))
        if uses == allowed[name]:
            yield name


def _accessed(node: ast.AST) -> Iterator[str]:
    """Yield the names of lists whose items are only read or assigned by this node."""
    places: list[ast.AST | None] = []
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and not isinstance(node.ctx, ast.Del):
        places = [node.value]
    elif isinstance(node, ast.For | ast.comprehension):
        places = [node.iter]
    elif isinstance(node, ast.Compare) and all(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
        places = list(node.comparators)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {*_READERS, "tuple"}:
        places = list(node.args)
    for place in places:
        if isinstance(place, ast.Name):
            yield place.id


class _Rewriter(ast.NodeTransformer):
    def __init__(self, lists: set[str]) -> None:
        self.lists = lists
        self.changed = bool(lists)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        first = node.left
        if not (isinstance(node.op, ast.Add) and isinstance(first, ast.BinOp) and isinstance(first.op, ast.Add)):
            return node
        new = first.right
        item = new.elts[0] if isinstance(new, ast.Tuple) and len(new.elts) == 1 else None
        return self._changed(node, first.left, item, node.right)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        if len(node.elts) != 3:
            return node
        before, item, after = node.elts
        if not (isinstance(before, ast.Starred) and isinstance(after, ast.Starred)):
            return node
        return self._changed(node, before.value, item, after.value)

    def _changed(self, node: ast.expr, before: ast.expr, item: ast.expr | None, after: ast.expr) -> ast.expr:
        """Return a call of `replaced` if the expression joins the items before a place, an item and those after it."""
        split = _split(before, after)
        if split is None or item is None or isinstance(item, ast.Starred):
            return node
        self.changed = True
        return _replace_call(node, *split, item)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        for name in ("tuple", "list"):
            whole = _call_of(node, name)
            if isinstance(whole, ast.Name) and whole.id in self.lists:
                return whole
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.lists:
            given = _call_of(node.value, "list")
            assert given is not None  # see _lists
            node.value = self.visit(given)
            return node
        if not any(self._item(each_target) is not None for each_target in _targets(node)):
            return self.generic_visit(node)
        value = self.visit(node.value)
        if len(node.targets) == 1 and not isinstance(target, ast.Tuple):
            return self._put(node, target, value)
        # Python evaluates all values first and then assigns from left to right.
        values = ast.Name("zermelo_values", ast.Store())
        assignments: list[ast.stmt] = [ast.copy_location(ast.Assign([values], value), node)]
        for each_target in node.targets:
            assignments += self._assign(node, each_target, ast.Name(values.id, ast.Load()))
        return assignments

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return the statements that assign a value to a target."""
        if isinstance(target, ast.Tuple):
            items = (ast.Subscript(value, ast.Constant(at), ast.Load()) for at in range(len(target.elts)))
            pairs = zip(target.elts, items, strict=True)
            return [statement for part, item in pairs for statement in self._assign(node, part, item)]
        if self._item(target) is not None:
            return [self._put(node, target, value)]
        return [ast.copy_location(ast.Assign([self.visit(target)], value), node)]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        item = self._item(node.target)
        if item is None:
            return self.generic_visit(node)
        name, place = item
        before = ast.Subscript(ast.Name(name, ast.Load()), place, ast.Load())
        return self._put(node, node.target, ast.BinOp(before, node.op, self.visit(node.value)))

    def _item(self, target: ast.expr) -> tuple[str, ast.expr] | None:
        """Return the list and the index if a target is an item of one of the lists."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self.lists:
            return target.value.id, target.slice
        return None

    def _put(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> ast.stmt:
        item = self._item(target)
        assert item is not None
        name, place = item
        changed = _replace_call(node, ast.Name(name, ast.Load()), self.visit(place), value)
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], changed), node)


class _Folder(ast.NodeTransformer):
    """Replaces constant slice bounds by numbers."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.changed = False

    def visit_Slice(self, node: ast.Slice) -> ast.expr:
        node.lower, node.upper, node.step = map(self._folded, (node.lower, node.upper, node.step))
        return node

    def _folded(self, bound: ast.expr | None) -> ast.expr | None:
        parts = [] if bound is None or isinstance(bound, ast.Constant) else list(ast.walk(bound))
        names = {part.id for part in parts if isinstance(part, ast.Name)}
        if bound is None or not parts or not names <= self.constants.keys() or not all(map(_is_arithmetic, parts)):
            return bound
        self.changed = True
        text = compile(ast.fix_missing_locations(ast.Expression(bound)), "<constant>", "eval")
        return ast.copy_location(ast.Constant(eval(text, {"__builtins__": {}}, dict(self.constants))), bound)


def _is_arithmetic(node: ast.AST) -> bool:
    """Return whether a node may be part of constant arithmetic."""
    kinds = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Load)
    return isinstance(node, kinds)


def _targets(node: ast.Assign) -> Iterator[ast.expr]:
    for target in node.targets:
        yield from target.elts if isinstance(target, ast.Tuple) else [target]


def _split(before: ast.expr, after: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Return the items and the place of `items[:place]` and `items[place + 1 :]`, or None."""
    if not (
        isinstance(before, ast.Subscript)
        and isinstance(before.slice, ast.Slice)
        and isinstance(after, ast.Subscript)
        and isinstance(after.slice, ast.Slice)
        and ast.dump(before.value) == ast.dump(after.value)
    ):
        return None
    place, next_ = before.slice.upper, after.slice.lower
    others = (before.slice.lower, before.slice.step, after.slice.upper, after.slice.step)
    if place is None or next_ is None or others != (None,) * 4:
        return None
    sums = (ast.BinOp(place, ast.Add(), ast.Constant(1)), ast.BinOp(ast.Constant(1), ast.Add(), place))
    return (before.value, place) if ast.dump(next_) in map(ast.dump, sums) else None


def _replace_call(node: ast.AST, items: ast.expr, place: ast.expr, value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(REPLACED, ast.Load()), [items, place, value], []), node)
