"""Static evaluation as a linear scoring polynomial: named features, weights, and what each adds to the sum."""

from __future__ import annotations

from zermelo.evaluation.polynomial import Part, explain

__all__ = ["Part", "explain"]
