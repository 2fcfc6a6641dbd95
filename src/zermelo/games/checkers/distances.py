"""Distances of checkers endgames in a second file: plies to the end of the game, without draws by rule.

The files have the format of packed.hpp and are named after the endgame and the game: KKvK.checkers-distances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from zermelo._core import build_checkers_distances as build_natively
from zermelo._core import load_checkers_distances, probe_checkers_distance
from zermelo.games.checkers.endgames import BOARDS, ENDGAMES, GAMES, LARGEST
from zermelo.games.checkers.rules import Checkers
from zermelo.state import ZermeloError
from zermelo.tables.endgames import PackedBuilt, PackedTables

MOST_PIECES = 5


class Distances(NamedTuple):
    """Those of one endgame, which the core holds."""

    name: str
    positions: None = None

    def load(self) -> None:
        """They were loaded when they were read."""


class CheckersDistances(PackedTables[Distances]):
    """One file for each endgame of up to five pieces and board."""

    endgames, largest = ENDGAMES, LARGEST
    pieces = tuple(range(2, MOST_PIECES + 1))
    what = "distances of "

    def __reduce__(self) -> Any:
        return getattr, (BOARDS[self.game], "distances")

    def order(self, names: Sequence[str]) -> list[str]:
        order = BOARDS[self.game].order(names)
        if len(order[-1]) - 1 > MOST_PIECES:
            raise ZermeloError(f"distances are for endgames of up to {MOST_PIECES} pieces, not for {order[-1]}")
        return order

    def open(self, content: bytes, path: Path) -> Distances:
        load_checkers_distances(path.stem, GAMES[self.game].size, content)
        return Distances(path.stem)

    def values(self, name: str, threads: int, cancel: Callable[[Any], bool]) -> bytes | None:
        return None if cancel(None) else build_natively(name, GAMES[self.game].size, partial(cancel, None), threads)

    def longest(self, byte: int) -> int:
        """Return the plies of the longest win or loss: a byte is 1 + the plies, or 0 for a draw."""
        return max(byte - 1, 0)

    def remedy(self, name: str) -> str:
        return ""

    def fields(self, built: PackedBuilt) -> dict[str, Any]:
        return {field: getattr(built, field) for field in ("name", "path", "positions", "longest", "size", "seconds")}

    def line(self, built: PackedBuilt) -> str:
        how = "exists already" if built.seconds is None else f"{built.longest} plies at most  {built.seconds:.1f} s"
        return f"{built.name:7} distances {built.size:>10,} bytes  {how}"

    def plies(self, state: Checkers) -> int | None:
        """Return the plies to the end of the game, 0 for a draw; None without distances of the endgame."""
        self.load()
        return probe_checkers_distance(state.native)


DISTANCES = {game: CheckersDistances(game, f".{game}-distances") for game in GAMES}


def distances_file(name: str, game: str = "checkers", folder: Path | None = None) -> Path:
    """Return the place of an endgame's distances, which may not exist."""
    return DISTANCES[game].file(name, folder)


def build_checkers_distances(
    names: Sequence[str], *, game: str = "checkers", watch: Callable[[str], bool | None] | None = None, **options: Any
) -> Iterator[PackedBuilt]:
    """Build the distances of these endgames of two to five pieces and of all they lead to.

    `watch` is called before each endgame and many times a second with its name; the other options are those of
    `EndgameTables.build`.
    """
    return DISTANCES[game].build(names, watch=watch and (lambda _, name: watch(name)), **options)


def probe_distance(state: Checkers) -> int | None:
    """Return the plies to the end of the game, 0 for a draw; None without distances of the endgame.

    Raise ZermeloError if a file in `table_folder()` is damaged.
    """
    return next(DISTANCES[game].plies(state) for game, board in GAMES.items() if type(state) is board)
