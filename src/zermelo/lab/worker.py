"""A worker process: answers one request after another, so that the server never waits for a game's code and can kill a
request that does not return.

A worker reads frames from its standard input and writes frames to its standard output. A thread listens for cancelled
jobs. The worker exits when the server does.
"""

from __future__ import annotations

import gc
import os
import queue
import re
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any, BinaryIO

import msgspec

from zermelo.audit.explanations import describe_error, user_line
from zermelo.cluster.child import limit_memory
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import Problem, Text
from zermelo.lab.page import ABOUT, LIVE
from zermelo.lab.server import frames
from zermelo.lab.server.settings import WorkerOptions
from zermelo.lab.topics import PAGES
from zermelo.state import ZermeloError

_PLACE = re.compile(r"(?:line (\d+), )?(?:character|column) (\d+): ")

Handler = Callable[[bytes, RequestContext], Any]


class Worker:
    """Runs the jobs of this process, one at a time."""

    def __init__(self, options: WorkerOptions, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.options, self.incoming, self.outgoing = options, incoming, outgoing
        self.jobs: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self.current = self.cancelled = 0

    def listen(self) -> None:
        """Take frames until the server goes away."""
        while (frame := frames.read(self.incoming)) is not None:
            kind, number, payload = frame
            if kind == frames.JOB:
                self.jobs.put((number, payload))
            else:
                self.cancelled = number
        os._exit(0)

    def work(self) -> None:
        while True:
            self.current, payload = self.jobs.get()
            kind, answer = self._answer(payload)
            self.send(kind, answer)

    def send(self, kind: bytes, payload: bytes) -> None:
        try:
            self.outgoing.write(frames.pack(kind, self.current, payload))
            self.outgoing.flush()
        except BrokenPipeError:  # the server went away, and `listen` has not noticed yet
            os._exit(0)

    def _answer(self, payload: bytes) -> tuple[bytes, bytes]:
        path, _, body = payload.partition(b"\n")
        context = RequestContext(
            settings=self.options.settings,
            games=self.options.games,
            players=self.options.players,
            cancel=lambda: self.cancelled == self.current,
            send=self.send,
            store=self.options.store,
        )
        try:
            return frames.DONE, msgspec.json.encode(answer(path.decode(), body, context), enc_hook=str)
        except ZermeloError as error:
            return frames.PROBLEM, msgspec.json.encode(problem(str(error)))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return frames.PROBLEM, msgspec.json.encode(Problem(f"the message cannot be read: {_one_line(error)}"))
        except MemoryError:
            return frames.PROBLEM, msgspec.json.encode(Problem("this needs more memory than the lab allows"))
        except Exception as error:
            # The author of a game wants to see where it broke; a fault of the lab should be reported, with its place.
            traceback.print_exc()
            if user_line(error) is not None:
                return frames.PROBLEM, msgspec.json.encode(Problem(f"the game breaks here: {describe_error(error)}"))
            return frames.FAULT, msgspec.json.encode(Problem(f"the lab failed to answer: {_one_line(error)}"))


def answer(path: str, body: bytes, context: RequestContext) -> Any:
    """Answer a request with a record.

    Parameters
    ----------
    path
        The address of a question, or `LIVE` and the tag of a message of the WebSocket.
    body
        The request's record as JSON; for a document the words of its query.
    """
    return _handlers()[path](body, context)


@cache
def _handlers() -> dict[str, Handler]:
    """Import everything that answers requests, by path."""
    from zermelo.lab import catalogue

    handlers: dict[str, Handler] = {ABOUT: lambda _, context: catalogue.about(context)}
    for page in PAGES:
        functions = page.handlers()
        for name, post in page.posts.items():
            handlers[page.path(name)] = _decoding(post.takes, functions[name])
        for name, live in page.live.items():
            handlers[LIVE + name] = _decoding(live.takes, functions[name])
        for name in page.documents:
            handlers[page.path(name)] = _decoding(dict[str, str], functions[name], Text)
    return handlers


def _decoding(takes: Any, function: Callable[..., Any], wrap: Callable[[Any], Any] = lambda made: made) -> Handler:
    decoder = msgspec.json.Decoder(takes)
    return lambda body, context: wrap(function(decoder.decode(body), context))


def problem(sentence: str) -> Problem:
    """Return a problem; the place that the sentence begins with, if any, as numbers too."""
    place = _PLACE.match(sentence)
    if place is None:
        return Problem(sentence)
    return Problem(sentence, line=int(place[1] or 1), column=int(place[2]))


def _one_line(error: BaseException) -> str:
    return " ".join(f"{error or type(error).__name__}".split())[:500]


def main() -> None:
    options = msgspec.json.decode(sys.argv[1], type=WorkerOptions)
    # Keep what a game prints out of the frames.
    outgoing = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    limit_memory(options.settings.memory)
    _handlers()
    if options.low_priority and hasattr(os, "nice"):  # not on Windows
        os.nice(5)
    # Building a tree of 100,000 nodes makes no garbage, so look for it less often.
    gc.freeze()
    gc.set_threshold(100_000)
    worker = Worker(options, sys.stdin.buffer, outgoing)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.send(frames.READY, b"")
    worker.work()


if __name__ == "__main__":
    main()
