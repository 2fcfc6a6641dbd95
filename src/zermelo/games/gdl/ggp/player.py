"""The player that asks a GGP player at an HTTP address: any program that speaks the protocol of the competitions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from zermelo.games.gdl.game import GdlGame
from zermelo.games.gdl.ggp.address import GgpAddress
from zermelo.games.gdl.ggp.messages import Abort, Play, Start, Stop
from zermelo.games.gdl.mistakes import shortened
from zermelo.players.choice import Choice
from zermelo.players.ggp import check_rules
from zermelo.players.player import BasePlayer, Request
from zermelo.state import ZermeloError

START_CLOCK, PLAY_CLOCK = 30.0, 10.0
"""Seconds to prepare and for each move, where nothing else is said."""
_SLACK = 1.0
"""Seconds to wait for an answer beyond the clock."""


class GgpPlayer(BasePlayer):
    """Plays the moves of a player at an address; the match begins when it is first asked, or with `begin`."""

    def __init__(self, url: str) -> None:
        self._address = GgpAddress(url)
        self._match = ""
        self._play_clock = PLAY_CLOCK
        self._asked = 0
        self._played: list[Any] = []
        self._last: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self._address.name

    def begin(self, state: GdlGame, seat: int, start_clock: float, play_clock: float) -> None:
        """Begin a match; raise ZermeloError if the player does not answer that it is ready."""
        self._match, self._play_clock = f"zermelo.{uuid4().hex[:12]}", play_clock
        self._asked, self._last = 0, ()
        rules = "\n".join(map(str, state.sheet.rules))
        message = Start(self._match, state.seats[seat], rules, start_clock, play_clock)
        answer = self._address.send(message, start_clock + _SLACK)
        if answer.lower() != "ready":
            self._match = ""
            raise ZermeloError(f"{self.name} answers {shortened(answer)!r} to START, not ready")

    def answer(self, request: Request) -> Choice:
        state, past = request.state, request.past
        check_rules(state)
        seat = request.seat if request.seat is not None else state.player
        if not self._match:
            self.begin(past[0] if past else state, seat, START_CLOCK, request.clock.seconds or PLAY_CLOCK)
        for number in range(self._asked, len(past)):
            self._ask(number, past)
        move = self._ask(len(past), past)
        return Choice(move=move, line=(move,))

    def _ask(self, number: int, past: Sequence[Any]) -> str:
        """Ask for the move at the state of this number, after those that led to it."""
        self._last = past[number - 1].joint(self._played[number - 1]) if number else ()
        self._asked = number + 1
        return self._address.send(Play(self._match, self._last), self._play_clock + _SLACK)

    def played(self, move: Any) -> None:
        self._played.append(move)

    def end(self, past: Sequence[Any]) -> None:
        """End the match with its last moves."""
        if self._match:
            self._address.send(Stop(self._match, past[-1].joint(self._played[-1]) if past else ()), _SLACK)
            self._match = ""

    def close(self) -> None:
        if self._match:
            with suppress(ZermeloError):
                self._address.send(Abort(self._match), _SLACK)
