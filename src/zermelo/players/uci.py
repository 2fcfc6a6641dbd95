"""The player that asks a chess program over the Universal Chess Interface."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, takewhile
from typing import Any

from zermelo.catalogue import played_by
from zermelo.players.choice import Choice
from zermelo.players.clock import UNLIMITED, Clock
from zermelo.players.player import BasePlayer, Cancel, PlayerKind, Request, Settings
from zermelo.players.program import check_command
from zermelo.players.uci_program import UciProgram
from zermelo.registry import TWO_PLAYERS, Option
from zermelo.result import Mate
from zermelo.state import State, ZermeloError

USUAL = Clock(seconds=1.0)
"""The time for each move if nothing else limits it."""
_WON = 10_000
"""The value of a won game."""
_LONGEST_NUMBER = 18
_PATIENCE = 60.0
"""Seconds to wait for an answer beyond the time of the move: the program may load large files first."""


class UciPlayer(BasePlayer):
    """Plays the moves of a UCI program, which is started when it is first asked.

    Parameters
    ----------
    command
        What starts the program.
    options
        UCI options by their names.
    patience
        Seconds beyond its time for which the program may be silent.
    """

    def __init__(
        self, command: str, options: Mapping[str, object] | None = None, patience: float | None = None
    ) -> None:
        self._command, self._options = command, options
        self._patience = _PATIENCE if patience is None else patience
        self._program: UciProgram | None = None
        self._ready = False
        self._states: list[Any] = []
        self._moves: list[str] = []

    @property
    def name(self) -> str:
        return self._program.name if self._program is not None else str(self._command)

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        """Start the program, before its clock does."""
        self._start(_chess(state))

    def answer(self, request: Request) -> Choice:
        state = _chess(request.state)
        program = self._start(state)
        self._follow([*request.past, state])
        moves = f" moves {' '.join(self._moves)}" if self._moves else ""
        position = f"fen {self._states[0].fen}{moves}"
        clock = USUAL if request.clock == UNLIMITED else request.clock
        answer = program.go(position, _limits(clock), clock.timeout(state.player, self._patience))
        if answer.move not in state.legal_moves():
            raise ZermeloError(f"{program.name} plays {answer.move[:40]}, which is not a legal move here")
        return Choice(
            move=answer.move, line=(answer.move,), seconds=answer.seconds, **_figures(answer.info, state.player)
        )

    def _start(self, state: Any) -> UciProgram:
        if self._program is None:
            self._program = UciProgram(self._command, self._options)
        if not self._ready:
            if variant := state.record_tags.get("Variant"):
                self._program.send(f"setoption name UCI_Variant value {variant.lower()}")
            self._program.new_game()
            self._ready = True
        return self._program

    def _follow(self, states: list[Any]) -> None:
        """Find the moves between the states; those that were found for an earlier move still hold."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._states, states, strict=False)))
        del self._moves[max(same - 1, 0) :]
        for one, other in pairwise(states[max(same - 1, 0) :]):
            self._moves.append(next(move for move in one.legal_moves() if one.play(move) == other))
        self._states = states

    def close(self) -> None:
        if self._program is not None:
            self._program.close()


def _limits(clock: Clock) -> str:
    """The words after `go`: every limit that there is.

    >>> _limits(Clock(nodes=500, seconds=2)), _limits(Clock(left=(60, 30), increment=0.1))
    ('movetime 2000 nodes 500', 'wtime 60000 btime 30000 winc 100 binc 100')
    """
    words = list[str]()
    if clock.left:
        white, black = (max(round(1000 * each), 1) for each in clock.left)
        added = round(1000 * clock.increment)
        words.append(f"wtime {white} btime {black} winc {added} binc {added}")
    elif clock.seconds is not None:
        words.append(f"movetime {max(round(1000 * clock.seconds), 1)}")
    if clock.nodes is not None:
        words.append(f"nodes {clock.nodes}")
    if clock.depth is not None:
        words.append(f"depth {clock.depth}")
    return " ".join(words)


def _figures(info: str, player: int) -> dict[str, Any]:
    """Read what the program says of its search: its score is that of the player to move, in centipawns or moves to a mate.

    >>> _figures("info depth 12 seldepth 18 score cp -31 nodes 20480 nps 900000 pv e7e5 g1f3", player=1)
    {'depth': 12, 'nodes': 20480, 'value': 31.0}
    >>> _figures("info depth 3 score mate -2 nodes 77", player=0)
    {'depth': 3, 'nodes': 77, 'value': -10000.0, 'mate': Mate(moves=-2, words=('mate', 'mated'))}
    """
    words, figures = info.split(), dict[str, Any]()
    numbers = dict[str, int]()
    for name, word in pairwise(words):
        if name == "pv":
            break
        with suppress(ValueError):
            numbers.setdefault(name, int(word[:_LONGEST_NUMBER]))
    figures = {name: numbers[name] for name in ("depth", "nodes") if numbers.get(name, -1) >= 0}
    sign = 1 if player == 0 else -1
    if "cp" in numbers:
        figures["value"] = float(sign * numbers["cp"])
    elif numbers.get("mate"):
        figures["value"] = math.copysign(_WON, sign * numbers["mate"])
        figures["mate"] = Mate(sign * numbers["mate"])
    return figures


def _chess(state: Any) -> Any:
    """Return a state that a UCI program plays; raise ZermeloError for any other."""
    if "uci" not in getattr(state, "programs", ()):
        raise ZermeloError(f"UCI programs play {played_by('uci')}, not {type(state).__name__}")
    return state


def _check(state: Any, values: Sequence[float | str]) -> None:
    """Raise ZermeloError if the game is not chess or there is no such program."""
    _chess(state)
    check_command(split_options(str(values[0]))[0])


def split_options(text: str) -> tuple[str, dict[str, str]]:
    """Split a command from the UCI options after it.

    >>> split_options("glaurung; Threads=1; OwnBook=false")
    ('glaurung', {'Threads': '1', 'OwnBook': 'false'})
    """
    command, *given = map(str.strip, text.split(";"))
    options = [option.partition("=") for option in given]
    for name, sign, value in options:
        if not (name.strip() and sign):
            raise ZermeloError(f"write a UCI option as NAME=VALUE, not {(name + value)[:40]!r}")
    return command, {name.strip(): value.strip() for name, _, value in options}


def _create(settings: Settings) -> UciPlayer:
    return UciPlayer(*split_options(str(settings.values[0])), patience=settings.patience)


UCI = PlayerKind(
    name="uci",
    title="UCI program",
    summary="A program that speaks UCI, which is started with a command and asked for moves.",
    create=_create,
    suits=TWO_PLAYERS,
    options=(
        Option(
            "command",
            "text",
            "The command that starts the program, and UCI options after it, as in stockfish; Threads=1.",
            required=True,
        ),
    ),
    is_builtin=False,
    check=_check,
)
