"""A process that this one starts, feeds, reads and ends.

It has a session of its own: Ctrl-C does not reach it, and what it starts ends with it. A thread reads what it writes, so that
nobody waits longer than they want to.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Self
from weakref import WeakSet

_MOST_WAITING = 100
"""Pieces of output that wait to be read; the process has to wait with the next one."""
_LARGEST_PIECE = 1 << 20
_PATIENCE = 1.0
"""Seconds for the pipes to end with the process."""
_STEP = 0.05
"""Seconds between looks at a process that is waited for."""

_children: WeakSet[Child] = WeakSet()


def end_children() -> None:
    """Kill all children of this process."""
    for child in list(_children):
        child.kill()


def python(*arguments: str) -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of a Python that finds the same modules as this one."""
    # Without -P a json.py in the current folder would replace Python's own.
    return [sys.executable, "-P", *arguments], {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def limit_memory(size: int) -> None:
    """Limit the memory of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read_messages(receive: Callable[[], Any], end: Callable[[], object]) -> queue.SimpleQueue[Any]:
    """Return a queue of what this process receives from its parent; when that has gone, kill all children and call `end`."""
    messages: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def read() -> None:
        try:
            while True:
                messages.put(receive())
        except BaseException:  # nobody waits for an answer
            end_children()
            end()

    threading.Thread(target=read, daemon=True).start()
    return messages


def kill_session(process: Any) -> None:
    """Kill a process that has a session of its own, and those that it started in it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except (
        AttributeError,
        PermissionError,
    ):  # Windows has no such groups; macOS refuses those of which some have ended
        process.kill()


class Child:
    """A process. Use it as a context manager, or call `close` when done.

    Parameters
    ----------
    command, environment
        What starts it; its environment is that of this process unless one is given.
    longest_line
        Read its output in lines, which are cut after so many bytes; with 0 in pieces of any length.
    options
        Those of `subprocess.Popen`, such as files for its streams. Input and output are pipes by default; errors are discarded.

    Raises
    ------
    OSError
        If it does not start.

    >>> with Child(*python("-c", "print(int(input()) + 1)")) as child:
    ...     code, output = child.communicate(b"41", seconds=60.0)
    >>> code, int(output)
    (0, 42)
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        longest_line: int = 0,
        **options: Any,
    ) -> None:
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        process: Any = subprocess.Popen(command, env=environment, start_new_session=True, **(streams | options))
        self._process: subprocess.Popen[bytes] = process
        _children.add(self)
        self._pieces: queue.Queue[bytes] = queue.Queue(_MOST_WAITING)
        reading = (process.stdout, longest_line, self._pieces.put)
        self._reader = threading.Thread(target=_read_pieces, args=reading, daemon=True)
        if process.stdout is not None:
            self._reader.start()

    def write(self, data: bytes) -> None:
        """Write to its input. If it has ended, that is no error here: whoever reads its output notices."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(data)
            self._process.stdin.flush()

    def finish_input(self, data: bytes) -> None:
        """Write to its input, and end that."""
        self.write(data)
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def read(self, seconds: float) -> bytes | None:
        """Return the next line or piece of its output, an empty one at the end; None if there is none in time."""
        try:
            piece = self._pieces.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return None
        if not piece:
            self._pieces.put(b"")  # for the next that is asked for
        return piece

    def communicate(
        self, data: bytes, seconds: float, largest: int = sys.maxsize, watch: Callable[[float], object] | None = None
    ) -> tuple[int, bytes]:
        """Write to its input, and return its exit code and its output once it has ended.

        Parameters
        ----------
        data
            Its whole input.
        seconds
            The most seconds to wait.
        largest
            Once there are more bytes than this, kill the process and return them.
        watch
            Called several times a second with the seconds so far; an error that it raises ends the process.

        Raises
        ------
        TimeoutError
            If it does not end in time.
        """
        self.finish_input(data)
        start, output = monotonic(), bytearray()
        while (piece := self.read(_STEP)) != b"" or self.wait(_STEP) is None:
            output += piece or b""
            spent = monotonic() - start
            if len(output) > largest:
                break
            if spent > seconds:
                raise TimeoutError
            if watch is not None:
                watch(spent)
        self.close()
        return self._process.returncode, bytes(output)

    def wait(self, seconds: float) -> int | None:
        """Return its exit code, minus the signal if one ended it; None if it still runs."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(seconds, 0.0))
        return self._process.returncode

    def kill(self) -> None:
        """Kill the process and those that it started."""
        kill_session(self._process)

    def close(self) -> None:
        """Kill the process and those that it started, and close its pipes."""
        if self not in _children:
            return
        self.kill()
        self._process.wait()
        _children.discard(self)
        end = monotonic() + _PATIENCE
        while self._reader.is_alive() and monotonic() < end:
            with suppress(queue.Empty):  # the reader may wait for room
                self._pieces.get(timeout=0.01)
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read_pieces(pipe: Any, longest_line: int, take: Callable[[bytes], None]) -> None:
    """Take in all pieces of a pipe, and an empty one at its end; another process may hold it open longer than the child."""
    with pipe, suppress(OSError):
        while piece := pipe.readline(longest_line) if longest_line else pipe.read1(_LARGEST_PIECE):
            take(piece)
    take(b"")
