"""Connections with limits that uvicorn does not have: a request must arrive in time, an answer must be read, and of too many
connections the server closes those that only wait. When the server closes, none of them keeps it waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from zermelo.lab.server.settings import Settings

_LAST_BYTES = 0.5
"""Seconds that a visitor has to read the rest of an answer when the server closes."""


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that closes with the server, whether or not the page reads what was sent."""

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(_LAST_BYTES, self.transport.abort)


def limited_protocol(settings: Settings, most: int) -> type[H11Protocol]:
    """Return the protocol class of one server, which has at most `most` connections."""

    class LimitedProtocol(H11Protocol):
        """`waiting` are the connections whose next request has not arrived in full, the oldest first."""

        waiting: ClassVar[dict[LimitedProtocol, None]] = {}

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._arrival: asyncio.TimerHandle | None = None
            self._reading: asyncio.TimerHandle | None = None
            self._upgraded = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._await_request()
            if len(self.connections) >= most:
                self._make_room()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._arrived()
            self.resume_writing()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            cycle = self.cycle
            if self._upgraded:
                return
            if cycle is not None and not cycle.more_body and not cycle.response_complete:
                self._arrived()
            elif self._arrival is None and not self.transport.is_closing():
                self._await_request()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if not self.transport.is_closing():
                self.waiting[self] = None

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._upgraded = True
            self._arrived()
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._reading = self.loop.call_later(settings.arrival, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._reading is not None:
                self._reading.cancel()

        def shutdown(self) -> None:
            super().shutdown()
            self.loop.call_later(_LAST_BYTES, self.transport.abort)

        def _await_request(self) -> None:
            self.waiting[self] = None
            self._arrival = self.loop.call_later(settings.arrival, self.transport.abort)

        def _arrived(self) -> None:
            self.waiting.pop(self, None)
            if self._arrival is not None:
                self._arrival.cancel()
                self._arrival = None

        def _make_room(self) -> None:
            """Close the oldest waiting connection of the address that has most of them."""
            addresses = Counter(_address(each) for each in self.waiting)
            most_of = max(addresses, key=addresses.__getitem__)
            oldest = next(each for each in self.waiting if _address(each) == most_of)
            # The loop reports its end only later, when it may have accepted more connections.
            oldest.connections.discard(oldest)
            oldest._arrived()
            oldest.transport.abort()

    return LimitedProtocol


def _address(protocol: H11Protocol) -> str:
    return protocol.client[0] if protocol.client else ""
