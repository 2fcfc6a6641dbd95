"""Rewrite a game's functions into Python that Numba compiles, and collect everything that has to change.

In compiled code a tuple or a list of integers is an array: it is indexed and changed in place, and `list(...)` and `tuple(...)`
copy it. A state is a named tuple of integers and arrays, and its methods are functions. `native` defines the functions whose
names begin with `zermelo_`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple

from zermelo.engine.compiling.constants import Table, converted, table
from zermelo.engine.compiling.fields import field_names
from zermelo.engine.compiling.sources import Problem, parse_function, place_of, referenced_values

SLOTS, OUT, COUNT = "zermelo_slots", "zermelo_out", "zermelo_count"
CHANGED = "an array of a state is changed, but states are immutable: copy it first, as in cells = self.cells.copy()"
_DICT = "a dict is not compiled; use a tuple, indexed by integers"
_SET = "a set is not compiled; use a list, or the bits of an integer"
_REFUSED: dict[type[ast.AST], str] = {
    ast.Dict: _DICT,
    ast.DictComp: _DICT,
    ast.Set: _SET,
    ast.SetComp: _SET,
    ast.JoinedStr: "a text is not compiled; use integers",
    ast.Lambda: "a lambda is not compiled; write a function at the top of the file",
    ast.Yield: "yield is not compiled; return a list",
    ast.YieldFrom: "yield is not compiled; return a list",
    ast.Try: "try is not compiled; test for the case with if",
    ast.With: "with is not compiled; leave it out",
    ast.Import: "an import in a method is not compiled; import at the top of the file",
    ast.ImportFrom: "an import in a method is not compiled; import at the top of the file",
    ast.Global: "a global variable is not changed by compiled code; make it a field of the state",
    ast.Nonlocal: "an outer variable is not changed by compiled code; make it a field of the state",
    ast.Delete: "del is not compiled; make a shorter list",
    ast.ClassDef: "a class in a method is not compiled; define it at the top of the file",
    ast.FunctionDef: "a function in a method is not compiled; define it at the top of the file",
}
_BUILTINS = {
    *("abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "round", "zip"),
    *("any", "all", "sum", "next", "tuple", "list", "sorted", "reversed"),
}
_ITEM, _START = "ZERMELO_ITEM", "ZERMELO_START"
_LOOPS = {
    "any": ("", f"if {_ITEM}: return True", "return False"),
    "all": ("", f"if not {_ITEM}: return False", "return True"),
    "next": ("", f"return {_ITEM}", f"return {_START}"),
    "sum": (f"zermelo_total = {_START}", f"zermelo_total += {_ITEM}", "return zermelo_total"),
    **{
        name: (
            f"zermelo_best = {_START}\nzermelo_some = False",
            f"zermelo_new = {_ITEM}\nif not zermelo_some or zermelo_new {sign} zermelo_best: zermelo_best = zermelo_new\n"
            "zermelo_some = True",
            "return zermelo_best",
        )
        for name, sign in (("max", ">"), ("min", "<"))
    },
}
"""The loops that stand for functions of a generator: what comes first, what is done for each item, and what comes last."""


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def name_of(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _called(node: ast.AST | None, *names: str) -> ast.expr | None:
    """Return the argument if a node calls one of these functions with one argument."""
    if isinstance(node, ast.Call) and name_of(node.func) in names and len(node.args) == 1 and not node.keywords:
        return node.args[0]
    return None


def _object_of(node: ast.AST | None, *names: str) -> ast.expr | None:
    """Return `x` if a node is the call of a method `x.name(...)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
        return node.func.value
    return None


class Maker(NamedTuple):
    """Stands for the function that makes a state of some fields; the others are those of another state or their defaults."""

    kind: Any
    names: tuple[str, ...]
    from_state: bool
    stored: bool
    """Whether the state is written at once, which converts its fields."""


class _Insert(ast.NodeTransformer):
    """Puts expressions in the places of names, and everything at the place of a node."""

    def __init__(self, node: ast.AST, **values: ast.expr) -> None:
        self.node, self.values = node, values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)

    def body(self, text: str) -> list[ast.stmt]:
        """Return the statements of a text."""
        parsed = ast.parse("\n ".join(["def f():", *text.splitlines()]) if text else "def f(): pass").body[0]
        for part in ast.walk(parsed):
            if "lineno" in part._attributes:
                ast.copy_location(part, self.node)
        statements: list[ast.stmt] = parsed.body  # type: ignore[attr-defined]  # it is a function
        return [self.visit(statement) for statement in statements] if text else []


def _loops(node: Any, inner: list[ast.stmt]) -> list[ast.stmt]:
    """Return a comprehension as loops around some statements."""
    for loop in reversed(node.generators):
        for test in reversed(loop.ifs):
            inner = [ast.copy_location(ast.If(test, inner, []), node)]
        inner = [ast.copy_location(ast.For(loop.target, loop.iter, inner, []), node)]
    return inner


class Rewriter(ast.NodeTransformer):
    """Rewrites one function.

    `entry` names it if it is one that the engine calls. What such a function returns goes to `zermelo_returned`; the items of
    `moves` and `chances` go to `zermelo_put` one by one.
    """

    def __init__(
        self, function: FunctionType, game: Any, entry: str = "", definition: ast.FunctionDef | None = None
    ) -> None:
        self.function, self.game, self.entry = function, game, entry
        self.problems: list[Problem] = []
        self.names: dict[str, Any] = {}
        self.slots = self.inner = 0
        self.returning = False
        self.values = referenced_values(function)
        self.definition = definition or parse_function(function)

    def run(self) -> None:
        """Rewrite the function and all that it calls."""
        function, entry = self.function, self.entry
        if self.definition is None:
            self.problem(None, f"the source of {function.__name__} is not found; write the class in a file")
            return
        self._learn(self.definition)
        body = self.definition.body
        if (
            entry
            and entry != "utility"
            and not any(isinstance(node, ast.Return) and node.value for node in ast.walk(self.definition))
        ):
            self.problem(self.definition, f"{entry}() must return a value in every case: is a return missing?")
        if entry:
            last = ast.Return(None) if entry == "utility" else ast.Raise(None)
            body = [*body, ast.copy_location(last, body[-1])]
        self.definition.body = self.block(body)
        if entry:
            self.definition.args.args += [ast.arg(OUT), ast.arg(SLOTS)]
            self.definition.args.defaults = []

    def compile(self) -> FunctionType:
        """Return the rewritten function with its names as globals."""
        assert self.definition is not None  # else there is a problem
        defaults = len(self.definition.args.defaults)
        self.definition.args.defaults = [ast.Constant(None)] * defaults
        module = ast.fix_missing_locations(ast.Module([self.definition], []))
        names: dict[str, Any] = {}
        exec(compile(module, self.function.__code__.co_filename, "exec"), self.names, names)
        made: FunctionType = names[self.definition.name]
        made.__defaults__ = self.function.__defaults__ if defaults else None
        return made

    def _learn(self, definition: ast.FunctionDef) -> None:
        """Note what the names in a function stand for."""
        definition.decorator_list, definition.returns = [], None
        arguments = definition.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            self.problem(definition, "parameters with * are not compiled; name each parameter")
        for argument in arguments.args:
            argument.annotation = None
        nodes = list(ast.walk(definition))
        self.bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        self.bound |= {argument.arg for argument in arguments.args}
        self.this = arguments.args[0].arg if arguments.args else ""
        self.owner = self.game.owner(self.function)
        given: dict[str, list[ast.expr]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    given.setdefault(name_of(target), []).append(node.value)
        growing = ("append", "extend", "insert", "pop", "remove", "clear", "reverse")
        self.grown = {name_of(_object_of(node, *growing)) for node in nodes} - {""}
        self.of_state: dict[str, int] = {}
        for name, values in given.items():
            self.of_state[name] = min(map(self._dimensions, values))
        self.moves = self._find_moves(nodes) if self.entry in ("moves", "chances") else ""

    def _dimensions(self, node: ast.expr) -> int:
        """Return the dimensions of an array of a state, or of a part of one; 0 for other expressions."""
        if isinstance(node, ast.Subscript):
            places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return max(0, self._dimensions(node.value) - sum(not isinstance(place, ast.Slice) for place in places))
        if isinstance(node, ast.Attribute) and node.attr in ("flat", "T"):
            return self._dimensions(node.value)
        return (
            int(self.game.dimensions.get(node.attr, 0))
            if isinstance(node, ast.Attribute)
            else self.of_state.get(name_of(node), 0)
        )

    def problem(self, node: ast.AST | None, sentence: str) -> Any:
        self.problems.append(Problem(*place_of(self.function, getattr(node, "lineno", 0)), sentence))
        return node

    def use(self, value: Any, hint: str) -> ast.Name:
        """Return a name that stands for a value in the rewritten function."""
        name = f"zermelo_{hint}_{len(self.names)}"
        self.names[name] = value
        return ast.Name(name, ast.Load())

    def value_of(self, node: ast.AST) -> Any:
        """Return the value of a global name; None for other expressions."""
        return None if name_of(node) in self.bound else self.values.get(name_of(node))

    # Statements

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            statements += new if isinstance(new, list) else [new]
        return statements

    def visit(self, node: ast.AST) -> Any:
        if type(node) in _REFUSED:
            return self.problem(node, _REFUSED[type(node)])
        new = super().visit(node)
        for statement in new if isinstance(new, list) else [new]:
            for part in ast.walk(statement):
                if "lineno" in part._attributes and not hasattr(part, "lineno"):
                    ast.copy_location(part, node)
        return new

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Constant):
            return ast.Pass()
        if self.moves and name_of(_object_of(node.value, "append")) == self.moves:
            return self.visit(self._put(node, node.value.args[0]))  # type: ignore[attr-defined]  # it is a call
        if self.moves and name_of(_object_of(node.value, "extend")) == self.moves:
            return self._fill(node, node.value.args[0])  # type: ignore[attr-defined]
        changed = _object_of(node.value, "fill", "sort", "put")
        if changed is not None and self._dimensions(changed):
            self.problem(node, CHANGED)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node)) if node.value else ast.Pass()

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self.moves and name_of(node.targets[0]) == self.moves:
            return [*_Insert(node).body(f"{COUNT} = 0"), *self._fill(node, node.value)]
        items = _called(node.value, "list")
        if items is not None and name_of(node.targets[0]) in self.grown:
            node.value = call("zermelo_tolist", items)  # an array does not grow
        for target in node.targets:
            self._check_target(target, False)
        if isinstance(node.targets[0], ast.Tuple) and not isinstance(node.value, ast.Tuple):
            node.value = self._unpacked(node.targets[0], node.value)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self.moves and name_of(node.target) == self.moves:
            return self._fill(node, node.value)
        self._check_target(node.target, True)
        return self.generic_visit(node)

    def _check_target(self, target: ast.expr, augmented: bool) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                self._check_target(item, augmented)
        elif isinstance(target, ast.Starred):
            self.problem(target, "a target with * is not compiled; take the parts by index")
        elif isinstance(target, ast.Attribute):
            self.problem(target, f"{ast.unparse(target)} is assigned, but states are immutable: return a new state")
        elif self._dimensions(target if augmented else getattr(target, "value", target)) and not (
            isinstance(target, ast.Name) and not augmented
        ):
            self.problem(target, CHANGED)

    def visit_For(self, node: ast.For) -> Any:
        self.inner += 1
        node.target, parts = self._target(node.target, node.iter)
        node.iter = self.visit(node.iter)
        taken = [ast.Assign([part], value) for part, value in parts]
        node.body, node.orelse = self.block([*taken, *node.body]), self.block(node.orelse)
        self.inner -= 1
        return node

    def _target(self, target: ast.expr, items: ast.expr) -> tuple[ast.expr, list[tuple[ast.expr, ast.expr]]]:
        """Return the target of a loop without the tuples that have to be unpacked, and these with the names of what they hold."""
        self._check_target(target, False)
        if not isinstance(target, ast.Tuple):
            return target, []
        if _called(items, "enumerate") or (isinstance(items, ast.Call) and name_of(items.func) == "zip"):
            pairs = [self._target(part, part) for part in target.elts]
            return ast.Tuple([part for part, _ in pairs], ast.Store()), [each for _, parts in pairs for each in parts]
        name = f"zermelo_item_{target.lineno}_{target.col_offset}"
        self.bound.add(name)
        return ast.Name(name, ast.Store()), [(target, ast.Name(name, ast.Load()))]

    def _unpacked(self, target: ast.Tuple, value: ast.expr) -> ast.expr:
        known = isinstance(value, ast.Call) and name_of(value.func) in ("divmod", "zermelo_unpacked")
        return value if known else call("zermelo_unpacked", value, ast.Constant(len(target.elts)))

    def visit_While(self, node: ast.While) -> Any:
        self.inner += 1
        node.test, node.body, node.orelse = self._truth(node.test), self.block(node.body), self.block(node.orelse)
        self.inner -= 1
        return node

    def visit_If(self, node: ast.If) -> Any:
        node.test, node.body, node.orelse = self._truth(node.test), self.block(node.body), self.block(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test, node.body, node.orelse = self._truth(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        return ast.Raise(
            ast.Name("ValueError", ast.Load())
        )  # the call is replayed in Python, which raises the right one

    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.Assert(self._truth(node.test))

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value or ast.Constant(None)
        if self.entry in ("moves", "chances"):
            counted = _Insert(node).body(f"return {COUNT}")
            if self.moves and name_of(value) == self.moves:
                return counted
            return [*_Insert(node).body(f"{COUNT} = 0"), *self._fill(node, value), *counted]
        if isinstance(value, ast.IfExp) and self.entry:
            yes, no = (ast.copy_location(ast.Return(part), node) for part in (value.body, value.orelse))
            return self.visit(ast.copy_location(ast.If(value.test, [yes], [no]), node))
        self.returning = self.inner == 0
        result: ast.expr = self.visit(value)
        self.returning = False
        return ast.Return(call("zermelo_returned", ast.Name(OUT, ast.Load()), result) if self.entry else result)

    # The moves, written into the engine's buffer

    def _find_moves(self, nodes: list[ast.AST]) -> str:
        """Return the name of the list of moves if it is only filled, returned, and asked whether it is empty."""
        names = {name_of(node.value) for node in nodes if isinstance(node, ast.Return)}
        name = names.pop() if len(names) == 1 else ""
        uses = sum(name_of(node) == name for node in nodes)
        for node in nodes:
            match node:
                case ast.Assign(targets=[place]) | ast.AugAssign(target=place, op=ast.Add()):
                    uses -= name_of(place) == name
                case ast.Expr(value=value):
                    uses -= name_of(_object_of(value, "append", "extend")) == name
                case ast.Return(value=value) | ast.UnaryOp(op=ast.Not(), operand=value) | ast.If(test=value):
                    uses -= name_of(value) == name
                case _:
                    uses -= name_of(_called(node, "len")) == name
        return "" if uses else name

    def _put(self, node: ast.AST, item: ast.expr) -> ast.stmt:
        (put,) = _Insert(node, **{_ITEM: item}).body(f"{COUNT} = zermelo_put({OUT}, {COUNT}, {_ITEM})")
        return put

    def _fill(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """Return the statements that put the items of an expression."""
        whole = _called(value, "list", "tuple") or _object_of(value, "tolist")
        if whole is not None:
            return self._fill(node, whole)
        match value:
            case ast.BinOp(op=ast.Add()):
                return [*self._fill(node, value.left), *self._fill(node, value.right)]
            case ast.BoolOp(op=ast.Or(), values=[first, second]):
                test = ast.copy_location(ast.If(_Insert(node).body(f"{COUNT} == 0")[0].value, [], []), node)  # type: ignore[attr-defined]
                test.body = self._fill(node, second)
                return [*self._fill(node, first), test]
            case ast.IfExp():
                branches = self._fill(node, value.body), self._fill(node, value.orelse)
                return [ast.copy_location(ast.If(self._truth(value.test), *branches), node)]
            case ast.List() | ast.Tuple():
                parts = [
                    self._fill(node, item.value)
                    if isinstance(item, ast.Starred)
                    else [self.visit(self._put(node, item))]
                    for item in value.elts
                ]
                return [statement for part in parts for statement in part]
            case ast.ListComp() | ast.GeneratorExp():
                return self.block(_loops(value, [self._put(node, value.elt)]))
        loop = ast.For(
            ast.Name("zermelo_move", ast.Store()), value, [self._put(node, ast.Name("zermelo_move", ast.Load()))], []
        )
        self.bound.add("zermelo_move")
        return [self.visit(ast.copy_location(loop, node))]

    # Conditions and loops in expressions

    def _truth(self, node: ast.expr) -> ast.expr:
        """Return a condition; a tuple or a list is true if it is not empty."""
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(value) for value in node.values]
            return node
        new: ast.expr = self.visit(node)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return ast.copy_location(call("zermelo_true", new), node)
        return new

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> Any:
        if self._copies_rows(node):
            return self._copied(node.generators[0].iter)
        self.inner += 1
        generators: list[ast.comprehension] = []
        for loop in node.generators:
            target, parts = self._target(loop.target, loop.iter)
            generators.append(ast.comprehension(target, self.visit(loop.iter), [], 0))
            for part, value in parts:
                assert isinstance(part, ast.Tuple)  # see _target
                items = ast.Tuple([self._unpacked(part, value)], ast.Load())
                generators.append(ast.comprehension(part, items, [], 0))
            generators[-1].ifs = [self._truth(test) for test in loop.ifs]
        self.inner -= 1
        return ast.ListComp(self.visit(node.elt), generators)

    visit_GeneratorExp = visit_ListComp

    @staticmethod
    def _copies_rows(node: ast.ListComp | ast.GeneratorExp) -> bool:
        """Return whether a comprehension is `list(row) for row in rows`."""
        loop = node.generators[0]
        same = name_of(_called(node.elt, "list", "tuple")) == name_of(loop.target) != ""
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
        insert = _Insert(node, **{_ITEM: items.elt, _START: default or ast.Constant(0)})
        body = [*insert.body(first), *_loops(items, insert.body(each)), *insert.body(last)]
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
            _called(node.value, "super") is None
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
