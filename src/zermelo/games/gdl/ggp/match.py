"""A game manager: one match of a rule sheet between players, local ones and those at addresses.

All players with a choice are asked at the same time. A player that does not answer in time, or answers with an illegal move, gets
a random legal one, and the match goes on; the steps say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from contextlib import suppress
from random import Random
from threading import Event
from time import monotonic
from typing import NamedTuple, TypeVar

from zermelo.games.gdl.game import GdlGame
from zermelo.games.gdl.ggp.player import GgpPlayer
from zermelo.games.gdl.mistakes import shortened
from zermelo.players import Choice, Clock, Player
from zermelo.players.player import BasePlayer
from zermelo.players.random import move_seed
from zermelo.state import SIMULTANEOUS, ZermeloError

T = TypeVar("T")
MAX_STEPS = 2_000
"""The steps after which a match ends without goals, as a tournament's game does."""
_SLACK = 1.0
"""Seconds over its clock that an answer may take on its way."""


class Substitution(NamedTuple):
    """A random move instead of a player's own, and the reason."""

    seat: int
    move: str
    reason: str


class Step(NamedTuple):
    """One step of a match: the moves of all roles, the moves substituted for missing or illegal ones, and the state after it."""

    moves: tuple[str, ...]
    substitutions: tuple[Substitution, ...]
    seconds: float
    state: GdlGame


def play_match(
    start: GdlGame,
    players: Sequence[Player],
    *,
    start_clock: float = 10.0,
    play_clock: float = 5.0,
    seed: int = 0,
    max_steps: int = MAX_STEPS,
) -> Iterator[Step]:
    """Play a match step by step.

    Parameters
    ----------
    start
        The first state.
    players
        One for each role; the caller closes them.
    start_clock, play_clock
        Seconds to prepare, and for every move.
    seed
        For the moves that are put in.
    max_steps
        A match that is not over after this many steps ends without goals.

    Yields
    ------
    Step
        The moves of every step and the state after them.
    """
    manager = _Manager(players, play_clock)
    try:
        faults = manager.begin(start, start_clock)
        states = [start]
        while states[-1].utility() is None and len(states) <= max_steps:
            state, began = states[-1], monotonic()
            answers = manager.ask(states, faults)
            faults = {}
            moves, substitutions = list[str](), list[Substitution]()
            for seat in range(len(players)):
                legal, (move, reason) = state.legal(seat), answers[seat]
                if move not in legal:
                    reason = reason or f"{shortened(str(move))} is not a legal move"
                    move = Random(move_seed(seed, len(states) * len(players) + seat)).choice(legal)
                    substitutions.append(Substitution(seat, move, reason))
                moves.append(str(move))
            played = state.move_in(tuple(moves))
            states.append(state.play(played))
            for player in players:
                player.played(played)
            yield Step(tuple(moves), tuple(substitutions), monotonic() - began, states[-1])
        for player in players:
            if isinstance(player, GgpPlayer) and states[-1].utility() is not None:
                with suppress(ZermeloError):
                    player.end(states[:-1])
    finally:
        manager.close()


class _Manager:
    """Asks players in threads, and does not wait longer than the clock says."""

    def __init__(self, players: Sequence[Player], play_clock: float) -> None:
        self._players, self._clock = players, play_clock
        self._threads = ThreadPoolExecutor(len(players) + 1)
        self._late: dict[int, Future[Choice]] = {}
        self._closed = Event()

    def begin(self, start: GdlGame, start_clock: float) -> dict[int, str]:
        """Begin the match everywhere, and let local players prepare; return why seats that did not begin are without a player.

        Local players of one kind share what they learn about a game, so one of each kind prepares, one after the other.
        """
        remote = {
            seat: self._threads.submit(player.begin, start, seat, start_clock, self._clock)
            for seat, player in enumerate(self._players)
            if isinstance(player, GgpPlayer)
        }
        local = dict[type, int]()
        for seat, player in enumerate(self._players):
            if seat not in remote and type(player).prepare is not BasePlayer.prepare:
                local.setdefault(type(player), seat)
        deadline, faults = monotonic() + start_clock, dict[int, str]()
        for number, seat in enumerate(local.values()):
            share = max((deadline - monotonic()) / (len(local) - number), 0.01)
            preparing = self._threads.submit(self._players[seat].prepare, start, share, self._closed.is_set)
            _, fault = self._result(preparing, share, "it was not ready")
            if fault:
                faults[seat] = fault
        for seat, begun in remote.items():
            try:
                begun.result()
            except ZermeloError as error:
                faults[seat] = str(error)
        return faults

    def ask(self, states: Sequence[GdlGame], faults: dict[int, str]) -> list[tuple[object, str]]:
        """Return the answer of every seat with the reason if there is none. A local player without a choice is not asked."""
        state, deadline = states[-1], monotonic() + self._clock
        asked = {}
        for seat, player in enumerate(self._players):
            waiting = self._late.get(seat)
            if waiting is not None and waiting.done():
                del self._late[seat]
            remote = isinstance(player, GgpPlayer)
            if seat not in self._late and seat not in faults and (remote or len(state.legal(seat)) > 1):
                asked[seat] = self._threads.submit(self._choose, seat, states, deadline)
        answers: list[tuple[object, str]] = []
        for seat in range(len(self._players)):
            legal = state.legal(seat)
            if seat in asked:
                answers.append(self._wait(seat, asked[seat], deadline))
            elif seat in faults:
                answers.append((None, faults[seat]))
            elif len(legal) == 1:
                answers.append((legal[0], ""))
            else:
                answers.append((None, "it is still busy with an earlier move"))
        return answers

    def _choose(self, seat: int, states: Sequence[GdlGame], deadline: float) -> Choice:
        state, player = states[-1], self._players[seat]
        together = {"seat": seat} if state.player == SIMULTANEOUS or isinstance(player, GgpPlayer) else {}

        def stopped() -> bool:
            return self._closed.is_set() or monotonic() >= deadline

        return player.choose(state, states[:-1], Clock(max(deadline - monotonic(), 0.01)), None, stopped, **together)

    def _wait(self, seat: int, future: Future[Choice], deadline: float) -> tuple[object, str]:
        choice, fault = self._result(future, max(deadline - monotonic(), 0), "no answer", self._clock)
        if not future.done():
            self._late[seat] = future
        if choice is None:
            return None, fault
        return choice.move, "" if choice.move is not None else "no answer in time"

    @staticmethod
    def _result(
        future: Future[T], seconds: float, late: str, clock: float | None = None
    ) -> tuple[T, str] | tuple[None, str]:
        """Return what a player answers within some seconds, and what is wrong with it."""
        try:
            return future.result(timeout=seconds + _SLACK), ""
        except Late:
            return None, f"{late} within {seconds if clock is None else clock:.3g} seconds"
        except ZermeloError as error:
            return None, str(error)
        except Exception as error:  # users' players may fail in any way
            return None, f"it failed with {type(error).__name__}: {error}"

    def close(self) -> None:
        self._closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
