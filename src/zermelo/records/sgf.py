"""Read and write SGF (Smart Game Format, FF[4]): the syntax of game trees, whatever the game.

A game tree is a flat sequence of nodes, each with the number of its parent, so that neither reading nor writing recurses
however deeply variations are nested. A game says in `SgfGames` how trees are turned into its games and back.

>>> [tree] = read_sgf("(;GM[1]SZ[9];B[ee](;W[ge]C[wide])(;W[cc]))")
>>> [(node.parent, node.properties) for node in tree.nodes[2:]]
[(1, {'W': ('ge',), 'C': ('wide',)}), (1, {'W': ('cc',)})]
>>> str(tree)
'(;GM[1]SZ[9];B[ee](;W[ge]C[wide])(;W[cc]))'
"""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.files import Readable
from zermelo.records.turns import Line
from zermelo.state import ZermeloError

CHUNK, LONGEST = 2**20, 8 * 2**20
"""Bytes read at a time, and the most characters that one game of a file may have."""
MOST_NODES = 500_000
"""The most nodes of one game tree."""
MOST_VALUES = 1_000_000
"""The most property values of one game tree."""
ENCODINGS = frozenset(
    [
        "ascii",
        "utf-8",
        "utf-16",
        "utf-32",
        "shift_jis",
        "cp932",
        "euc_jp",
        "iso2022_jp",
        "gb2312",
        "gbk",
        "gb18030",
        "hz",
    ]
    + ["big5", "cp950", "euc_kr", "cp949", "koi8-r"]
    + [f"iso8859-{number}" for number in range(1, 17)]
    + [f"cp125{number}" for number in range(9)]
)
"""What the property CA may name, as Python calls it."""
_WIDTH = 72
_LONGEST_NAME = 100
_SPACE = re.compile(r"[\s\ufeff]*")
_BEGIN = re.compile(r"\(\s*;")
_BEGIN_OR_CUT = re.compile(r"\(\s*(?:;|\Z)")
_NAME = re.compile(r"[A-Za-z]+")
_NAMED = re.compile(r"[A-Z]+")
_CHARSET = re.compile(rb"CA\s*\[\s*([\w.:-]{1,40})\s*\]")
_BREAK = r"(?:\r\n|\n\r|\r|\n)"
_ESCAPED = re.compile(rf"\\({_BREAK}|.)|({_BREAK})|([^\S\r\n])", re.DOTALL)


class SgfGames(NamedTuple):
    """What a game brings under the name `sgf`: how a tree is read as a game, and how a game is written as one."""

    parse: Callable[[GameTree], Any]
    format: Callable[[str, float, Line, Mapping[str, str]], GameTree]


class Node(NamedTuple):
    """A node: the number of its parent, -1 for the root, and its properties, whose values are as in the file.

    `unescape` reads a value that is text.
    """

    parent: int
    properties: Mapping[str, tuple[str, ...]]


class Source(NamedTuple):
    """A text, or a piece of one, and the line and the column in which it begins."""

    text: str = ""
    line: int = 1
    column: int = 1

    def position(self, at: int) -> tuple[int, int]:
        """Return the line and the column of a place in the text."""
        start = self.text.rfind("\n", 0, at) + 1
        return self.line + self.text.count("\n", 0, at), at - start + (1 if start else self.column)

    def place(self, at: int) -> str:
        """Return in words where a place in the text is."""
        return "line {}, column {}".format(*self.position(at))

    def error(self, at: int, problem: str) -> ZermeloError:
        """Return an error that names a place in the text."""
        return ZermeloError(f"{self.place(at)}: {problem}")


@dataclass(frozen=True)
class GameTree:
    """A game tree: the root, then every node after its parent and after the earlier siblings with all that follows them."""

    nodes: tuple[Node, ...]
    source: Source = field(default=Source(), compare=False, repr=False)
    offsets: array[int] = field(default_factory=lambda: array("q"), compare=False, repr=False)

    def place(self, number: int) -> str:
        """Return where a node stands in the text it was read from; empty if the tree was not read."""
        return f"{self.source.place(self.offsets[number])}: " if number < len(self.offsets) else ""

    def children(self) -> list[list[int]]:
        """Return the numbers of the children of every node."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent >= 0:
                children[node.parent].append(number)
        return children

    def __str__(self) -> str:
        children, pieces, width = self.children(), list[str](), 0
        waiting: list[int | str] = [")", 0, "("]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                piece = item
            else:
                piece = _format_node(self.nodes[item])
                following = children[item]
                if len(following) == 1:
                    waiting.append(following[0])
                for child in reversed(following if len(following) > 1 else ()):
                    waiting += [")", child, "("]
            if width + len(piece) > _WIDTH and pieces and pieces[-1] != "(" and piece != ")":
                pieces.append("\n")
                width = 0
            pieces.append(piece)
            width += len(piece)
        return "".join(pieces)


def read_sgf(source: str | bytes | Readable) -> Iterator[GameTree]:
    """Read the game trees of an SGF text or file one by one; what stands before, between and after them is skipped.

    Parameters
    ----------
    source
        SGF text, its bytes, or a file opened in binary mode, which is read in chunks. Bytes are decoded as the property CA says;
        without it they are UTF-8, or else Latin-1.

    Raises
    ------
    ZermeloError
        If the text has no game, is not SGF or has a game that is too large: the message names the line and the column.

    >>> next(read_sgf("(;B[aa"))
    Traceback (most recent call last):
    ...
    zermelo.state.ZermeloError: line 1, column 4: the value that begins here has no closing ]
    """
    held, at, found = Source(), 0, False
    for text, last in _read_pieces(source):
        held, at = Source(held.text[at:] + text, *held.position(at)), 0
        while begin := (_BEGIN if last else _BEGIN_OR_CUT).search(held.text, at):
            at = begin.start()
            try:
                tree, at = _read_tree(held, at)
            except ZermeloError as error:
                if last:
                    raise
                if len(held.text) - at > LONGEST:
                    raise held.error(at, f"a game of more than {LONGEST // 2**20} MB begins here ({error})") from None
                break  # the game may continue in the next piece
            found = True
            yield tree
        else:
            at = len(held.text)
    if not found:
        raise Source().error(0, "there is no SGF game here: one begins with (;")


def _read_pieces(source: str | bytes | Readable) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text, and whether each is the last; the first piece of a file says how it is decoded."""
    if isinstance(source, str | bytes):
        yield source if isinstance(source, str) else decode(source), True
        return
    content, last = source.read(CHUNK), False
    named = _charset(content)
    decoder = codecs.getincrementaldecoder(named or "utf-8-sig")("replace" if named else "strict")
    while not last:
        last = not content
        try:
            text = decoder.decode(content, last)
        except UnicodeDecodeError:
            content = decoder.getstate()[0] + content
            decoder = codecs.getincrementaldecoder("latin-1")()
            text = decoder.decode(content, last)
        yield text, last
        content = source.read(CHUNK)


def decode(content: bytes) -> str:
    """Decode the bytes of an SGF file as its first CA says.

    >>> decode("(;CA[shift_jis]PB[囲碁])".encode("shift_jis"))
    '(;CA[shift_jis]PB[囲碁])'
    """
    if encoding := _charset(content):
        return content.decode(encoding, "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _charset(content: bytes) -> str:
    """Return the encoding that the first CA names, as Python calls it; empty if it names none that SGF files have."""
    named = _CHARSET.search(content)
    try:
        encoding = codecs.lookup(named[1].decode("latin-1")).name if named else ""
    except LookupError:
        return ""
    return encoding if encoding in ENCODINGS else ""


def unescape(value: str, *, simple: bool = False) -> str:
    """Read a value that is text: a backslash keeps the next character, and removes a line break.

    Parameters
    ----------
    value
        The value as in the file.
    simple
        For values of one line: line breaks become spaces.

    >>> unescape("a\\\\]b\\\\\\\\c\\\\\\nd")
    'a]b\\\\cd'
    """

    def replace(found: re.Match[str]) -> str:
        kept, line_break, _ = found.groups()
        if kept is not None:
            return "" if kept[0] in "\r\n" else kept
        return "\n" if line_break and not simple else " "

    return _ESCAPED.sub(replace, value)


def escape(text: str) -> str:
    """Write text as a value, so that `unescape` gives it back.

    >>> escape("a]b")
    'a\\\\]b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]").replace("\r\n", "\n").replace("\r", "\n")


def _read_tree(source: Source, start: int) -> tuple[GameTree, int]:
    """Read the game tree that begins at a bracket; return it and the place after it."""
    text = source.text
    nodes, offsets = list[Node](), array("q")
    open_at: list[tuple[int, int]] = []  # for every open bracket the node before it, and its place
    current, at, closed, values = -1, start, False, 0
    properties: dict[str, Any] = {}  # lists of values until the node is complete, then tuples
    while True:
        at = _skip(text, at)
        character = text[at : at + 1]
        if character in "();":
            for name, read in properties.items():
                properties[name] = tuple(read)
            properties = {}
        if character == "(":
            if not text.startswith(";", _skip(text, at + 1)):
                raise source.error(at, "a variation begins with (;")
            open_at.append((current, at))
            closed = False
            at += 1
        elif character == ";":
            if closed:
                raise source.error(at, "a node cannot follow a closed variation")
            if len(nodes) == MOST_NODES:
                raise source.error(at, f"a game of more than {MOST_NODES:,} nodes is too large")
            nodes.append(Node(current, properties))
            offsets.append(at)
            current = len(nodes) - 1
            at += 1
        elif character == ")":
            current, _ = open_at.pop()
            closed = True
            at += 1
            if not open_at:
                return GameTree(tuple(nodes), source, offsets), at
        elif character == "":
            raise source.error(open_at[-1][1], "the variation that begins here has no closing bracket")
        else:
            name, read, end = _read_property(source, at, closed)
            values += len(read)
            if values > MOST_VALUES:
                raise source.error(at, f"a game of more than {MOST_VALUES:,} values is too large")
            properties.setdefault(name, []).extend(read)
            at = end


def _read_property(source: Source, at: int, closed: bool) -> tuple[str, list[str], int]:
    """Read a property; return its name, its values and the place after it."""
    text = source.text
    found = _NAME.match(text, at)
    if found is None or closed:
        raise source.error(at, f"{text[at]!r} is not SGF: a node, a property or a bracket is expected")
    # Older files spell names out, as in AddBlack: only the capitals count.
    name = "".join(letter for letter in found[0] if letter.isupper()) if len(found[0]) <= _LONGEST_NAME else ""
    if not name:
        raise source.error(
            at,
            f"{found[0][:40]!r} does not name a property: a name has capitals, and up to {_LONGEST_NAME} letters",
        )
    values, end = list[str](), found.end()
    while text.startswith("[", opened := _skip(text, end)):
        close = text.find("]", opened + 1)
        while close >= 0 and _is_escaped(text, opened, close):
            close = text.find("]", close + 1)
        if close < 0:
            raise source.error(opened, "the value that begins here has no closing ]")
        if len(values) == MOST_VALUES:
            raise source.error(at, f"a game of more than {MOST_VALUES:,} values is too large")
        values.append(text[opened + 1 : close])
        end = close + 1
    if not values:
        raise source.error(at, f"the property {name[:40]} has no value")
    return name, values, end


def _is_escaped(text: str, opened: int, at: int) -> bool:
    """Return whether the number of backslashes before a place is odd."""
    before = at
    while before > opened + 1 and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _skip(text: str, at: int) -> int:
    """Return the place of the next character that is not space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _format_node(node: Node) -> str:
    pieces = [";"]
    for name, values in node.properties.items():
        if not _NAMED.fullmatch(name):
            raise ZermeloError(f"a property has a name of capital letters, not {name[:40]!r}")
        pieces += [name, *(f"[{value}]" for value in values)]
    return "".join(pieces)
