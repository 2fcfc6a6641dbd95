"""Runs the lab on a socket until it is told to stop."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import uvicorn

from zermelo.lab.app import create_app
from zermelo.lab.caps import Settings
from zermelo.lab.files import NOT_BUILT, Files
from zermelo.lab.guard import LOOPBACK
from zermelo.state import ZermeloError

PORT = 8765
_TRIES = 50


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port that was asked for, else on the first free one from the usual one up."""
    ports = [port] if port is not None else range(PORT, PORT + _TRIES)
    for each in ports:
        try:
            return _listen(host, each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ZermeloError(f"the lab cannot listen on {host}:{each}: {error.strerror or error}") from None
    if port is not None:
        raise ZermeloError(f"port {port} is in use: choose another with --port, or leave it out to have one chosen")
    raise ZermeloError(f"all ports from {PORT} to {PORT + _TRIES - 1} are in use: choose one with --port")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except OSError:
        raise ZermeloError(f"{host} is not an address of this machine") from None
    listening = socket.create_server((host, port), family=family, backlog=256)
    # Inherited by every connection: an answer goes out at once, and does not wait 40 ms for more to say.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def make_server(
    *,
    host: str = LOOPBACK[0],
    token: str | None = None,
    games: dict[str, str] | None = None,
    settings: Settings | None = None,
    folder: Path | None = None,
) -> uvicorn.Server:
    """The server, ready to run on sockets. Anyone who can reach it from elsewhere has to know the token."""
    if host not in LOOPBACK and token is None:
        raise ZermeloError("the lab opens itself to other machines only with a token: give --token beside --host")
    if not Files(folder).built:
        raise ZermeloError(NOT_BUILT)
    settings = settings or Settings()
    app = create_app(settings=settings, games=games, host=host, token=token, folder=folder)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=settings.message,
            ws_max_queue=8,
            ws_per_message_deflate=False,  # packing every batch costs more time than a loopback saves
            limit_concurrency=4 * settings.visitors,
            timeout_graceful_shutdown=1,
            log_level="error",
            access_log=False,
            server_header=False,
        )
    )
