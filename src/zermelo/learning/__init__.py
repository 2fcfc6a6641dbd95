"""Static evaluation as a scoring polynomial: what each named feature adds to it, and how its weights are learnt."""

from __future__ import annotations

from zermelo.learning.polynomial import Part, explain

__all__ = ["Part", "explain"]
