"""The process of a user's own player: it answers what `zermelo.players.apart` asks, until that closes the pipe or dies."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from zermelo.cluster.child import read_messages
from zermelo.players.apart import Answer
from zermelo.players.own import OwnPlayer, import_player
from zermelo.players.player import Request, Resigns
from zermelo.state import ZermeloError

_LATE = 5.0
"""Seconds after which an answer is certainly not waited for any more."""


def serve(pipe: Connection) -> None:
    """Answer questions in their order; a thread reads them, so that the process ends with the other one."""
    questions = read_messages(pipe.recv, lambda: os.killpg(0, signal.SIGKILL))  # with what the player has started
    player = None
    with open(os.devnull, "w") as nowhere:
        while True:
            seconds, method, *arguments = questions.get()
            # Ends the process even if the player never lets another thread run.
            faulthandler.dump_traceback_later(seconds + _LATE, exit=True, file=nowhere)
            try:
                if method == "create":
                    name, source, settings = arguments
                    player, answer = OwnPlayer(name, import_player(source), settings), Answer()
                else:
                    answer = _answer(player, method, arguments)
            except Resigns as resignation:
                answer = Answer(resigns=str(resignation))
            except ZermeloError as error:
                answer = Answer(error=str(error))
            except BaseException as error:
                answer = Answer(
                    error=f"{getattr(player, 'name', 'the player')} failed: {type(error).__name__}: {error}"
                )
            faulthandler.cancel_dump_traceback_later()
            pipe.send_bytes(msgspec.msgpack.encode(answer))


def _answer(player: Any, method: str, arguments: list[Any]) -> Answer:
    if method != "answer":
        getattr(player, method)(*arguments)
        return Answer()
    request: Request = arguments[0]
    choice = player.answer(request)
    if choice.resigns:
        raise Resigns(f"{player.name} resigns")
    value = choice.value
    return Answer(
        move=list(request.moves).index(choice.move),
        value=float(value) if isinstance(value, int | float) else None,
        depth=choice.depth if isinstance(choice.depth, int) else None,
        nodes=choice.nodes if isinstance(choice.nodes, int) else 0,
    )


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])))
