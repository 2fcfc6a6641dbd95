"""The ways of playing a game: each chooses a move in any state of a game that suits it.

`PLAYERS` lists them by name; `choose` asks one of them. What a player takes for its strength differs (a level, a depth, a
number of random games), and each says so.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> choose(TicTacToe(0, 0b000_000_011, 0b000_110_000), "reflex").move
    2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from zermelo.games.kinds import Unsuitable
from zermelo.games.survey import Survey, quick_kind, survey
from zermelo.players.choice import Choice
from zermelo.players.quick import at_random, reflex, throw
from zermelo.players.request import Request
from zermelo.players.thinking import ALPHA_BETA, EXPECTIMINIMAX, LEVELS, MINIMAX, engine, playouts
from zermelo.registry import format_choice, unknown_name
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Choice",
    "Player",
    "Survey",
    "check_player",
    "choose",
    "find_player",
    "players_of",
    "survey",
]

Needs = Literal["two players", "no chance", "anything"]


@dataclass(frozen=True)
class Player:
    """A way of playing.

    strength  what its strength is, from `least` to `most`, `usual` if nothing is said; empty if it has none
    needs     the games it can play: those of two players, also without chance, or any in which players take turns
    """

    name: str
    title: str
    play: Callable[[Request], Choice]
    needs: Needs
    strength: Literal["", "level", "depth", "playouts"] = ""
    least: int = 0
    most: int = 0
    usual: int = 0

    @property
    def thinks(self) -> bool:
        """Whether time makes it any better."""
        return bool(self.strength)


PLAYERS: dict[str, Player] = {
    player.name: player
    for player in (
        Player("engine", "Engine", engine, "no chance", "level", 1, max(LEVELS), 5),
        Player("minimax", "Minimax", MINIMAX, "no chance", "depth", 1, 12, 3),
        Player("alpha_beta", "Alpha-beta", ALPHA_BETA, "no chance", "depth", 1, 16, 4),
        Player("expectiminimax", "Expectiminimax", EXPECTIMINIMAX, "two players", "depth", 1, 12, 3),
        Player("mcts", "Monte-Carlo tree search", playouts, "anything", "playouts", 10, 100_000, 1_000),
        Player("reflex", "Reflex: one look ahead", reflex, "anything"),
        Player("random", "Random", at_random, "anything"),
    )
}
THROW = Player("chance", "Chance", throw, "anything")
"""Chance itself, which nobody can play but everybody can ask for its move."""


def choose(
    state: State,
    name: str,
    *,
    strength: int | None = None,
    seconds: float | None = None,
    limit: float | None = None,
    lines: int = 1,
    seed: int = 0,
    past: Sequence[State] = (),
    cancel: Callable[[], bool] | None = None,
    on_progress: Callable[[Choice], object] | None = None,
) -> Choice:
    """The move a player chooses in `state`.

    strength  as the player takes it, its usual one if not given
    seconds   think for so long instead of by strength
    limit     the most seconds it may take in any case
    lines     how many root moves to give values to; 0 for all
    seed      for the players that throw dice: the same seed makes the same choice
    past      the positions of the game before this one: the engine knows by them what a repetition would be
    """
    if state.utility() is not None:
        raise ZermeloError("the game is over, and there is nothing to choose")
    player = THROW if name == THROW.name else find_player(name, strength)
    _check(seconds, lines)
    if state.player == CHANCE and player is not THROW:
        raise ZermeloError(f"it is chance's turn here: ask {THROW.name!r}, not {name}")
    request = Request(
        state=state,
        strength=player.usual if strength is None else strength,
        seconds=min((each for each in (seconds, limit) if each is not None), default=None),
        by_clock=seconds is not None and strength is None,
        lines=lines,
        seed=seed,
        past=past,
        cancel=cancel,
        on_progress=on_progress,
    )
    if state.player == SIMULTANEOUS:
        survey(state, cancel=cancel).in_turns(state)
    try:
        return player.play(request)
    except Unsuitable as error:
        # The search names searches; whoever asked a player wants to know whom to ask instead.
        others = players_of(Survey(quick_kind(state), 0))
        if not others:
            raise
        raise Unsuitable(f"{str(error).partition(':')[0]}: ask {format_choice(others)}") from None


def check_player(start: State, found: Survey, name: str, strength: int | None = None) -> None:
    """Refuses in words a player that does not exist, cannot play the game that was surveyed, or has no such strength."""
    find_player(name, strength)
    suitable = players_of(found)
    if name not in suitable:
        raise Unsuitable(f"{name} cannot play {type(start).__name__}: {', '.join(suitable)} can")


def players_of(found: Survey) -> tuple[str, ...]:
    """The names of those that can play a game."""
    return tuple(name for name, player in PLAYERS.items() if _suits(player, found))


def _suits(player: Player, found: Survey) -> bool:
    kind = found.kind
    if kind.simultaneous:
        return False
    if player.needs == "anything":
        return True
    # Where chance plays a part, expectiminimax is the one; without it, it is minimax under another name.
    return not kind.payoffs and kind.players <= 2 and kind.chance == (player.needs == "two players")


def find_player(name: str, strength: int | None = None) -> Player:
    """The player of that name; refuses in words one that does not exist, or not with that strength."""
    if name not in PLAYERS:
        raise unknown_name("player", name, PLAYERS)
    player = PLAYERS[name]
    if strength is not None:
        if not player.strength:
            raise ZermeloError(f"{player.name} has only one strength, and takes no number")
        if not player.least <= strength <= player.most:
            raise ZermeloError(
                f"the {player.strength} of {player.name} goes from {player.least} to {player.most}, not to {strength}"
            )
    return player


def _check(seconds: float | None, lines: int) -> None:
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {seconds}")
    if lines < 0:
        raise ZermeloError(f"lines must be a whole number from 0 up, not {lines}")
