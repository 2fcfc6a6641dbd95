"""The limits of the server: per request, per visitor, and for all visitors together. No request can raise them."""

from __future__ import annotations

import msgspec

from zermelo.lab.messages import Caps


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit of the server.

    Attributes
    ----------
    caps
        The limits that pages are told about.
    quick
        Seconds for a request that does not search.
    grace
        Seconds that a cancelled worker has to stop before the server kills it.
    message
        Bytes of a request or of a WebSocket message.
    moves
        Moves of a game.
    pictures
        Small boards in one request.
    batch, room
        Steps in a batch; batches sent to a page before it has to ask for more.
    most_room
        Batches that a page can have asked for at any time.
    steps, bytes
        Steps of one search, and the bytes of all of them.
    spool
        Bytes of steps that wait for slow pages, for all visitors together.
    waiting
        Requests that wait for a free worker, for all visitors together.
    slice
        Seconds that a search may run while a visitor without a worker waits for one; less when many wait. A tournament has
        several slices, of whole length, to end a game.
    last_words
        Seconds that such a search has to give its answer so far before the server kills its worker.
    spare
        Workers for searches that are kept ready for the next visitor.
    large
        Questions of at least this many bytes wait for a worker of the searches.
    levels
        Levels of a tree.
    visitors
        WebSockets at once. One more takes the place of one that is idle.
    idle
        Seconds after which the server closes a WebSocket that has no search.
    arrival
        Seconds for a whole request to arrive, and for a visitor to go on reading an answer.
    rate, burst
        Requests a second from one address, and searches a second on one WebSocket; how many at once.
    pace
        Messages a second that the server reads from one WebSocket.
    memory
        Bytes of memory for one worker.
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
    slice: float = 1.0
    last_words: float = 1.0
    spare: int = 1
    large: int = 50_000
    levels: int = 1_000
    visitors: int = 200
    idle: float = 600.0
    arrival: float = 20.0
    rate: float = 200.0
    burst: float = 400.0
    pace: float = 2_000.0
    memory: int = 2 * 2**30


class WorkerOptions(msgspec.Struct, frozen=True):
    """What a worker is started with: the games on offer by slug, specs of players beside those of Zermelo, whether it
    runs at a lower priority, and the file of games that the Arena page may read."""

    settings: Settings
    games: dict[str, str]
    players: tuple[str, ...] = ()
    low_priority: bool = False
    store: str | None = None
