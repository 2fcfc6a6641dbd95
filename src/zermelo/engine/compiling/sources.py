"""The source of a game's functions: syntax trees with the line numbers of the file, the values of names, and what must change."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from zermelo.state import ZermeloError

_LONGEST_LINE = 60


class Problem(NamedTuple):
    """Something in the user's code that has to change, with its place."""

    file: str
    line: int
    sentence: str

    def __str__(self) -> str:
        text = linecache.getline(self.file, self.line).strip()
        text = text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 3] + "..."
        return f"{Path(self.file).name}:{self.line}: {f'`{text}`: ' if text else ''}{self.sentence}"


def refusal(game: Any, problems: list[Problem]) -> ZermeloError:
    """Return the error that lists everything that has to change, in the order of the lines."""
    places: dict[tuple[str, int], list[str]] = {}
    for file, line, sentence in sorted(set(problems)):
        places.setdefault((file, line), []).append(sentence)
    lines = [str(Problem(*place, "; ".join(sentences))) for place, sentences in places.items()]
    if len(lines) == 1:
        return ZermeloError(lines[0])
    return ZermeloError(
        "\n  ".join([f"{game.__name__} is not compiled yet; {len(lines)} lines have to change:", *lines])
    )


@lru_cache(maxsize=64)
def _tree(file: str) -> ast.Module | None:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return None


def parse_function(function: FunctionType) -> ast.FunctionDef | None:
    """Return the syntax tree of a function or lambda with the line numbers of its file; None if its source cannot be found."""
    code = function.__code__
    tree = _tree(code.co_filename)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            lines = [node.lineno, *(part.lineno for part in node.decorator_list)]
            if min(lines) == code.co_firstlineno:
                copy: ast.FunctionDef = _copy(node)
                return copy
        elif isinstance(node, ast.Lambda) and code.co_name == "<lambda>" and node.lineno == code.co_firstlineno:
            compiled = compile(ast.Expression(_copy(node)), code.co_filename, "eval").co_consts[0]
            if compiled.co_code == code.co_code and compiled.co_names == code.co_names:
                body = ast.copy_location(ast.Return(_copy(node.body)), node.body)
                return ast.copy_location(ast.FunctionDef("function", _copy(node.args), [body], []), node)
    return None


def _copy(node: Any) -> Any:
    """Return a copy of a tree, which may be changed."""
    if isinstance(node, list):
        return [_copy(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    copy = type(node)(**{name: _copy(value) for name, value in ast.iter_fields(node)})
    return ast.copy_location(copy, node)


def class_place(kind: Any, member: str = "") -> tuple[str, int]:
    """Return the file and the line of a class, or of one of its fields; those of its moves if it is not found."""
    moves = getattr(kind, "moves", None)
    file, line = place_of(moves) if isinstance(moves, FunctionType) else (kind.__module__, 1)
    with suppress(TypeError, OSError):
        file = (kind.__module__ != "types" and inspect.getsourcefile(kind)) or file
    tree = _tree(file)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            line = node.lineno
            for part in node.body:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.target.id == member:
                    line = part.lineno
    return file, line


def place_of(function: FunctionType, line: int = 0) -> tuple[str, int]:
    """Return the file of a function and a line in it, its first by default."""
    return function.__code__.co_filename, line or function.__code__.co_firstlineno


def referenced_values(function: FunctionType) -> dict[str, Any]:
    """Return the values of the global and free names in a function."""
    closed = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:
            continue  # not bound yet
    values = {**function.__globals__, **closed}
    return {name: values[name] for name in sorted(_names_in(function.__code__)) if name in values}


def _names_in(code: CodeType) -> Iterator[str]:
    yield from set(code.co_names) | set(code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
