"""Which players can play a game, and the refusals of those that cannot."""

from __future__ import annotations

from zermelo.games.kinds import Unsuitable, unsuited
from zermelo.games.survey import Survey
from zermelo.players.spec import PLAYERS, PlayerSpec
from zermelo.state import State


def players_of(found: Survey) -> tuple[str, ...]:
    """The names of the players that come with Zermelo and can play a game that was surveyed.

    >>> from zermelo.games.survey import survey
    >>> from zermelo.games.pig import Pig
    >>> players_of(survey(Pig()))
    ('engine', 'expectiminimax', 'mcts', 'reflex', 'random')
    """
    return tuple(kind.name for kind in PLAYERS if kind.is_builtin and unsuited(kind.suits, found.kind) is None)


def check_player(start: State, found: Survey, player: PlayerSpec) -> None:
    """Raise ZermeloError for a player that cannot play a surveyed game, or cannot be started."""
    if player.is_builtin and player.name not in (names := players_of(found)):
        raise Unsuitable(f"{player.name} cannot play {type(start).__name__}: {', '.join(names)} can")
    if not player.is_builtin:
        player.create().close()
