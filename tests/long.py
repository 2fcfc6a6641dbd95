"""How long the tests that draw random games and trees run: `make test-long` sets ZERMELO_LONG, and `make test` ZERMELO_QUICK."""

from __future__ import annotations

import os

LONG = int(os.environ.get("ZERMELO_LONG", "1"))
"""The factor by which tests draw more examples; from 2 on, hypothesis draws different ones in every run."""


def many(count: int) -> int:
    """Return how many examples a long loop draws: a fifth of those that `make check` draws in `make test`."""
    return max(1, count // 5) if os.environ.get("ZERMELO_QUICK") else count * LONG
