"""Matrix games as text, in three forms that are told apart by how they begin.

-1,-1 -4,0; 0,-4 -3,-3     a table: rows end with ; or a new line, cells are parted by spaces, payoffs by commas;
3 -1; -2 1                 a single number in each cell is MAX's payoff in a zero-sum game
{"payoffs": [[[-1, -1], ...], ...], "players": [...], "actions": [[...], ...], "title": "..."}
                           JSON, with any number of players; only the payoffs must be there, fractions are texts
NFG 1 R ...                a Gambit file (`nfg.py`)
"""

from __future__ import annotations

import json
import re
from typing import Any

from zermelo.equilibrium.game import MOST_CELLS, MatrixGame, matrix_game, usual_actions, usual_players
from zermelo.equilibrium.nfg import parse_nfg
from zermelo.equilibrium.numbers import fraction, plain
from zermelo.state import ZermeloError, format_count

LONGEST_TEXT = 4_000_000
LONGEST_TITLE = 200
_KEYS = ("payoffs", "players", "actions", "title")


class _Digits(str):
    """A number of a JSON text as it was written, so that 0.1 is a tenth; never a name."""


def parse_matrix(text: str) -> MatrixGame:
    """Reads a game from any of the three forms.

    >>> parse_matrix("1,2 3,4; 5,6 7,8").payoffs((1, 0))
    (Fraction(5, 1), Fraction(6, 1))
    """
    if len(text) > LONGEST_TEXT:
        raise ZermeloError(f"a text of {len(text):,} characters is too long: {LONGEST_TEXT:,} is the most")
    if text.lstrip().startswith(("{", "[")):
        return _parse_json(text)
    if re.match(r"\s*NFG\b", text):
        return parse_nfg(text)
    if re.match(r"\s*EFG\b", text):
        raise ZermeloError("this is a Gambit file of a tree, not of a matrix game: zermelo tree reads it")
    return _parse_table(text)


def format_matrix(game: MatrixGame) -> str:
    """The table of a game of two players as `parse_matrix` reads it, without its names.

    >>> format_matrix(parse_matrix("1,2 3,4.5; 5,6 7,8"))
    '1,2 3,9/2; 5,6 7,8'
    """
    if len(game.players) != 2:
        raise ZermeloError(f"a table has two players, and this game has {len(game.players)}: write it as JSON")
    alone = game.zero_sum and game.players == usual_players(2, True)
    rows = [
        " ".join(
            ",".join(map(str, game.payoffs((row, column))[: 1 if alone else 2])) for column in range(game.shape[1])
        )
        for row in range(game.shape[0])
    ]
    return "; ".join(rows)


def to_json(game: MatrixGame) -> dict[str, Any]:
    """The game as JSON holds it, with every payoff exact.

    >>> to_json(parse_matrix("1,2 3,4.5; 5,6 7,8"))["payoffs"]
    [[[1, 2], [3, '9/2']], [[5, 6], [7, 8]]]
    """
    cells: list[Any] = [[plain(each) for each in cell] for cell in game.cells]
    for count in reversed(game.shape[1:]):
        cells = [cells[start : start + count] for start in range(0, len(cells), count)]
    return {
        "title": game.title,
        "players": list(game.players),
        "actions": [list(names) for names in game.actions],
        "payoffs": cells,
    }


def _parse_table(text: str) -> MatrixGame:
    # A comma belongs to the numbers around it, whatever spaces were typed beside it.
    lines = re.split(r"[;\n]", re.sub(r"[^\S\n]*,[^\S\n]*", ",", text.replace("\r\n", "\n").strip().rstrip(";")))
    rows = [line.split() for line in lines]
    if not any(rows):
        raise ZermeloError("there are no payoffs: write rows with ; between them, as in 3,1 0,0; 0,0 1,3")
    if sum(map(len, rows)) > MOST_CELLS:
        raise ZermeloError(f"a game of {sum(map(len, rows)):,} cells is too large: {MOST_CELLS:,} is the most")
    size = len(rows[0][0].split(",")) if rows[0] else 0
    if size > 2:
        raise ZermeloError(
            f"row 1, column 1 has {size} payoffs, and a table has two players: write more as JSON or .nfg"
        )
    cells = []
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            wanted = format_count(len(rows[0]), "cell")
            raise ZermeloError(f"row {number} has {format_count(len(row), 'cell')}, but row 1 has {wanted}")
        for column, cell in enumerate(row, 1):
            place, parts = f"row {number}, column {column}", cell.split(",")
            if len(parts) != size:
                wanted = format_count(size, "payoff")
                raise ZermeloError(f"{place} has {format_count(len(parts), 'payoff')}, but the first cell has {wanted}")
            try:
                values = tuple(map(fraction, parts))
            except ZermeloError as error:
                raise ZermeloError(f"{place}: {error}") from None
            cells.append(values if size == 2 else (values[0], -values[0]))
    shape = len(rows), len(rows[0])
    return MatrixGame(tuple(cells), usual_players(2, size == 1), usual_actions(shape))


def _parse_json(text: str) -> MatrixGame:
    try:
        found = json.loads(text, parse_float=_Digits, parse_int=_Digits, parse_constant=_Digits)
    except json.JSONDecodeError as error:
        raise ZermeloError(f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise ZermeloError("the list of payoffs is nested too deeply") from None
    if isinstance(found, list):
        return matrix_game(found)
    for key in found:
        if key not in _KEYS:
            raise ZermeloError(f"{key[:40]!r} is no part of a game: {', '.join(_KEYS)} are")
    if not isinstance(found.get("payoffs"), list):
        raise ZermeloError("the game has no payoffs: they are lists in lists, one level for each player")
    players, actions, title = found.get("players"), found.get("actions"), found.get("title", "")
    if type(title) is not str or len(title) > LONGEST_TITLE:
        raise ZermeloError(f"the title must be a text of at most {LONGEST_TITLE} characters")
    if players is not None and not _names(players):
        raise ZermeloError("players must be a list of names")
    if actions is not None and not (isinstance(actions, list) and all(map(_names, actions))):
        raise ZermeloError("actions must be a list of lists of names, one for each player")
    return matrix_game(found["payoffs"], players, actions, " ".join(title.split()))


def _names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(each) is str for each in value)
