"""Pac-Man layouts: those that ship with Zermelo, and files. A layout is a drawing in characters: % is a wall, . food, o a
capsule, P Pac-Man, G a ghost and a space an empty cell."""

from __future__ import annotations

import os
from importlib.resources import files

from zermelo.files import read_file
from zermelo.state import ZermeloError

LAYOUTS = {
    "small": "two ghosts, for the first experiments",
    "medium": "four ghosts and a good deal of food",
    "trap": "a blind alley with a ghost at its mouth: is it hopeless?",
    "corridor": "a way all round with a blind alley: the food in it is to be eaten last",
    "open": "no walls inside, and a ghost in every corner",
}
"""The layouts that ship, with a description."""
LARGEST = 100_000
"""The most bytes of a layout."""


def read_layout(name: str) -> str:
    """Return the text of a layout that ships, or of a file.

    >>> print(read_layout("trap").splitlines()[3])
    %    P   .....%
    """
    if name in LAYOUTS:
        return (files("zermelo.games.pacman") / "mazes" / f"{name}.lay").read_text(encoding="ascii")
    if not os.path.isfile(name):
        raise ZermeloError(
            f"there is no layout called {name[:80]!r}, and no such file: {', '.join(LAYOUTS)} ship with Zermelo"
        )
    text = read_file(name, LARGEST).decode("utf-8", "replace")
    return text if "\n" in text else text + "\n"  # a layout is distinguished from a position by its line breaks
