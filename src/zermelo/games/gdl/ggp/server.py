"""The player's side of the GGP protocol: answer the messages of a game manager with the moves of one of Zermelo's players.

The player plays one match at a time and answers messages of other matches with `busy`. If a match has been silent for long,
it gives that match up when another one wants to begin.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from zermelo.games.gdl.game import GdlGame, make_game
from zermelo.games.gdl.ggp.messages import Info, Play, Preview, Start, Stop, parse_message
from zermelo.games.gdl.mistakes import shortened
from zermelo.players import Clock, Player, PlayerSpec
from zermelo.players.clock import Reserve
from zermelo.state import SIMULTANEOUS, ZermeloError, format_count

MARGIN = 0.5
"""Seconds of every clock that are kept for the way of the answer; at most a quarter of the clock."""
GROUNDING_SHARE = 0.6
"""The share of the start clock that grounding may take; rules that take longer are interpreted."""
PREPARATION_SHARE, LONGEST_PREPARATION = 0.75, 30.0
"""How much of what is left of the start clock goes into preparation, and the most seconds of it."""
GIVEN_UP = 10.0
"""A match may be replaced after this many of its longer clock without a message."""


@dataclass
class Match:
    """A match that is under way."""

    name: str
    seat: int
    player: Player
    states: list[GdlGame]
    play_clock: float
    patience: float
    heard: float = field(default_factory=monotonic)
    over: threading.Event = field(default_factory=threading.Event)


class GgpServer:
    """Answers messages; may be called from several threads at once.

    Parameters
    ----------
    spec
        The player that chooses the moves.
    name
        How the player calls itself in its answer to INFO.
    margin
        Seconds of every clock to keep for the way of the answer.
    seed
        For players that draw at random.
    """

    def __init__(self, spec: PlayerSpec, *, name: str = "zermelo", margin: float = MARGIN, seed: int = 0) -> None:
        self._spec, self._name, self._margin, self._seed = spec, name, margin, seed
        self._reserve = Reserve(0.0)
        self._lock = threading.RLock()
        self._match: Match | None = None
        self._preparing = False

    def answer(self, text: str, received: float | None = None) -> str:
        """Answer a message that was received at a time of `time.monotonic`, now by default.

        Raises
        ------
        ZermeloError
            If it is no message, or its rules or moves are wrong. The match goes on as if it had not come.
        """
        received = monotonic() if received is None else received
        message = parse_message(text)
        match message:
            case Info():
                return f"((name {self._name}) (status {'busy' if self._busy() else 'available'}))"
            case Preview():
                return self._preview(message, received)
            case Start():
                return self._start(message, received)
        found = self._match
        if found is None or found.name != message.match:
            return "busy"
        found.heard = received
        if isinstance(message, Play):
            return self._play(found, message, received)
        self._end(found)
        return "done" if isinstance(message, Stop) else "aborted"

    def close(self) -> None:
        """End the match that is under way."""
        if self._match is not None:
            self._end(self._match)

    def _busy(self) -> bool:
        return self._preparing or self._match is not None

    def _seconds(self, clock: float, received: float) -> float:
        """The seconds that are left of a clock, less the margin, and as much again where answers were late."""
        kept = min(self._margin, clock / 4) + min(self._reserve.seconds, clock / 4)
        return max(clock - kept - (monotonic() - received), 0.01)

    def _preview(self, message: Preview, received: float) -> str:
        if self._busy():
            return "busy"
        self._make_game(message.rules, message.clock, received)
        return "ready"

    def _make_game(self, rules: str, clock: float, received: float) -> type[GdlGame]:
        left = self._seconds(clock, received)
        return make_game(rules, seconds=GROUNDING_SHARE * left, within=left)

    def _start(self, message: Start, received: float) -> str:
        with self._lock:
            late = self._match
            if self._preparing or (late is not None and received - late.heard < late.patience):
                return "busy"
            if late is not None:
                self._end(late)
            self._preparing = True
        try:
            state = self._make_game(message.rules, message.start_clock, received)()
            if message.role not in state.seats:
                raise ZermeloError(f"{shortened(message.role)} is not a role: choose from {', '.join(state.seats)}")
            patience = GIVEN_UP * max(message.start_clock, message.play_clock)
            seat = state.seats.index(message.role)
            player = self._spec.create(seed=self._seed)
            left = self._seconds(message.start_clock, received)
            player.prepare(state, min(PREPARATION_SHARE * left, LONGEST_PREPARATION))
            self._match = Match(message.match, seat, player, [state], message.play_clock, patience)
        finally:
            self._preparing = False
        return "ready"

    def _play(self, match: Match, message: Play, received: float) -> str:
        state = _after(match, message.moves)
        if state.utility() is not None:
            raise ZermeloError("the game is over: STOP is expected")
        legal = state.legal(match.seat)
        if len(legal) == 1:
            return str(legal[0])
        seconds, began = self._seconds(match.play_clock, received), monotonic()
        together = {"seat": match.seat} if state.player == SIMULTANEOUS else {}
        choice = match.player.choose(state, match.states[:-1], Clock(seconds), None, match.over.is_set, **together)
        self._reserve.spend(seconds, monotonic() - began)
        return str(legal[0] if choice.move is None else choice.move)

    def _end(self, match: Match) -> None:
        match.over.set()
        with self._lock:
            if self._match is match:
                self._match = None
                match.player.close()


def _after(match: Match, moves: tuple[str, ...]) -> GdlGame:
    """Return the state after the moves that were just made; without any, it is the one before the first."""
    if not moves:
        return match.states[-1]
    state = match.states[-1]
    if len(moves) != len(state.seats):
        raise ZermeloError(f"{format_count(len(state.seats), 'move')} are expected, one per role, not {len(moves)}")
    move: Any = state.move_in(moves)
    match.states.append(state.play(move))
    match.player.played(move)
    return match.states[-1]
