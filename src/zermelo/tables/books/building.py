"""Building an opening book from games, however many: what does not fit into memory waits in sorted runs on the disk."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any, Self

from zermelo.state import MAX, State, ZermeloError
from zermelo.tables.books.book import DIGEST, ENTRY, HEADER, MAGIC, VERSION
from zermelo.tables.books.canonical import KEY, canonical
from zermelo.tables.files import written_whole

MOST_IN_MEMORY = 1_000_000
MOST_PLIES = 0xFFFF
_MOST = 0xFFFFFFFF
_BLOCK = 4096


class BookBuilder:
    """Counts the moves of games and writes them as a book; to be used in a `with`, which puts the runs out of the way."""

    def __init__(self, game: str, plies: int = 24, *, most_in_memory: int = MOST_IN_MEMORY) -> None:
        if not 1 <= plies <= MOST_PLIES:
            raise ZermeloError(f"a book takes from 1 to {MOST_PLIES:,} moves of each game, not {plies}")
        self.name = game.encode()
        if len(self.name) > 52:
            raise ZermeloError(f"the name of the game is too long for a book: {game}")
        self.plies, self.most_in_memory = plies, most_in_memory
        self.games = 0
        self._counts: dict[bytes, list[int]] = {}
        self._runs: list[IO[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for run in self._runs:
            run.close()

    def add(self, start: State, moves: Iterable[Any], outcome: int | None) -> None:
        """Counts a game; `outcome` is 1 if MAX won it, 0 for a draw, -1 if MIN won, and None if nobody knows."""
        state = start
        for ply, move in enumerate(islice(moves, self.plies)):
            here = canonical(state)
            counts = self._counts.setdefault(here.key + here.move(move), [0, 0, 0, 0, ply])
            counts[0] += 1
            if outcome is not None:
                own = outcome if state.player == MAX else -outcome
                counts[2 - own] += 1  # wins, draws, losses
            counts[4] = min(counts[4], ply)
            state = state.play(move)
        self.games += 1
        if len(self._counts) >= self.most_in_memory:
            self._put_away()

    def write(self, path: str | Path, least: int = 1) -> int:
        """Writes the moves that were played in at least so many games; how many entries there are."""
        with written_whole(path) as file:
            file.write(bytes(HEADER.size))
            digest, entries = blake2b(digest_size=DIGEST), 0
            for entry in self._merged(least):
                file.write(entry)
                digest.update(entry)
                entries += 1
            if not entries:
                raise ZermeloError(
                    f"{path} is not written: no move was played in at least {least:,} of {self.games:,} games"
                )
            header = HEADER.pack(MAGIC, VERSION, self.plies, self.name, self.games, entries, b"")[:-DIGEST]
            digest.update(header)
            file.seek(0)
            file.write(header + digest.digest())
        return entries

    def _in_order(self) -> Iterator[bytes]:
        for name, counts in sorted(self._counts.items()):
            yield name + ENTRY.pack(b"", b"", *(min(count, _MOST) for count in counts))[2 * KEY :]

    def _put_away(self) -> None:
        run = tempfile.TemporaryFile()  # noqa: SIM115 -- it is read again at the end, and closed with the builder
        run.writelines(self._in_order())
        self._runs.append(run)
        self._counts = {}

    def _merged(self, least: int) -> Iterator[bytes]:
        runs = [_entries(run) for run in self._runs]
        for name, same in groupby(heapq.merge(*runs, self._in_order()), key=lambda entry: entry[: 2 * KEY]):
            parts = [ENTRY.unpack(entry)[2:] for entry in same]
            counts = [min(sum(each), _MOST) for each in list(zip(*parts, strict=True))[:4]]
            if counts[0] >= least:
                yield ENTRY.pack(name[:KEY], name[KEY:], *counts, min(part[4] for part in parts))


def _entries(run: IO[bytes]) -> Iterator[bytes]:
    run.seek(0)
    while block := run.read(_BLOCK * ENTRY.size):
        for at in range(0, len(block), ENTRY.size):
            yield block[at : at + ENTRY.size]
