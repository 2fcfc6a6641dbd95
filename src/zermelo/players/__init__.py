"""Players choose the moves of a game. Each is named by a short spec, as in "engine:5" or "my_players:greedy".

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> choose(TicTacToe(0, 0b000_000_011, 0b000_110_000), "reflex").move
2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.kinds.kind import Unsuitable
from zermelo.kinds.survey import Survey, quick_kind, survey
from zermelo.players.choice import Choice
from zermelo.players.clock import UNLIMITED, Clock, TimeControl
from zermelo.players.engine import LEVELS
from zermelo.players.match import Forfeit, Resignation, Turn, play, seated
from zermelo.players.player import Cancel, OnProgress, Player, PlayerKind
from zermelo.players.random import draw_outcome, move_seed
from zermelo.players.spec import PLAYERS, PlayerSpec
from zermelo.players.suitability import check_player, players_of
from zermelo.registry import format_choice
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError, hides_information

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Choice",
    "Clock",
    "Forfeit",
    "Player",
    "PlayerKind",
    "PlayerSpec",
    "Resignation",
    "Survey",
    "TimeControl",
    "Turn",
    "check_player",
    "choose",
    "draw_outcome",
    "move_seed",
    "play",
    "players_of",
    "seated",
    "survey",
]


def choose(
    state: State,
    player: str | PlayerSpec | Callable[..., Any],
    *,
    past: Sequence[State] = (),
    clock: Clock = UNLIMITED,
    lines: int = 1,
    record: int = 0,
    seed: int = 0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
    seat: int | None = None,
) -> Choice:
    """Ask a player for one move.

    Parameters
    ----------
    state
        Where a player is to move.
    player
        A spec, as in "mcts:100" or "module:function"; or a function of a state, or a class with `choose`.
    past
        The states of the game before this one: the engine sees by them what a repetition would be.
    clock
        The most that the move may take.
    lines
        How many root moves to give values to where the player can; 0 for all.
    record
        How many nodes of its search tree to keep for `Choice.search`, where the player can; 0 for none.
    seed
        For players that draw at random, if only among equal moves: the same seed makes the same choice.
    on_progress
        Called now and then with the best choice so far.
    cancel
        Called now and then; the player stops once it returns True, with the best choice so far.
    seat
        Where players move at the same time: whose move to choose.

    Returns
    -------
    Choice
        The move and what is known of it, values for MAX.

    Raises
    ------
    ZermeloError
        If the game is over, nobody is to move, or the player does not suit the game.

    Examples
    --------
    >>> from zermelo.games.nim import Nim
    >>> choose(Nim((1, 2)), "alpha_beta:3").value
    1.0
    >>> choose(Nim((3,)), lambda state: state.moves()[-1]).move == Nim((3,)).moves()[-1]
    True
    """
    if state.utility() is not None:
        raise ZermeloError("the game is over: there is nothing to choose")
    if state.player == CHANCE:
        raise ZermeloError("it is chance's turn: draw_outcome draws its move")
    together: dict[str, int] = {}
    if state.player == SIMULTANEOUS:
        if seat is None or not 0 <= seat < len(state.moves()):
            raise ZermeloError(
                f"players move at the same time: seat must say whose move, from 0 to {len(state.moves()) - 1}"
            )
        check_player(state, survey(state, cancel=cancel), PlayerSpec.of(player))
        together = {"seat": seat}
    asked = PlayerSpec.of(player).create(seed=seed, lines=lines, record=record)
    try:
        return asked.choose(state, past, clock, on_progress, cancel, **together)
    except Unsuitable as error:
        if hides_information(state):
            raise
        # The search names searches; a caller of a player needs the names of players.
        names = players_of(state, Survey(quick_kind(state), 0))
        if not names:
            raise
        raise Unsuitable(f"{str(error).partition(':')[0]}: ask {format_choice(names)}") from None
    finally:
        asked.close()
