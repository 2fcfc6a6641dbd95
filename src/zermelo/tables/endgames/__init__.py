"""Endgame tables: built by retrograde analysis, kept in checksummed files, probed for exact values.

Those of checkers are in `zermelo.tables.endgames.checkers`.
"""

from __future__ import annotations

from zermelo.tables.endgames.build import Built, build_order, build_tables
from zermelo.tables.endgames.load import check_tables, load_tables
from zermelo.tables.endgames.probe import MoveValue, Probe, probe_tables

__all__ = ["Built", "MoveValue", "Probe", "build_order", "build_tables", "check_tables", "load_tables", "probe_tables"]
