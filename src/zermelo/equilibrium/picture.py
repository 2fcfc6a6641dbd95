"""Draw a matrix game as SVG: the table of payoffs, and for a 2x2 game the best-reply curves beside it.

Row's payoff is at the lower left of a cell, Column's at the upper right. Best replies are underlined, pure equilibria are
framed. Row's best-reply curve is the thicker one; the curves intersect at the equilibria.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from zermelo.draw.boxes import text_width
from zermelo.draw.model import printable
from zermelo.draw.style import ANSWER, BORDER, COLOURS, FONT, GROUND, INK, INKS, QUIET
from zermelo.equilibrium.curves import Segment, best_reply_curves
from zermelo.equilibrium.explanations import format_equilibrium
from zermelo.equilibrium.game import MatrixGame
from zermelo.equilibrium.mixed import NashSubset, equilibria
from zermelo.equilibrium.replies import best_replies, pure_equilibria
from zermelo.equilibrium.table import MAX_SHOWN
from zermelo.state import ZermeloError

MARGIN, HEIGHT, NARROWEST, SIDE, AXES = 16, 64, 104, 192, 60
MAX_LABEL = 16
"""The most characters of an action's name on an axis."""
PLAYER_COLOURS, PLAYER_INKS = (COLOURS["MAX"][0], COLOURS["MIN"][0]), (INKS["MAX"], INKS["MIN"])


def drawable(game: MatrixGame) -> bool:
    """Return whether the game is small enough to draw."""
    return len(game.players) == 2 and max(game.shape) <= MAX_SHOWN


def svg(game: MatrixGame) -> str:
    """Draw a game of two players.

    >>> from zermelo.equilibrium.examples import example
    >>> svg(example("chicken")).count("<circle")
    3
    """
    if not drawable(game):
        raise ZermeloError(f"only games of two players with up to {MAX_SHOWN} actions each can be drawn")
    parts, width, height = _table(game)
    if game.shape == (2, 2):
        top = max(MARGIN, (height - SIDE - AXES) / 2)
        parts += _square(game, width + AXES, top)
        width, height = width + AXES + SIDE + 2 * MARGIN, max(height, top + SIDE + AXES)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" style="max-width:100%;height:auto" '
        f'font-family="{FONT}" font-size="15">'
        f"<title>{escape(game.title or 'A matrix game')}</title>"
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="6" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )


def _table(game: MatrixGame) -> tuple[list[str], float, float]:
    """Draw the table; return its elements, width and height."""
    rows, columns = game.actions
    payoffs = [str(payoff) for cell in game.cells for payoff in cell]
    cell_width = max(
        NARROWEST, *(text_width(name, 15) + 24 for name in columns), 2.2 * text_width(max(payoffs, key=len), 18)
    )
    left_edge = MARGIN + max(text_width(name, 15) for name in (game.players[0], *rows)) + 12
    top_edge = MARGIN + (28 if game.title else 0) + 44
    width, height = left_edge + cell_width * len(columns) + MARGIN, top_edge + HEIGHT * len(rows) + MARGIN
    middle = left_edge + cell_width * len(columns) / 2
    parts = [_text(middle, MARGIN + 14, game.title, INK, bold=True)] if game.title else []
    parts.append(_text(middle, top_edge - 32, game.players[1], PLAYER_INKS[1], bold=True))
    parts.append(_text(left_edge - 12, top_edge - 10, game.players[0], PLAYER_INKS[0], bold=True, anchor="end"))
    for column, name in enumerate(columns):
        parts.append(_text(left_edge + cell_width * (column + 0.5), top_edge - 10, name, INK))
    for row, name in enumerate(rows):
        parts.append(_text(left_edge - 12, top_edge + HEIGHT * (row + 0.5) + 5, name, INK, anchor="end"))
    replies, pure = best_replies(game), set(pure_equilibria(game))
    for row, column in game.profiles():
        x, y = left_edge + cell_width * column, top_edge + HEIGHT * row
        parts.append(_box(x, y, cell_width, HEIGHT, f'fill="none" stroke="{BORDER}" stroke-width="1.5"'))
        if (row, column) in pure:
            parts.append(
                _box(x + 4, y + 4, cell_width - 8, HEIGHT - 8, f'fill="none" stroke="{ANSWER}" stroke-width="3"')
            )
        for player, payoff in enumerate(game.payoffs((row, column))):
            at, low = x + cell_width * (0.28, 0.72)[player], y + HEIGHT * (0.74, 0.4)[player]
            parts.append(_text(at, low, str(payoff), PLAYER_INKS[player], size=18))
            if (row, column)[player] in replies[player][((column,), (row,))[player]]:
                half = text_width(str(payoff), 18) / 2 + 3
                parts.append(_line(at - half, low + 6, at + half, low + 6, PLAYER_INKS[player], 3))
    return parts, width, height


def _square(game: MatrixGame, left: float, top: float) -> Iterator[str]:
    """Draw the square of both players' probabilities, with its corner at (left, top)."""

    def drawn(segment: Segment, colour: str, stroke_width: float) -> str:
        x1, x2 = (left + SIDE * float(share) for share in segment[:2])
        y1, y2 = (top + SIDE * (1 - float(share)) for share in segment[2:])
        if segment.left < segment.right and segment.bottom < segment.top:
            return _box(x1, y2, x2 - x1, y1 - y2, f'fill="{colour}" fill-opacity="0.2"')
        return _line(x1, y1, x2, y2, colour, stroke_width)

    yield _box(left, top, SIDE, SIDE, f'fill="#F6F7F9" stroke="{BORDER}"')
    for share, text in ((0.0, "0"), (0.5, "1/2"), (1.0, "1")):
        yield _text(left + SIDE * share, top + SIDE + 18, text, QUIET, size=12)
        yield _text(left - 8, top + SIDE * (1 - share) + 4, text, QUIET, size=12, anchor="end")
    for curve, colour, stroke_width in zip(best_reply_curves(game), PLAYER_COLOURS, (6, 2.5), strict=True):
        yield from (drawn(segment, colour, stroke_width) for segment in curve)
    solution = equilibria(game)
    for component in solution.components:
        if component.continuum:
            yield from (drawn(_segment(subset), ANSWER, 8) for subset in component.subsets)
    for equilibrium in solution.extreme:
        across, upwards = (float(mix[0]) for mix in equilibrium.mixes)
        name = escape(format_equilibrium(game, equilibrium))
        yield (
            f'<circle cx="{left + SIDE * across:.1f}" cy="{top + SIDE * (1 - upwards):.1f}" r="6" fill="{ANSWER}" '
            f'stroke="{GROUND}" stroke-width="2"><title>{name}</title></circle>'
        )
    labels = [f"chance of {printable(names[0], MAX_LABEL)}" for names in game.actions]
    yield _text(left + SIDE / 2, top + SIDE + 40, labels[0], PLAYER_INKS[0], size=12)
    yield _text(
        0,
        0,
        labels[1],
        PLAYER_INKS[1],
        size=12,
        transform=f"translate({left - 38:.1f} {top + SIDE / 2:.1f}) rotate(-90)",
    )


def _segment(subset: NashSubset) -> Segment:
    across, upwards = ([mix[0] for mix in mixes] for mixes in (subset.rows, subset.columns))
    return Segment(min(across), max(across), min(upwards), max(upwards))


def _box(x: float, y: float, width: float, height: float, attributes: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" {attributes}/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, stroke_width: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{stroke_width:g}" stroke-linecap="round"/>'


def _text(
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    anchor: str = "middle",
    size: int = 15,
    bold: bool = False,
    transform: str = "",
) -> str:
    attributes = f'x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}"'
    attributes += f' font-size="{size}"' if size != 15 else ""
    attributes += ' font-weight="600"' if bold else ""
    attributes += f' transform="{transform}"' if transform else ""
    return f"<text {attributes}>{escape(text)}</text>"
