"""Players of a user's own."""

from __future__ import annotations

import os
from time import sleep
from typing import Any

ANCESTOR = "ZERMELO_TEST_PROCESS"
"""The environment variable with the number of the process that must not run a player's code."""


def first(state: Any) -> Any:
    """Play the first legal move."""
    return state.moves()[0]


class First:
    """Plays the first legal move."""

    def choose(self, state: Any) -> Any:
        return first(state)


class Unstarted(First):
    """Cannot be created."""

    def __init__(self) -> None:
        raise ValueError("no luck")


class Unprepared(First):
    """Never gets ready."""

    def prepare(self, state: Any, seconds: float, cancel: Any = None) -> None:
        sleep(1000)


class Apart(First):
    """Runs only in a process of its own."""

    def __init__(self) -> None:
        if os.environ.get(ANCESTOR) == str(os.getpid()):
            raise ValueError("this is no process of its own")
