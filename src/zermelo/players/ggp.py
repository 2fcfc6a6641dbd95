"""The player that asks a program over the protocol of the General Game Playing competitions, about games that speak it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.catalogue import GGP_PLAYER
from zermelo.imports import import_object
from zermelo.players.player import Player, PlayerKind, Settings
from zermelo.registry import ANY_GAME, Option
from zermelo.state import ZermeloError


def check_rules(state: Any) -> None:
    """Raise ZermeloError if a game has no rule sheet."""
    if "ggp" not in getattr(state, "programs", ()):
        raise ZermeloError(f"GGP players play games given as rule sheets, not {type(state).__name__}")


def _check(state: Any, values: Sequence[float | str]) -> None:
    """Raise ZermeloError if the game has no rule sheet or the address is wrong."""
    check_rules(state)
    _player(values)


def _player(values: Sequence[float | str]) -> Player:
    player: Player = import_object(GGP_PLAYER)(str(values[0]))
    return player


def _create(settings: Settings) -> Player:
    return _player(settings.values)


GGP = PlayerKind(
    name="ggp",
    title="GGP player",
    summary="A player of any rule sheet, which is asked over HTTP.",
    create=_create,
    suits=ANY_GAME,
    options=(Option("url", "text", "The address of the player.", required=True),),
    is_builtin=False,
    check=_check,
)
