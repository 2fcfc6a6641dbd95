"""Protocols by which other programs talk to the engine: UCI for chess programs."""

from __future__ import annotations
