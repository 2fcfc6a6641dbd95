"""The font and the colours that all SVG drawings share."""

from __future__ import annotations

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
INK, QUIET, PALE, LINE, GROUND = "#1B1F24", "#4B5563", "#8A919C", "#6B7280", "#FFFFFF"
BORDER = "#878E99"
ANSWER, ATTENTION = "#009E73", "#E69F00"
NEUTRAL = ("#4B5563", "#ECEEF1")
COLOURS = {"MAX": ("#0072B2", "#DCEBF5"), "MIN": ("#D55E00", "#FBE6D9"), "CHANCE": ("#CC79A7", "#F8E9F1")}
"""Stroke and fill of a node, by the player to move; NEUTRAL for all others."""
ANSWER_INK, ATTENTION_INK = "#006B4F", "#8A5A00"
INKS = {"MAX": "#00558A", "MIN": "#A34700"}
"""The same colours for words, numbers and thin marks, which need more contrast than shapes."""
