"""The three-move ballots against the rules: which openings there are, and which lose a man at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from zermelo.games.checkers import Checkers, Checkers6
from zermelo.games.checkers.ballots import ballots, ballots_of
from zermelo.games.nim import Nim
from zermelo.records.moves import play_through
from zermelo.state import ZermeloError

BARRED = """
9-13 21-17 10-14, 9-13 23-18 10-14, 9-13 24-19 10-15, 9-13 24-20 12-16, 9-14 22-18 12-16, 9-14 22-18 14-17,
9-14 23-19 10-15, 9-14 24-19 10-15, 10-14 24-19 11-15, 10-15 21-17 9-14, 10-15 22-17 9-14, 10-15 24-20 11-16,
11-15 21-17 10-14, 11-16 21-17 10-14, 11-16 22-18 10-15, 11-16 24-19 10-15, 12-16 23-18 9-14, 12-16 23-19 16x23
"""
"""Those that tournaments do not draw: R. Pask, "The Golden Dozen" (2005)."""
DEPTH = 4
"""Plies in which one of the other positions loses a man."""


def after(*moves: str) -> Checkers:
    return play_through(Checkers(), moves)[-1]


def openings() -> Iterator[Checkers]:
    for first in Checkers().moves():
        for second in after(first).moves():
            for third in after(first, second).moves():
                yield after(first, second, third)


def material(state: Checkers, depth: int, alpha: int = -1, beta: int = 1) -> int:
    """Return by how many men Black is ahead after best play, cut off at one; captures are played out."""
    moves = state.moves()
    if depth <= 0 and "x" not in moves[0]:
        men = sum((cell == "b") - (cell == "w") for row in state.rows() for cell in row)
        return max(-1, min(men, 1))
    for move in moves:
        value = material(state.play(move), depth - 1, alpha, beta)
        alpha, beta = (max(alpha, value), beta) if state.player == 0 else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if state.player == 0 else beta


def test_the_deck_is_what_keeps_the_material_and_is_not_barred() -> None:
    every = {state.fen: state for state in openings()}
    assert len(every) == 216
    level = {fen for fen, state in every.items() if material(state, DEPTH) == 0}
    barred = {after(*line.split()).fen for line in BARRED.split(",")}
    deck = {after(*line).fen for line in ballots()}
    assert (len(level), len(barred), len(deck), len(ballots())) == (174, 18, 156, 156)
    assert deck == level - barred


def test_ballots_are_for_the_start_of_checkers() -> None:
    assert ballots_of(Checkers(forty_moves=False)) == ballots()
    for start in (Checkers("11-15"), Checkers6(), Nim()):
        with pytest.raises(ZermeloError, match="ballots are openings of checkers"):
            ballots_of(start)
