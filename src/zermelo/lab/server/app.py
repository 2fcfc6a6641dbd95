"""The application: files, questions over HTTP and the WebSocket, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from zermelo.lab.messages import Text
from zermelo.lab.page import ABOUT
from zermelo.lab.server import frames
from zermelo.lab.server.files import Files
from zermelo.lab.server.guard import LOOPBACK, Guard, refuse
from zermelo.lab.server.live import OTHERS_WAIT, RETRY_SECONDS, Hub
from zermelo.lab.server.pool import Job, Pools, Preempted, QueueFull, WorkerPool
from zermelo.lab.server.settings import Settings, WorkerOptions
from zermelo.lab.server.shares import Visitor
from zermelo.lab.server.worker_process import TimedOut, WorkerDied
from zermelo.lab.topics import PAGES

Answer = Callable[[Request], Awaitable[Response]]

STATUS = {frames.DONE: 200, frames.PROBLEM: 400, frames.FAULT: 500}
DOCUMENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'"
)
"""A document to print contains its styles and loads nothing."""


def create_app(
    games: dict[str, str],
    *,
    players: tuple[str, ...] = (),
    settings: Settings | None = None,
    host: str = LOOPBACK[0],
    token: str | None = None,
    folder: Path | None = None,
    store: str | None = None,
) -> Starlette:
    """Create the lab's application.

    Parameters
    ----------
    games
        Where to find each game on offer by slug, as in `zermelo.games.GAMES`.
    players
        Specs of players to offer beside those of Zermelo, as in "uci:stockfish" or "module:function".
    host
        The address that the server is bound to.
    token
        What visitors have to show, if anything.
    folder
        The folder of the built pages; by default that of the package.
    store
        A file of games for the Arena page, which is only read.
    """
    settings = settings or Settings()
    pools = Pools(WorkerOptions(settings, games, players, store=store))
    hub = Hub(pools)
    files = Files(folder)
    about: list[bytes] = []

    async def prepare() -> None:
        """Let a worker compute what never changes, then start one for searches, before anybody asks."""
        with suppress(TimedOut, WorkerDied):
            job = Job(Visitor("", 0))
            kind, payload = await pools.quick.run(job, ABOUT, b"", lambda kind, payload: None, 2 * settings.quick)
            if kind == frames.DONE:
                about.append(payload)
        pools.searches.warm()

    async def answer_about(request: Request) -> Response:
        await asyncio.wait([request.app.state.preparing])
        if not about:
            response = await _ask(pools.quick, request, ABOUT, b"", 2 * settings.quick)
            if response.status_code != 200:
                return response
            about.append(bytes(response.body))
        return Response(about[0], headers={"Cache-Control": "no-store"}, media_type="application/json")

    def post(path: str, searches: bool) -> Answer:
        async def answer(request: Request) -> Response:
            body = await _body(request, settings.message)
            if isinstance(body, Response):
                return body
            if searches:
                return await _ask(pools.searches, request, path, body, settings.caps.seconds + settings.quick, True)
            pool = pools.quick if len(body) < settings.large else pools.searches
            return await _ask(pool, request, path, body, settings.quick)

        return answer

    def document(path: str) -> Answer:
        async def answer(request: Request) -> Response:
            query = msgspec.json.encode(dict(request.query_params))
            response = await _ask(pools.quick, request, path, query, settings.quick)
            if response.status_code != 200:
                return response
            text = msgspec.json.decode(bytes(response.body), type=Text).text
            return Response(text, headers={"Content-Security-Policy": DOCUMENT_POLICY}, media_type="text/html")

        return answer

    async def show_file(request: Request) -> Response:
        return files.answer(request)

    async def not_found(request: Request) -> Response:
        return refuse(404, "there is nothing at this address")

    async def wrong_method(request: Request, error: Exception) -> Response:
        return refuse(405, f"this address does not answer {request.method}")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.preparing = asyncio.create_task(prepare())
        files.refresh()
        yield
        app.state.preparing.cancel()
        await pools.close()

    app = Starlette(
        routes=[
            Route(ABOUT, answer_about),
            *(
                Route(page.path(name), post(page.path(name), question.searches), methods=["POST"])
                for page in PAGES
                for name, question in page.posts.items()
            ),
            *(Route(page.path(name), document(page.path(name))) for page in PAGES for name in page.documents),
            WebSocketRoute("/api/live", hub.welcome),
            Route("/api/{rest:path}", not_found),
            Route("/{rest:path}", show_file),
        ],
        middleware=[Middleware(Guard, settings=settings, host=host, token=token)],
        exception_handlers={405: wrong_method},
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app


async def _body(request: Request, most: int) -> bytes | Response:
    """Read the body of a request, up to `most` bytes."""
    too_long = refuse(413, f"a message may have at most {most:,} bytes")
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


async def _disconnected(request: Request) -> None:
    """Wait until the visitor is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _ask(
    pool: WorkerPool, request: Request, path: str, body: bytes, seconds: float, yields: bool = False
) -> Response:
    """Let a worker answer; stop it if the visitor leaves."""
    job = Job(Visitor.of(request), yields=yields)
    running = asyncio.ensure_future(pool.run(job, path, body, lambda kind, payload: None, seconds))
    leaving = asyncio.ensure_future(_disconnected(request))
    both: list[asyncio.Future[Any]] = [running, leaving]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            return Response(status_code=400)
        kind, payload = running.result()
        if job.asked_to_end:
            raise Preempted
    except QueueFull:
        return refuse(429, "many requests are waiting already: try again in a moment", retry_after=RETRY_SECONDS)
    except Preempted:
        return refuse(429, OTHERS_WAIT, retry_after=RETRY_SECONDS)
    except TimedOut:
        return refuse(422, f"this took longer than {seconds:g} seconds and was stopped")
    except WorkerDied:
        return refuse(422, "this ended unexpectedly, perhaps for lack of memory")
    finally:
        for task in both:
            task.cancel()
    return Response(payload, STATUS[kind], {"Cache-Control": "no-store"}, "application/json")
