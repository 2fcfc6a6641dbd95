"""Objects that a worker keeps between tasks: a transposition table, an opened file, a compiled game.

Tasks cannot pass such objects on, but those of one process can share them: `warm` makes an object the first time that a
process asks for its key, and returns the same one from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import TypeVar, cast

Object = TypeVar("Object")

_objects: dict[Hashable, object] = {}
_lock = RLock()


def warm(key: Hashable, make: Callable[[], Object]) -> Object:
    """Return the object of this process that belongs to a key.

    Parameters
    ----------
    key
        What tells it from others; begin it with the name of your module.
    make
        Called without arguments if this process has no such object yet.

    >>> table = warm(("example", "table"), dict)
    >>> warm(("example", "table"), dict) is table
    True
    """
    with _lock:
        if key not in _objects:
            _objects[key] = make()
        return cast("Object", _objects[key])
