"""Writes the pages' TypeScript types from the message types, so that server and pages cannot disagree: for every module with
message types one file of its name.

    python -m zermelo.lab.typescript [--check] [FOLDER]

`--check` writes nothing, and fails if a file is not what would be written. A field that has a default may be left out of
what a page sends; what the server sends always has every field.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from zermelo import events
from zermelo.lab import messages, messages_exercises, messages_matrix, messages_pacman

TARGET = Path("web/src")
HEAD = "// Written by `python -m zermelo.lab.typescript` from {}; not to be edited by hand.\n"
MODULES: tuple[ModuleType, ...] = (events, messages, messages_exercises, messages_pacman, messages_matrix)
SENT: tuple[Any, ...] = (
    messages.Sent,
    messages.ReadTree,
    messages.RandomTree,
    messages.Export,
    messages.AskProfile,
    messages.GameSource,
    messages.Load,
    messages.Boards,
    messages_exercises.Ask,
    messages_exercises.Answer,
    messages_exercises.Hint,
    messages_pacman.PacmanThink,
    messages_pacman.PacmanPlay,
    messages_pacman.PacmanSave,
    messages_pacman.PacmanLoad,
    messages_pacman.PacmanMenu,
    messages_matrix.MatrixMenu,
    messages_matrix.MatrixText,
    messages_matrix.MatrixAsk,
)
"""What pages send; all else only comes to them."""
UNIONS: dict[str, tuple[ModuleType, Any]] = {
    "SearchEvent": (events, events.Event),
    "Source": (messages, messages.Source),
    "Sent": (messages, messages.Sent),
    "Received": (messages, messages.Received),
}
"""The unions that have a name, with the modules they belong to."""


def write() -> dict[str, str]:
    """The TypeScript files by their names."""
    sent = {struct.cls for root in SENT for struct in _structs(inspect.type_info(root))}
    types = {module: dict(_types(module, sent)) for module in MODULES}
    return {f"{_file(module)}.ts": _write_file(module, types) for module in MODULES}


def _file(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _types(module: ModuleType, sent: set[type]) -> Iterator[tuple[str, str]]:
    """The types of a module by their names, as they are written."""
    if module is events:
        records = [struct.cls for struct in _structs(inspect.type_info(events.Event))]
    else:
        records = [
            each
            for each in vars(module).values()
            if isinstance(each, type) and issubclass(each, messages.Record) and each is not messages.Record
            if each.__module__ == module.__name__
        ]
    for each in records:
        yield _name(each), _interface(each, each in sent)
    for name, (home, union) in UNIONS.items():
        if home is module:
            members = " | ".join(_name(struct.cls) for struct in _members(inspect.type_info(union)))
            yield name, f"export type {name} = {members};\n"


def _write_file(module: ModuleType, types: dict[ModuleType, dict[str, str]]) -> str:
    """A file, which has what it uses of the others from them."""
    own = types[module]
    used = {
        word for text in own.values() for word in re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    }
    imports = [
        f'import type {{ {", ".join(sorted(used & others.keys()))} }} from "./{_file(other)}";\n'
        for other, others in types.items()
        if other is not module and used & others.keys()
    ]
    return "\n".join([HEAD.format(module.__name__), *imports, *own.values()])


def _interface(cls: type[msgspec.Struct], sent: bool) -> str:
    struct = inspect.type_info(cls)
    assert isinstance(struct, inspect.StructType)
    lines = [f"export interface {_name(cls)} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    for field in struct.fields:
        optional = "?" if sent and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    words = cleandoc(cls.__doc__ or "").splitlines()
    comment = ["/**", *(f" * {line}".rstrip() for line in words), " */"] if words else []
    return "\n".join([*comment, *lines, "}", ""])


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return _name(kind.cls)
        case inspect.UnionType():
            names = tuple(_name(each.cls) for each in _members(kind))
            for name, (_, union) in UNIONS.items():
                if names and names == tuple(_name(each.cls) for each in _members(inspect.type_info(union))):
                    rest = [_type(each) for each in kind.types if not isinstance(each, inspect.StructType)]
                    return " | ".join([name, *rest])
            return " | ".join(dict.fromkeys(_type(each) for each in kind.types))
        case inspect.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case inspect.VarTupleType() | inspect.ListType():
            item = _type(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<{_type(kind.key_type)}, {_type(kind.value_type)}>"
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"{kind} has no TypeScript type yet")


def _name(cls: type) -> str:
    """Events and messages may share a name, as the two Answers do."""
    return f"{cls.__name__}Event" if cls.__module__ == events.__name__ else cls.__name__


def _members(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The records of a union, or the one record it is."""
    for each in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(each, inspect.StructType):
            yield each


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """Every record that a type holds, at any depth."""
    if isinstance(kind, inspect.StructType):
        yield kind
        parts: Iterable[inspect.Type] = [field.type for field in kind.fields]
    elif isinstance(kind, inspect.UnionType):
        parts = kind.types
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        parts = [kind.item_type]
    else:
        parts = []
    for part in parts:
        yield from _structs(part)


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    paths = [Path(each) for each in arguments if each != "--check"]
    folder = paths[0] if paths else TARGET
    different = False
    for name, text in write().items():
        path = folder / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path} is not what the message types say: run python -m zermelo.lab.typescript", file=sys.stderr)
            different = True
    return int(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
