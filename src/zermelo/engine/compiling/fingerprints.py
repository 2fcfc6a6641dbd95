"""What a compiled game depends on: its own members, whatever they use, and what compiles them. A hash of it all names the machine
code that is kept, so that a change of any of it is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy

from zermelo.engine.compiling.sources import values_of

_MAKERS = (
    "arrays",
    "boards",
    "chance",
    "fields",
    "fingerprints",
    "generators",
    "listing",
    "odds",
    "rewriting",
    "sources",
    "twins",
    "windows",
    "worth",
)
"""The modules that make C functions of a game."""
_MADE = {"_fields", "_field_defaults", "_make", "_replace", "_asdict"}


def members(game: Any) -> Iterator[tuple[str, Any]]:
    """What the class and those above it define, without what every NamedTuple has."""
    fields = game._fields
    defined: dict[str, Any] = {}
    for each in reversed(game.__mro__):
        if each not in (object, tuple):
            defined.update(vars(each))
    for name, value in defined.items():
        if name not in _MADE and name not in fields and not (name.startswith("__") and name.endswith("__")):
            yield name, value


def fingerprint(game: Any, extra: object) -> str | None:
    """A hash of all that the compiled code depends on; None where something cannot be told apart by its value."""
    digest = blake2b(digest_size=16)
    seen: set[int] = set()
    sure = True

    def add(value: Any) -> None:
        nonlocal sure
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
            for name, each in values_of(value).items():
                digest.update(name.encode())
                add(each)
        elif value is game:
            digest.update(b"the game")
        elif isinstance(value, numpy.ndarray):
            digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, tuple | list):
            digest.update(type(value).__name__.encode())
            for each in value:
                add(each)
        elif value is None or isinstance(value, int | float | Fraction | str | bytes):
            digest.update(repr(value).encode())
        elif isinstance(value, ModuleType | BuiltinFunctionType | type):
            digest.update(f"{getattr(value, '__module__', '')} {value.__name__}".encode())
        else:
            sure = False

    def add_code(code: CodeType) -> None:
        digest.update(code.co_code + repr((code.co_names, code.co_varnames, code.co_argcount)).encode())
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                add_code(constant)
            else:
                digest.update(repr(constant).encode())

    add((numba.__version__, game._fields))
    digest.update(repr(extra).encode())
    for module in _MAKERS:
        digest.update((Path(__file__).parent / f"{module}.py").read_bytes())
    for name, value in members(game):
        digest.update(name.encode())
        add(value)
    return digest.hexdigest() if sure else None
