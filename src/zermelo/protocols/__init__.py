"""Protocols by which other programs talk to the engine: UCI for chess programs, GTP for programs that play Go."""

from __future__ import annotations
