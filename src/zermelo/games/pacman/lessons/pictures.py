"""The pictures of the lessons: mazes side by side, each with a caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from zermelo.draw.maze import CELL, INK
from zermelo.draw.style import FONT
from zermelo.games.pacman.lessons.series import states, trail
from zermelo.games.pacman.players.game import Game, play_game
from zermelo.games.pacman.rules import CellAt, Pacman
from zermelo.players import choose
from zermelo.players.choice import Choice
from zermelo.players.spec import PlayerSpec
from zermelo.state import as_number

WIDEST = 800
"""Mazes that are wider than this together are put one below the other."""
NARROWEST = 280
"""The least width of a panel, for its caption."""
GAP, LINE, INDENT = 16, 24, 4


@dataclass(frozen=True)
class Panel:
    """A maze with its caption, notes at its cells, and Pac-Man's way."""

    caption: str
    state: Pacman
    notes: Mapping[CellAt, str] = field(default_factory=dict)
    trail: Sequence[CellAt] = ()


def side_by_side(panels: Sequence[Panel]) -> str:
    """Draw all panels as one self-contained SVG."""
    across, down = max(panels[0].state.width * CELL, NARROWEST), panels[0].state.height * CELL + LINE
    in_row = len(panels) if len(panels) * (across + GAP) - GAP <= WIDEST else 1
    width = in_row * (across + GAP) - GAP
    height = -(-len(panels) // in_row) * (down + GAP) - GAP
    parts = []
    for number, panel in enumerate(panels):
        line, column = divmod(number, in_row)
        x, y = column * (across + GAP), line * (down + GAP)
        drawing = panel.state.drawing(notes=panel.notes, trail=panel.trail)
        parts.append(
            f'<text x="{x + INDENT}" y="{y + 16}" font-family="{FONT}" font-size="12" fill="{INK}">{escape(panel.caption)}</text>'
            f'<g transform="translate({x} {y + LINE})">{drawing}</g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img"><rect width="{width}" height="{height}" fill="#FFFFFF"/>{"".join(parts)}</svg>\n'
    )


def values(state: Pacman, choice: Choice) -> dict[CellAt, str]:
    """The value that a choice gave each step, at the cell where it leads. Standing still is left out, and so are steps onto a
    ghost, which the value would hide."""
    ghosts = {(ghost.column, ghost.line) for ghost in state.ghosts}
    steps = {
        state.play(each.move).pacman: signed(float(as_number(each.value)))
        for each in choice.moves
        if each.move != "Stop"
    }
    return {cell: worth for cell, worth in steps.items() if cell not in ghosts}


def signed(value: float) -> str:
    """A whole number as it is typeset, with a minus sign."""
    return f"{value:.0f}".replace("-", "−")


def disagreement(game: Game, wrong: PlayerSpec, right: PlayerSpec, ghosts: Sequence[PlayerSpec]) -> str:
    """Draw the position of a game where one player errs most by the other's values, twice: with the values that each gives its
    steps, and the path that each takes from there."""
    fork = max(states(game)[:-1], key=lambda state: _regret(state, wrong, right))
    panels = []
    for pacman in (wrong, right):
        after = play_game(fork, pacman, ghosts, seed=game.seed, limit=game.limit)
        choice = choose(fork, pacman)
        caption = f"{pacman}, {choice.move} for {signed(choice.value or 0)}: {after.result}, {signed(after.score)}"
        panels.append(Panel(caption, fork, values(fork, choice), trail(after)))
    return side_by_side(panels)


def _regret(state: Pacman, wrong: PlayerSpec, right: PlayerSpec) -> float:
    """How much worse the move of one player is than the other's, by the other's values."""
    values = {each.move: float(as_number(each.value)) for each in choose(state, right).moves}
    return max(values.values()) - values[choose(state, wrong).move]
