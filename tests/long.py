"""How much longer than usual the tests that draw random games and trees run: `make test-long` sets ZERMELO_LONG."""

from __future__ import annotations

import os

LONG = int(os.environ.get("ZERMELO_LONG", "1"))
"""So many times as many examples; from 2 on, hypothesis draws other ones in every run."""
