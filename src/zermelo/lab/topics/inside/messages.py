"""The messages of the Inside page.

POST /api/inside/boards  Boards -> Pictures    small pictures of the states at nodes of a search tree
"""

from __future__ import annotations

from zermelo.lab.messages import GameSource, Record


class Boards(Record, frozen=True):
    """`paths` are moves from the source's position. A path that is not legal has no picture."""

    source: GameSource
    paths: tuple[tuple[str, ...], ...]


class Pictures(Record, frozen=True):
    """For each path an SVG drawing, or None."""

    pictures: tuple[str | None, ...]
