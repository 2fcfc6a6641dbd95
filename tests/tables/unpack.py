"""Read an endgame table in pure Python, to compare with the core's reader."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path


def unpack(path: Path) -> bytes:
    data = path.read_bytes()
    magic, version, _, size, _, blocks = struct.unpack_from("<8sI8sQII", data)
    assert (magic, version) == (b"ZermEnd\x1a", 1)
    head = 36 + 8 * blocks
    assert struct.unpack_from("<I", data, head)[0] == zlib.crc32(data[:head])
    at, values = head + 4, b""
    for block in range(blocks):
        length, check = struct.unpack_from("<II", data, 36 + 8 * block)
        assert zlib.crc32(data[at : at + length]) == check
        values += zlib.decompress(data[at : at + length], wbits=-15)
        at += length
    assert (at, len(values)) == (len(data), size)
    return values
