"""How much longer than usual the tests that draw random games and trees run: `make test-long` sets ZERMELO_LONG."""

from __future__ import annotations

import os

LONG = int(os.environ.get("ZERMELO_LONG", "1"))
"""The factor by which tests draw more examples; from 2 on, hypothesis draws different ones in every run."""
