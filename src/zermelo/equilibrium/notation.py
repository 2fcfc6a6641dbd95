"""Read and write matrix games as text, in three formats that are recognised by how they begin.

-1,-1 -4,0; 0,-4 -3,-3     a table: rows end with ; or a new line, spaces separate cells, commas separate payoffs;
3 -1; -2 1                 a single number in each cell is MAX's payoff in a zero-sum game
{"payoffs": [[[-1, -1], ...], ...], "players": [...], "actions": [[...], ...], "title": "..."}
                           JSON, for any number of players; only the payoffs are required, fractions are strings
NFG 1 R ...                a Gambit file (`nfg.py`)
"""

from __future__ import annotations

import json
import re
from typing import Any

from zermelo.equilibrium.game import MAX_CELLS, MatrixGame, default_actions, default_players, matrix_game
from zermelo.equilibrium.nfg import parse_nfg
from zermelo.equilibrium.numbers import to_fraction, to_json_number
from zermelo.state import ZermeloError, format_count

MAX_TEXT = 4_000_000
MAX_TITLE = 200
_KEYS = ("payoffs", "players", "actions", "title")


class _Digits(str):
    """A number of a JSON text as it was written, so that 0.1 is exactly a tenth; it is not accepted as a name."""


def parse_matrix(text: str) -> MatrixGame:
    """Read a game from a table, JSON or a Gambit file.

    Raises
    ------
    ZermeloError
        Naming the row and column, or the line and column, that cannot be read.

    Examples
    --------
    >>> parse_matrix("1,2 3,4; 5,6 7,8").payoffs((1, 0))
    (Fraction(5, 1), Fraction(6, 1))
    """
    if len(text) > MAX_TEXT:
        raise ZermeloError(f"a game may have at most {MAX_TEXT:,} characters of text, not {len(text):,}")
    if text.lstrip().startswith(("{", "[")):
        return _parse_json(text)
    if re.match(r"\s*NFG\b", text):
        return parse_nfg(text)
    if re.match(r"\s*EFG\b", text):
        raise ZermeloError("this Gambit file has a tree, not a matrix game: zermelo tree reads it")
    return _parse_table(text)


def format_matrix(game: MatrixGame) -> str:
    """Write the table of a game of two players for `parse_matrix`, without names.

    Examples
    --------
    >>> format_matrix(parse_matrix("1,2 3,4.5; 5,6 7,8"))
    '1,2 3,9/2; 5,6 7,8'
    """
    if len(game.players) != 2:
        raise ZermeloError(f"a table needs two players, and this game has {len(game.players)}: write it as JSON")
    single = game.zero_sum and game.players == default_players(2, True)
    rows = [
        " ".join(
            ",".join(map(str, game.payoffs((row, column))[: 1 if single else 2])) for column in range(game.shape[1])
        )
        for row in range(game.shape[0])
    ]
    return "; ".join(rows)


def to_json(game: MatrixGame) -> dict[str, Any]:
    """Convert a game to a JSON object with exact payoffs.

    Examples
    --------
    >>> to_json(parse_matrix("1,2 3,4.5; 5,6 7,8"))["payoffs"]
    [[[1, 2], [3, '9/2']], [[5, 6], [7, 8]]]
    """
    cells: list[Any] = [[to_json_number(payoff) for payoff in cell] for cell in game.cells]
    for count in reversed(game.shape[1:]):
        cells = [cells[start : start + count] for start in range(0, len(cells), count)]
    return {
        "title": game.title,
        "players": list(game.players),
        "actions": [list(names) for names in game.actions],
        "payoffs": cells,
    }


def _parse_table(text: str) -> MatrixGame:
    lines = re.split(r"[;\n]", text.replace("\r\n", "\n").strip().rstrip(";"))
    # Spaces around a comma do not end a cell.
    rows = [",".join(part.strip() for part in line.split(",")).split() for line in lines]
    if not any(rows):
        raise ZermeloError("there are no payoffs: write rows separated by ; as in 3,1 0,0; 0,0 1,3")
    if sum(map(len, rows)) > MAX_CELLS:
        raise ZermeloError(f"a game may have at most {MAX_CELLS:,} cells, not {sum(map(len, rows)):,}")
    size = len(rows[0][0].split(",")) if rows[0] else 0
    if size > 2:
        raise ZermeloError(
            f"row 1, column 1 has {size} payoffs, but a table has two players: write games of more as JSON or .nfg"
        )
    cells = []
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            expected = format_count(len(rows[0]), "cell")
            raise ZermeloError(f"row {number} has {format_count(len(row), 'cell')}, but row 1 has {expected}")
        for column, cell in enumerate(row, 1):
            place, parts = f"row {number}, column {column}", cell.split(",")
            if len(parts) != size:
                expected = format_count(size, "payoff")
                raise ZermeloError(
                    f"{place} has {format_count(len(parts), 'payoff')}, but the first cell has {expected}"
                )
            try:
                values = tuple(map(to_fraction, parts))
            except ZermeloError as error:
                raise ZermeloError(f"{place}: {error}") from None
            cells.append(values if size == 2 else (values[0], -values[0]))
    shape = len(rows), len(rows[0])
    return MatrixGame(tuple(cells), default_players(2, size == 1), default_actions(shape))


def _parse_json(text: str) -> MatrixGame:
    try:
        document = json.loads(text, parse_float=_Digits, parse_int=_Digits, parse_constant=_Digits)
    except json.JSONDecodeError as error:
        raise ZermeloError(f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise ZermeloError("the list of payoffs is nested too deeply") from None
    if isinstance(document, list):
        return matrix_game(document)
    for key in document:
        if key not in _KEYS:
            raise ZermeloError(f"{key[:40]!r} is not a key of a game: use {', '.join(_KEYS)}")
    if not isinstance(document.get("payoffs"), list):
        raise ZermeloError("payoffs are missing: write nested lists, one level for each player")
    players, actions, title = document.get("players"), document.get("actions"), document.get("title", "")
    if type(title) is not str or len(title) > MAX_TITLE:
        raise ZermeloError(f"title must be a string of at most {MAX_TITLE} characters")
    if players is not None and not _is_names(players):
        raise ZermeloError("players must be a list of names")
    if actions is not None and not (isinstance(actions, list) and all(map(_is_names, actions))):
        raise ZermeloError("actions must be a list of lists of names, one for each player")
    return matrix_game(document["payoffs"], players, actions, " ".join(title.split()))


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(type(name) is str for name in value)
