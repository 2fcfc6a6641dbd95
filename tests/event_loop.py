"""Run coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_async(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a new thread: in this one an event loop may be running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main).result()
