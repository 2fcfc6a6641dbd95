"""Chess endgame tables: the distance to mate of every position with three or four pieces."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from zermelo._core import (
    EndgameBuild,
    EndgameTable,
    damaged_endgames,
    endgame_name,
    endgame_names,
    endgame_needs,
    loaded_endgames,
    probe_endgame,
)
from zermelo.games.chess.rules import Chess
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import shipped_folder
from zermelo.tables.endgames import Endgames, Outcome, PackedBuilt, PackedTables, Report, Value

SHIPPED = shipped_folder("chess")
FIFTY_MOVES = 100
"""Plies without a capture or a pawn move after which a game is drawn."""


class MoveValue(msgspec.Struct, frozen=True, kw_only=True):
    """A move and its outcome for the player who makes it; `plies` to mate include the move itself."""

    move: str
    san: str
    outcome: Outcome
    plies: int | None


class Probe(msgspec.Struct, frozen=True, kw_only=True):
    """What the tables say about a position, for the player to move.

    Attributes
    ----------
    outcome : {"win", "draw", "loss"}
        With best play.
    plies : int or None
        Moves of both sides to mate with best play; None for a draw.
    best : tuple of str
        The moves that keep the outcome and win soonest, or lose latest.
    in_time : bool
        Whether the mate comes before a draw by the fifty-move rule can, which the tables ignore.
    moves : tuple of MoveValue
        Every legal move, the best first.
    """

    outcome: Outcome
    plies: int | None
    best: tuple[str, ...]
    in_time: bool
    moves: tuple[MoveValue, ...]

    @property
    def mate(self) -> int | None:
        """Moves until the player to move mates, negative until they are mated; None for a draw."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.outcome == "win" else -(self.plies // 2)


class ChessTables(PackedTables[EndgameTable]):
    """One file for each endgame: KQKR.endgame."""

    endgames = Endgames(endgame_names, endgame_name, endgame_needs)
    pieces = 3, 4
    largest = 64 * 2**20
    hint = "name an endgame such as KQKR, or give --pieces 3 or --pieces 4"
    widths = 5, 11

    @property
    def shipped(self) -> Path:
        return SHIPPED

    def command(self, name: str) -> str:
        return f"zermelo table build {name}"

    def names_itself(self, path: Path) -> bool:
        return super().names_itself(path) and path.stem in ENDGAMES

    def open(self, content: bytes, path: Path) -> EndgameTable:
        return EndgameTable(content)  # checks its header; each block is checked when it is first probed

    def verify(self, path: Path) -> EndgameTable:
        table = self.read(path)
        block = table.damaged_block()
        if block is not None:
            raise ZermeloError(f"{path}: block {block + 1} is damaged")
        return table

    def loaded(self) -> Collection[str]:
        return loaded_endgames()

    def check(self) -> None:
        for name in damaged_endgames():
            raise ZermeloError(f"{self.find(name) or name} is damaged{self.remedy(name)}")

    def values(self, name: str, threads: int, cancel: Callable[[Any], bool]) -> bytes | None:
        running = EndgameBuild(name)
        return running.run(partial(cancel, running), threads)

    def longest(self, byte: int) -> int:
        """Return the moves of the longest mate, 0 if neither side can win: a byte is 1 + the plies to mate, or 0 for a draw."""
        return byte // 2

    def stage(self, running: EndgameBuild) -> str:
        return "moves" if running.ply < 0 else f"mates in {running.ply // 2 + 1}"

    def facts(self, built: PackedBuilt) -> str:
        if built.seconds is None:
            return ""
        return f"mate in {built.longest} at most" if built.longest else "never won"

    def value(self, state: Chess) -> Value:
        entry = probe_endgame(state.native)
        if entry is None:
            self.check()
            raise ZermeloError(self._why_unknown(state))
        sign, plies = entry
        return Value(sign, plies if sign else None)

    def _why_unknown(self, state: Chess) -> str:
        board, _, castling, *_ = state.fen.split()
        pieces = [letter for letter in board if letter.isalpha()]
        if len(pieces) > max(self.pieces):
            return f"the position has {len(pieces)} pieces, and the endgame tables at most {max(self.pieces)}"
        if castling != "-":
            return "the endgame tables have no positions with castling rights"
        sides = [[letter.upper() for letter in pieces if letter.isupper() is white] for white in (True, False)]
        name = endgame_name("".join("".join(sorted(side, key="KQRBNP".index)) for side in sides))
        return f"there is no table of {name} yet: {self.command(name)}"

    def report(self, state: Chess) -> Report:
        found = probe_tables(state)
        fields = {"outcome": found.outcome, "mate": found.mate, **msgspec.to_builtins(found)}
        return Report(fields, _summary(state, found), [f"{move.san:>7}  {_describe(move)}" for move in found.moves])


def probe_tables(state: Chess) -> Probe:
    """Look a chess position up in the endgame tables.

    Raises
    ------
    ZermeloError
        If no table holds the position, with the reason; or if the table is damaged.

    >>> found = probe_tables(Chess("8/8/8/8/8/2k5/8/K1Q5 b - - 0 1"))
    >>> found.outcome, found.mate, found.best
    ('loss', -8, ('c3d4',))
    """
    if type(state) is not Chess:
        raise ZermeloError(f"the endgame tables are of chess, not of {type(state).__name__}")
    TABLES.load()
    value, moves, best = TABLES.ranked(state)
    return Probe(
        outcome=value.outcome,
        plies=value.plies,
        best=best,
        moves=tuple(
            MoveValue(move=move, san=state.san(move), outcome=after.outcome, plies=after.plies) for move, after in moves
        ),
        in_time=value.plies is None or int(state.fen.split()[4]) + value.plies <= FIFTY_MOVES,
    )


def _summary(state: Chess, found: Probe) -> str:
    own, other = state.seats[state.player], state.seats[1 - state.player]
    if found.mate is None:
        return "a draw"
    if found.mate == 0:
        return f"{own} is mated"
    winner = own if found.mate > 0 else other
    late = "" if found.in_time else ", unless the fifty-move rule, which tables ignore, makes it a draw before"
    return f"{winner} mates in {abs(found.mate)}{late}"


def _describe(value: MoveValue) -> str:
    if value.plies is None:
        return "draw"
    return f"win, mate in {(value.plies + 1) // 2}" if value.outcome == "win" else f"loss, mated in {value.plies // 2}"


TABLES = ChessTables("chess", ".endgame")
ENDGAMES = tuple(TABLES.names)
build_order, build_tables, find_file = TABLES.order, TABLES.build, TABLES.find
read_table, check_table, load_tables = TABLES.read, TABLES.verify, TABLES.load
