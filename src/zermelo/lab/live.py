"""The WebSocket: searches whose steps arrive as they happen, for one visitor.

Batches of steps go out only as far as the page has asked for them; the rest wait here, packed, up to a limit for all
visitors together. Of a player's progress only the latest is kept. One task writes, so nothing is ever sent faster than the
visitor reads.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.lab import frames, worker
from zermelo.lab.guard import Bucket
from zermelo.lab.messages import Cancel, Cancelled, More, Problem, Refused, Sent, Think, Watch
from zermelo.lab.workers import Busy, Died, Hung, Pool

_decoder = msgspec.json.Decoder(Sent)
RETRY_SECONDS = 2.0
_LARGEST_ID = 2**53
_SLACK_SECONDS = 2.0


class _Numbered(msgspec.Struct):
    id: int = 0


def _number(data: bytes) -> int:
    """The id in a message that is wrong in some other way; 0 if there is none."""
    try:
        number = msgspec.json.decode(data, type=_Numbered).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return 0
    return number if 0 < number < _LARGEST_ID else 0


class Running:
    """A search of a visitor: batches that wait to be sent, how many of them the page has room for, and how it ended."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.batches: deque[tuple[bytes, bytes]] = deque()
        self.progress: bytes | None = None
        self.end: bytes | None = None
        self.wanted = True
        self.task: asyncio.Task[None] | None = None


class Hub:
    """What all visitors share."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.settings = pool, pool.settings
        self.visits: set[Visit] = set()
        self.spooled = 0

    async def welcome(self, socket: WebSocket) -> None:
        """Serves a visitor until it leaves."""
        if len(self.visits) >= self.settings.visitors:
            await socket.close(1013)
            return
        await socket.accept()
        visit = Visit(socket, self)
        self.visits.add(visit)
        try:
            await visit.serve()
        finally:
            self.visits.discard(visit)


class Visit:
    """One WebSocket."""

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self.socket, self.hub, self.settings = socket, hub, hub.settings
        self.running: dict[int, Running] = {}
        self.replies: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.starts = Bucket(self.settings.rate, self.settings.burst)
        self.pace = Bucket(self.settings.pace, self.settings.pace)

    async def serve(self) -> None:
        writing = asyncio.create_task(self._write())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait([writing, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Whoever leaves takes all searches along.
            for number in list(self.running):
                self._drop(number)
            for task in (writing, listening):
                task.cancel()
            await asyncio.wait([writing, listening])

    async def _listen(self) -> None:
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                data = message.get("text")
                self._take(data.encode() if data is not None else message["bytes"])
                # Whoever floods us is read more slowly, and whoever does not read our replies is not read at all.
                while (wait := self.pace.wait()) or len(self.replies) > self.settings.burst:
                    await asyncio.sleep(max(wait, 0.01))
        except WebSocketDisconnect:
            return

    def _take(self, data: bytes) -> None:
        """What one message asks for."""
        try:
            message: Sent = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._reply(Refused(_number(data), f"the message cannot be read: {error}"))
            return
        if not 0 < message.id < _LARGEST_ID:
            self._reply(Refused(0, "the id of a search must be a whole number from 1 up"))
        elif isinstance(message, More):
            self._more(message)
        elif isinstance(message, Cancel):
            if message.id in self.running:
                self._drop(message.id)
                self._reply(Cancelled(message.id))
        else:
            self._begin(message, data)

    def _more(self, message: More) -> None:
        running = self.running.get(message.id)
        if running is not None:
            running.room = min(running.room + max(message.batches, 0), self.settings.most_room)
            self.wake.set()

    def _begin(self, message: Watch | Think, data: bytes) -> None:
        wait = self.starts.wait()
        if wait:
            self._reply(Refused(message.id, "too many searches at once: wait a moment", round(wait, 3)))
        elif message.id in self.running:
            self._reply(Refused(message.id, f"the search {message.id} is still running: cancel it, or use another id"))
        elif len(self.running) >= self.settings.caps.searches:
            most = self.settings.caps.searches
            self._reply(
                Refused(message.id, f"{most} searches at once are the most: wait for one to end", RETRY_SECONDS)
            )
        else:
            running = self.running[message.id] = Running(self.settings.room)
            running.task = asyncio.create_task(self._run(message, data, running))

    async def _run(self, message: Watch | Think, data: bytes, running: Running) -> None:
        """Sees a search through to its end."""
        caps = self.settings.caps
        path = worker.WATCH if isinstance(message, Watch) else worker.THINK
        seconds = caps.seconds
        if isinstance(message, Think) and message.seconds is not None and message.seconds > 0:
            seconds = min(seconds, message.seconds)

        def hear(kind: bytes, payload: bytes) -> None:
            if not running.wanted:
                return
            if kind == frames.PROGRESS:
                running.progress = payload
            else:
                running.batches.append((kind, payload))
                self.hub.spooled += len(payload)
                if self.hub.spooled > self.settings.spool:
                    over.cancel()
            self.wake.set()

        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        job = asyncio.ensure_future(self.hub.pool.searches.do(self, path, data, hear, seconds + _SLACK_SECONDS))
        try:
            both: list[asyncio.Future[Any]] = [job, over]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                end: Any = Refused(
                    message.id, "more steps wait to be read than the lab can keep: try again", RETRY_SECONDS
                )
            else:
                kind, payload = job.result()
                end = payload
                if kind != frames.DONE:
                    end = Refused(message.id, msgspec.json.decode(payload, type=Problem).error)
        except Busy:
            end = Refused(message.id, "many searches are waiting already: try again in a moment", RETRY_SECONDS)
        except Hung:
            end = Refused(message.id, f"the search did not come to an end within {seconds:g} seconds and was stopped")
        except Died:
            end = Refused(message.id, "the search ended before its time, perhaps for want of memory")
        finally:
            job.cancel()
        running.end = end if isinstance(end, bytes) else msgspec.json.encode(end)
        self.wake.set()

    def _drop(self, number: int) -> None:
        """Forgets a search; if it is still going on, its worker is told to stop."""
        running = self.running.pop(number)
        running.wanted = False
        if running.task is not None:
            running.task.cancel()
        self.hub.spooled -= sum(len(payload) for _, payload in running.batches)
        running.batches.clear()

    def _reply(self, reply: Refused | Cancelled) -> None:
        self.replies.append(msgspec.json.encode(reply))
        self.wake.set()

    async def _write(self) -> None:
        """Sends what there is to send, as fast as it is read."""
        try:
            while True:
                self.wake.clear()
                while (data := self._next()) is not None:
                    await self.socket.send_text(data.decode())
                await self.wake.wait()
        except (WebSocketDisconnect, RuntimeError):
            return

    def _next(self) -> bytes | None:
        """The next message for the page; searches take turns."""
        if self.replies:
            return self.replies.popleft()
        for number, running in list(self.running.items()):
            data = self._next_of(running)
            if data is not None:
                # To the end of the line, or away if that was the last of it.
                del self.running[number]
                if data is not running.end:
                    self.running[number] = running
                return data
        return None

    def _next_of(self, running: Running) -> bytes | None:
        if running.batches:
            if not running.room:
                return None
            running.room -= 1
            kind, payload = running.batches.popleft()
            self.hub.spooled -= len(payload)
            return zlib.decompress(payload) if kind == frames.ZIPPED else payload
        if running.end is not None:
            return running.end
        progress, running.progress = running.progress, None
        return progress
