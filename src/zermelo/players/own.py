"""Users' own players: a function from a state to a move, or a class with `choose`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from zermelo.imports import import_object
from zermelo.players.apart import PlayerApart, can_move
from zermelo.players.choice import Choice
from zermelo.players.player import BasePlayer, Cancel, Player, PlayerKind, Request, Settings
from zermelo.registry import ANY_GAME
from zermelo.state import State, ZermeloError

_FORM = "a player: write module:function, as in my_players:greedy, or file.py:function"


class OwnPlayer(BasePlayer):
    """Wraps a function or an instance of a class; an error in it becomes one sentence that names it.

    `choose` is called with the state and with those of `past`, `clock`, `on_progress`, `cancel` and `seat` that it has
    parameters for. It returns a move or a `Choice`.
    """

    def __init__(self, name: str, source: Any, settings: Settings) -> None:
        self.name = name
        if isinstance(source, type):
            accepts_seed = "seed" in _parameters(source)
            self._wrapped = self._call(source, **({"seed": settings.seed} if accepts_seed else {}))
            self._choose = getattr(self._wrapped, "choose", None)
        else:
            self._wrapped = self._choose = source
        if not callable(self._choose):
            raise ZermeloError(f"{name} is neither a function of a state nor a class with choose()")
        self._names = _parameters(self._choose)

    def answer(self, request: Request) -> Choice:
        named = {name: value for name, value in request._asdict().items() if name != "state" and name in self._names}
        answer = self._call(self._choose, request.state, **named)
        choice = answer if isinstance(answer, Choice) else Choice(move=answer, line=(answer,))
        if choice.move not in request.moves and not choice.resigns:
            raise ZermeloError(f"{self.name} plays {choice.move!r:.40}, which is not a legal move here")
        return choice

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        if callable(prepare := getattr(self._wrapped, "prepare", None)):
            self._call(prepare, state, seconds, cancel)

    def played(self, move: Any) -> None:
        if callable(listen := getattr(self._wrapped, "played", None)):
            self._call(listen, move)

    def close(self) -> None:
        if callable(close := getattr(self._wrapped, "close", None)):
            self._call(close)

    def _call(self, function: Any, *arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except ZermeloError:
            raise
        except (Exception, SystemExit) as error:
            words = " ".join(f"{type(error).__name__}: {error}".split())
            raise ZermeloError(f"{self.name} failed: {words}") from error


def own_kind(source: str | Callable[..., Any]) -> PlayerKind:
    """Declare a user's own player by its name, module:function or file.py:function, or by the function or class itself.

    A name is imported when the player is created, not before.
    """
    if isinstance(source, str):
        name = source
    else:
        name = f"{getattr(source, '__module__', '?')}:{getattr(source, '__qualname__', type(source).__qualname__)}"
    return PlayerKind(
        name=name,
        title=name,
        summary="A user's own player.",
        suits=ANY_GAME,
        create=partial(_create, name, source),
        is_builtin=False,
    )


def _create(name: str, source: str | Callable[..., Any], settings: Settings) -> Player:
    if settings.patience is not None and can_move(source):
        return PlayerApart(name, source, settings)
    return OwnPlayer(name, import_player(source), settings)


def import_player(source: str | Callable[..., Any]) -> Any:
    """Return the function or class of a player, which may be given by its name."""
    return import_object(source, _FORM) if isinstance(source, str) else source


def _parameters(function: Any) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return frozenset()
