"""The protocol between the server and its workers: frames with a kind, a job number and bytes, over a worker's standard
input and output."""

from __future__ import annotations

import struct
from typing import BinaryIO

HEAD = struct.Struct("!IcI")
"""Length of the payload, kind, number of the job."""

JOB, CANCEL = b"j", b"c"
READY, STEPS, ZIPPED, PROGRESS = b"r", b"s", b"z", b"p"
DONE, PROBLEM, FAULT, DIED = b"=", b"!", b"*", b"x"
"""How a job ends: answered, refused, or failed by a fault of the lab. DIED is never sent: it stands for a worker that is gone."""

ENDS = (DONE, PROBLEM, FAULT)


def pack(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    """Return a frame as bytes."""
    return HEAD.pack(len(payload), kind, number) + payload


def read(stream: BinaryIO) -> tuple[bytes, int, bytes] | None:
    """Read the next frame, or return None at the end of the stream."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    length, kind, number = HEAD.unpack(head)
    payload = stream.read(length)
    return (kind, number, payload) if len(payload) == length else None
