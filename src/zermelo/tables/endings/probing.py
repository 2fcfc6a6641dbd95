"""Asks the tables: what a position is worth, how far the mate is, and what each move is worth."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from zermelo._core import ending_name, probe_ending
from zermelo.games.chess import Chess
from zermelo.state import ZermeloError
from zermelo.tables.endings.loading import check_endings, load_endings

Outcome: TypeAlias = Literal["win", "draw", "loss"]
MOST_PIECES = 4
CLOCK_LIMIT = 100
_OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}


class MoveValue(msgspec.Struct, frozen=True, kw_only=True):
    """A move and what it is worth for the player who makes it; `plies` counts from before the move."""

    move: str
    san: str
    outcome: Outcome
    plies: int | None


class Probe(msgspec.Struct, frozen=True, kw_only=True):
    """What the tables know of a position, for the player to move.

    plies     moves of either side to the mate with best play; None for a draw
    best      the moves that keep the outcome and mate soonest, or are mated latest
    moves     every move with its value, the best first
    in_time   the mate comes before fifty moves without a capture or a pawn's move are over: tables do not count them
    """

    outcome: Outcome
    plies: int | None
    best: tuple[str, ...]
    moves: tuple[MoveValue, ...]
    in_time: bool

    @property
    def mate(self) -> int | None:
        """In how many moves the player to move mates, or is mated (then negative); None for a draw."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.outcome == "win" else -(self.plies // 2)


def probe(state: Chess) -> Probe:
    """What the tables know of a position with few pieces; what keeps them from knowing is a `ZermeloError`.

    >>> found = probe(Chess("8/8/8/8/8/2k5/8/K1Q5 b - - 0 1"))
    >>> found.outcome, found.mate, found.best
    ('loss', -8, ('c3d4',))
    """
    if type(state) is not Chess:
        raise ZermeloError("tables of endings are tables of chess")
    load_endings()
    outcome, plies = _ask(state)
    moves = [_value(state, move) for move in state.moves()]
    moves.sort(key=_rank)
    clock = int(state.fen.split()[4])
    return Probe(
        outcome=outcome,
        plies=plies,
        best=tuple(each.move for each in moves if _rank(each) == _rank(moves[0])),
        moves=tuple(moves),
        in_time=plies is None or clock + plies <= CLOCK_LIMIT,
    )


def _ask(state: Chess) -> tuple[Outcome, int | None]:
    found = probe_ending(state.native)
    if found is None:
        check_endings()
        raise ZermeloError(_why_unknown(state))
    sign, plies = found
    return _OUTCOMES[sign], None if sign == 0 else plies


def _why_unknown(state: Chess) -> str:
    board, _, castling, *_ = state.fen.split()
    pieces = [letter for letter in board if letter.isalpha()]
    if len(pieces) > MOST_PIECES:
        return f"there are {len(pieces)} pieces on the board, and tables know endings of at most {MOST_PIECES}"
    if castling != "-":
        return "positions in which somebody may still castle are in no table"
    sides = [[letter.upper() for letter in pieces if letter.isupper() is white] for white in (True, False)]
    name = ending_name("".join("".join(sorted(side, key="KQRBNP".index)) for side in sides))
    return f"the table of {name} has not been made yet: zermelo table build {name}"


def _value(state: Chess, move: str) -> MoveValue:
    reached, plies = _ask(state.play(move))
    outcome: Outcome = "win" if reached == "loss" else "loss" if reached == "win" else "draw"
    return MoveValue(move=move, san=state.san(move), outcome=outcome, plies=None if plies is None else plies + 1)


def _rank(value: MoveValue) -> tuple[int, Any]:
    """Quick wins first, then draws, then slow losses."""
    plies = value.plies or 0
    return {"win": (0, plies), "draw": (1, 0), "loss": (2, -plies)}[value.outcome]
