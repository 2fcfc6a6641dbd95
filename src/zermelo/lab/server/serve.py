"""Binds the lab's socket and makes the server that runs on it."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import uvicorn

from zermelo.lab.server.app import create_app
from zermelo.lab.server.connections import LimitedWebSocket, limited_protocol
from zermelo.lab.server.files import NOT_BUILT, Files
from zermelo.lab.server.guard import LOOPBACK
from zermelo.lab.server.settings import Settings
from zermelo.state import ZermeloError

PORT = 8765
_TRIES = 50


def bind(host: str, port: int | None) -> socket.socket:
    """Return a listening socket: on `port`, or by default on the first free port from 8765 up."""
    ports = [port] if port is not None else range(PORT, PORT + _TRIES)
    for each in ports:
        try:
            return listen(host, each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ZermeloError(f"the lab cannot listen on {host}:{each}: {error.strerror or error}") from None
    if port is not None:
        raise ZermeloError(f"port {port} is in use: choose another with --port, or leave it out to have one chosen")
    raise ZermeloError(f"all ports from {PORT} to {PORT + _TRIES - 1} are in use: choose one with --port")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a port; 0 takes any free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except OSError:
        raise ZermeloError(f"{host} is not an address of this machine") from None
    listening = socket.create_server((host, port), family=family, backlog=256)
    # Inherited by every connection: send answers at once instead of waiting up to 40 ms for more data.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def make_server(
    games: dict[str, str],
    *,
    players: tuple[str, ...] = (),
    host: str = LOOPBACK[0],
    token: str | None = None,
    settings: Settings | None = None,
    folder: Path | None = None,
    store: str | None = None,
) -> uvicorn.Server:
    """Return the server, ready to run on sockets; parameters as for `create_app`. Other machines need a token."""
    if host not in LOOPBACK and token is None:
        raise ZermeloError("the lab opens to other machines only with a token: give --token with --host")
    if not Files(folder).built:
        raise ZermeloError(NOT_BUILT)
    settings = settings or Settings()
    app = create_app(games, players=players, settings=settings, host=host, token=token, folder=folder, store=store)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=limited_protocol(settings, 4 * settings.visitors),
            ws=LimitedWebSocket,
            ws_max_size=settings.message,
            ws_max_queue=8,
            ws_per_message_deflate=False,  # compressing every batch costs more time than it saves on the loopback
            limit_concurrency=4 * settings.visitors,
            timeout_graceful_shutdown=10,
            log_level="error",
            access_log=False,
            server_header=False,
        )
    )
