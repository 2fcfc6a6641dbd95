"""Games of Go in SGF: from a game tree to a position with moves, comments, annotations and variations, and back.

What other records have as tags are properties of the root here, and nodes without a move join the one before. Set-up
stones are read before the first move; later ones are refused, since a game has moves only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from zermelo.games.go.vertices import COLUMNS, PASS, coordinates, format_point, parse_point, vertex
from zermelo.records.sgf import GameTree, Node, SgfGames, escape, unescape
from zermelo.records.turns import MOST_NESTED, Line, Turn
from zermelo.state import ZermeloError

USUAL_SIZE, LARGEST = 19, 19
"""The size of a board that a file does not name, and the largest one."""
USUAL_KOMI, MOST_KOMI = 7.5, 500
"""The komi of a position that does not name one, and the largest one."""
TAGS = {
    "EV": "Event",
    "PC": "Site",
    "DT": "Date",
    "RO": "Round",
    "PW": "White",
    "PB": "Black",
    "RE": "Result",
    "WR": "WhiteRank",
    "BR": "BlackRank",
    "WT": "WhiteTeam",
    "BT": "BlackTeam",
    "KM": "Komi",
    "HA": "Handicap",
    "RU": "Rules",
    "TM": "TimeControl",
    "OT": "Overtime",
    "GN": "GameName",
    "GC": "GameComment",
    "ON": "Opening",
    "AN": "Annotator",
    "SO": "Source",
    "US": "User",
    "CP": "Copyright",
}
"""Properties of the root, and the tags that they are in other records."""
RESULTS = {"1-0": "W+", "0-1": "B+", "1/2-1/2": "Draw", "*": "?"}
"""How SGF writes the results of PGN."""
RULES = {
    "aga": "superko=situational",
    "nz": "superko=situational suicide",
    "new zealand": "superko=situational suicide",
    "tromp-taylor": "suicide",
    "japanese": "superko=none",
    "korean": "superko=none",
}
"""The names of RU for rules that differ from the usual ones, and how a position writes these. All games score the area."""
_RULES_NAMES = {"superko=situational": "AGA", "superko=situational suicide": "NZ", "suicide": "Tromp-Taylor"}
ANNOTATIONS = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
    10: ("DM", "1"),
    13: ("UC", "1"),
    16: ("GW", "1"),
    17: ("GB", "1"),
    18: ("GW", "2"),
    19: ("GB", "2"),
}
"""Numeric annotation glyphs and the properties that mean the same."""
_WORDS = {*RULES.values(), "superko=none suicide"}
_GLYPHS = {written: glyph for glyph, written in ANNOTATIONS.items()}
_SET_UP = ("AB", "AW", "AE")
_EVAL = re.compile(r"\[%eval ([+-]?\d+(?:\.\d+)?)\]\s*")
_DATE = re.compile(r"^(\d{4})\.(\d\d)\.(\d\d)$")
_NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


class GoGame(NamedTuple):
    """A game of Go: where it began, in the notation of `Go`, its komi if the file gives one, its moves, its tags and its rules."""

    position: str
    komi: float | None
    line: Line
    tags: Mapping[str, str]
    rules: str = ""

    @property
    def start(self) -> str:
        """The position with komi and rules, as far as the file gives them; the smallest part of komi is half a point."""
        komi = USUAL_KOMI if self.komi is None else round(2 * self.komi) / 2
        words = [self.position.removesuffix(":"), "" if komi == USUAL_KOMI else f"komi={komi:g}", self.rules]
        return " ".join(filter(None, words)) + ":" * self.position.endswith(":")


def parse_game(tree: GameTree) -> GoGame:
    """Return the game that a game tree records; the moves are on the board, but may break the rules.

    Raises
    ------
    ZermeloError
        If the tree is not a game of Go; the message has the line and the column.

    >>> from zermelo.records.sgf import read_sgf
    >>> game = parse_game(next(read_sgf("(;SZ[9]KM[6.5]PB[Shusaku];B[ee]C[the middle];W[])")))
    >>> game.start, game.line.moves, game.tags["Black"]
    ('9 komi=6.5:', ['E5', 'pass'], 'Shusaku')
    """
    return _Reader(tree).game()


class _Reader:
    """Reads one game tree."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.children = tree, tree.children()
        self.size = self._read_size()

    def game(self) -> GoGame:
        root = self.tree.nodes[0].properties
        stones: dict[str, str] = {}
        comments, side, at = list[str](), "", 0
        following = [0]
        # The nodes before the first move set up the board.
        while len(following) == 1 and not self._moves(at := following[0]):
            self._set_up(at, stones)
            side = self._value(at, "PL")[:1].lower() or side
            comments.append(self._comment(at))
            following = self.children[at]
        first, more = self._next_moves(following)
        side = side if side in ("b", "w") else self._side(first, root)
        player = "bw".index(side)
        line = self._line(first, player, 0) if first else Line()
        komi = self._value(0, "KM")
        if komi and not _NUMBER.fullmatch(komi):
            raise self._error(0, f"komi is a number, not {komi[:20]!r}")
        if komi and abs(float(komi)) > MOST_KOMI:
            raise self._error(0, f"komi is at most {MOST_KOMI} points, not {komi[:20]}")
        return GoGame(
            format_position(self.size, stones, player),
            float(komi) if komi else None,
            Line(line.turns, "\n".join(filter(None, [*comments, *more]))),
            {TAGS[name]: self._value(0, name) for name in root if name in TAGS},
            self._rules(),
        )

    def _rules(self) -> str:
        """Return the rules as a position writes them; those of another name are the usual ones."""
        name = " ".join(self._value(0, "RU").lower().replace("_", " ").split())
        return name if name in _WORDS else RULES.get(name, "")

    def _read_size(self) -> int:
        game = self._value(0, "GM") or "1"
        if game != "1":
            raise self._error(0, f"GM[{game[:20]}] is another game than Go, which is GM[1]")
        text = self._value(0, "SZ") or str(USUAL_SIZE)
        columns, _, rows = text.partition(":")
        if rows not in ("", columns) or not re.fullmatch(r"\d{1,2}", columns) or not 2 <= int(columns) <= LARGEST:
            raise self._error(0, f"the board is square and has from 2 to {LARGEST} lines, not SZ[{text[:20]}]")
        return int(columns)

    def _side(self, first: list[int], root: Mapping[str, Any]) -> str:
        """Return who moves first where the file does not say: who does, or White if there is a handicap."""
        if first:
            return self._moves(first[0])[0][0].lower()
        handicap = self._value(0, "HA")
        return "w" if handicap.isdecimal() and int(handicap[:4]) >= 2 else "b"

    def _set_up(self, number: int, stones: dict[str, str]) -> None:
        properties = self.tree.nodes[number].properties
        for name, colour in zip(_SET_UP, ("X", "O", ""), strict=True):
            values = properties.get(name, ())
            if len(values) > self.size**2:
                raise self._error(number, f"{name} has more than {self.size**2} values for as many points")
            for value in values:
                for point in self._points(number, name, value):
                    stones[point] = colour

    def _points(self, number: int, name: str, value: str) -> list[str]:
        """Return the points of a value: one, or a rectangle such as aa:cc."""
        corners = [self._vertex(number, name, corner) for corner in value.split(":", 1)]
        if PASS in corners:
            raise self._error(number, f"{name}[{value[:20]}] is not a point")
        (left, top), (right, bottom) = (coordinates(corner, self.size) for corner in (corners[0], corners[-1]))
        columns, rows = sorted((left, right)), sorted((top, bottom))
        return [
            vertex(column, row) for column in range(columns[0], columns[1] + 1) for row in range(rows[0], rows[1] + 1)
        ]

    def _line(self, first: list[int], player: int, nested: int) -> Line:
        """Return the line that begins with the first of some nodes; the others are its variations."""
        if nested > MOST_NESTED:
            raise self._error(first[0], f"variations are nested more than {MOST_NESTED} deep")
        turns = list[Turn]()
        while first:
            number, *others = first
            [(name, value), *more] = self._moves(number)
            if more:
                raise self._error(number, "a node has one move")
            if name != "BW"[player]:  # the other side's pass is not written
                turns.append(Turn(PASS))
                player = 1 - player
            variations = tuple(self._line([other], player, nested + 1) for other in others)
            following, comments = self._next_moves(self.children[number])
            comment = "\n".join(filter(None, [self._comment(number), *comments]))
            turns.append(Turn(self._vertex(number, name, value), self._annotations(number), comment, variations))
            if any(each in self.tree.nodes[number].properties for each in _SET_UP):
                raise self._error(number, "stones cannot be set up after the first move")
            first, player = following, 1 - player
        return Line(tuple(turns))

    def _next_moves(self, numbers: list[int]) -> tuple[list[int], list[str]]:
        """Return the nodes with moves that follow, and the comments of the nodes before them that have none."""
        found, comments, waiting = list[int](), list[str](), numbers[::-1]
        while waiting:
            number = waiting.pop()
            if self._moves(number):
                found.append(number)
                continue
            if any(name in self.tree.nodes[number].properties for name in _SET_UP):
                raise self._error(number, "stones cannot be set up after the first move or in a variation")
            comments.append(self._comment(number))
            waiting += self.children[number][::-1]
        return found, comments

    def _moves(self, number: int) -> list[tuple[str, str]]:
        properties = self.tree.nodes[number].properties
        return [(name, value) for name in ("B", "W") for value in properties.get(name, ())]

    def _vertex(self, number: int, name: str, point: str) -> str:
        try:
            return parse_point(point, self.size)
        except ZermeloError as error:
            raise self._error(number, f"{name}: {error}") from None

    def _annotations(self, number: int) -> tuple[int, ...]:
        properties = self.tree.nodes[number].properties
        return tuple(glyph for (name, value), glyph in _GLYPHS.items() if value in properties.get(name, ()))

    def _comment(self, number: int) -> str:
        value = self._value(number, "V")
        comment = unescape(self.tree.nodes[number].properties.get("C", ("",))[0])
        return f"[%eval {value}] {comment}".strip() if _NUMBER.fullmatch(value) else comment

    def _value(self, number: int, name: str) -> str:
        values = self.tree.nodes[number].properties.get(name, ("",))
        return unescape(values[0], simple=name != "GC").strip()

    def _error(self, number: int, problem: str) -> ZermeloError:
        return ZermeloError(f"{self.tree.place(number)}{problem}")


def format_position(size: int, stones: Mapping[str, str], player: int) -> str:
    """Return a position in the notation of `Go`; stones are X and O by their vertices.

    >>> format_position(3, {"B2": "X", "A3": "O"}, 1), format_position(9, {}, 0)
    ('O2/1X1/3 w', '9:')
    """
    if not any(stones.values()) and player == 0:
        return f"{size}:"
    rows = (
        "".join(stones.get(vertex(column, row)) or "." for column in range(size)) for row in range(size - 1, -1, -1)
    )
    board = re.sub(r"\.+", lambda dots: str(len(dots[0])), "/".join(rows))
    return f"{board} {'bw'[player]}"


def format_game(position: str, komi: float, line: Line, tags: Mapping[str, str]) -> GameTree:
    """Return a game as a game tree.

    Parameters
    ----------
    position
        Where it began, in the notation that `Go` writes: a size or rows, rules, and moves.
    komi
        White's points, unless the tags have them.
    line
        The moves from there.
    tags
        What `TAGS` has names for; other tags are left out.

    >>> print(format_game("9:", 7.5, Line.of(["E5", "pass"]), {"Black": "Shusaku"}))
    (;FF[4]GM[1]CA[UTF-8]AP[Zermelo]SZ[9]KM[7.5]PB[Shusaku];B[ee];W[])
    """
    head, _, moves = position.partition(":")
    rows, *words = head.split()
    player = int("w" in words)
    size = len(rows.split("/")) if "/" in rows else int(rows)
    root: dict[str, tuple[str, ...]] = {"FF": ("4",), "GM": ("1",), "CA": ("UTF-8",), "AP": ("Zermelo",)}
    root |= {"SZ": (str(size),), "KM": (escape(tags.get("Komi") or f"{komi:g}"),)}
    for name, tag in TAGS.items():
        if (text := tags.get(tag, "?" if name == "RE" else "")) not in ("", "?", "*") and name != "KM":
            written = {"RE": RESULTS.get(text, text), "DT": _DATE.sub(r"\1-\2-\3", text)}.get(name, text)
            root[name] = (escape(written),)
    rules = " ".join(word for word in words if word == "suicide" or word.startswith("superko="))
    if rules:
        root.setdefault("RU", (_RULES_NAMES.get(rules, rules),))
    if "/" in rows:
        root |= _stones(rows) | {"PL": ("BW"[player],)}
    if line.comment:
        root |= _comment(line.comment)
    writer = _Writer(size, [Node(-1, root)])
    writer.add(Line((*map(Turn, moves.split()), *line.turns)), 0, player, 0)
    return GameTree(tuple(writer.nodes))


class _Writer(NamedTuple):
    """Writes lines as nodes, in the order in which they are read."""

    size: int
    nodes: list[Node]

    def add(self, line: Line, parent: int, player: int, nested: int) -> None:
        """Add a line after a node: its moves, then the variations of its last moves and of those before."""
        if nested > MOST_NESTED:
            raise ZermeloError(f"variations are nested more than {MOST_NESTED} deep")
        places = list[tuple[Turn, int, int]]()
        comment = line.comment if nested else ""
        for turn in line.turns:
            places.append((turn, parent, player))
            properties: dict[str, tuple[str, ...]] = {"BW"[player]: (format_point(turn.move, self.size),)}
            for name, value in filter(None, map(ANNOTATIONS.get, turn.annotations)):
                properties.setdefault(name, (value,))
            properties |= _comment(f"{comment}\n{turn.comment}".strip("\n"))
            self.nodes.append(Node(parent, properties))
            parent, player, comment = len(self.nodes) - 1, 1 - player, ""
        for turn, before, mover in reversed(places):
            for variation in turn.variations:
                self.add(variation, before, mover, nested + 1)


def _stones(rows: str) -> dict[str, tuple[str, ...]]:
    lines = re.sub(r"\d+", lambda number: "." * int(number[0]), rows).split("/")
    found: dict[str, tuple[str, ...]] = {}
    for name, letter in (("AB", "X"), ("AW", "O")):
        points = [
            format_point(f"{COLUMNS[column]}{len(lines) - at}", len(lines))
            for at, line in enumerate(lines)
            for column, stone in enumerate(line)
            if stone == letter
        ]
        if points:
            found[name] = tuple(points)
    return found


def _comment(text: str) -> dict[str, tuple[str, ...]]:
    """Return a comment as properties; a value in it is one of its own."""
    value = _EVAL.match(text)
    found: dict[str, tuple[str, ...]] = {"V": (value[1],)} if value else {}
    rest = text[value.end() :] if value else text
    return found | ({"C": (escape(rest),)} if rest else {})


SGF = SgfGames(parse_game, format_game)
