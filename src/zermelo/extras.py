"""Optional dependencies: one error message that says which extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.state import ZermeloError


class MissingExtra(ZermeloError, ImportError):
    """A library that belongs to an extra is not installed; the message says how to install it."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra from a checkout of the project.

    >>> install_command("compile")
    "pip install '.[compile]'"
    """
    return f"pip install '.[{extra}]'"


@contextmanager
def requires_extra(extra: str) -> Iterator[None]:
    """Turn a failed import into `MissingExtra`.

    >>> with requires_extra("compile"):
    ...     import no_such_module
    Traceback (most recent call last):
    zermelo.extras.MissingExtra: there is no module called no_such_module: pip install '.[compile]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"there is no module called {error.name}: {install_command(extra)}") from None
