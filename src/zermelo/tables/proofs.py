"""What a game brings under the name `proof`: proofs of exact values that are kept in a file, and checked by its rules alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class FileProofs(NamedTuple):
    """How a game proves the values of a position in a file.

    prove   goes on with the proof of a state in the file of a path, and returns what is proven so far
    check   reads the file of a path about the game of a name, and checks every step of it
    """

    prove: Callable[..., Any]
    check: Callable[..., Any]
