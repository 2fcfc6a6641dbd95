"""Draw checkerboards with pieces as SVG and for a terminal, from either side, with the last move and a check marked.

A board is given as its rows from the top, with a letter for each piece (capitals for the first player) and a dot for an
empty square. Squares are numbered from 0 along those rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from zermelo.draw.pieces import SQUARE, draw_pieces
from zermelo.draw.style import FONT

LIGHT, DARK = "#EEF1F4", "#B3C0CD"
LAST, CHECK, INK = "#E69F00", "#D55E00", "#4B5563"
WIDTH = 360
_MARGIN = 22
_FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_GROUNDS = {"light": 109, "dark": 66, "last": 136, "check": 160}
"""Background colours of squares on a terminal (of its 256)."""


def svg(
    rows: Sequence[str],
    *,
    last: Collection[int] = (),
    check: Collection[int] = (),
    flipped: bool = False,
    labels: bool = True,
    title: str = "",
) -> str:
    """Draw a board as SVG; `last` and `check` are squares to mark, `flipped` shows it from the second player's side."""
    row_count, column_count = len(rows), len(rows[0])
    places = [(row, column) for row in range(row_count) for column in range(column_count)]
    squares, marks, pieces = [], [], []
    for at, (row, column) in enumerate(places):
        x, y = _corner(row, column, row_count, column_count, flipped)
        if (row + column) % 2:
            squares.append(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        if at in last:
            marks.append(
                f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{LAST}" fill-opacity="0.38"/>'
            )
        if at in check:
            middle = f'cx="{x + SQUARE / 2:g}" cy="{y + SQUARE / 2:g}"'
            marks.append(f'<circle {middle} r="27" fill="{CHECK}" fill-opacity="0.75" class="check"/>')
        if rows[row][column] != ".":
            pieces.append((rows[row][column], x + SQUARE / 2, y + SQUARE / 2))
    width, height = column_count * SQUARE, row_count * SQUARE
    margin = _MARGIN if labels else 2
    box = f"{-margin} -2 {width + margin + 2} {height + margin + 2}"
    drawn_height = round(WIDTH * (height + margin + 2) / (width + margin + 2))
    named = _labels(row_count, column_count, flipped) if labels else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{WIDTH}" height="{drawn_height}" role="img">'
        f"{f'<title>{title}</title>' if title else ''}"
        f'<rect width="{width}" height="{height}" fill="{LIGHT}"/><path d="{"".join(squares)}" fill="{DARK}"/>'
        f'{"".join(marks)}<rect width="{width}" height="{height}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
        f'<g font-family="{FONT}" font-size="15" text-anchor="middle" fill="{INK}">{named}</g>'
        f"{draw_pieces(pieces)}</svg>"
    )


def text(
    rows: Sequence[str],
    *,
    last: Collection[int] = (),
    check: Collection[int] = (),
    flipped: bool = False,
    figures: bool = False,
    colour: bool = False,
) -> str:
    """Draw a board for a terminal, with figures or letters, in colours or with the last move in brackets.

    >>> print(text(["k.", "P."], last=[0, 1]))
    2 [k][.]
    1  P  .
       a  b
    """
    height, width = len(rows), len(rows[0])
    order = [(row, [row * width + column for column in range(width)]) for row in range(height)]
    if flipped:
        order = [(row, squares[::-1]) for row, squares in reversed(order)]
    lines = []
    for row, squares in order:
        cells = [
            _cell(rows[row][at % width], at, (row + at % width) % 2, last, check, figures, colour) for at in squares
        ]
        lines.append(f"{height - row:{len(str(height))}} {''.join(cells)}".rstrip())
    files = [f" {chr(97 + column)} " for column in range(width)]
    lines.append(f"{' ' * len(str(height))} {''.join(reversed(files) if flipped else files)}".rstrip())
    return "\n".join(lines)


def _cell(
    letter: str, at: int, dark: int, last: Collection[int], check: Collection[int], figures: bool, colour: bool
) -> str:
    if not colour:
        shown = _FIGURES.get(letter, "·") if figures else letter
        return f"[{shown}]" if at in last else f" {shown} "
    # On a coloured background the solid figures are the most legible, for both sides.
    shown = " " if letter == "." else _FIGURES[letter.lower()] if figures else letter
    ground = "check" if at in check else "last" if at in last else "dark" if dark else "light"
    ink = "38;5;231;1" if letter.isupper() and figures else "38;5;16"
    return f"\x1b[{ink};48;5;{_GROUNDS[ground]}m {shown} \x1b[0m"


def _corner(row: int, column: int, height: int, width: int, flipped: bool) -> tuple[int, int]:
    if flipped:
        row, column = height - 1 - row, width - 1 - column
    return column * SQUARE, row * SQUARE


def _labels(height: int, width: int, flipped: bool) -> str:
    words = []
    for column in range(width):
        x = _corner(0, column, height, width, flipped)[0] + SQUARE / 2
        words.append(f'<text x="{x:g}" y="{height * SQUARE + 17}">{chr(97 + column)}</text>')
    for row in range(height):
        y = _corner(row, 0, height, width, flipped)[1] + SQUARE / 2 + 5
        words.append(f'<text x="-12" y="{y:g}">{height - row}</text>')
    return "".join(words)
