"""The engine: searches at native speed over any game. `zermelo.search` is the way in.

One module per method, over two back ends: states with a native part, and states written in Python.
"""

from __future__ import annotations

from zermelo.engine.alpha_beta import COALITION, PARANOID, alpha_beta, coalition, paranoid
from zermelo.engine.alpha_beta import METHOD as ALPHA_BETA
from zermelo.engine.expectiminimax import METHOD as EXPECTIMINIMAX
from zermelo.engine.expectiminimax import expectiminimax, search_fixed_depth
from zermelo.engine.max_n import METHOD as MAX_N
from zermelo.engine.max_n import max_n
from zermelo.engine.mcts import METHOD as MCTS
from zermelo.engine.mcts import mcts
from zermelo.engine.method import Call, Method
from zermelo.engine.solve import Proof, prove, solve
from zermelo.engine.table import Table

__all__ = ["METHODS", "Call", "Method", "Proof", "Table", "prove", "search_fixed_depth", "solve"]

METHODS: tuple[Method, ...] = (
    Method(ALPHA_BETA, alpha_beta),
    Method(EXPECTIMINIMAX, expectiminimax),
    Method(MAX_N, max_n),
    Method(PARANOID, paranoid),
    Method(COALITION, coalition),
    Method(MCTS, mcts),
)
"""The methods of `zermelo.search`, one line each."""
