"""Boards that are tuples: the usual ways of changing one, rewritten for a compiler that can neither cut a tuple at a place that
is known only later nor make one from a list.

    cells[:place] + (mark,) + cells[place + 1 :]                     a tuple with one item changed
    (*cells[:place], mark, *cells[place + 1 :])                      the same
    seeds = list(self.seeds); seeds[place] += 1; ... tuple(seeds)    a list on the way from one tuple to another

All become calls of `replaced`, which gives a tuple with one item changed. And in `cells[: ROWS + 1]` a number is put for what is
known from the start. Lines keep their numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from zermelo.engine.compiling.sources import statements

REPLACED = "zermelo_replaced"
"""The name of the function in rewritten code."""
_READERS = {"len", "sum", "min", "max", "enumerate", "range", "any", "all"}
"""Functions that only look at a list they are given."""


def replaced(items: Any, place: Any, value: Any) -> Any:
    """The items with one of them changed.

    >>> replaced((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    changed = list(items)
    changed[place] = value
    return tuple(changed)


def rewrite(definition: ast.FunctionDef, constants: Mapping[str, int]) -> bool:
    """Rewrites what changes or cuts tuples in a function, in place; False if there is nothing to rewrite. The constants are
    numbers that it knows by name."""
    rewriter, folder = _Rewriter(set(_lists(definition))), _Folder(constants)
    definition.body = [each for statement in definition.body for each in statements(rewriter.visit(statement))]
    folder.visit(definition)
    return rewriter.found or folder.found


def _call_of(node: ast.AST | None, name: str) -> ast.expr | None:
    """What a function of this name is called with, if that is one thing."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
        return node.args[0] if len(node.args) == 1 and not node.keywords else None
    return None


def _lists(definition: ast.FunctionDef) -> Iterator[str]:
    """The names of lists that are made from something by `list` and become a tuple later, and are not handed to anybody who
    could change them on the way or keep them."""
    allowed: dict[str, int] = {}
    made, kept = set(), set()
    for node in ast.walk(definition):
        for name in _looked_at(node):
            allowed[name] = allowed.get(name, 0) + 1
        whole = _call_of(node, "tuple")
        if isinstance(whole, ast.Name):
            kept.add(whole.id)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if _call_of(node.value, "list") is not None:
                made.add(name)
                allowed[name] = allowed.get(name, 0) + 1
    for name in made & kept:
        uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(definition))
        if uses == allowed[name]:
            yield name


def _looked_at(node: ast.AST) -> Iterator[str]:
    """The names whose items are looked at or changed here, and nothing else."""
    places: list[ast.AST | None] = []
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and not isinstance(node.ctx, ast.Del):
        places = [node.value]
    elif isinstance(node, ast.For | ast.comprehension):
        places = [node.iter]
    elif isinstance(node, ast.Compare) and all(isinstance(each, ast.In | ast.NotIn) for each in node.ops):
        places = list(node.comparators)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {*_READERS, "tuple"}:
        places = list(node.args)
    for place in places:
        if isinstance(place, ast.Name):
            yield place.id


class _Rewriter(ast.NodeTransformer):
    def __init__(self, lists: set[str]) -> None:
        self.lists = lists
        self.found = bool(lists)

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
        """An expression that puts an item between what is before and after a place, if it is such a one."""
        found = _cut(before, after)
        if found is None or item is None or isinstance(item, ast.Starred):
            return node
        self.found = True
        return _replacing(node, *found, item)

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
            assert given is not None  # or it would be no such list
            node.value = self.visit(given)
            return node
        if not any(self._item(each) is not None for each in _targets(node)):
            return self.generic_visit(node)
        value = self.visit(node.value)
        if len(node.targets) == 1 and not isinstance(target, ast.Tuple):
            return self._put(node, target, value)
        # Python takes all values first, and then assigns them from left to right.
        kept = ast.Name("zermelo_kept", ast.Store())
        made: list[ast.stmt] = [ast.copy_location(ast.Assign([kept], value), node)]
        for each in node.targets:
            made += self._give(node, each, ast.Name(kept.id, ast.Load()))
        return made

    def _give(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """The statements that give a target its value."""
        if isinstance(target, ast.Tuple):
            items = (ast.Subscript(value, ast.Constant(at), ast.Load()) for at in range(len(target.elts)))
            return [
                made for each, item in zip(target.elts, items, strict=True) for made in self._give(node, each, item)
            ]
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
        """The list and the place of an item that is assigned to."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self.lists:
            return target.value.id, target.slice
        return None

    def _put(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> ast.stmt:
        item = self._item(target)
        assert item is not None
        name, place = item
        changed = _replacing(node, ast.Name(name, ast.Load()), self.visit(place), value)
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], changed), node)


class _Folder(ast.NodeTransformer):
    """Puts numbers for the bounds of slices that are made of constants."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.found = False

    def visit_Slice(self, node: ast.Slice) -> ast.expr:
        node.lower, node.upper, node.step = map(self._folded, (node.lower, node.upper, node.step))
        return node

    def _folded(self, bound: ast.expr | None) -> ast.expr | None:
        parts = [] if bound is None or isinstance(bound, ast.Constant) else list(ast.walk(bound))
        names = {each.id for each in parts if isinstance(each, ast.Name)}
        if bound is None or not parts or not names <= self.constants.keys() or not all(map(_is_sum, parts)):
            return bound
        self.found = True
        text = compile(ast.fix_missing_locations(ast.Expression(bound)), "<constant>", "eval")
        return ast.copy_location(ast.Constant(eval(text, {"__builtins__": {}}, dict(self.constants))), bound)


def _is_sum(node: ast.AST) -> bool:
    """Whether a part of an expression is harmless arithmetic."""
    kinds = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Load)
    return isinstance(node, kinds)


def _targets(node: ast.Assign) -> Iterator[ast.expr]:
    for target in node.targets:
        yield from target.elts if isinstance(target, ast.Tuple) else [target]


def _cut(before: ast.expr, after: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The items and the place of `items[:place]` and `items[place + 1 :]`."""
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


def _replacing(node: ast.AST, items: ast.expr, place: ast.expr, value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(REPLACED, ast.Load()), [items, place, value], []), node)
