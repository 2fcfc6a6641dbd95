"""A matrix game as one self-contained SVG drawing, as the lab shows it: the table of payoffs, and for two actions each the
square of best replies beside it.

Row's payoff stands below on the left of a cell, Column's above on the right. Best replies are underlined, equilibria without
chance are ringed. In the square each player's best replies are a bent line, Row's the thick one, and wherever the two meet is
an equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from zermelo.draw.boxes import text_width
from zermelo.draw.style import ANSWER, COLOURS, FONT, GROUND, INK, QUIET
from zermelo.equilibrium.curves import Piece, best_reply_curves
from zermelo.equilibrium.game import MatrixGame
from zermelo.equilibrium.mixed import NashSubset, equilibria
from zermelo.equilibrium.replies import best_replies, pure_equilibria
from zermelo.equilibrium.table import LARGEST
from zermelo.equilibrium.telling import format_equilibrium
from zermelo.state import ZermeloError

MARGIN, HEIGHT, NARROWEST, SIDE, AXES = 16, 64, 104, 192, 60
LONGEST = 16
"""Letters of an action's name that fit beside the square."""
PALE = "#E4E7EB"
TONES = (COLOURS["MAX"][0], COLOURS["MIN"][0])


def drawable(game: MatrixGame) -> bool:
    """Whether there is room for it on a page."""
    return len(game.players) == 2 and max(game.shape) <= LARGEST


def svg(game: MatrixGame) -> str:
    """The drawing of a game of two players.

    >>> from zermelo.equilibrium.examples import example
    >>> svg(example("chicken")).count("<circle")
    3
    """
    if not drawable(game):
        raise ZermeloError(f"the picture is for two players with up to {LARGEST} actions each")
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
    """The table, with the width and the height that it takes."""
    rows, columns = game.actions
    payoffs = [str(payoff) for cell in game.cells for payoff in cell]
    wide = max(NARROWEST, *(text_width(name, 15) + 24 for name in columns), 2.2 * text_width(max(payoffs, key=len), 18))
    side = MARGIN + max(text_width(name, 15) for name in (game.players[0], *rows)) + 12
    head = MARGIN + (28 if game.title else 0) + 44
    width, height = side + wide * len(columns) + MARGIN, head + HEIGHT * len(rows) + MARGIN
    middle = side + wide * len(columns) / 2
    parts = [_words(middle, MARGIN + 14, game.title, INK, bold=True)] if game.title else []
    parts.append(_words(middle, head - 32, game.players[1], TONES[1], bold=True))
    parts.append(_words(side - 12, head - 10, game.players[0], TONES[0], bold=True, anchor="end"))
    for column, name in enumerate(columns):
        parts.append(_words(side + wide * (column + 0.5), head - 10, name, INK))
    for row, name in enumerate(rows):
        parts.append(_words(side - 12, head + HEIGHT * (row + 0.5) + 5, name, INK, anchor="end"))
    replies, rings = best_replies(game), set(pure_equilibria(game))
    for row, column in game.profiles():
        x, y = side + wide * column, head + HEIGHT * row
        parts.append(_box(x, y, wide, HEIGHT, f'fill="none" stroke="{PALE}" stroke-width="1.5"'))
        if (row, column) in rings:
            parts.append(_box(x + 4, y + 4, wide - 8, HEIGHT - 8, f'fill="none" stroke="{ANSWER}" stroke-width="3"'))
        for player, payoff in enumerate(game.payoffs((row, column))):
            at, low = x + wide * (0.28, 0.72)[player], y + HEIGHT * (0.74, 0.4)[player]
            parts.append(_words(at, low, str(payoff), TONES[player], size=18))
            if (row, column)[player] in replies[player][((column,), (row,))[player]]:
                half = text_width(str(payoff), 18) / 2 + 3
                parts.append(_line(at - half, low + 6, at + half, low + 6, TONES[player], 3))
    return parts, width, height


def _square(game: MatrixGame, left: float, top: float) -> Iterator[str]:
    """The square of both players' chances, its corner at (left, top)."""

    def drawn(piece: Piece, tone: str, thick: float) -> str:
        x1, x2 = (left + SIDE * float(share) for share in piece[:2])
        y1, y2 = (top + SIDE * (1 - float(share)) for share in piece[2:])
        if piece.left < piece.right and piece.bottom < piece.top:
            return _box(x1, y2, x2 - x1, y1 - y2, f'fill="{tone}" fill-opacity="0.2"')
        return _line(x1, y1, x2, y2, tone, thick)

    yield _box(left, top, SIDE, SIDE, f'fill="#F6F7F9" stroke="{PALE}"')
    for share, text in ((0.0, "0"), (0.5, "1/2"), (1.0, "1")):
        yield _words(left + SIDE * share, top + SIDE + 18, text, QUIET, size=12)
        yield _words(left - 8, top + SIDE * (1 - share) + 4, text, QUIET, size=12, anchor="end")
    for line, tone, thick in zip(best_reply_curves(game), TONES, (6, 2.5), strict=True):
        yield from (drawn(piece, tone, thick) for piece in line)
    found = equilibria(game)
    for component in found.components:
        if component.continuum:
            yield from (drawn(_piece(subset), ANSWER, 8) for subset in component.subsets)
    for each in found.extreme:
        across, upwards = (float(mix[0]) for mix in each.mixes)
        name = escape(format_equilibrium(game, each))
        yield (
            f'<circle cx="{left + SIDE * across:.1f}" cy="{top + SIDE * (1 - upwards):.1f}" r="6" fill="{ANSWER}" '
            f'stroke="{GROUND}" stroke-width="2"><title>{name}</title></circle>'
        )
    says = [f"chance of {names[0] if len(names[0]) <= LONGEST else names[0][:LONGEST] + '…'}" for names in game.actions]
    yield _words(left + SIDE / 2, top + SIDE + 40, says[0], TONES[0], size=12)
    yield _words(
        0, 0, says[1], TONES[1], size=12, turned=f"translate({left - 38:.1f} {top + SIDE / 2:.1f}) rotate(-90)"
    )


def _piece(subset: NashSubset) -> Piece:
    across, upwards = ([mix[0] for mix in mixes] for mixes in (subset.rows, subset.columns))
    return Piece(min(across), max(across), min(upwards), max(upwards))


def _box(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" {look}/>'


def _line(x1: float, y1: float, x2: float, y2: float, tone: str, thick: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{tone}" stroke-width="{thick:g}" stroke-linecap="round"/>'


def _words(
    x: float,
    y: float,
    text: str,
    ink: str,
    *,
    anchor: str = "middle",
    size: int = 15,
    bold: bool = False,
    turned: str = "",
) -> str:
    look = f'x="{x:.1f}" y="{y:.1f}" fill="{ink}" text-anchor="{anchor}"'
    look += f' font-size="{size}"' if size != 15 else ""
    look += ' font-weight="600"' if bold else ""
    look += f' transform="{turned}"' if turned else ""
    return f"<text {look}>{escape(text)}</text>"
