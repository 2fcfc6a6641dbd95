"""The GGP protocol over HTTP: a server that hands the messages it is sent to a `GgpServer`."""

from __future__ import annotations

import asyncio
from time import monotonic

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from zermelo.games.gdl.ggp.server import GgpServer
from zermelo.games.gdl.reader import LARGEST_SHEET
from zermelo.state import ZermeloError

LARGEST_MESSAGE = LARGEST_SHEET + 2**16
"""Bytes of the largest message that is read."""
MOST_AT_ONCE = 8
"""Messages that are answered at the same time."""


def create_app(server: GgpServer) -> Starlette:
    """Return the application; every message is a POST to any path."""

    async def answer(request: Request) -> Response:
        received, body = monotonic(), bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_MESSAGE:
                return PlainTextResponse(f"a message has at most {LARGEST_MESSAGE:,} bytes", 413)
        try:
            text = await asyncio.to_thread(server.answer, body.decode(errors="replace"), received)
        except ZermeloError as error:
            return PlainTextResponse(str(error), 400)
        except Exception as error:  # users' players may fail in any way; tell the manager
            return PlainTextResponse(f"the player failed with {type(error).__name__}: {error}", 500)
        return Response(text, media_type="text/acl")

    return Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])])


def make_server(server: GgpServer) -> uvicorn.Server:
    """Return an HTTP server, ready to run on sockets."""
    return uvicorn.Server(
        uvicorn.Config(
            create_app(server),
            limit_concurrency=MOST_AT_ONCE,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            log_level="error",
            access_log=False,
            server_header=False,
        )
    )
