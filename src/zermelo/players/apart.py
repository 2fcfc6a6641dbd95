"""A user's own player in a process of its own: whether it hangs, exits, crashes or prints, only its own game is lost.

Processes are kept for the next game of the same player, since starting one takes longer than many games do. Questions are
pickled; answers are plain data of a fixed shape, whatever the player's code writes.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from time import monotonic
from typing import Any

import msgspec

from zermelo.cluster.child import Child, python
from zermelo.imports import user_folders
from zermelo.players.choice import Choice
from zermelo.players.player import BasePlayer, Cancel, Request, Resigns, Settings
from zermelo.state import State, ZermeloError

START = 20.0
"""Seconds for a process to start and to import the player."""
LONGEST_ANSWER = 1 << 20
_STEP = 0.05
"""Seconds between looks at whether a question was cancelled."""


class Answer(msgspec.Struct, frozen=True):
    """What the process answers: a move by its place among the legal ones, and what the player knows of it; or an error."""

    move: int | None = None
    value: float | None = None
    depth: int | None = None
    nodes: int = 0
    resigns: str | None = None
    error: str | None = None


class PlayerProcess(Child):
    """A process that serves one player at a time."""

    def __init__(self) -> None:
        self._pipe, theirs = Pipe()
        number = theirs.fileno()
        super().__init__(
            *python("-m", "zermelo.players.apart_process", str(number)),
            stdin=subprocess.DEVNULL,
            stdout=2,  # what a player prints is not what the program prints
            stderr=None,
            pass_fds=(number,),
        )
        theirs.close()

    def ask(self, name: str, seconds: float, question: tuple[Any, ...], cancel: Cancel | None = None) -> Answer | None:
        """Return the answer to a question, None if it was cancelled; without one end the process and raise ZermeloError.

        Parameters
        ----------
        name
            The player's, for errors.
        seconds
            How long to wait.
        question
            The method and its arguments.
        """
        try:
            self._pipe.send((seconds, *question))
            end = monotonic() + seconds
            while not self._pipe.poll(min(_STEP, max(end - monotonic(), 0.0))):
                if cancel is not None and cancel():
                    self.close()
                    return None
                if monotonic() >= end:
                    raise ZermeloError(f"{name} did not answer within {seconds:g} s")
            answer = msgspec.msgpack.decode(self._pipe.recv_bytes(LONGEST_ANSWER), type=Answer)
        except (EOFError, ConnectionError):
            raise ZermeloError(f"{name} {self._last_words()}") from None
        except (OSError, msgspec.MsgspecError):
            self.close()
            raise ZermeloError(f"{name} wrote into the pipe of its answers") from None
        except BaseException:
            self.close()
            raise
        return answer

    def _last_words(self) -> str:
        code = self.wait(1.0)
        self.close()
        if code is None:
            return "closed the pipe of its answers"
        return f"ended its process with code {code}" if code >= 0 else f"crashed: {signal.Signals(-code).name}"

    @property
    def lives(self) -> bool:
        """Whether it can be asked."""
        return self.wait(0) is None and not self._pipe.closed

    def close(self) -> None:
        super().close()
        self._pipe.close()


_idle: list[tuple[bytes, PlayerProcess]] = []
"""The processes that wait for another game, with the player that they have imported; the one that has waited longest first."""
MOST_IDLE = 16


def _take(key: bytes) -> PlayerProcess:
    """Return an idle process of a player, or a new one."""
    for at, (owner, process) in reversed(list(enumerate(_idle))):
        if owner == key:
            del _idle[at]
            if process.lives:
                return process
    return PlayerProcess()


def _keep(key: bytes, process: PlayerProcess) -> None:
    _idle.append((key, process))
    if len(_idle) > MOST_IDLE:
        _idle.pop(0)[1].close()


class PlayerApart(BasePlayer):
    """A user's own player that is asked in another process.

    Parameters
    ----------
    name
        Its name, for errors.
    source
        Its name as `zermelo.imports` takes it, or the function or class.
    settings
        Those of the game; `patience` is how long it may be silent beyond its time.
    """

    def __init__(self, name: str, source: str | Callable[..., Any], settings: Settings) -> None:
        self.name, self._patience = name, settings.patience or 0.0
        self._key = pickle.dumps((source, user_folders()))
        self._process = _take(self._key)
        try:
            self._ask(START, "create", name, source, Settings(seed=settings.seed))
        except BaseException:
            self._process.close()
            raise

    def _ask(self, seconds: float, *question: Any, cancel: Cancel | None = None) -> Answer | None:
        if not self._process.lives:
            raise ZermeloError(f"{self.name} has ended")
        answer = self._process.ask(self.name, seconds, question, cancel)
        if answer is not None and answer.resigns is not None:
            raise Resigns(answer.resigns)
        if answer is not None and answer.error is not None:
            raise ZermeloError(answer.error)
        return answer

    def answer(self, request: Request) -> Choice:
        asked = request._replace(past=tuple(request.past), on_progress=None, cancel=None)
        seconds = request.clock.timeout(request.mover, self._patience)
        answer = self._ask(seconds, "answer", asked, cancel=request.cancel)
        if answer is None:
            return Choice(move=None)
        if answer.move is None or not 0 <= answer.move < len(request.moves):
            self._process.close()
            raise ZermeloError(f"{self.name} wrote into the pipe of its answers")
        move = request.moves[answer.move]
        return Choice(
            move=move,
            line=(move,),
            value=answer.value,
            depth=answer.depth,
            nodes=answer.nodes,
        )

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        self._ask(max(seconds, self._patience), "prepare", state, seconds, cancel=cancel)

    def played(self, move: Any) -> None:
        self._ask(self._patience, "played", move)

    def close(self) -> None:
        """Keep the process for the next game, if it is well."""
        if self._process.lives:
            with suppress(ZermeloError):
                self._ask(self._patience, "close")
        if self._process.lives:
            _keep(self._key, self._process)


def can_move(source: str | Callable[..., Any]) -> bool:
    """Return whether another process can import a player: not a lambda, nor what a script itself defines."""
    if isinstance(source, str):
        return True
    if getattr(source, "__module__", None) in (None, "__main__", "__mp_main__"):
        return False
    try:
        pickle.dumps(source)
    except Exception:
        return False
    return True
