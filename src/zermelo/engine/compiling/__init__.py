"""Games written in Python, compiled by Numba for the engine."""

from zermelo.engine.compiling.game import CompiledState, compiled

__all__ = ["CompiledState", "compiled"]
