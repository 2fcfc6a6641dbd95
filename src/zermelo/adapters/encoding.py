"""States and moves as the numbers that learning libraries exchange: an action is a place in the list of all moves of the game,
or of the legal ones, a mask says which actions are legal, and an observation is what a function makes of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import numpy

from zermelo.games.survey import survey
from zermelo.state import CHANCE, State, ZermeloError

Observe: TypeAlias = Callable[[Any], Any]
GAMES, PLIES = 30, 400
LETTERS = 256


class Encoding:
    """How many actions there are, and how states look, in a game that is played in turns.

    players   how many take part
    actions   all moves of the game, so that an action always means the same one; or how many moves a state has at most, and
              then an action is a place in the list of the legal ones; if not given, the most that random games show, twice
    observe   makes an array of a state; the letters of its text without it, which suits tests better than learning
    """

    def __init__(
        self, start: State, actions: Sequence[Any] | int | None = None, observe: Observe | None = None
    ) -> None:
        self.survey = survey(start).in_turns(start)
        self.players = self.survey.kind.players
        self._moves: list[Any] | None = None
        if actions is None:
            self.count = 2 * _widest(start)
        elif isinstance(actions, int):
            self.count = actions
        else:
            self._moves = list(actions)
            self.count = len(self._moves)
        if self.count < 1:
            raise ZermeloError(f"actions must be all moves of the game, or a whole number from 1 up, not {actions}")
        self._observe = observe or _letters
        self.example = self.observation(start)
        self.mask(start)

    def observation(self, state: State) -> Any:
        return numpy.asarray(self._observe(state))

    def mask(self, state: State) -> Any:
        """1 where an action is a legal move, 0 elsewhere."""
        mask: Any = numpy.zeros(self.count, dtype=numpy.int8)
        legal = list(state.moves()) if state.utility() is None and state.player != CHANCE else []
        if self._moves is not None:
            for move in legal:
                if move not in self._moves:
                    raise ZermeloError(f"actions lack the move {move!r}, which a state has")
                mask[self._moves.index(move)] = 1
        elif len(legal) > self.count:
            raise ZermeloError(
                f"a state has {len(legal)} moves, and there are only {self.count} actions: pass actions={len(legal)}"
            )
        else:
            mask[: len(legal)] = 1
        return mask

    def move(self, state: State, action: Any) -> Any:
        """The legal move that an action stands for; None if it stands for none."""
        legal, place = state.moves(), int(action)
        if self._moves is None:
            return legal[place] if 0 <= place < len(legal) else None
        return self._moves[place] if 0 <= place < self.count and self._moves[place] in legal else None


def _widest(start: State) -> int:
    """The most moves of any state met in some random games."""
    random, widest = Random(1), 1
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            if state.utility() is not None:
                break
            moves = state.moves()
            widest = widest if state.player == CHANCE else max(widest, len(moves))
            state = state.play(random.choice(moves))
    return widest


def _letters(state: State) -> Any:
    """The text of a state, letter by letter, and who moves."""
    codes = [state.player % 256, *(min(ord(letter), 255) for letter in str(state))]
    row: Any = numpy.zeros(LETTERS, dtype=numpy.uint8)
    row[: min(len(codes), LETTERS)] = codes[:LETTERS]
    return row
