"""Zermelo's games and players for other libraries, and theirs for Zermelo: one module for each, which needs that library.

Nothing here is imported before it is asked for, and each library is an extra of its own: `pip install zermelo[open_spiel]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.state import ZermeloError


class MissingExtra(ZermeloError, ImportError):
    """A library that an adapter needs is not there; the sentence names what to install."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Around the import of a library that comes with an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"there is no module called {error.name}: pip install 'zermelo[{extra}]'") from None
