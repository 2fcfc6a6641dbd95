"""Write the skeleton of a new game, list it, record its golden playthrough, and name the next step: `make new-game NAME=kalah`.

The skeleton is a whole game that passes every test as it stands; change it into yours.
"""

from __future__ import annotations

import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "zermelo"

GAME = '''"""{title}: a pile of stones; a move takes one, two or three of them, and whoever takes the last stone wins."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.kinds.profile import declare
from zermelo.state import illegal_move

MOST = 3


@declare(
    title="{title}",
    seats=("First", "Second"),
    position_help="The moves, as in: 2 1 3.",
    values_help="Values are for the first player: 1 is a win, -1 a loss.",
)
class {name}(NamedTuple):
    """A position: the stones that are left, and whose move it is.

    >>> print({name}(5).play(2))
    3 stones left
    """

    stones: int = 10
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(MOST, self.stones) + 1))

    def play(self, move: int) -> {name}:
        if type(move) is not int or move not in self.moves():
            raise illegal_move(move)
        return {name}(self.stones - move, 1 - self.player)

    def utility(self) -> int | None:
        if self.stones:
            return None
        # The player to move did not take the last stone.
        return 1 if self.player == 1 else -1

    def __str__(self) -> str:
        return f"{{self.stones}} stones left"
'''

GAME_TEST = '''"""{title}: known values."""

from __future__ import annotations

import pytest

from zermelo.games.{slug} import {name}
from zermelo.textbook import minimax


@pytest.mark.parametrize("stones", range(1, 13))
def test_a_multiple_of_four_is_lost(stones: int) -> None:
    assert minimax({name}(stones)).value == (1 if stones % 4 else -1)
'''


class Refused(Exception):
    """A name that cannot be taken."""


def check_name(slug: str, *taken: Path) -> None:
    """Raise Refused unless a name is a new identifier in small letters."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", slug) or iskeyword(slug):
        raise Refused(f"{slug!r} is not a name of a game: write small letters, digits and _, as in NAME=take_away")
    for path in taken:
        if path.exists():
            raise Refused(f"{path.relative_to(ROOT)} exists already")


def insert(path: Path, after: str, line: str) -> None:
    """Insert a line behind the last one of a file that matches a pattern."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(at for at, each in enumerate(lines) if re.search(after, each))
    lines.insert(last + 1, line + "\n")
    path.write_text("".join(lines), encoding="utf-8")


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    print(f"wrote {path.relative_to(ROOT)}")


def new_game(slug: str) -> None:
    """Write a game and its test, list it, and record its golden playthrough."""
    module, test = PACKAGE / "games" / f"{slug}.py", ROOT / "tests" / "games" / f"test_{slug}.py"
    check_name(slug, module, test, PACKAGE / "games" / slug)
    words = slug.split("_")
    names = {"slug": slug, "name": "".join(map(str.capitalize, words)), "title": " ".join(words).capitalize()}
    write(module, GAME.format(**names))
    write(test, GAME_TEST.format(**names))
    catalogue = PACKAGE / "catalogue.py"
    insert(
        catalogue, r'^    "\w+": "zermelo\.games\.goofspiel:', f'    "{slug}": "zermelo.games.{slug}:{names["name"]}",'
    )
    print(f"listed it in {catalogue.relative_to(ROOT)}")
    subprocess.run([sys.executable, "-m", "tests.games.playthroughs"], cwd=ROOT, check=True)
    print(
        f"recorded tests/data/playthroughs/{slug}.txt\n\n"
        f"Next: change {module.relative_to(ROOT)} into your game, and its test into what is known about it; then\n"
        "  python -m tests.games.playthroughs      and read what it wrote\n"
        f"  zermelo check {slug}\n"
        "  make test"
    )


if __name__ == "__main__":
    try:
        new_game(*sys.argv[1:2] or [""])
    except Refused as refused:
        sys.exit(str(refused))
