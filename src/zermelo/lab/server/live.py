"""The WebSocket: searches whose steps arrive as they happen.

The server sends batches of steps only as far as the page has asked for them; the others wait here, compressed, up to a
limit for all visitors together. Of a player's progress it keeps the latest only. One task writes, so the server never
sends faster than the visitor reads.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter, deque
from time import monotonic
from typing import Any, TypeAlias, Union

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.lab.messages import Cancel, Cancelled, LiveRequest, More, Problem, Refused
from zermelo.lab.page import LIVE
from zermelo.lab.server import frames
from zermelo.lab.server.guard import Bucket
from zermelo.lab.server.pool import Job, Pools, Preempted, QueueFull
from zermelo.lab.server.shares import Visitor
from zermelo.lab.server.worker_process import TimedOut, WorkerDied
from zermelo.lab.topics import PAGES

Message: TypeAlias = LiveRequest | More | Cancel

_REQUESTS = {live.takes: (tag, live) for page in PAGES for tag, live in page.live.items()}
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[(*_REQUESTS, More, Cancel)])
RETRY_SECONDS = 2.0
OTHERS_WAIT = "this was stopped, since other visitors wait: try again in a moment"
_LARGEST_ID = 2**53
_SLACK_SECONDS = 2.0


class _Numbered(msgspec.Struct):
    id: int = 0


def _id_of(data: bytes) -> int:
    """Return the id in a message that is wrong in some other way; 0 if there is none."""
    try:
        number = msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return 0
    return number if 0 < number < _LARGEST_ID else 0


class LiveSearch:
    """A visitor's search: batches that wait to be sent and their bytes, how many batches the page has room for, and how it
    ended. `too_long` is done once its batches take more room than there is."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.spooled = 0
        self.too_long: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.batches: deque[tuple[bytes, bytes]] = deque()
        self.progress: bytes | None = None
        self.end: bytes | None = None
        self.wanted = True
        self.task: asyncio.Task[None] | None = None


class Hub:
    """What all connections share: the workers, and the bytes that wait for slow pages."""

    def __init__(self, pools: Pools) -> None:
        self.pools, self.settings = pools, pools.settings
        self.connections: set[Connection] = set()
        self.spooled = 0

    async def welcome(self, socket: WebSocket) -> None:
        """Serve a visitor until they leave."""
        address = socket.client.host if socket.client else ""
        if len(self.connections) >= self.settings.visitors and not self._make_room(address):
            await socket.close(1013)
            return
        await socket.accept()
        connection = Connection(socket, self, address)
        self.connections.add(connection)
        try:
            await connection.serve()
        finally:
            self.connections.discard(connection)
        if connection.closed_for:
            await socket.close(1001, connection.closed_for)

    def _make_room(self, address: str) -> bool:
        """Close a connection of the address that has most of them: the one without a search that has been idle longest. If
        all of them search, close one of an address that has more than the visitor's own would have."""
        counts = Counter(each.address for each in self.connections)
        idle = [each for each in self.connections if not each.searches]
        busy = [each for each in self.connections if counts[each.address] > counts[address] + 1]
        if not idle and not busy:
            return False
        leaving = min(idle or busy, key=lambda each: (-counts[each.address], each.heard))
        self.connections.discard(leaving)
        leaving.close("others wait for a place")
        return True

    def spool(self, search: LiveSearch, size: int) -> None:
        """Count bytes that wait for a slow page; if they are too many, the search that has most of them ends, and loses the
        last of them."""
        search.spooled += size
        self.spooled += size
        if size < 0 or self.spooled <= self.settings.spool:
            return
        searches = [each for connection in self.connections for each in connection.searches.values()]
        largest = max(searches, key=lambda each: each.spooled, default=search)
        if not largest.too_long.done():
            largest.too_long.set_result(None)
        while largest.batches and self.spooled > self.settings.spool * 3 // 4:
            self.spool(largest, -len(largest.batches.pop()[1]))


class Connection:
    """One WebSocket. `heard` is when its last message came, `closed_for` why the server closed it."""

    def __init__(self, socket: WebSocket, hub: Hub, address: str) -> None:
        self.socket, self.hub, self.settings, self.address = socket, hub, hub.settings, address
        self.visitor = Visitor.of(socket)
        self.heard = monotonic()
        self.closed_for = ""
        self._closing = asyncio.Event()
        self.searches: dict[int, LiveSearch] = {}
        self.replies: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.starts = Bucket(self.settings.rate, self.settings.burst)
        self.pace = Bucket(self.settings.pace, self.settings.pace)

    async def serve(self) -> None:
        writing = asyncio.create_task(self._write())
        listening = asyncio.create_task(self._listen())
        closing = asyncio.create_task(self._closing.wait())
        tasks: list[asyncio.Task[Any]] = [writing, listening, closing]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Cancel a visitor's searches when they disconnect.
            for number in list(self.searches):
                self._drop(number)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def close(self, reason: str) -> None:
        """End the visit, for the server's own reasons; a page connects again when it needs to."""
        self.closed_for = reason
        self._closing.set()

    async def _listen(self) -> None:
        try:
            while True:
                message = await self._receive()
                if message is None or message["type"] == "websocket.disconnect":
                    return
                self.heard = monotonic()
                data = message.get("text")
                self._take(data.encode() if data is not None else message["bytes"])
                # Read slowly from a visitor who floods the server, and not at all while they leave its replies unread.
                while (wait := self.pace.wait()) or len(self.replies) > self.settings.burst:
                    await asyncio.sleep(max(wait, 0.01))
        except WebSocketDisconnect:
            return

    async def _receive(self) -> Any:
        """Return the next message; None if none comes for long, and no search goes on."""
        coming = asyncio.create_task(self.socket.receive())
        try:
            while not (await asyncio.wait([coming], timeout=self.settings.idle))[0]:
                if not self.searches:
                    self.close("idle")
                    return None
            return coming.result()
        finally:
            coming.cancel()

    def _take(self, data: bytes) -> None:
        """Act on one message."""
        try:
            message: Message = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._reply(Refused(_id_of(data), f"the message cannot be read: {error}"))
            return
        if not 0 < message.id < _LARGEST_ID:
            self._reply(Refused(0, f"id must be from 1 to {_LARGEST_ID - 1}, not {message.id}"))
        elif isinstance(message, More):
            self._more(message)
        elif isinstance(message, Cancel):
            if message.id in self.searches:
                self._drop(message.id)
                self._reply(Cancelled(message.id))
        else:
            self._begin(message, data)

    def _more(self, message: More) -> None:
        search = self.searches.get(message.id)
        if search is not None:
            search.room = min(search.room + max(message.batches, 0), self.settings.most_room)
            self.wake.set()

    def _begin(self, message: LiveRequest, data: bytes) -> None:
        wait = self.starts.wait()
        if wait:
            self._reply(Refused(message.id, "too many searches at once: wait a moment", round(wait, 3)))
        elif message.id in self.searches:
            self._reply(Refused(message.id, f"search {message.id} is still running: cancel it, or use another id"))
        elif len(self.searches) >= self.settings.caps.searches:
            most = self.settings.caps.searches
            self._reply(Refused(message.id, f"at most {most} searches run at once: wait for one to end", RETRY_SECONDS))
        else:
            search = self.searches[message.id] = LiveSearch(self.settings.room)
            search.task = asyncio.create_task(self._run(message, data, search))

    async def _run(self, message: LiveRequest, data: bytes, search: LiveSearch) -> None:
        """Run a search to its end."""
        seconds, wanted = self.settings.caps.seconds, message.time_limit()
        if wanted is not None and wanted > 0:
            seconds = min(seconds, wanted)

        def on_frame(kind: bytes, payload: bytes) -> None:
            if not search.wanted or search.too_long.done():
                return
            if kind == frames.PROGRESS:
                search.progress = payload
            else:
                search.batches.append((kind, payload))
                self.hub.spool(search, len(payload))
            self.wake.set()

        tag, live = _REQUESTS[type(message)]
        job = Job(self.visitor, yields=True, slices=live.slices)
        pool = self.hub.pools.searches
        running = asyncio.ensure_future(pool.run(job, LIVE + tag, data, on_frame, seconds + _SLACK_SECONDS))
        try:
            both: list[asyncio.Future[Any]] = [running, search.too_long]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                end: Any = Refused(
                    message.id, "more steps wait to be read than the lab can hold: try again", RETRY_SECONDS
                )
            else:
                kind, payload = running.result()
                end = payload
                if kind != frames.DONE:
                    end = Refused(message.id, msgspec.json.decode(payload, type=Problem).error)
        except QueueFull:
            end = Refused(message.id, "many searches are waiting already: try again in a moment", RETRY_SECONDS)
        except TimedOut:
            end = Refused(message.id, f"the search did not end within {seconds:g} seconds and was stopped")
        except WorkerDied:
            end = Refused(message.id, "the search ended unexpectedly, perhaps for lack of memory")
        except Preempted:
            end = Refused(message.id, OTHERS_WAIT, RETRY_SECONDS)
        finally:
            running.cancel()
        search.end = end if isinstance(end, bytes) else msgspec.json.encode(end)
        self.wake.set()

    def _drop(self, number: int) -> None:
        """Forget a search; if it is still running, its worker is told to stop."""
        search = self.searches.pop(number)
        search.wanted = False
        if search.task is not None:
            search.task.cancel()
        self.hub.spool(search, -search.spooled)
        search.batches.clear()

    def _reply(self, reply: Refused | Cancelled) -> None:
        self.replies.append(msgspec.json.encode(reply))
        self.wake.set()

    async def _write(self) -> None:
        """Send what there is to send, as fast as the visitor reads it."""
        try:
            while True:
                self.wake.clear()
                while (data := self._next()) is not None:
                    await self.socket.send_text(data.decode())
                await self.wake.wait()
        except (WebSocketDisconnect, RuntimeError):
            return

    def _next(self) -> bytes | None:
        """Return the next message for the page; searches take turns."""
        if self.replies:
            return self.replies.popleft()
        for number, search in list(self.searches.items()):
            data = self._next_of(search)
            if data is not None:
                # Move the search to the end of the queue, or remove it if this was its last message.
                del self.searches[number]
                if data is not search.end:
                    self.searches[number] = search
                return data
        return None

    def _next_of(self, search: LiveSearch) -> bytes | None:
        if search.batches:
            if not search.room:
                return None
            search.room -= 1
            kind, payload = search.batches.popleft()
            self.hub.spool(search, -len(payload))
            return zlib.decompress(payload) if kind == frames.ZIPPED else payload
        if search.end is not None:
            return search.end
        progress, search.progress = search.progress, None
        return progress
