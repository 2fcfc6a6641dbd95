"""Draw game trees and recorded searches: as text for a terminal, as SVG for a page, as TikZ for paper."""

from __future__ import annotations

from zermelo.draw.model import Cut, Picture, PictureNode, StrategyProfile
from zermelo.draw.picture import picture
from zermelo.draw.svg import svg
from zermelo.draw.text import text
from zermelo.draw.tikz import tikz

__all__ = ["Cut", "Picture", "PictureNode", "StrategyProfile", "picture", "svg", "text", "tikz"]
