"""Checks every request: its Host, its Origin, the token where one is set, and how often its address asks.

A page of another site that a visitor has open must not use the lab in the visitor's name, whether by a form, a script, a
WebSocket, or a host name that points here (DNS rebinding). So both headers are checked on every request.
"""

from __future__ import annotations

import hmac
import math
from collections import OrderedDict
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from time import monotonic
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.lab.messages import Problem
from zermelo.lab.server.settings import Settings

COOKIE = "zermelo_token"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MOST_ADDRESSES = 10_000

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Load nothing from other sites and run only our own scripts. Drawings have style attributes; pictures are made from data."""

SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": PAGE_POLICY,
}


class Bucket:
    """A token bucket: `rate` requests a second, and up to `burst` at once."""

    __slots__ = ("burst", "clock", "left", "rate", "since")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst, self.left, self.clock, self.since = rate, burst, burst, clock, clock()

    def wait(self) -> float:
        """Take a request from the bucket and return 0, or return the seconds until there is one."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.rate


class Guard:
    """ASGI middleware before the application; `host` is the address that the server is bound to."""

    def __init__(self, app: ASGIApp, *, settings: Settings, host: str, token: str | None) -> None:
        self.app, self.settings, self.host, self.token = app, settings, host, token
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "http":
            await refusal(scope, receive, _with_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return refuse(403, "the lab does not answer to this host name: open the address that zermelo lab printed")
        origin = headers.get("origin")
        if origin is not None and not _same(origin, host, scope["scheme"]):
            return refuse(403, "the lab does not answer requests of other sites")
        if _sent_by_others(scope, headers):
            return refuse(403, "the lab does not answer requests of other sites")
        if self.token is not None:
            refusal = self._check_token(scope, headers)
            if refusal is not None:
                return refusal
        wait = self._bucket(scope).wait()
        if wait:
            return refuse(429, "too many requests at once: wait a moment", retry_after=wait)
        return None

    def _is_ours(self, host: str) -> bool:
        """A host name under someone else's control can point at any address; an address cannot."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in LOOPBACK or name == self.host.lower():
            return True
        if self.host in LOOPBACK:
            return False
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        assert self.token is not None
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        if COOKIE in cookies and _equal(cookies[COOKIE].value, self.token):
            return None
        words = parse_qsl(scope["query_string"].decode("latin-1"))
        if not any(name == "token" and _equal(word, self.token) for name, word in words):
            return refuse(401, "the lab needs its token: open the address that zermelo lab printed, with ?token=")
        if scope["type"] == "websocket" or scope["method"] != "GET":
            return None
        # Move the token from the address, which people see and share, into a cookie.
        rest = urlencode([(name, word) for name, word in words if name != "token"])
        response = RedirectResponse("/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else ""), 303)
        response.set_cookie(COOKIE, self.token, httponly=True, samesite="strict", path="/")
        return response

    def _bucket(self, scope: Scope) -> Bucket:
        address = (scope.get("client") or ("",))[0]
        bucket = self._buckets.pop(address, None) or Bucket(self.settings.rate, self.settings.burst)
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket


def refuse(status: int, sentence: str, retry_after: float | None = None) -> Response:
    """Return a refusal with a sentence, as JSON."""
    headers = {"Cache-Control": "no-store"}
    if retry_after is not None:
        headers["Retry-After"] = str(max(1, math.ceil(retry_after)))
        retry_after = math.ceil(1000 * retry_after) / 1000
    body = msgspec.json.encode(Problem(sentence, retry_after=retry_after))
    return Response(body, status, headers, "application/json")


def _same(origin: str, host: str, scheme: str) -> bool:
    """Whether an Origin is the server's own; "null" and other schemes are not."""
    secure = scheme in ("https", "wss")
    return origin.lower() == f"{'https' if secure else 'http'}://{host.lower()}"


def _sent_by_others(scope: Scope, headers: Headers) -> bool:
    """Whether the browser says that another site asks, also where it sends no Origin. Other sites may only link to pages."""
    if headers.get("sec-fetch-site") not in ("cross-site", "same-site"):
        return False
    return headers.get("sec-fetch-mode") != "navigate" or scope["path"].startswith("/api/")


def _equal(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode(), token.encode())


def _with_headers(send: Send) -> Send:
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAFE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_safely
