"""The shapes of the chess pieces, drawn for Zermelo; pictures and the lab's pages share them.

A piece is drawn around the centre of a 60 by 60 square. Its body consists of simple overlapping parts, all drawn
clockwise, so that an outline painted before the body shows only around the whole. Its lines are drawn on the body.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

SQUARE = 60
LIGHT, DARK = "#FBFBF8", "#20242B"
OUTLINE, SPREAD, RIM, LINE = 2.2, 0.9, 0.9, 1.8
"""The outline of a light body, the extra width that makes a dark body look equally large, the rim around a dark body, and
the width of lines. All but the last are painted twice as wide, half of it under the body."""


class Piece(NamedTuple):
    """SVG path data."""

    body: str
    lines: str


def _disc(x: float, y: float, radius: float) -> str:
    return f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 0 1 {2 * radius:g} 0a{radius:g} {radius:g} 0 0 1 {-2 * radius:g} 0z"


def _bar(y: float, half: float, height: float = 4) -> str:
    """Return a rounded horizontal bar around x = 0."""
    return (
        f"M{-half:g} {y + height / 2:g}a{height / 2:g} {height / 2:g} 0 0 1 0 {-height:g}h{2 * half:g}"
        f"a{height / 2:g} {height / 2:g} 0 0 1 0 {height:g}z"
    )


def _foot(half: float) -> str:
    return f"M{-half:g} 23v-4a3 3 0 0 1 3-3h{2 * half - 6:g}a3 3 0 0 1 3 3v4z"


_EYE = _disc(-6.5, -10, 0.9)
PIECES: dict[str, Piece] = {
    "P": Piece(
        _foot(13) + "M-9 16.5C-4.5 11-4 5-4-2H4C4 5 4.5 11 9 16.5z" + _bar(-2, 7) + _disc(0, -10, 7.5),
        "M-8.5 16.5H8.5M-6-2H6",
    ),
    "N": Piece(
        _foot(15)
        + "M-11 16.5C-11 9-2.5 7.5-1.5 0C-5 3.5-9.5 2.5-11.5 5.5C-14.5 7.5-18.5 5-18.5 1.5C-18.5-1.5-13-6.5-11.5-11.5"
        "C-10.8-14-9.5-15.5-8.5-16.5L-8-23L-2.5-18.5C7-18.5 14.5-10 14.5 1C14.5 8 12 12 11.5 16.5z",
        "M-10.5 16.5H11M3-13C8.5-9.5 10.5-3.5 9.5 5M-15.5 1.2L-15 1.8" + _EYE,
    ),
    "B": Piece(
        _foot(14)
        + "M-9 16.5C-5 12-4.5 9-4.5 5H4.5C4.5 9 5 12 9 16.5z"
        + _bar(5, 8.5)
        + "M0-19C6.5-13.5 10.5-8 10.5-2.5C10.5 1.5 8 3.5 6 4H-6C-8 3.5-10.5 1.5-10.5-2.5C-10.5-8-6.5-13.5 0-19z"
        + _disc(0, -20.5, 3),
        "M-8.5 16.5H8.5M-7 5H7M6-11.5L0.5-5",
    ),
    "R": Piece(
        _foot(16) + "M-12 16.5L-9.5-6H9.5L12 16.5z" + "M-14-19h6v4.5h4.5v-4.5h7v4.5h4.5v-4.5h6v9.5l-4 4H-10l-4-4z",
        "M-11.5 16.5H11.5M-9.5-5.5H9.5",
    ),
    "Q": Piece(
        _foot(16)
        + "M-11.5 16.5L-16.5-9L-9.5-1L-8.7-14L-3.3-3L0-16.5L3.3-3L8.7-14L9.5-1L16.5-9L11.5 16.5z"
        + "".join(_disc(x, y, 2.8) for x, y in ((-17.5, -11.5), (-9, -17), (0, -19.5), (9, -17), (17.5, -11.5))),
        "M-11.5 16.5H11.5M-12 9.5C-4.5 7-4.5 7 0 7S4.5 7 12 9.5",
    ),
    "K": Piece(
        _foot(16)
        + "M-11 16.5C-9.5 12-9.5 10-11.5 7C-17 0-18-4-16-8.5C-13.5-13.5-5.5-12.5 0-6C5.5-12.5 13.5-13.5 16-8.5"
        "C18-4 17 0 11.5 7C9.5 10 9.5 12 11 16.5z" + "M-5-9L-1.8-16v-1.5h-4v-3.6h4v-4h3.6v4h4v3.6h-4v1.5L5-9L0-3z",
        "M-11 16.5H11M-11.5 9C-4.5 6.5-4.5 6.5 0 6.5S4.5 6.5 11.5 9M0-5.5V6",
    ),
}
"""By letter; both sides have the same shapes."""


def draw_pieces(placed: Iterable[tuple[str, float, float]]) -> str:
    """Draw pieces as SVG, each given by its letter (capitals are light) and its centre.

    A thin light rim separates dark pieces from dark squares; it is painted first, then the bodies, then the lines.
    """
    bodies: dict[bool, list[str]] = {True: [], False: []}
    lines: dict[bool, list[str]] = {True: [], False: []}
    for letter, x, y in placed:
        shape, light, at = PIECES[letter.upper()], letter.isupper(), f'transform="translate({x:g} {y:g})"'
        bodies[light].append(f'<path {at} d="{shape.body}"/>')
        lines[light].append(f'<path {at} d="{shape.lines}"/>')
    groups = (
        (bodies[False], f'fill="none" stroke="{LIGHT}" stroke-width="{2 * (SPREAD + RIM):g}"'),
        (bodies[False], f'fill="{DARK}" stroke="{DARK}" stroke-width="{2 * SPREAD:g}"'),
        (bodies[True], f'fill="{LIGHT}" stroke="{DARK}" stroke-width="{2 * OUTLINE:g}" paint-order="stroke"'),
        (lines[False], f'fill="none" stroke="{LIGHT}" stroke-width="{LINE}"'),
        (lines[True], f'fill="none" stroke="{DARK}" stroke-width="{LINE}"'),
    )
    drawn = "".join(f"<g {look}>{''.join(paths)}</g>" for paths, look in groups if paths)
    return f'<g stroke-linejoin="round" stroke-linecap="round">{drawn}</g>'
