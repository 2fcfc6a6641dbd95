"""Endgame tables: built by retrograde analysis, kept in checksummed files, probed for exact values.

Those of checkers are in `zermelo.games.checkers.endgames`.
"""

from __future__ import annotations

from zermelo.games.chess.endgames.build import Built, build_order, build_tables
from zermelo.games.chess.endgames.load import check_tables, load_tables
from zermelo.games.chess.endgames.probe import MoveValue, Probe, probe_tables

__all__ = ["Built", "MoveValue", "Probe", "build_order", "build_tables", "check_tables", "load_tables", "probe_tables"]
