"""The rule sheets that come with Zermelo, by name."""

from __future__ import annotations

from importlib.resources import files

from zermelo.games.gdl.reader import decode_rules
from zermelo.registry import unknown_name

_FOLDER = files("zermelo.games.gdl") / "rules"
_SUFFIX = ".kif"
SIMULTANEOUS_SHEETS = ("light_cycles", "pacman", "prisoners_dilemma", "rock_paper_scissors")
"""The sheets in which roles move at the same time."""


def sheet_names() -> tuple[str, ...]:
    """Return the names of the rule sheets in alphabetical order.

    >>> sheet_names()[:3]
    ('breakthrough', 'checkers', 'coins')
    """
    names = (file.name for file in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


def sheet_files() -> list[str]:
    """Return the names of the rule sheets as those of games."""
    return [f"{name}{_SUFFIX}" for name in sheet_names()]


def sheet_title(name: str) -> str:
    """Return the title of the game in a file of this name.

    >>> sheet_title("peg_solitaire")
    'Peg solitaire'
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def sheet_text(name: str) -> str:
    """Return the text of a rule sheet; raise ZermeloError if there is none of this name.

    >>> print(sheet_text("nim").splitlines()[0])
    ; Nim with three heaps: whoever takes the last object wins.
    """
    if name not in sheet_names():
        raise unknown_name("rule sheet", name, sheet_names())
    return decode_rules((_FOLDER / f"{name}{_SUFFIX}").read_bytes())
