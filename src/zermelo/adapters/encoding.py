"""States and moves as the numbers that learning libraries exchange: an action is a place in the list of legal moves, a mask
says which places are taken, and an observation is what a function makes of a state."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import numpy

from zermelo.games.survey import survey
from zermelo.state import State, ZermeloError

Observe: TypeAlias = Callable[[Any], Any]
GAMES, PLIES = 30, 400
LETTERS = 256


class Encoding:
    """How many actions there are, and how states look, in a game that is played in turns.

    players   how many take part
    most      the most moves that any state has; found by random games if not given, and doubled to be safe
    observe   makes an array of a state; the letters of its text without it, which suits tests better than learning
    """

    def __init__(self, start: State, most: int | None = None, observe: Observe | None = None) -> None:
        if most is not None and most < 1:
            raise ZermeloError(f"most must be a whole number from 1 up, not {most}")
        self.players = survey(start).in_turns().kind.players
        self.most = most or 2 * _widest(start)
        self._observe = observe or _letters
        self.example = self.observation(start)

    def observation(self, state: State) -> Any:
        return numpy.asarray(self._observe(state))

    def mask(self, state: State) -> Any:
        """1 where an action is a legal move, 0 elsewhere."""
        count = len(state.moves()) if state.utility() is None else 0
        if count > self.most:
            raise ZermeloError(f"a state has {count} moves, and there are only {self.most} actions: pass most={count}")
        mask: Any = numpy.zeros(self.most, dtype=numpy.int8)
        mask[:count] = 1
        return mask

    def move(self, state: State, action: Any) -> Any:
        """The move that an action stands for; None if it stands for none."""
        moves, place = state.moves(), int(action)
        return moves[place] if 0 <= place < len(moves) else None


def _widest(start: State) -> int:
    """The most moves of any state met in some random games."""
    random, widest = Random(1), 1
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            if state.utility() is not None:
                break
            moves = state.moves()
            widest = max(widest, len(moves))
            state = state.play(random.choice(moves))
    return widest


def _letters(state: State) -> Any:
    """The text of a state, letter by letter, and who moves."""
    codes = [state.player % 256, *(min(ord(letter), 255) for letter in str(state))]
    row: Any = numpy.zeros(LETTERS, dtype=numpy.uint8)
    row[: min(len(codes), LETTERS)] = codes[:LETTERS]
    return row
