"""Encode states and moves as the arrays and integers that learning libraries use: actions, action masks and observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import numpy
from gymnasium.spaces import Box

from zermelo.kinds.survey import survey
from zermelo.state import CHANCE, State, ZermeloError

Observe: TypeAlias = Callable[[Any], Any]
GAMES, PLIES = 30, 400
"""Random games, and moves of each, that are searched for the largest number of legal moves."""
CHARACTERS = 256


class Encoding:
    """The action space and the observations of a game without simultaneous moves.

    Parameters
    ----------
    start
        The first state of the game.
    actions
        All moves of the game, so that an action always means the same move; or the largest number of legal moves in a state,
        so that an action is an index into the legal moves. By default twice the largest number seen in random games.
    observe
        Makes an array from a state. By default the characters of its text, which suits tests better than learning.

    Attributes
    ----------
    players
        The number of players.
    count
        The number of actions.
    space
        The space of the observations.
    """

    def __init__(
        self, start: State, actions: Sequence[Any] | int | None = None, observe: Observe | None = None
    ) -> None:
        self.survey = survey(start).in_turns(start)
        self.players = self.survey.kind.players
        self._moves: list[Any] | None = None
        if actions is None:
            self.count = 2 * _most_moves(start)
        elif isinstance(actions, int):
            self.count = actions
        else:
            self._moves = list(actions)
            self.count = len(self._moves)
        if self.count < 1:
            raise ZermeloError(f"actions must list all moves of the game, or be at least 1, not {actions}")
        self._observe = observe or _characters
        example = self.observation(start)
        low, high = (0, 255) if example.dtype == "uint8" else (-float("inf"), float("inf"))
        self.space = Box(low, high, example.shape, example.dtype)
        self.mask(start)

    def observation(self, state: State) -> Any:
        """Return a state as an array."""
        return numpy.asarray(self._observe(state))

    def mask(self, state: State) -> Any:
        """Return an array with 1 for each legal action and 0 elsewhere."""
        mask: Any = numpy.zeros(self.count, dtype=numpy.int8)
        legal = list(state.moves()) if state.utility() is None and state.player != CHANCE else []
        if self._moves is not None:
            for move in legal:
                if move not in self._moves:
                    raise ZermeloError(f"{move!r} is a legal move, but actions does not list it")
                mask[self._moves.index(move)] = 1
        elif len(legal) > self.count:
            raise ZermeloError(
                f"a state has {len(legal)} moves, but there are only {self.count} actions: pass actions={len(legal)}"
            )
        else:
            mask[: len(legal)] = 1
        return mask

    def move(self, state: State, action: Any) -> Any:
        """Return the legal move of an action, or None if the action is illegal."""
        legal, index = state.moves(), int(action)
        if self._moves is None:
            return legal[index] if 0 <= index < len(legal) else None
        return self._moves[index] if 0 <= index < self.count and self._moves[index] in legal else None


def _most_moves(start: State) -> int:
    """Return the largest number of legal moves in some random games."""
    random, most = Random(1), 1
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            if state.utility() is not None:
                break
            moves = state.moves()
            most = most if state.player == CHANCE else max(most, len(moves))
            state = state.play(random.choice(moves))
    return most


def _characters(state: State) -> Any:
    """Return the player to move and the characters of the state's text."""
    codes = [state.player % 256, *(min(ord(character), 255) for character in str(state))]
    row: Any = numpy.zeros(CHARACTERS, dtype=numpy.uint8)
    row[: min(len(codes), CHARACTERS)] = codes[:CHARACTERS]
    return row
