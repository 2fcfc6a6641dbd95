"""The application: pages, questions over HTTP, and the WebSocket, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from zermelo.games import GAMES
from zermelo.lab import frames, worker
from zermelo.lab.caps import Settings
from zermelo.lab.files import Files
from zermelo.lab.guard import LOOPBACK, Guard, refuse
from zermelo.lab.live import RETRY_SECONDS, Hub
from zermelo.lab.messages import Text
from zermelo.lab.registry import PAGES
from zermelo.lab.workers import Busy, Died, Hung, Lane, Pool

Answer = Callable[[Request], Awaitable[Response]]

STATUS = {frames.DONE: 200, frames.PROBLEM: 400, frames.FAULT: 500}
DOCUMENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'"
)
"""A document to print has its styles in it, and nothing else."""


def create_app(
    *,
    settings: Settings | None = None,
    games: dict[str, str] | None = None,
    host: str = LOOPBACK[0],
    token: str | None = None,
    folder: Path | None = None,
) -> Starlette:
    """The lab. `games` are somebody's own, as module:Class by the name they go by, beside those of Zermelo."""
    settings = settings or Settings()
    pool = Pool(settings, {**GAMES, **(games or {})})
    hub = Hub(pool)
    files = Files(folder)
    about: list[bytes] = []

    async def tell_about(request: Request) -> Response:
        """What is on offer does not change, so it is worked out once."""
        if not about:
            response = await _ask(pool.quick, request, worker.ABOUT, b"", 2 * settings.quick)
            if response.status_code != 200:
                return response
            about.append(bytes(response.body))
        return Response(about[0], headers={"Cache-Control": "no-store"}, media_type="application/json")

    def post(path: str, searches: bool) -> Answer:
        lane, seconds = pool.quick, settings.quick
        if searches:
            lane, seconds = pool.searches, settings.caps.seconds + settings.quick

        async def answer(request: Request) -> Response:
            body = await _body(request, settings.message)
            if isinstance(body, Response):
                return body
            return await _ask(lane, request, path, body, seconds)

        return answer

    def document(path: str) -> Answer:
        async def answer(request: Request) -> Response:
            words = msgspec.json.encode(dict(request.query_params))
            response = await _ask(pool.quick, request, path, words, settings.quick)
            if response.status_code != 200:
                return response
            text = msgspec.json.decode(bytes(response.body), type=Text).text
            return Response(text, headers={"Content-Security-Policy": DOCUMENT_POLICY}, media_type="text/html")

        return answer

    async def show_file(request: Request) -> Response:
        return files.answer(request)

    async def nothing_there(request: Request) -> Response:
        return refuse(404, "there is nothing at this address")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await pool.close()

    async def failed(request: Request, error: Exception) -> Response:
        return refuse(405, "this address is asked in another way")

    app = Starlette(
        routes=[
            Route("/api/about", tell_about),
            *(
                Route(path, post(path, each.searches), methods=["POST"])
                for page in PAGES
                for path, each in page.posts.items()
            ),
            *(Route(path, document(path)) for page in PAGES for path in page.documents),
            WebSocketRoute("/api/live", hub.welcome),
            Route("/api/{rest:path}", nothing_there),
            Route("/{rest:path}", show_file),
        ],
        middleware=[Middleware(Guard, settings=settings, host=host, token=token)],
        exception_handlers={405: failed},
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app


async def _body(request: Request, most: int) -> bytes | Response:
    """The body of a request, which is not read further than it may be long."""
    too_long = refuse(413, f"a message has at most {most:,} bytes here")
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most:
        return too_long
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                return too_long
            parts.append(part)
    except ClientDisconnect:
        return Response(status_code=400)
    return b"".join(parts)


async def _leaves(request: Request) -> None:
    """Returns when the visitor is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _ask(lane: Lane, request: Request, path: str, body: bytes, seconds: float) -> Response:
    """What a worker answers; nobody goes on working for a visitor who has left."""
    visitor = request.client.host if request.client else ""
    job = asyncio.ensure_future(lane.do(visitor, path, body, lambda kind, payload: None, seconds))
    leaving = asyncio.ensure_future(_leaves(request))
    both: list[asyncio.Future[Any]] = [job, leaving]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            return Response(status_code=400)
        kind, payload = job.result()
    except Busy:
        return refuse(429, "many requests are waiting already: try again in a moment", retry_after=RETRY_SECONDS)
    except Hung:
        return refuse(422, f"this took longer than {seconds:g} seconds and was stopped")
    except Died:
        return refuse(422, "this ended before its time, perhaps for want of memory")
    finally:
        for each in both:
            each.cancel()
    return Response(payload, STATUS[kind], {"Cache-Control": "no-store"}, "application/json")
