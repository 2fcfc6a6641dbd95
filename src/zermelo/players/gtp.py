"""The player that asks a program over the Go Text Protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zermelo.catalogue import played_by
from zermelo.kinds.plugins import plugin
from zermelo.players.choice import Choice
from zermelo.players.clock import Clock
from zermelo.players.gtp_program import COLOURS, GtpProgram
from zermelo.players.player import BasePlayer, Cancel, PlayerKind, Request, Resigns, Settings
from zermelo.players.program import check_command
from zermelo.records.turns import Line
from zermelo.registry import TWO_PLAYERS, Option
from zermelo.state import State, ZermeloError

_PATIENCE = 600.0
"""Seconds to wait for a move where nothing limits it, or beyond the time of the move."""
_MOVES_LEFT = 20
"""Over how many moves a program spreads what is left on its clock, where that is told by the move."""
_LEAST = 0.001
"""The shortest time for a move that is told, in seconds."""


class GtpPlayer(BasePlayer):
    """Plays the moves of a GTP program, which is started when it is first asked.

    Parameters
    ----------
    command
        What starts the program.
    program
        A program that runs already, and is not ended with the game.
    patience
        Seconds beyond its time for which the program may be silent.
    """

    def __init__(
        self, command: str | Sequence[str], program: GtpProgram | None = None, patience: float | None = None
    ) -> None:
        self._command, self._program, self._own = command, program, program is None
        self._patience = _PATIENCE if patience is None else patience
        self._told: tuple[object, list[str]] = (None, [])

    @property
    def name(self) -> str:
        return self._program.name if self._program is not None else str(self._command)

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        """Start the program, before its clock does."""
        self._start()

    def _start(self) -> GtpProgram:
        if self._program is None:
            self._program = GtpProgram(self._command)
        return self._program

    def answer(self, request: Request) -> Choice:
        state = _go(request.state)
        program = self._tell(self._start(), state)
        _set_time(program, request.clock, state.player)
        answer = program.genmove(state.player, request.clock.timeout(state.player, self._patience))
        if answer.move == "resign":
            raise Resigns(f"{program.name} resigns")
        if answer.move not in state.moves():
            raise ZermeloError(f"{program.name} plays {answer.move}, which is not a legal move here")
        self._told = (_start(state), [*state.line, answer.move])
        return Choice(move=answer.move, line=(answer.move,), seconds=answer.seconds)

    def _tell(self, program: GtpProgram, state: Any) -> GtpProgram:
        """Tell the program the game so far: the moves since it was last asked, or everything in another game."""
        start, moves = _start(state), state.line
        before, told = self._told
        self._told = (None, [])  # unknown, should something go wrong now
        if before != start or moves[: len(told)] != told:
            program.new_game(state.size, state.komi)
            if "/" in start[0]:
                with _file(state) as path:
                    program.command(f"loadsgf {path}")
            told = []
        first = "w" in start[0].split()
        for number in range(len(told), len(moves)):
            program.play((first + number) % 2, moves[number])
        return program

    def close(self) -> None:
        if self._own and self._program is not None:
            self._program.close()


def _start(state: Any) -> tuple[str, float]:
    """The size of the empty board or the stones that were set up and the rules, before all moves, and the komi."""
    return state.notation().partition(":")[0], state.komi


@contextmanager
def _file(state: Any) -> Iterator[Path]:
    """Write the start of a game to a file that is there for as long as a program reads it."""
    position, komi = _start(state)
    with TemporaryDirectory() as folder:
        path = Path(folder, "start.sgf")
        path.write_text(str(plugin(state, "sgf").format(position, komi, Line(), {})), encoding="utf-8")
        yield path


def _set_time(program: GtpProgram, clock: Clock, player: int) -> None:
    """Tell the program its time, never more than it has. The protocol has no nodes, and whole seconds: less than one for a move is
    said as one second for several."""
    left = clock.left[player] if clock.left else None
    if left is not None and left >= 1 and not clock.increment:
        program.command(f"time_settings {int(left)} 0 0")
        program.command(f"time_left {COLOURS[player]} {int(left)} 0")
        return
    for_move = clock.seconds if left is None else left / _MOVES_LEFT + clock.increment
    if for_move is not None:
        seconds, moves = (int(for_move), 1) if for_move >= 1 else (1, ceil(1 / max(for_move, _LEAST)))
        program.command(f"time_settings 0 {seconds} {moves}")


def _go(state: Any) -> Any:
    """Return a state that a GTP program plays; raise ZermeloError for any other."""
    if "gtp" not in getattr(state, "programs", ()):
        raise ZermeloError(f"GTP programs play {played_by('gtp')}, not {type(state).__name__}")
    return state


def _check(state: Any, values: Sequence[float | str]) -> None:
    """Raise ZermeloError if the game is not Go or there is no such program."""
    _go(state)
    check_command(str(values[0]))


def _create(settings: Settings) -> GtpPlayer:
    return GtpPlayer(str(settings.values[0]), patience=settings.patience)


GTP = PlayerKind(
    name="gtp",
    title="GTP program",
    summary="A program that plays Go, which is started with a command and asked for moves.",
    create=_create,
    suits=TWO_PLAYERS,
    options=(Option("command", "text", "The command that starts the program.", required=True),),
    is_builtin=False,
    check=_check,
)
