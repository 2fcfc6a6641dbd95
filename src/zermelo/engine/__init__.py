"""The front door of the native engine: search any game of perfect information, or solve one of two players outright."""

from __future__ import annotations

from zermelo.engine.expecting import plain
from zermelo.engine.playouts import rollouts
from zermelo.engine.searching import Table, search
from zermelo.engine.solving import Proof, prove, solve

__all__ = ["Proof", "Table", "plain", "prove", "rollouts", "search", "solve"]
