"""Who is let in, what is served, and that nothing can be reached that should not be."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.lab.lab_server import HANGS, Lab, game, running, tree, wait_until
from zermelo.lab.messages import Caps
from zermelo.lab.server.guard import Bucket
from zermelo.lab.server.serve import make_server
from zermelo.lab.server.settings import Settings
from zermelo.state import ZermeloError

TOKEN = "correct-horse_1"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example", "[::", "0.0.0.0", "10.0.0.1"]
)
def test_other_names_are_refused(lab: Lab, host: str) -> None:
    response = lab.client.get("/api/about", headers={"Host": host})
    assert response.status_code in (400, 403)
    with pytest.raises(InvalidStatus), lab.visit(additional_headers={"Host": host}):
        pass


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST:99"])
def test_names_of_this_machine_are_fine(lab: Lab, host: str) -> None:
    assert lab.client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{}", "http://{}.evil.example"]
)
def test_pages_of_other_sites_are_refused(lab: Lab, origin: str) -> None:
    headers = {"Origin": origin.format(lab.address)}
    response = lab.client.post("/api/tree/read", json={"text": "[1,2]"}, headers=headers)
    assert response.status_code == 403
    assert "other sites" in response.json()["error"]
    with pytest.raises(InvalidStatus), lab.visit(additional_headers=headers):
        pass


def test_other_sites_may_link_here_and_no_more(lab: Lab) -> None:
    def status(path: str, site: str, mode: str) -> int:
        return lab.client.get(path, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}).status_code

    assert status("/", "cross-site", "navigate") == 200
    assert status("/", "cross-site", "no-cors") == 403
    assert status("/assets/main-abc.js", "same-site", "no-cors") == 403
    assert status("/api/exercises/sheet", "cross-site", "navigate") == 403
    assert status("/api/about", "same-origin", "cors") == 200
    assert status("/", "none", "navigate") == 200


def test_our_own_pages_are_fine(lab: Lab) -> None:
    headers = {"Origin": f"http://{lab.address}"}
    assert lab.client.post("/api/tree/read", json={"text": "[1,2]"}, headers=headers).status_code == 200
    with lab.visit(additional_headers=headers):
        pass


def test_pages_and_their_headers(lab: Lab) -> None:
    page = lab.client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "http" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"
    assert lab.client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    assert lab.client.get("/play").text == page.text
    script = lab.client.get("/assets/main-abc.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["content-encoding"] == "gzip"
    plain = lab.client.get("/assets/main-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text
    assert lab.client.head("/").status_code == 200
    assert lab.client.get("/assets/other.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/assets/../../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd.txt",
        "//etc/passwd.txt",
        "/assets/..\\..\\app.py",
        "/\x00.py",
        "/index.html/../../app.py",
    ],
)
def test_no_address_leads_out_of_the_pages(lab: Lab, path: str) -> None:
    host, _, port = lab.address.partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {lab.address}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := raw.recv(65536):
            answer += part
    assert answer.split()[1] in (b"404", b"400"), answer[:200]
    assert b"import" not in answer
    assert b"root:" not in answer


def test_a_link_in_the_pages_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    with running(folder) as lab:
        assert lab.client.get("/link.txt").status_code == 404


def test_rubbish_instead_of_a_request(lab: Lab) -> None:
    host, _, port = lab.address.partition(":")
    for rubbish in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"):
        with socket.create_connection((host, int(port)), timeout=60) as raw:
            raw.sendall(rubbish)
            raw.shutdown(socket.SHUT_WR)
            raw.recv(1000)
    assert lab.client.get("/").status_code == 200


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with running(tmp_path_factory.mktemp("guarded") / "pages", host="0.0.0.0", token=TOKEN) as lab:
        yield lab


def test_without_the_token_nothing_is_told(guarded: Lab) -> None:
    for path in ("/", "/api/about", "/?token=wrong", "/?token=", "/?token=%C3%A9"):
        response = guarded.client.get(path)
        assert response.status_code == 401
        assert "token" in response.json()["error"]
    assert guarded.client.post("/api/tree/read", json={"text": "[1]"}).status_code == 401
    assert guarded.client.get("/", headers={"Cookie": "zermelo_token=wrong; \x01=;"}).status_code in (400, 401)
    with pytest.raises(InvalidStatus), guarded.visit():
        pass


def test_the_token_moves_from_the_address_into_a_cookie(guarded: Lab) -> None:
    with httpx.Client(base_url=guarded.client.base_url) as visitor:
        first = visitor.get(f"/play?token={TOKEN}&x=1")
        assert first.status_code == 303
        assert first.headers["location"] == "/play?x=1"
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert visitor.get("/").status_code == 200
        assert visitor.get(f"//evil.example?token={TOKEN}").headers.get("location", "/").startswith("/")
        assert not visitor.get(f"//evil.example/?token={TOKEN}").headers.get("location", "/").startswith("//")
    with guarded.visit(additional_headers={"Cookie": f"zermelo_token={TOKEN}"}):
        pass
    assert guarded.client.get("/", headers={"Host": "evil.example"}).status_code == 403
    assert guarded.client.get("/", headers={"Host": "192.168.1.5:8765"}).status_code == 401


def test_other_machines_need_a_token(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="only with a token"):
        make_server({}, host="0.0.0.0", folder=tmp_path)


def test_too_many_requests_are_refused_with_a_time_to_wait(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(rate=1e-6, burst=10)) as lab:
        answers = [lab.client.get("/") for _ in range(20)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 10
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert 0 < answers[-1].json()["retry_after"] <= 1e6


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Bucket(rate=4, burst=2, clock=lambda: now)
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0.25]
    now = 0.125
    assert bucket.wait() == 0.125
    now = 0.25
    assert [bucket.wait() for _ in range(2)] == [0, 0.25]
    now = 100.0
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0.25]


def test_pages_built_anew_are_served_anew(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(caps=Caps(10, 10, 1.0, 1))) as lab:
        assert "Zermelo" in lab.client.get("/").text
        index = tmp_path / "pages" / "index.html"
        index.write_text("new" * 1000)
        os.utime(index, (1, 1))
        response = lab.client.get("/")
        assert response.text == "new" * 1000


def test_the_sentence_where_pages_are_missing(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="make lab"):
        make_server({}, folder=tmp_path)


def test_an_idle_visitor_makes_room_for_a_new_one(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(visitors=2)) as lab, lab.visit() as first, lab.visit() as second:
        assert first.watch(source=tree(), search="minimax")[1]["type"] == "finished"
        with lab.visit() as third:
            with pytest.raises(ConnectionClosed) as closed:
                second.get()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
            assert third.watch(source=tree(), search="minimax")[1]["type"] == "finished"
        assert first.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_visitors_who_all_search_are_not_thrown_out_by_their_own_address(tmp_path: Path) -> None:
    settings = Settings(visitors=1, caps=Caps(1000, 10**9, 600.0, 4))
    with running(tmp_path / "pages", settings=settings) as lab, lab.visit() as first:
        first.send({"type": "think", "id": 1, "source": game("othello"), "player": "engine", "seconds": 500})
        first.until("progress")
        with pytest.raises(InvalidStatus), lab.visit():
            pass
        first.send({"type": "cancel", "id": 1})
        assert first.until("cancelled")["id"] == 1


def test_an_idle_visit_ends(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(idle=0.01)) as lab, lab.visit() as visitor:
        with pytest.raises(ConnectionClosed) as closed:
            visitor.get()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "idle")


HALVES = (
    "",
    "GET / HT",
    "GET / HTTP/1.1\r\nHost: {}\r\nX",
    "POST /api/tree/read HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\nx",
)


@pytest.mark.parametrize("sent", HALVES)
def test_half_a_request_is_not_kept_for_ever(tmp_path: Path, sent: str) -> None:
    with running(tmp_path / "pages", settings=Settings(arrival=0.1)) as lab, connected(lab) as raw:
        with suppress(ConnectionError):
            raw.sendall(sent.format(lab.address).encode())
        wait_until(lambda: is_closed(raw))


def test_half_a_second_request_is_not_kept_either(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(arrival=0.1)) as lab, ExitStack() as stack:
        raw = answered(lab, stack, "/assets/other.js", b"HTTP/1.1 404")
        with suppress(ConnectionError):
            raw.sendall(b"GET /")
        wait_until(lambda: is_closed(raw))


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    with running(folder, settings=Settings(arrival=0.1)) as lab, ExitStack() as stack:
        (folder / "large.bin").write_bytes(b"x" * 50_000_000)
        os.utime(folder / "index.html", (1, 1))
        answered(lab, stack, "/large.bin", b"HTTP/1.1 200")
        wait_until(lambda: not lab.connections)


def test_visits_outlast_the_limit_for_requests(tmp_path: Path) -> None:
    """The limit for a request does not end the WebSocket that it became."""
    settings = Settings(arrival=2.0)
    with running(tmp_path / "pages", settings=settings) as lab, lab.visit() as visitor, connected(lab) as raw:
        wait_until(lambda: is_closed(raw))
        assert visitor.watch(source=tree(), search="minimax")[1]["type"] == "finished"


def test_idle_connections_make_room_for_new_ones(tmp_path: Path) -> None:
    with running(tmp_path / "pages", settings=Settings(visitors=2)) as lab, ExitStack() as stack:
        idle = [stack.enter_context(connected(lab)) for _ in range(40)]
        assert lab.client.get("/").status_code == 200
        assert is_closed(idle[0])


def answered(lab: Lab, stack: ExitStack, path: str, start: bytes) -> socket.socket:
    """Ask until the beginning of an answer comes: a busy machine may send a request later than this server allows."""
    while True:
        raw = stack.enter_context(connected(lab))
        with suppress(ConnectionError):
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {lab.address}\r\n\r\n".encode())
            if raw.recv(100).startswith(start):
                return raw


def is_closed(raw: socket.socket) -> bool:
    """Read what comes next: nothing more, once the other side has closed the connection."""
    try:
        return raw.recv(65536) == b""
    except ConnectionError:
        return True


def connected(lab: Lab) -> socket.socket:
    host, _, port = lab.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=HANGS)
