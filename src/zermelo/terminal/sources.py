"""Read the input of commands (trees, games and files by name) and write their output."""

from __future__ import annotations

import json
import os
import re
import sys
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from zermelo.catalogue import GAMES, load_game, names_game
from zermelo.files import LARGEST, check_size, decode, read_file
from zermelo.registry import did_you_mean, unknown_name
from zermelo.result import plain_value
from zermelo.state import State, ZermeloError
from zermelo.tables.files import check_writable, written_whole
from zermelo.trees import Tree, parse_tree
from zermelo.trees.cs188 import TreeTest, is_cs188, parse_tree_test
from zermelo.trees.examples import EXAMPLES, example

MOST_NODES = 2**62


class Name(click.Choice[str]):
    """A choice among many names; an unknown name gets a suggestion."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        close = did_you_mean(str(value), self.choices)
        return (
            f"{value!r} is not one of them: did you mean {close}?"
            if close
            else super().get_invalid_choice_message(value, ctx)
        )


class FiniteRange(click.FloatRange):
    """A range that has no nan in it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


class Source(NamedTuple):
    """What TREE refers to: a state, and the test if it is a CS188 test file."""

    name: str
    state: State
    test: TreeTest | None = None


def read_source(source: str, root: str | None = None) -> Source:
    """Return what TREE refers to: an example, a game, a file, - for standard input, or the text of a tree."""
    if source in EXAMPLES:
        return Source(source, example(source))
    if names_game(source):
        state = load_game(source)
        print_note(source, state)
        return Source(source, state)
    document = read_text(source, "txt|tree|efg|test|json")
    if document is None:
        if source.isidentifier():
            raise unknown_name(
                "tree, example or game",
                source,
                [*EXAMPLES, *GAMES],
                ", or a game of your own as module:Class or file.py:Class",
            )
        return _parsed(source, source, root)
    text, where = document
    try:
        return _parsed(source, text, root)
    except ZermeloError as error:
        raise ZermeloError(f"{where}: {error}") from None


def _parsed(source: str, text: str, root: str | None) -> Source:
    if not is_cs188(text):
        return Source(source, parse_tree(text, root or "max"))
    test = parse_tree_test(text)
    return Source(source, test.tree, test)


def read_position(source: str) -> State:
    """Return the state that TREE refers to."""
    return read_source(source).state


def print_warning(sentence: str) -> None:
    """Print on standard error what went wrong but does not end the command."""
    click.echo(f"zermelo: {' '.join(sentence.split())}", err=True)


def print_note(source: str, state: State) -> None:
    """Print what a user should know of a game on standard error, such as that its rules are interpreted."""
    if note := getattr(state, "note", ""):
        click.echo(f"{source}: {note}", err=True)


def read_text(source: str, suffixes: str, *, latin: bool = False) -> tuple[str, str] | None:
    """Return the text of a file, or of standard input for -, and its name; None if the source names neither.

    A source that looks like a file name, with one of these suffixes ("txt|json"), must be an existing file. With `latin`, a
    text that is not UTF-8 is read as Latin-1, as in many old files.
    """
    if source == "-":
        content = sys.stdin.buffer.read(LARGEST + 1)
        check_size(content, "standard input")
        return _decoded(content, "standard input", latin)
    if _exists(source):
        return _decoded(read_file(source, pipes=True), source, latin)
    if re.fullmatch(rf"[\w.~/-]*(/[\w.~-]+|\.({suffixes}))", source):
        raise ZermeloError(f"there is no file called {source}")
    return None


def tree_of(source: Source) -> Tree:
    """Return the explicit tree of a source; raise ZermeloError if it is a game."""
    if not isinstance(source.state, Tree):
        raise ZermeloError(f"{source.name} is a game, but this command needs an explicit tree")
    return source.state


def _exists(source: str) -> bool:
    """Return whether a source is an existing path: a file, or a pipe or folder."""
    return bool(source) and os.path.exists(source)


def _decoded(data: bytes, where: str, latin: bool) -> tuple[str, str]:
    try:
        return decode(data, where), where
    except ZermeloError:
        if not latin:
            raise
        return data.decode("latin-1"), where


class OutputFile(click.ParamType[str]):
    """A file that a command writes at its end; refused before the work if it cannot be written."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        check_writable(value)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


OUTPUT_FILE = OutputFile()


def write_file(path: str, content: str | bytes) -> None:
    """Write a file completely or not at all."""
    with written_whole(path) as file:
        file.write(content.encode("utf-8") if isinstance(content, str) else content)


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document; infinities become null, fractions numbers."""
    click.echo(json_text(document))


def json_text(document: dict[str, Any]) -> str:
    """Return what `print_json` prints."""
    return json.dumps(document, default=_plain, ensure_ascii=False, indent=None)


def _plain(value: Any) -> Any:
    return plain_value(value) if isinstance(value, Fraction) else str(value)
