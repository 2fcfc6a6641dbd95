"""The manager's side of the GGP protocol: ask a player at an HTTP address for moves.

Whatever goes wrong (nobody answers, or not in time, or not as the protocol says) raises a `ZermeloError` that names the address.
"""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from zermelo.games.gdl.ggp.messages import Message, canonical
from zermelo.games.gdl.mistakes import shortened
from zermelo.state import ZermeloError

LONGEST_ANSWER = 2**16
"""Bytes of an answer that are read."""
PORT = 9147


class GgpAddress:
    """A player at an address such as http://127.0.0.1:9147.

    >>> GgpAddress("localhost:9148").port, GgpAddress("http://localhost").port
    (9148, 9147)
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        try:
            self.host, self.port = parts.hostname or "", parts.port or PORT
        except ValueError:
            self.host = ""
        if parts.scheme != "http" or not self.host:
            raise ZermeloError(f"a player's address is written as in http://127.0.0.1:{PORT}, not {shortened(url)!r}")
        self.path = parts.path or "/"
        self.name = f"{self.host}:{self.port}"

    def send(self, message: Message, timeout: float) -> str:
        """Send a message and return the answer, with one space between its parts."""
        connection = HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            connection.request("POST", self.path, str(message).encode(), {"Content-Type": "text/acl"})
            response = connection.getresponse()
            answer = response.read(LONGEST_ANSWER).decode(errors="replace").strip()
        except TimeoutError:
            raise ZermeloError(f"{self.name} did not answer in {timeout:.3g} seconds") from None
        except (OSError, HTTPException, UnicodeError) as error:
            raise ZermeloError(f"{self.name} cannot be asked: {error}") from None
        finally:
            connection.close()
        if response.status != 200:
            raise ZermeloError(f"{self.name} refuses {str(message).split()[0][1:]}: {shortened(answer, 200)}")
        return canonical(answer)
