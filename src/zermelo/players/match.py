"""The match loop: players move, in turn or at the same time, to the end of the game, and a seed decides everything random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.kinds.outcome import outcome
from zermelo.players.choice import Choice
from zermelo.players.clock import Clock, TimeControl
from zermelo.players.player import Cancel, Player, Resigns
from zermelo.players.random import draw_outcome, move_seed
from zermelo.players.spec import PlayerSpec
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError

_GRACE = 0.05
"""Seconds over its clock for which a player is forgiven: pipes and the scheduler take some."""
_MOVE_GRACE = 2.0
"""The same for a move with a limit of its own, which programs may only be able to keep in whole seconds."""


class Turn(NamedTuple):
    """One move of a game.

    seat     who made it; CHANCE where it was drawn, SIMULTANEOUS where all moved
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


class Resignation(Forfeit):
    """A player that gives a lost game up."""


@contextmanager
def seated(specs: Sequence[PlayerSpec], *, seed: int = 0, patience: float | None = None) -> Iterator[list[Player]]:
    """Make a player for each seat of one game, and close them all after it.

    Raises
    ------
    Forfeit
        If a player cannot be made.
    """
    with ExitStack() as stack:
        players = []
        for seat, spec in enumerate(specs):
            with to_blame(seat):
                players.append(spec.create(seed=seed, patience=patience))
            stack.callback(_close, players[-1])
        yield players


def _close(player: Player) -> None:
    with suppress(ZermeloError):  # the game is over, and its result stands
        player.close()


@contextmanager
def to_blame(seat: int) -> Iterator[None]:
    """Let the player of a seat forfeit the game for an error in the block."""
    try:
        yield
    except Resigns as resignation:
        raise Resignation(seat, str(resignation)) from None
    except Forfeit:
        raise
    except ZermeloError as error:
        raise Forfeit(seat, str(error)) from error


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
        If a player fails, plays an illegal move, exceeds its time or resigns (`Resignation`).

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
            clock = Clock(
                control.seconds, control.nodes, tuple(left) if control.base else (), control.increment, control.depth
            )
            choices, seconds = [], 0.0
            for number in range(len(state.moves())) if mover == SIMULTANEOUS else (mover,):
                chosen, took = _choose(players[number], number, states, clock, cancel)
                if cancel is not None and cancel():
                    return
                choices.append(chosen)
                seconds += took
                if control.base:
                    left[number] -= took
                    if left[number] < -_GRACE:
                        raise Forfeit(number, f"{_name(players[number])} exceeded its time")
                    left[number] = max(left[number], 0.0) + control.increment
            choice = choices[0]
            if mover == SIMULTANEOUS:
                joint = tuple(each.move for each in choices)
                choice = Choice(move=joint, line=(joint,), nodes=sum(each.nodes for each in choices))
        for number, player in enumerate(players):
            with to_blame(number):
                player.played(choice.move)
        states.append(state.play(choice.move))
        yield Turn(mover, choice, seconds, states[-1])


def _choose(
    player: Player,
    seat: int,
    states: Sequence[Any],
    clock: Clock,
    cancel: Cancel | None,
) -> tuple[Choice, float]:
    """Return a player's choice, which always has a move, and the seconds it took."""
    state = states[-1]
    together: dict[str, Any] = {"seat": seat} if state.player == SIMULTANEOUS else {}
    began = perf_counter()
    with to_blame(seat):
        choice = player.choose(state, states[:-1], clock, cancel=cancel, **together)
    seconds = perf_counter() - began
    if clock.seconds is not None and seconds > clock.seconds + _MOVE_GRACE:
        raise Forfeit(seat, f"{_name(player)} took {seconds:.1f} s for a move, and not {clock.seconds:g}")
    if choice.resigns:
        raise Resignation(seat, f"{_name(player)} resigns")
    if choice.move is None:  # the time was too short for any
        move = (state.moves()[seat] if together else state.moves())[0]
        choice = Choice(move=move, line=(move,), nodes=choice.nodes, seconds=choice.seconds)
    return choice, seconds


def _name(player: Player) -> str:
    return str(getattr(player, "name", "the player"))
