"""Checkers endgame tables: win, loss or draw of every position with few pieces, without draws by rule.

core/zermelo/games/checkers/endgame_tables.hpp describes the format of the files. A file under construction ends in
".part"; its finished slices are kept, so a build goes on where it was stopped, however that was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from zermelo._core import (
    CheckersEndgameBuild,
    CheckersEndgameTable,
    checkers_endgame_name,
    checkers_endgame_names,
    checkers_endgame_needs,
    checkers_positions,
    probe_checkers_endgame,
)
from zermelo.files import read_file
from zermelo.games.checkers.rules import Checkers, Checkers4, Checkers6
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import shipped_folder
from zermelo.tables.endgames import Built, Endgames, EndgameTables, Outcome, Report, Value
from zermelo.tables.files import appended_alone

if TYPE_CHECKING:
    from zermelo.games.checkers.distances import CheckersDistances

SHIPPED = shipped_folder("checkers")
GAMES: dict[str, type[Checkers]] = {"checkers": Checkers, "checkers6": Checkers6, "checkers4": Checkers4}
"""The games that have tables. Each is the suffix of its files."""
MOST_PIECES = 6


class CheckersBuilt(Built, frozen=True, kw_only=True):
    """A table that was built, or one that was there already.

    `wins`, `losses` and `draws` count positions by the result for the player to move.
    """

    wins: int
    losses: int
    draws: int


class CheckersMoveValue(msgspec.Struct, frozen=True, kw_only=True):
    """A move and its outcome for the player who makes it."""

    move: str
    outcome: Outcome


class CheckersProbe(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a position for the player to move, the moves that keep it, and every move, the best first."""

    outcome: Outcome
    best: tuple[str, ...]
    moves: tuple[CheckersMoveValue, ...]


def endgames(*pieces: int) -> list[str]:
    """List the endgames with this many pieces, from 2 to 6, each after those it leads to.

    >>> endgames(2)
    ['KvK', 'KvM', 'MvM']
    """
    return [name for count in pieces for name in checkers_endgame_names(count)]


def count_positions(pieces: int, game: str = "checkers") -> tuple[int, int]:
    """Count the positions with this many pieces: all, and those with both colours and one side to move, as in the tables.

    >>> count_positions(5)
    (148688232, 139450808)
    """
    return checkers_positions(pieces, GAMES[game].size)


ENDGAMES = Endgames(endgames, checkers_endgame_name, checkers_endgame_needs)
"""Named after the kings and men of the stronger side, then of the other."""
LARGEST = 256 * 2**20
"""Bytes in a file."""


class CheckersTables(EndgameTables[CheckersEndgameTable, CheckersBuilt]):
    """One file for each endgame and board: KKvKM.checkers."""

    endgames, largest, built = ENDGAMES, LARGEST, CheckersBuilt
    pieces = tuple(range(2, MOST_PIECES + 1))
    exact = True
    hint = f"name an endgame such as KKvKM, or give --pieces from 2 to {MOST_PIECES}"
    in_listed_order = limits_memory = has_contradictions = True

    @property
    def shipped(self) -> Path:
        return SHIPPED

    @property
    def distances(self) -> CheckersDistances:
        from zermelo.games.checkers.distances import DISTANCES  # which imports this module

        return DISTANCES[self.game]

    def open(self, content: bytes, path: Path) -> CheckersEndgameTable:
        return CheckersEndgameTable(content, GAMES[self.game].size)

    def contradiction(self, table: CheckersEndgameTable, threads: int) -> str | None:
        return table.contradiction(None, threads)

    def memory(self, name: str) -> int:
        return self._start(name).memory

    def size(self, name: str) -> int:
        return self._start(name).positions

    def counts(self, pieces: int) -> tuple[int, int]:
        return count_positions(pieces, self.game)

    def _start(self, name: str, part: bytes = b"") -> CheckersEndgameBuild:
        return CheckersEndgameBuild(name, GAMES[self.game].size, part)

    def construct(self, name: str, path: Path, threads: int, cancel: Callable[[Any], bool]) -> CheckersBuilt | None:
        """Build one table slice by slice."""
        part = path.with_name(f"{path.name}.part")
        if cancel(self._start(name)):
            return None
        try:
            with appended_alone(part) as file:
                build = self._start(name, read_file(part, self.largest))
                file.truncate(build.kept)
                if build.kept == 0:
                    _append(file.fileno(), build.header)
                while not build.complete:
                    piece = build.run(partial(cancel, build), threads)
                    if piece is None:
                        return None
                    _append(file.fileno(), piece)
            table = self.read(part)
            os.replace(part, path)
        except OSError as error:
            raise ZermeloError(f"{part} cannot be written: {error.strerror}") from None
        return self.describe(table, path)

    def special(self, table: CheckersEndgameTable) -> dict[str, int]:
        columns = enumerate(("wins", "losses", "draws"), start=2)
        return {result: sum(row[at] + row[at + 3] for row in table.totals) for at, result in columns}

    def facts(self, built: CheckersBuilt) -> str:
        return f"{built.wins:,} won, {built.losses:,} lost, {built.draws:,} drawn"

    def value(self, state: Checkers) -> Value:
        sign = probe_checkers_endgame(state.native)
        if sign is None:
            raise ZermeloError(self._why_unknown(state))
        return Value(sign)

    def _why_unknown(self, state: Checkers) -> str:
        pieces = "".join(state.rows()).replace(".", "")
        black, white = (
            "".join("M" if piece.islower() else "K" for piece in pieces if piece in side) for side in ("bB", "wW")
        )
        if len(pieces) > MOST_PIECES:
            return f"the position has {len(pieces)} pieces, and the endgame tables at most {MOST_PIECES}"
        if not black or not white:
            return "the endgame tables hold no positions with pieces of one colour only"
        name = checkers_endgame_name(f"{black}v{white}")
        return f"no table of {name}, or of an endgame it leads to: {self.command(name)}"

    def report(self, state: Checkers) -> Report:
        found = probe_checkers_tables(state)
        plies = None if found.outcome == "draw" else self.distances.plies(state)
        own, other = state.seats[state.player], state.seats[1 - state.player]
        summary = {"win": f"{own} wins", "draw": "a draw", "loss": f"{other} wins"}[found.outcome]
        summary += "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
        fields = {"outcome": found.outcome, "plies": plies, **msgspec.to_builtins(found)}
        lines = [f"{move.move:>11}  {move.outcome}" for move in found.moves]
        return Report(fields, f"{summary}, if no rule makes the game a draw before", lines)


def _append(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]
    os.fsync(file)


BOARDS = {game: CheckersTables(game, f".{game}") for game in GAMES}
TABLES, TABLES6, TABLES4 = BOARDS.values()
checkers_build_order = TABLES.order


def read_checkers_table(path: Path, game: str = "checkers") -> CheckersEndgameTable:
    """Read a table and check every byte of it; raise ZermeloError for a damaged file."""
    return BOARDS[game].read(path)


def load_checkers_tables(game: str = "checkers") -> None:
    """Load the tables of a board, as `EndgameTables.load` does."""
    BOARDS[game].load()


def build_checkers_tables(names: Sequence[str], *, game: str = "checkers", **options: Any) -> Iterator[CheckersBuilt]:
    """Build the tables of these endgames and of all they lead to, with the options of `EndgameTables.build`."""
    return BOARDS[game].build(names, **options)


def probe_checkers_tables(state: Checkers) -> CheckersProbe:
    """Look a checkers position up in the endgame tables, which ignore both rules that end a game as a draw.

    Raises
    ------
    ZermeloError
        If no table holds the position, with the reason; or if a table is damaged.

    >>> found = probe_checkers_tables(Checkers("B:WK32:BK1,K2"))
    >>> found.outcome, len(found.moves)
    ('win', 4)
    """
    tables = next((BOARDS[game] for game, board in GAMES.items() if type(state) is board), None)
    if tables is None:
        raise ZermeloError(f"these endgame tables are of checkers, not of {type(state).__name__}")
    tables.load()
    value, moves, best = tables.ranked(type(state)(state.fen, repetition=False, forty_moves=False))
    values = tuple(CheckersMoveValue(move=move, outcome=after.outcome) for move, after in moves)
    return CheckersProbe(outcome=value.outcome, best=best, moves=values)
