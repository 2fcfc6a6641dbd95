"""A worker: a process of its own that answers one request after another, so that the server never waits for a game's code
and can end whatever does not come back.

It reads frames from its standard input and writes them to its standard output. A thread listens for word that the job is
not wanted any more. When the server is gone, so is the worker.
"""

from __future__ import annotations

import os
import queue
import re
import sys
import threading
import traceback
from typing import Any, BinaryIO

import msgspec

from zermelo.audit.explanations import describe_error, user_line
from zermelo.lab import catalogue, frames
from zermelo.lab.caps import Settings
from zermelo.lab.desk import Desk
from zermelo.lab.messages import Problem, Text, Think, Watch
from zermelo.lab.registry import PAGES
from zermelo.lab.thinking import think
from zermelo.lab.watching import watch
from zermelo.state import ZermeloError

ABOUT, WATCH, THINK = "about", "watch", "think"

_POSTS = {path: post for page in PAGES for path, post in page.posts.items()}
_DOCUMENTS = {path: write for page in PAGES for path, write in page.documents.items()}
_PLACE = re.compile(r"(?:line (\d+), )?(?:character|column) (\d+): ")


class Contract(msgspec.Struct, frozen=True):
    """What a worker is told when it starts: the games on offer, by slug, and whether it yields to others."""

    settings: Settings
    games: dict[str, str]
    patient: bool = False


class Worker:
    """The jobs of this process, one at a time."""

    def __init__(self, contract: Contract, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.contract, self.incoming, self.outgoing = contract, incoming, outgoing
        self.jobs: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self.current = self.unwanted = 0

    def listen(self) -> None:
        """Takes in frames until the server goes away."""
        while (frame := frames.read(self.incoming)) is not None:
            kind, number, payload = frame
            if kind == frames.JOB:
                self.jobs.put((number, payload))
            else:
                self.unwanted = number
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
        except BrokenPipeError:  # the server went away before `listen` has heard of it
            os._exit(0)

    def _answer(self, payload: bytes) -> tuple[bytes, bytes]:
        path, _, body = payload.partition(b"\n")
        desk = Desk(
            settings=self.contract.settings,
            games=self.contract.games,
            cancel=lambda: self.unwanted == self.current,
            send=self.send,
        )
        try:
            return frames.DONE, msgspec.json.encode(answer(path.decode(), body, desk), enc_hook=str)
        except ZermeloError as error:
            return frames.PROBLEM, msgspec.json.encode(problem(str(error)))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return frames.PROBLEM, msgspec.json.encode(Problem(f"the message cannot be read: {_words(error)}"))
        except MemoryError:
            return frames.PROBLEM, msgspec.json.encode(Problem("that would take more memory than the lab gives"))
        except Exception as error:
            # Whoever wrote the game wants to see where it broke; one of our faults should be reported, with its place.
            traceback.print_exc()
            if user_line(error) is not None:
                return frames.PROBLEM, msgspec.json.encode(Problem(f"the game breaks here: {describe_error(error)}"))
            return frames.FAULT, msgspec.json.encode(Problem(f"something broke while answering: {_words(error)}"))


def answer(path: str, body: bytes, desk: Desk) -> Any:
    """The record that answers a request."""
    if path == WATCH:
        return watch(msgspec.json.decode(body, type=Watch), desk)
    if path == THINK:
        return think(msgspec.json.decode(body, type=Think), desk)
    if path == ABOUT:
        return catalogue.about(desk)
    if path in _DOCUMENTS:
        return Text(_DOCUMENTS[path](msgspec.json.decode(body, type=dict[str, str]), desk))
    post = _POSTS[path]
    return post.answer(msgspec.json.decode(body, type=post.takes), desk)


def problem(sentence: str) -> Problem:
    """A sentence that begins with a place in a text names the place as numbers too."""
    place = _PLACE.match(sentence)
    if place is None:
        return Problem(sentence)
    return Problem(sentence, line=int(place[1] or 1), column=int(place[2]))


def _words(error: BaseException) -> str:
    return " ".join(f"{error or type(error).__name__}".split())[:500]


def main() -> None:
    contract = msgspec.json.decode(sys.argv[1], type=Contract)
    # What a game prints must not get among the frames.
    outgoing = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    os.dup2(2, 1)
    _limit(contract)
    worker = Worker(contract, sys.stdin.buffer, outgoing)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.send(frames.READY, b"")
    worker.work()


def _limit(contract: Contract) -> None:
    """Bounds the memory of this process, and lets the server go first where both want the processor."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (contract.settings.memory, contract.settings.memory))
    if contract.patient:
        os.nice(5)


if __name__ == "__main__":
    main()
