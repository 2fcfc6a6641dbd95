"""Rewrite the statements of a function for Numba; `rewrite` does the expressions.

The moves that a function lists go straight into the engine's buffer: a list costs compiled code three heap allocations at every
node, more than everything else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from zermelo.engine.compiling.sources import Problem, parse_function, place_of, referenced_values
from zermelo.engine.compiling.syntax import ITEM, Insert, call, called, loops, name_of, object_of

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


class Statements(ast.NodeTransformer):
    """Rewrites the statements of one function; `Rewriter` adds the expressions.

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
        self.grown = {name_of(object_of(node, *growing)) for node in nodes} - {""}
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
        if self.moves and isinstance(node.value, ast.Call):
            if name_of(object_of(node.value, "append")) == self.moves:
                return self.visit(self._put(node, node.value.args[0]))
            if name_of(object_of(node.value, "extend")) == self.moves:
                return self._fill(node, node.value.args[0])
        changed = object_of(node.value, "fill", "sort", "put")
        if changed is not None and self._dimensions(changed):
            self.problem(node, CHANGED)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node)) if node.value else ast.Pass()

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self.moves and name_of(node.targets[0]) == self.moves:
            return [*Insert(node).body(f"{COUNT} = 0"), *self._fill(node, node.value)]
        items = called(node.value, "list")
        if items is not None and name_of(node.targets[0]) in self.grown:
            node.value = call("zermelo_tolist", items)  # an array does not grow
        for target in node.targets:
            self._check_target(target, False)
        if isinstance(node.targets[0], ast.Tuple) and not isinstance(node.value, ast.Tuple):
            node.value = self.unpacked(node.targets[0], node.value)
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
        node.target, parts = self.target_of(node.target, node.iter)
        node.iter = self.visit(node.iter)
        taken = [ast.Assign([part], value) for part, value in parts]
        node.body, node.orelse = self.block([*taken, *node.body]), self.block(node.orelse)
        self.inner -= 1
        return node

    def target_of(self, target: ast.expr, items: ast.expr) -> tuple[ast.expr, list[tuple[ast.expr, ast.expr]]]:
        """Return the target of a loop without the tuples that have to be unpacked, and these with the names of what they hold."""
        self._check_target(target, False)
        if not isinstance(target, ast.Tuple):
            return target, []
        if called(items, "enumerate") or (isinstance(items, ast.Call) and name_of(items.func) == "zip"):
            pairs = [self.target_of(part, part) for part in target.elts]
            return ast.Tuple([part for part, _ in pairs], ast.Store()), [each for _, parts in pairs for each in parts]
        name = f"zermelo_item_{target.lineno}_{target.col_offset}"
        self.bound.add(name)
        return ast.Name(name, ast.Store()), [(target, ast.Name(name, ast.Load()))]

    def unpacked(self, target: ast.Tuple, value: ast.expr) -> ast.expr:
        known = isinstance(value, ast.Call) and name_of(value.func) in ("divmod", "zermelo_unpacked")
        return value if known else call("zermelo_unpacked", value, ast.Constant(len(target.elts)))

    def visit_While(self, node: ast.While) -> Any:
        self.inner += 1
        node.test, node.body, node.orelse = self.truth(node.test), self.block(node.body), self.block(node.orelse)
        self.inner -= 1
        return node

    def visit_If(self, node: ast.If) -> Any:
        node.test, node.body, node.orelse = self.truth(node.test), self.block(node.body), self.block(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test, node.body, node.orelse = self.truth(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        return ast.Raise(
            ast.Name("ValueError", ast.Load())
        )  # the call is replayed in Python, which raises the right one

    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.Assert(self.truth(node.test))

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value or ast.Constant(None)
        if self.entry in ("moves", "chances"):
            counted = Insert(node).body(f"return {COUNT}")
            if self.moves and name_of(value) == self.moves:
                return counted
            return [*Insert(node).body(f"{COUNT} = 0"), *self._fill(node, value), *counted]
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
                    uses -= name_of(object_of(value, "append", "extend")) == name
                case ast.Return(value=value) | ast.UnaryOp(op=ast.Not(), operand=value) | ast.If(test=value):
                    uses -= name_of(value) == name
                case _:
                    uses -= name_of(called(node, "len")) == name
        return "" if uses else name

    def _put(self, node: ast.AST, item: ast.expr) -> ast.stmt:
        (put,) = Insert(node, **{ITEM: item}).body(f"{COUNT} = zermelo_put({OUT}, {COUNT}, {ITEM})")
        return put

    def _fill(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """Return the statements that put the items of an expression."""
        whole = called(value, "list", "tuple") or object_of(value, "tolist")
        if whole is not None:
            return self._fill(node, whole)
        match value:
            case ast.BinOp(op=ast.Add()):
                return [*self._fill(node, value.left), *self._fill(node, value.right)]
            case ast.BoolOp(op=ast.Or(), values=[first, second]):
                (test,) = Insert(node).body(f"if {COUNT} == 0: pass")
                assert isinstance(test, ast.If)
                test.body = self._fill(node, second)
                return [*self._fill(node, first), test]
            case ast.IfExp():
                branches = self._fill(node, value.body), self._fill(node, value.orelse)
                return [ast.copy_location(ast.If(self.truth(value.test), *branches), node)]
            case ast.List() | ast.Tuple():
                parts = [
                    self._fill(node, item.value)
                    if isinstance(item, ast.Starred)
                    else [self.visit(self._put(node, item))]
                    for item in value.elts
                ]
                return [statement for part in parts for statement in part]
            case ast.ListComp() | ast.GeneratorExp():
                return self.block(loops(value, [self._put(node, value.elt)]))
        loop = ast.For(
            ast.Name("zermelo_move", ast.Store()), value, [self._put(node, ast.Name("zermelo_move", ast.Load()))], []
        )
        self.bound.add("zermelo_move")
        return [self.visit(ast.copy_location(loop, node))]

    # Conditions and loops in expressions

    def truth(self, node: ast.expr) -> ast.expr:
        """Return a condition; a tuple or a list is true if it is not empty."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.truth(value) for value in node.values]
            return node
        new: ast.expr = self.visit(node)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return ast.copy_location(call("zermelo_true", new), node)
        return new

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self.truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node
