"""The engine: searches at native speed over any game. `zermelo.search` is the way in.

One module per method, over two back ends: states with a native part, and states written in Python.
"""

from __future__ import annotations

from zermelo.engine.auto import METHODS
from zermelo.engine.expectiminimax import search_fixed_depth
from zermelo.engine.leaves import LeafEvaluator, LeafValue
from zermelo.engine.method import Call, Method
from zermelo.engine.solve import Proof, prove, solve
from zermelo.engine.table import Table

__all__ = [
    "METHODS",
    "Call",
    "LeafEvaluator",
    "LeafValue",
    "Method",
    "Proof",
    "Table",
    "prove",
    "search_fixed_depth",
    "solve",
]
