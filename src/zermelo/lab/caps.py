"""What the lab grants at most: to one visitor, to one request, and to all together. Nothing outside may raise these."""

from __future__ import annotations

import msgspec

from zermelo.lab.messages import Caps


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit of the server.

    caps          what pages are told: characters of a text, nodes and seconds of a search, searches at once
    quick         seconds for a request that is not a search
    grace         seconds a worker has to stop when it is told to, before it is ended
    message       bytes of a request or of a message of the WebSocket
    moves         moves of a game
    pictures      little boards in one request
    batch, room   steps of one batch; batches a page is sent before it has to ask for more
    most_room     batches a page can have asked for at any time
    steps, bytes  steps of one search, and bytes of all of them
    spool         bytes of steps that wait for slow pages, of all visitors together
    waiting       searches that wait for a free worker, of all visitors together
    visitors      WebSockets at once
    rate, burst   requests a second from one address, and searches a second on one WebSocket; how many at once
    pace          messages a second that are read from one WebSocket
    memory        bytes that one worker may use
    """

    caps: Caps = Caps(text=2_000_000, nodes=100_000, seconds=30.0, searches=4)
    quick: float = 10.0
    grace: float = 0.15
    message: int = 4 * 2**20
    moves: int = 5_000
    pictures: int = 2_000
    batch: int = 200
    room: int = 4
    most_room: int = 64
    steps: int = 1_000_000
    bytes: int = 256 * 2**20
    spool: int = 256 * 2**20
    waiting: int = 200
    visitors: int = 200
    rate: float = 200.0
    burst: float = 400.0
    pace: float = 2_000.0
    memory: int = 2 * 2**30
