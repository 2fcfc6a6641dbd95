"""What kind of game a game is, found out by playing it at random for a little while."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from zermelo.blame import blamed
from zermelo.state import CHANCE, MIN, SIMULTANEOUS, State, ZermeloError

GAMES = 8
PLIES = 400


class Survey(NamedTuple):
    """chance: there are chance moves; many: there are more than two players, or payoffs that are not one number."""

    chance: bool
    many: bool
    players: int


def survey(start: State, *, cancel: Callable[[], bool] | None = None) -> Survey:
    """Plays some random games. A game in which players move at the same time is refused in words.

    >>> from zermelo.games.pig import Pig
    >>> survey(Pig())
    Survey(chance=True, many=False, players=2)
    """
    with blamed(start):
        return _play_some(start, cancel)


def _play_some(start: State, cancel: Callable[[], bool] | None) -> Survey:
    random = Random(1)
    chance, payoffs, most = False, False, MIN
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            if cancel is not None and cancel():
                break
            worth = state.utility()
            if worth is not None:
                payoffs = payoffs or isinstance(worth, tuple)
                most = max(most, len(worth) - 1 if isinstance(worth, tuple) else MIN)
                break
            if state.player == SIMULTANEOUS:
                raise ZermeloError("players move at the same time in this game, and it cannot be played in turns")
            chance = chance or state.player == CHANCE
            most = max(most, state.player)
            state = state.play(random.choice(state.moves()))
    return Survey(chance, payoffs or most > MIN, most + 1)
