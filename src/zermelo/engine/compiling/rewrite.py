"""Rewrite a game's functions into Python that Numba compiles, and collect everything that has to change.

In compiled code a tuple or a list of integers is an array: it is indexed and changed in place, and `list(...)` and `tuple(...)`
copy it. A state is a named tuple of integers and arrays, and its methods are functions. `native` defines the functions whose
names begin with `zermelo_`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple

from zermelo.engine.compiling.constants import Table, converted, table
from zermelo.engine.compiling.fields import field_names
from zermelo.engine.compiling.statements import COUNT, SLOTS, Statements
from zermelo.engine.compiling.syntax import ITEM, Insert, call, called, loops, name_of

START = "ZERMELO_START"
_BUILTINS = {
    *("abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "round", "zip"),
    *("any", "all", "sum", "next", "tuple", "list", "sorted", "reversed"),
}
_LOOPS = {
    "any": ("", f"if {ITEM}: return True", "return False"),
    "all": ("", f"if not {ITEM}: return False", "return True"),
    "next": ("", f"return {ITEM}", f"return {START}"),
    "sum": (f"zermelo_total = {START}", f"zermelo_total += {ITEM}", "return zermelo_total"),
    **{
        name: (
            f"zermelo_best = {START}\nzermelo_some = False",
            f"zermelo_new = {ITEM}\nif not zermelo_some or zermelo_new {sign} zermelo_best: zermelo_best = zermelo_new\n"
            "zermelo_some = True",
            "return zermelo_best",
        )
        for name, sign in (("max", ">"), ("min", "<"))
    },
}
"""The loops that stand for functions of a generator: what comes first, what is done for each item, and what comes last."""


class Maker(NamedTuple):
    """Stands for the function that makes a state of some fields; the others are those of another state or their defaults."""

    kind: Any
    names: tuple[str, ...]
    from_state: bool
    stored: bool
    """Whether the state is written at once, which converts its fields."""


class Rewriter(Statements):
    """Rewrites one function, with its expressions."""

    # Comprehensions and generators

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> Any:
        if self._copies_rows(node):
            return self._copied(node.generators[0].iter)
        self.inner += 1
        generators: list[ast.comprehension] = []
        for loop in node.generators:
            target, parts = self.target_of(loop.target, loop.iter)
            generators.append(ast.comprehension(target, self.visit(loop.iter), [], 0))
            for part, value in parts:
                assert isinstance(part, ast.Tuple)  # see target_of
                items = ast.Tuple([self.unpacked(part, value)], ast.Load())
                generators.append(ast.comprehension(part, items, [], 0))
            generators[-1].ifs = [self.truth(test) for test in loop.ifs]
        self.inner -= 1
        return ast.ListComp(self.visit(node.elt), generators)

    visit_GeneratorExp = visit_ListComp

    @staticmethod
    def _copies_rows(node: ast.ListComp | ast.GeneratorExp) -> bool:
        """Return whether a comprehension is `list(row) for row in rows`."""
        loop = node.generators[0]
        same = name_of(called(node.elt, "list", "tuple")) == name_of(loop.target) != ""
        return same and len(node.generators) == 1 and not loop.ifs

    def _hoisted(self, node: ast.Call, name: str) -> Any:
        """Return a call of a new function with a loop that stops as early as Python would."""
        known: Mapping[Any, ast.expr] = {keyword.arg: keyword.value for keyword in node.keywords}
        if known.keys() - {"default", "start"}:
            return self.problem(node, f"{name}() with {node.keywords[0].arg}= is not compiled; write a loop")
        items, *rest = node.args
        if not isinstance(items, ast.GeneratorExp | ast.ListComp):
            over = ast.comprehension(ast.Name("zermelo_each", ast.Store()), items, [], 0)
            items = ast.copy_location(ast.GeneratorExp(ast.Name("zermelo_each", ast.Load()), [over]), node)
        default = known.get("default") or known.get("start") or (rest[0] if rest else None)
        first, each, last = _LOOPS[name]
        if default is None and name in ("max", "min"):
            last = f"if not zermelo_some: raise ValueError\n{last}"
        insert = Insert(node, **{ITEM: items.elt, START: default or ast.Constant(0)})
        body = [*insert.body(first), *loops(items, insert.body(each)), *insert.body(last)]
        own = {
            part.id
            for part in ast.walk(ast.Module(body, []))
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        used = {part.id for part in ast.walk(ast.Module(body, [])) if isinstance(part, ast.Name)}
        free = sorted((used - own) & self.bound)
        arguments = ast.arguments([], [ast.arg(each) for each in free], None, [], [], None, [])
        definition = ast.copy_location(ast.FunctionDef(f"zermelo_{name}", arguments, body, []), node)
        loop = self.game.rewritten(Rewriter(self.function, self.game, "", ast.fix_missing_locations(definition)))
        return call(self.use(loop, name).id, *(ast.Name(each, ast.Load()) for each in free))

    # Values

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, str | bytes):
            return self.problem(node, f"the text {node.value!r} is not compiled; use an integer for it")
        return self._number(node, node.value)

    def _number(self, node: ast.expr, value: Any) -> Any:
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            self.problem(node, f"the number {value} does not fit 64 bits, including the sign; use two fields")
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if self.moves and node.id == self.moves:
            return ast.Name(COUNT, ast.Load())
        if node.id in self.bound or node.id.startswith("zermelo_"):
            return node
        if node.id in self.values:
            return self._value(node, self.values[node.id], node.id)
        if node.id in _BUILTINS or node.id == "ValueError":
            return node
        verb = "compiled; use integers, tuples, lists and arrays" if hasattr(builtins, node.id) else "defined"
        return self.problem(node, f"{node.id} is not {verb}")

    def _value(self, node: ast.expr, value: Any, name: str) -> Any:
        """Return the expression for the value of a global name."""
        if isinstance(value, FunctionType):
            return self.use(self.game.function(value), name)
        if isinstance(value, ModuleType) or (
            value is not None and getattr(value, "__module__", "") in ("numpy", "math")
        ):
            return self.use(value, name)
        if isinstance(value, BuiltinFunctionType | type) and value.__module__ == "builtins":
            return ast.Name(value.__name__, ast.Load())
        rows = table(value)
        if rows is not None:
            return self._rows(node, rows, [])
        self._number(node, value)
        constant = converted(value)
        if constant is None and value is not None:
            return self.problem(node, f"{name} is a {type(value).__name__}; use integers, or tuples or arrays of them")
        return self.use(constant, name)

    def _rows(self, node: ast.expr, rows: Table, places: list[ast.expr]) -> Any:
        """Return a row of a table whose rows have different lengths, or a generator of rows."""
        bounds: ast.expr = self.use(rows.bounds, "bounds")
        for place in places:
            bounds = ast.Subscript(bounds, self.visit(place), ast.Load())
        missing = rows.levels - len(places)
        if missing > 1:
            return self.problem(node, "the items of this table have different lengths: index it once more")
        return call("zermelo_rows" if missing else "zermelo_row", bounds, self.use(rows.items, "items"))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) and self.game.record_fields:
            node.value = ast.Subscript(
                self.visit(node.value), ast.Constant(0), ast.Load()
            )  # a record is an array of one
            return node
        base: ast.expr = node
        places: list[ast.expr] = []
        while isinstance(base, ast.Subscript) and not isinstance(base.slice, ast.Slice):
            places.insert(0, base.slice)
            base = base.value
        constant = self.game.member(base.attr) if isinstance(base, ast.Attribute) else self.value_of(base)
        rows = table(constant)
        if rows is not None and 0 < len(places) <= rows.levels:
            return self._rows(node, rows, places)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        base = self.value_of(node.value)
        if isinstance(base, ModuleType):
            if base.__name__.partition(".")[0] in ("math", "numpy"):
                return self.generic_visit(node)
            return self._value(node, getattr(base, node.attr), node.attr)
        if isinstance(base, type) and not base.__module__.startswith("numpy"):
            return self._value(node, getattr(base, node.attr, None), ast.unparse(node))
        member = self._member(node)
        if isinstance(member, property) and isinstance(member.fget, FunctionType):
            return call(self.use(self.game.function(member.fget), node.attr).id, self.visit(node.value))
        if member is not None and not callable(member):
            return self._value(node, member, node.attr)
        if name_of(node.value) == self.this and self.owner and node.attr not in (field_names(self.owner) or ()):
            return self.problem(node, f"{self.owner.__name__} has no {node.attr}")
        return self.generic_visit(node)

    def _member(self, node: ast.Attribute) -> Any:
        """Return the method, property or constant that an attribute of a state stands for."""
        if (
            called(node.value, "super") is None
            and isinstance(node.value, ast.Call)
            and name_of(node.value.func) == "super"
        ):
            return next((vars(base)[node.attr] for base in self.owner.__mro__[1:] if node.attr in vars(base)), None)
        return self.game.member(node.attr, self.owner if name_of(node.value) == self.this else None)

    # Operators and calls

    def visit_Compare(self, node: ast.Compare) -> Any:
        operator = node.ops[0]
        right = node.comparators[0]
        if isinstance(right, ast.Set):
            right = node.comparators[0] = ast.copy_location(ast.Tuple(right.elts, ast.Load()), right)
        self.generic_visit(node)
        numbers = any(isinstance(side, ast.Constant) for side in (node.left, *node.comparators))
        if len(node.ops) > 1 or not isinstance(operator, ast.Eq | ast.NotEq | ast.In | ast.NotIn) or numbers:
            return node
        member = isinstance(operator, ast.In | ast.NotIn)
        if member:
            found = call("zermelo_contains", node.comparators[0], node.left)
        else:
            found = call("zermelo_same", node.left, node.comparators[0])
        return ast.UnaryOp(ast.Not(), found) if isinstance(operator, ast.NotEq | ast.NotIn) else found

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        replaced = self._replaced(node)
        if replaced is not None:
            return replaced
        name = {ast.Add: "zermelo_joined", ast.Mult: "zermelo_repeated"}.get(type(node.op))
        self.generic_visit(node)
        numbers = any(isinstance(side, ast.Constant) for side in (node.left, node.right)) and isinstance(
            node.op, ast.Add
        )
        return call(name, node.left, node.right) if name and not numbers else node

    def _replaced(self, node: ast.BinOp) -> ast.expr | None:
        """Return `items[:at] + (item,) + items[at + 1:]` as a copy with one item changed."""
        match node:
            case ast.BinOp(
                left=ast.BinOp(
                    left=ast.Subscript(value=items, slice=ast.Slice(lower=None, upper=ast.expr() as at, step=None)),
                    right=ast.Tuple(elts=[item]),
                ),
                right=ast.Subscript(value=same, slice=ast.Slice(lower=after, upper=None, step=None)),
            ):
                next_ = ast.unparse(after) if after else ""
                if ast.unparse(items) == ast.unparse(same) and next_ in (
                    f"{ast.unparse(at)} + 1",
                    f"1 + {ast.unparse(at)}",
                ):
                    return call("zermelo_replaced", self._copied(items), self.visit(at), self.visit(item))
        return None

    def visit_Tuple(self, node: ast.Tuple | ast.List) -> Any:
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(item, ast.Starred) for item in node.elts):
            return self.generic_visit(node)
        parts = [item.value if isinstance(item, ast.Starred) else ast.Tuple([item], ast.Load()) for item in node.elts]
        whole = parts[0]
        for part in parts[1:]:
            whole = ast.copy_location(ast.BinOp(whole, ast.Add(), part), node)
        return self.visit(whole) if len(parts) > 1 else self._copied(whole)

    visit_List = visit_Tuple

    def _copied(self, items: ast.expr) -> ast.expr:
        """Return a copy of a list, in a slot on the stack if this is a function that the engine calls."""
        slot: ast.expr = ast.Constant(None)
        if self.entry and not self.inner:
            slot = ast.Subscript(ast.Name(SLOTS, ast.Load()), ast.Constant(self.slots), ast.Load())
            self.slots += 1
        return call("zermelo_copied", self.visit(items), slot)

    def visit_Call(self, node: ast.Call) -> Any:
        if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
            return self.problem(node, "arguments with * are not compiled; write each argument")
        function, value = node.func, self.value_of(node.func)
        name = name_of(function)
        if name in _BUILTINS and name not in self.values and name not in self.bound and node.args:
            return self._builtin(node, name, node.args[0])
        if isinstance(value, type) and value.__module__ not in ("builtins", "numpy"):
            return self._construct(node, value)
        if getattr(value, "__module__", "") == "dataclasses":
            return self._replace(node, node.args[0])
        return self._method(node, function) if isinstance(function, ast.Attribute) else self.generic_visit(node)

    def _builtin(self, node: ast.Call, name: str, items: ast.expr) -> Any:
        if name in ("list", "tuple"):
            if (
                isinstance(items, ast.Call)
                and name_of(items.func) == "map"
                and name_of(items.args[0]) in ("list", "tuple")
            ):
                items = items.args[1]  # a copy of rows is a copy
            if isinstance(items, ast.GeneratorExp | ast.ListComp) and self._copies_rows(items):
                items = items.generators[0].iter
            if isinstance(items, ast.GeneratorExp):
                return call("zermelo_copied", self.visit(items), ast.Constant(None))
            return (
                call("zermelo_taken", self.visit(items)) if name == "tuple" and self.returning else self._copied(items)
            )
        if name in ("float", "int") and isinstance(items, ast.Constant) and isinstance(items.value, str):
            return ast.Constant(float(items.value) if name == "float" else int(items.value))
        if name == "sum" and not node.keywords and not isinstance(items, ast.GeneratorExp | ast.ListComp):
            return call("zermelo_total", self.visit(items), *map(self.visit, node.args[1:] or [ast.Constant(0)]))
        if name in ("any", "all", "sum") or (
            name in ("max", "min", "next") and (len(node.args) == 1 or name == "next")
        ):
            return self._hoisted(node, name)
        if name == "len":
            whole: ast.expr = self.visit(items)
            if isinstance(whole, ast.Call) and name_of(whole.func) == "zermelo_rows":
                return call("zermelo_length", whole.args[0])
            return call("len", whole)
        if name in ("sorted", "reversed"):
            if node.keywords:
                return self.problem(node, f"{name}() with {node.keywords[0].arg}= is not compiled; write a loop")
            return call(f"zermelo_{name}", self.visit(items))
        return self.generic_visit(node)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Any:
        value, name, base = function.value, function.attr, self.value_of(function.value)
        if isinstance(base, ModuleType):
            return self.generic_visit(node)
        if name == "_replace":
            return self._replace(node, value)
        member = vars(base).get(name) if isinstance(base, type) else self._member(function)
        if isinstance(member, FunctionType | staticmethod):
            static = isinstance(member, staticmethod)
            called = member.__func__ if isinstance(member, staticmethod) else member
            first = (
                ast.Name(self.this, ast.Load())
                if isinstance(value, ast.Call) and name_of(value.func) == "super"
                else value
            )
            node.args = node.args if static or isinstance(base, type) else [first, *node.args]
            node.func = ast.Name("zermelo_function", ast.Load())
            self.generic_visit(node)
            node.func = self.use(self.game.function(called), name)
            return node
        if isinstance(member, classmethod) or name == "_make":
            return self.problem(node, f"{name}() is a classmethod, which is not compiled; make it a function")
        if name in ("split", "join", "format", "keys", "values", "items", "get", "setdefault", "union"):
            return self.problem(node, f".{name}() is not compiled; use integers, and tuples or lists of them")
        if name == "copy" and not node.args:
            return self._copied(value)
        if name == "tobytes":
            return (
                self.visit(value) if self.entry == "key" else self.problem(node, "tobytes() is compiled only in key()")
            )
        if name in ("index", "count", "tolist"):
            return call(f"zermelo_{name}", self.visit(value), *map(self.visit, node.args))
        return self.generic_visit(node)

    # New states

    def _construct(self, node: ast.Call, kind: type) -> Any:
        fields = field_names(kind)
        if kind.__name__ == "Fraction":
            return call("zermelo_fraction", *map(self.visit, node.args))
        if fields is None:
            return self.problem(node, f"{kind.__name__}(...) is not compiled; only NamedTuples and dataclasses are")
        names = [*fields[: len(node.args)], *(keyword.arg or "" for keyword in node.keywords)]
        if len(node.args) > len(fields) or not set(names) <= set(fields):
            return self.problem(node, f"{kind.__name__} has only the fields {', '.join(fields)}")
        return self._make(kind, names, [*node.args, *(keyword.value for keyword in node.keywords)], False)

    def _replace(self, node: ast.Call, state: ast.expr) -> Any:
        names = [keyword.arg or "" for keyword in node.keywords]
        kind = self.game.kind_with(names, self.owner)
        if kind is None:
            return self.problem(node, f"no state has the fields {', '.join(names)}")
        return self._make(kind, names, [state, *(keyword.value for keyword in node.keywords)], True)

    def _make(self, kind: type, names: list[str], values: list[ast.expr], from_state: bool) -> ast.expr:
        stored = self.returning and self.entry == "play" and kind is self.game.game
        maker = self.use(Maker(kind, tuple(names), from_state, stored), kind.__name__)
        return call(maker.id, *map(self.visit, values))
