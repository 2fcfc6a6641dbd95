"""Tables of endings: made by retrograde analysis, kept in checked files, asked for the exact value of a position."""

from __future__ import annotations

from zermelo.tables.endings.building import Built, build, plan
from zermelo.tables.endings.loading import load_endings
from zermelo.tables.endings.probing import MoveValue, Probe, probe

__all__ = ["Built", "MoveValue", "Probe", "build", "load_endings", "plan", "probe"]
