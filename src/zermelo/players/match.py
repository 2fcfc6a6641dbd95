"""The match loop: players take turns from a state to the end of the game, and a seed decides everything random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.games.outcome import outcome
from zermelo.players.choice import Choice
from zermelo.players.clock import Clock, TimeControl
from zermelo.players.player import Cancel, Player
from zermelo.players.random import draw_outcome, move_seed
from zermelo.players.spec import PlayerSpec
from zermelo.state import CHANCE, State, ZermeloError

_GRACE = 0.05
"""Seconds over its time for which a player is forgiven: pipes and the scheduler take some."""


class Turn(NamedTuple):
    """One move of a game.

    seat     who made it; CHANCE where it was drawn
    choice   the move and what the player knew of it
    seconds  how long the player took
    state    the state after the move
    """

    seat: int
    choice: Choice
    seconds: float
    state: Any


class Forfeit(ZermeloError):
    """A player that loses the game by its own fault: it failed, played an illegal move, or exceeded its time."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


@contextmanager
def seated(specs: Sequence[PlayerSpec], *, seed: int = 0) -> Iterator[list[Player]]:
    """Make a player for each seat of one game, and close them all after it."""
    with ExitStack() as stack:
        players = []
        for spec in specs:
            players.append(spec.create(seed=seed))
            stack.callback(players[-1].close)
        yield players


def play(
    start: State,
    players: Sequence[Player],
    *,
    past: Sequence[State] = (),
    seat: Callable[[Any], int] = lambda state: state.player,
    time: TimeControl | None = None,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> Iterator[Turn]:
    """Play a game move by move until it is over or cancelled.

    Parameters
    ----------
    start
        The state to begin in.
    players
        One for each seat; the caller closes them.
    past
        The states before `start`, for games in which a repetition is a draw.
    seat
        Whose turn it is in a state; by default the player to move.
    time
        The time control; without it nothing is limited.
    seed
        For what chance does.
    cancel
        Called before and after every move; the game ends early once it returns True.

    Yields
    ------
    Turn
        Every move with the state after it.

    Raises
    ------
    Forfeit
        If a player fails, plays an illegal move or exceeds its time.

    Examples
    --------
    >>> from zermelo.games.nim import Nim
    >>> with seated([PlayerSpec.parse("alpha_beta"), PlayerSpec.parse("random")]) as players:
    ...     [turn.seat for turn in play(Nim((1, 1, 1)), players)]
    [0, 1, 0]
    """
    control = time or TimeControl()
    left = [control.base or 0.0] * len(players)
    states = [*past, start]
    while outcome(states[-1], states[:-1]) is None and not (cancel is not None and cancel()):
        state = states[-1]
        mover = seat(state)
        if mover == CHANCE:
            move = draw_outcome(state, move_seed(seed, len(states) - 1))
            choice, seconds = Choice(move=move, line=(move,)), 0.0
        else:
            clock = Clock(control.seconds, control.nodes, tuple(left) if control.base else (), control.increment)
            choice, seconds = _choose(players[mover], mover, states, clock, cancel)
            if cancel is not None and cancel():
                return
            if control.base:
                left[mover] -= seconds
                if left[mover] < -_GRACE:
                    raise Forfeit(mover, f"{getattr(players[mover], 'name', 'the player')} exceeded its time")
                left[mover] = max(left[mover], 0.0) + control.increment
        for player in players:
            player.played(choice.move)
        states.append(state.play(choice.move))
        yield Turn(mover, choice, seconds, states[-1])


def _choose(
    player: Player, seat: int, states: Sequence[Any], clock: Clock, cancel: Cancel | None
) -> tuple[Choice, float]:
    """Return a player's choice, which always has a move, and the seconds it took."""
    state = states[-1]
    began = perf_counter()
    try:
        choice = player.choose(state, states[:-1], clock, cancel=cancel)
    except Forfeit:
        raise
    except ZermeloError as error:
        raise Forfeit(seat, str(error)) from error
    seconds = perf_counter() - began
    if choice.move is None:  # the time was too short for any
        move = state.moves()[0]
        choice = Choice(move=move, line=(move,), nodes=choice.nodes, seconds=choice.seconds)
    return choice, seconds
