"""Writes the pages' TypeScript from the message types and `PAGES`, so that server and pages cannot disagree.

    python -m zermelo.lab.typescript [FOLDER]

`FOLDER` is web/src/messages by default. It gets `events.ts`, `shared.ts` (from `lab/messages.py`), one file per page with its
messages, and `questions.ts`: the pages in order, the types of every question, and the messages of the WebSocket. `make` writes them
before it builds the pages.

In messages that pages send, fields with a default are optional; messages that the server sends always have every field.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from zermelo import events
from zermelo.lab import messages
from zermelo.lab.page import TOPICS
from zermelo.lab.topics import PAGES

TARGET = Path("web/src/messages")
HEAD = "// Written by `python -m zermelo.lab.typescript` from {}: do not edit.\n"
FILES: dict[str, ModuleType] = {
    "events": events,
    "shared": messages,
    **{page.name: import_module(f"{TOPICS}.{page.name}.messages") for page in PAGES},
}
"""The modules with message types, by the name of their TypeScript files."""
LIVE = [live for page in PAGES for live in page.live.values()]
REQUESTS: tuple[type, ...] = (*(live.takes for live in LIVE), messages.More, messages.Cancel)
REPLIES: tuple[type, ...] = (
    *(cls for live in LIVE for cls in (live.sends, live.gives)),
    messages.Cancelled,
    messages.Refused,
)
"""The messages of the WebSocket, those that pages send and those that they receive."""
SENT = (*(post.takes for page in PAGES for post in page.posts.values()), *REQUESTS)
"""All messages that pages send."""
UNIONS: dict[str, tuple[ModuleType, Any]] = {
    "SearchEvent": (events, events.Event),
    "Source": (messages, messages.Source),
}
"""The unions that have a name, with the modules they belong to."""
BASES = (messages.Record, messages.LiveRequest)


def write() -> dict[str, str]:
    """Return the text of every TypeScript file by its name."""
    sent = {struct.cls for cls in SENT for struct in _structs(inspect.type_info(cls))}
    types = {name: dict(_types(module, sent)) for name, module in FILES.items()}
    written = {
        f"{name}.ts": _write_file(module.__name__, name, types[name].values(), types) for name, module in FILES.items()
    }
    return written | {"questions.ts": _write_file(f"{TOPICS}.PAGES", "questions", _questions(), types)}


def _types(module: ModuleType, sent: set[type]) -> Iterator[tuple[str, str]]:
    """The types of a module by name, in TypeScript."""
    if module is events:
        records = [struct.cls for struct in _structs(inspect.type_info(events.Event))]
    else:
        records = [
            cls
            for cls in vars(module).values()
            if isinstance(cls, type) and issubclass(cls, messages.Record) and cls not in BASES
            if cls.__module__ == module.__name__
        ]
    for cls in records:
        yield _name(cls), _interface(cls, cls in sent)
    for name, (home, union) in UNIONS.items():
        if home is module:
            members = " | ".join(_name(member.cls) for member in _members(inspect.type_info(union)))
            yield name, f"export type {name} = {members};\n"


def _questions() -> Iterator[str]:
    """The table of questions: what each address takes and gives."""
    pages = "\n".join(f"  {{ slug: {json.dumps(page.name)}, title: {json.dumps(page.title)} }}," for page in PAGES)
    yield f"/** The pages, in the order of the header. */\nexport const PAGES = [\n{pages}\n] as const;\n"
    rows = "\n".join(
        f"  {json.dumps(f'{page.name}/{name}')}: [{_name(post.takes)}, {_name(post.gives)}];"
        for page in PAGES
        for name, post in page.posts.items()
    )
    yield f"/** What each question takes and gives, by its address after /api/. */\nexport interface Questions {{\n{rows}\n}}\n"
    yield f"/** What pages send over the WebSocket. */\nexport type Sent = {' | '.join(map(_name, REQUESTS))};\n"
    yield f"/** What the server sends over the WebSocket. */\nexport type Received = {' | '.join(map(_name, REPLIES))};\n"


def _write_file(source: str, name: str, texts: Iterable[str], types: dict[str, dict[str, str]]) -> str:
    """Return a file with the imports it needs from the others."""
    own = list(texts)
    code = re.sub(r"/\*.*?\*/", "", "".join(own), flags=re.DOTALL)
    used = set(re.findall(r"\w+", re.sub(r'"[^"]*"', "", code)))
    imports = [
        f'import type {{ {", ".join(sorted(used & others.keys()))} }} from "./{other}";\n'
        for other, others in types.items()
        if other != name and used & others.keys()
    ]
    return "\n".join([HEAD.format(source), *(["".join(imports)] if imports else []), *own])


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
            names = tuple(_name(member.cls) for member in _members(kind))
            for name, (_, union) in UNIONS.items():
                if names and names == tuple(_name(member.cls) for member in _members(inspect.type_info(union))):
                    rest = [_type(member) for member in kind.types if not isinstance(member, inspect.StructType)]
                    return " | ".join([name, *rest])
            return " | ".join(dict.fromkeys(_type(member) for member in kind.types))
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
    raise TypeError(f"{kind} has no TypeScript type yet: add it to _type")


def _name(cls: type) -> str:
    """Events and messages may share a name, as the two Answers do."""
    return f"{cls.__name__}Event" if cls.__module__.startswith(f"{events.__name__}.") else cls.__name__


def _members(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The records of a union, or the one record that a type is."""
    for member in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(member, inspect.StructType):
            yield member


def _structs(kind: inspect.Type, seen: set[type] | None = None) -> Iterator[inspect.StructType]:
    """Every record in a type, at any depth."""
    seen = set() if seen is None else seen
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        yield kind
        parts: Iterable[inspect.Type] = [field.type for field in kind.fields]
    elif isinstance(kind, inspect.UnionType):
        parts = kind.types
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        parts = [kind.item_type]
    else:
        parts = []
    for part in parts:
        yield from _structs(part, seen)


def main(folder: Path = TARGET) -> None:
    """Write the files into a folder, and remove those of pages that are gone."""
    written = {folder / name: text for name, text in write().items()}
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.ts"):
        if path not in written:
            path.unlink()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
