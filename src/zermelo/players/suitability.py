"""Which players can play a game, and the refusals of those that cannot."""

from __future__ import annotations

from zermelo.kinds.kind import HIDDEN, Unsuitable, unsuited
from zermelo.kinds.survey import Survey
from zermelo.players.player import PlayerKind
from zermelo.players.spec import PLAYERS, PlayerSpec
from zermelo.state import State

PATIENCE = 10.0
"""Seconds beyond its time for which a player from outside may be silent."""


def players_of(start: State, found: Survey) -> tuple[str, ...]:
    """The names of the players that come with Zermelo and can play a game that was surveyed.

    >>> from zermelo.kinds.survey import survey
    >>> from zermelo.games.pig import Pig
    >>> players_of(Pig(), survey(Pig()))
    ('engine', 'expectiminimax', 'mcts', 'reflex', 'british_museum', 'random')
    """
    return tuple(kind.name for kind in PLAYERS if kind.is_builtin and _suits(kind, start, found))


def _suits(kind: PlayerKind, start: State, found: Survey) -> bool:
    return unsuited(kind.suits, found.kind) is None and not _missing(kind, start)


def _missing(kind: PlayerKind, start: State) -> list[str]:
    """The methods that the player needs and the game does not have."""
    return [member for member in kind.suits.needs if not callable(getattr(start, member, None))]


def check_player(start: State, found: Survey, player: PlayerSpec) -> None:
    """Raise ZermeloError for a player that cannot play a surveyed game, or cannot be started."""
    if player.is_builtin and player.name not in (names := players_of(start, found)):
        missing = " and ".join(f"{member}()" for member in _missing(player.kind, start))
        reason = f", which declares no {missing}" if missing else f", as {HIDDEN}" if found.kind.hidden else ""
        raise Unsuitable(f"{player.name} cannot play {type(start).__name__}{reason}: {', '.join(names)} can")
    if player.kind.check is not None:
        player.kind.check(start, player.values)
    if not player.is_builtin:
        player.create(patience=PATIENCE).close()
