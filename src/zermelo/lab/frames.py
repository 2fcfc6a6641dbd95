"""How the server and its workers talk: frames of a kind, a number and bytes, over a worker's standard input and output."""

from __future__ import annotations

import struct
from typing import BinaryIO

HEAD = struct.Struct("!IcI")
"""How many bytes follow the head; the kind; the number of the job."""

JOB, CANCEL = b"j", b"c"
READY, STEPS, ZIPPED, PROGRESS = b"r", b"s", b"z", b"p"
DONE, PROBLEM, FAULT, DIED = b"=", b"!", b"*", b"x"
"""How a job ends: with an answer, with a problem of the one who asked, with a fault of a game or of the lab; or its worker
is gone, which no frame says."""

ENDS = (DONE, PROBLEM, FAULT)


def pack(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    return HEAD.pack(len(payload), kind, number) + payload


def read(stream: BinaryIO) -> tuple[bytes, int, bytes] | None:
    """The next frame, or None at the end."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length, kind, number = HEAD.unpack(head)
    payload = stream.read(length)
    return (kind, number, payload) if len(payload) == length else None
