"""Static evaluation as a scoring polynomial: the value, weight and contribution of each named feature."""

from __future__ import annotations

from zermelo.evaluation.polynomial import Part, explain

__all__ = ["Part", "explain"]
