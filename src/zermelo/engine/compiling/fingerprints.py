"""Fingerprints of compiled games: a hash of a game's members, everything they use, and the compiler itself. It names the cached
machine code, so that any change leads to a new compilation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy

from zermelo.engine.compiling.syntax_trees import referenced_values

_NAMEDTUPLE = {"_fields", "_field_defaults", "_make", "_replace", "_asdict"}


def members(game: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members of a class and its bases, without those that every NamedTuple has."""
    fields = game._fields
    defined: dict[str, Any] = {}
    for base in reversed(game.__mro__):
        if base not in (object, tuple):
            defined.update(vars(base))
    for name, value in defined.items():
        if name not in _NAMEDTUPLE and name not in fields and not (name.startswith("__") and name.endswith("__")):
            yield name, value


def fingerprint(game: Any, extra: object) -> str | None:
    """Return a hash of what the compiled code depends on; None if some value cannot be hashed."""
    digest = blake2b(digest_size=16)
    seen: set[int] = set()
    complete = True

    def add(value: Any) -> None:
        nonlocal complete
        if isinstance(value, property):
            value = value.fget
        elif isinstance(value, staticmethod | classmethod):
            value = value.__func__
        if isinstance(value, FunctionType):
            if id(value) in seen:
                return
            seen.add(id(value))
            add_code(value.__code__)
            add(value.__defaults__)
            for name, referenced in referenced_values(value).items():
                digest.update(name.encode())
                add(referenced)
        elif value is game:
            digest.update(b"the game")
        elif isinstance(value, numpy.ndarray):
            digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, tuple | list):
            digest.update(type(value).__name__.encode())
            for item in value:
                add(item)
        elif value is None or isinstance(value, int | float | Fraction | str | bytes):
            digest.update(repr(value).encode())
        elif isinstance(value, ModuleType | BuiltinFunctionType | type):
            digest.update(f"{getattr(value, '__module__', '')} {value.__name__}".encode())
        else:
            complete = False

    def add_code(code: CodeType) -> None:
        digest.update(code.co_code + repr((code.co_names, code.co_varnames, code.co_argcount)).encode())
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                add_code(constant)
            else:
                digest.update(repr(constant).encode())

    add((numba.__version__, game._fields))
    digest.update(repr(extra).encode())
    for module in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(module.read_bytes())
    for name, value in members(game):
        digest.update(name.encode())
        add(value)
    return digest.hexdigest() if complete else None
