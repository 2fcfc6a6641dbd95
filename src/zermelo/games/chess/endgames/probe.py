"""Probe the tables: the outcome of a position, the distance to mate, and the value of every move."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from zermelo._core import endgame_name, probe_endgame
from zermelo.games.chess.endgames.load import check_tables, load_tables
from zermelo.games.chess.rules import Chess
from zermelo.state import ZermeloError

Outcome: TypeAlias = Literal["win", "draw", "loss"]
MOST_PIECES = 4
FIFTY_MOVES = 100
"""Plies without a capture or a pawn move after which a game is drawn."""
_OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}


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
    moves : tuple of MoveValue
        Every legal move, the best first.
    in_time : bool
        Whether the mate comes before a draw by the fifty-move rule can, which the tables ignore.
    """

    outcome: Outcome
    plies: int | None
    best: tuple[str, ...]
    moves: tuple[MoveValue, ...]
    in_time: bool

    @property
    def mate(self) -> int | None:
        """Moves until the player to move mates, negative until they are mated; None for a draw."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.outcome == "win" else -(self.plies // 2)


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
    load_tables()
    outcome, plies = _probe(state)
    moves = [_value(state, move) for move in state.moves()]
    moves.sort(key=_rank)
    clock = int(state.fen.split()[4])
    return Probe(
        outcome=outcome,
        plies=plies,
        best=tuple(value.move for value in moves if _rank(value) == _rank(moves[0])),
        moves=tuple(moves),
        in_time=plies is None or clock + plies <= FIFTY_MOVES,
    )


def _probe(state: Chess) -> tuple[Outcome, int | None]:
    entry = probe_endgame(state.native)
    if entry is None:
        check_tables()
        raise ZermeloError(_why_unknown(state))
    sign, plies = entry
    return _OUTCOMES[sign], None if sign == 0 else plies


def _why_unknown(state: Chess) -> str:
    board, _, castling, *_ = state.fen.split()
    pieces = [letter for letter in board if letter.isalpha()]
    if len(pieces) > MOST_PIECES:
        return f"the position has {len(pieces)} pieces, and the endgame tables at most {MOST_PIECES}"
    if castling != "-":
        return "the endgame tables have no positions with castling rights"
    sides = [[letter.upper() for letter in pieces if letter.isupper() is white] for white in (True, False)]
    name = endgame_name("".join("".join(sorted(side, key="KQRBNP".index)) for side in sides))
    return f"there is no table of {name} yet: zermelo table build {name}"


def _value(state: Chess, move: str) -> MoveValue:
    reached, plies = _probe(state.play(move))
    outcome: Outcome = "win" if reached == "loss" else "loss" if reached == "win" else "draw"
    return MoveValue(move=move, san=state.san(move), outcome=outcome, plies=None if plies is None else plies + 1)


def _rank(value: MoveValue) -> tuple[int, Any]:
    """Sort key: quick wins, then draws, then slow losses."""
    plies = value.plies or 0
    return {"win": (0, plies), "draw": (1, 0), "loss": (2, -plies)}[value.outcome]
