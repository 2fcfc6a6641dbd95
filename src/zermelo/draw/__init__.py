"""Trees and searches as pictures: text for a terminal, SVG for a page, TikZ for paper."""

from __future__ import annotations

from zermelo.draw.model import Conduct, Cut, Picture, PictureNode
from zermelo.draw.picture import picture
from zermelo.draw.svg import svg
from zermelo.draw.text import text
from zermelo.draw.tikz import tikz

__all__ = ["Conduct", "Cut", "Picture", "PictureNode", "picture", "svg", "text", "tikz"]
