"""Damaged files: one flipped bit anywhere in a file that Zermelo keeps is harmless, or named, or the file is refused.

It is never read as other content, and never a traceback.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.long import LONG
from zermelo.analysis.seen import Seen
from zermelo.arena import Event, RoundRobin, Store, run_event
from zermelo.engine.compiling import cache
from zermelo.games.checkers import Checkers4
from zermelo.games.checkers.distances import DISTANCES, build_checkers_distances, distances_file
from zermelo.games.checkers.endgames import read_checkers_table
from zermelo.games.checkers.proof import check_checkers_proof, prove_checkers
from zermelo.games.chess import Chess
from zermelo.games.chess.endgames import SHIPPED, check_table
from zermelo.games.nim import Nim
from zermelo.native.weights import remove_checksum
from zermelo.players import PlayerSpec
from zermelo.state import ZermeloError
from zermelo.tables.books.book import Book
from zermelo.tables.books.builder import BookBuilder

FLIPS = 300


class Found(NamedTuple):
    """What a file says, and whether damage was named."""

    content: Mapping[Any, Any]
    named: bool = False


class Kept(NamedTuple):
    """A kind of file: `make` writes a small one into a folder, `read` reads it."""

    make: Callable[[Path], Path]
    read: Callable[[Path], Found]


def make_store(folder: Path) -> Path:
    play_all(folder / "games.db", warnings.warn)
    return folder / "games.db"


def play_all(path: Path, on_damage: Callable[[str], object]) -> None:
    players = tuple(map(PlayerSpec.parse, ("reflex", "random", "alpha_beta:2")))
    with Store(path, on_damage=on_damage) as store:
        for seed in (1, 2):
            run_event(Event(Nim((1, 2, 3)), players, RoundRobin(4), game="nim", seed=seed), store=store)


def read_store(path: Path) -> Found:
    named = list[str]()
    with Store(path, writes=False, on_damage=named.append) as store:
        events = store.events()
        games = {(each.number, key): points for each in events for key, points in store.results(each.number).items()}
        records = {("game", each.number, game.key): game for each in events for game in store.games(each.number)}
    settings = {each.number: each.settings for each in events if each.settings}
    return Found({**settings, **games, **records}, bool(named))


def make_book(folder: Path) -> Path:
    with BookBuilder("chess", 4) as builder:
        for moves in (["e2e4", "e7e5"], ["d2d4", "d7d5"]):
            builder.add(Chess(), moves, 1)
        builder.write(folder / "chess.book")
    return folder / "chess.book"


def read_book(path: Path) -> Found:
    book = Book.open(path)
    return Found({"": [str(each) for each in book.probe(Chess())], "about": (book.game, book.plies, book.games)})


def copied(name: str, folder: Path) -> Path:
    path = folder / Path(name).name
    path.write_bytes((SHIPPED.parents[1] / name).read_bytes())
    return path


def refused_or_the_same(check: Callable[[Path], object]) -> Callable[[Path], Found]:
    """Read a file that is whole if its check does not fail."""

    def read(path: Path) -> Found:
        check(path)
        return Found({"": True})

    return read


def read_weights(path: Path) -> Found:
    return Found({"": remove_checksum(path.read_bytes(), path.name)})


def read_checkers(path: Path) -> Found:
    table = read_checkers_table(path)
    return Found({"": (table.name, table.totals)})


def make_distances(folder: Path) -> Path:
    list(build_checkers_distances(["MvM"], game="checkers4"))
    return distances_file("MvM", "checkers4")


def make_proof(folder: Path) -> Path:
    prove_checkers(Checkers4(), folder / "proof", pieces=2)
    return folder / "proof"


def read_proof(path: Path) -> Found:
    proof = check_checkers_proof(path, "checkers4")
    return Found({"": (proof.value, proof.moves, proof.fen, proof.pieces)})


POSITIONS = [f"position {number}" for number in range(40)]


def make_seen(folder: Path) -> Path:
    with Seen(str(folder / "out.seen")) as seen:
        for each in POSITIONS:
            seen.put(each, f"the answer to {each}".encode())
    return folder / "out.seen"


def read_seen(path: Path) -> Found:
    with Seen(str(path)) as seen:
        found = {each: seen.get(each) for each in POSITIONS}
    # A position whose answer is lost is searched again.
    return Found({each: answer for each, answer in found.items() if answer is not None}, True)


def make_compiled(folder: Path) -> Path:
    cache.write(folder / "nim_1.py", cache.with_checksum("SCALE = 1\n" * 20))
    return folder / "nim_1.py"


def read_compiled(path: Path) -> Found:
    text = cache.read(path)  # None is compiled again
    return Found({} if text is None else {"": text}, text is None)


KEPT = {
    "games of the arena": Kept(make_store, read_store),
    "opening book": Kept(make_book, read_book),
    "endgame table": Kept(partial(copied, "chess/tables/KQK.endgame"), refused_or_the_same(check_table)),
    "checkers table": Kept(partial(copied, "checkers/tables/KvK.checkers"), read_checkers),
    "checkers distances": Kept(make_distances, refused_or_the_same(DISTANCES["checkers4"].read)),
    "proof about checkers": Kept(make_proof, read_proof),
    "polynomial": Kept(partial(copied, "hex/hex.polynomial"), read_weights),
    "patterns": Kept(partial(copied, "othello/othello.patterns"), read_weights),
    "searched positions": Kept(make_seen, read_seen),
    "compiled game": Kept(make_compiled, read_compiled),
}


@pytest.mark.parametrize("kind", KEPT)
def test_a_flipped_bit_never_makes_other_content(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    make, read = KEPT[kind]
    path, random = make(tmp_path), Random(kind)
    content, whole = path.read_bytes(), read(path).content
    assert path.read_bytes() == content, "reading changes nothing"
    filled = [at for at, byte in enumerate(content) if byte]
    refused = skipped = 0
    for _ in range(FLIPS * LONG):
        # Most bytes of a database are empty.
        at, bit = random.choice(filled if random.random() < 0.8 else range(len(content))), random.randrange(8)
        damaged = bytearray(content)
        damaged[at] ^= 1 << bit
        path.write_bytes(damaged)
        try:
            found = read(path)
        except ZermeloError:
            refused += 1
            continue
        place = f"bit {bit} of byte {at:,}"
        other = {name: said for name, said in found.content.items() if name not in whole or whole[name] != said}
        assert not other, f"{place} is read as other content"
        assert found.named or len(found.content) == len(whole), f"{place} loses something without a word"
        skipped += found.content != whole
    assert refused + skipped > 0


def test_a_tournament_goes_on_in_a_damaged_store(tmp_path: Path) -> None:
    path, random = make_store(tmp_path), Random(9)
    content, whole = path.read_bytes(), _results(path)
    filled = [at for at, byte in enumerate(content) if byte]
    went_on = 0
    for at in random.choices(filled, k=25 * LONG):
        damaged = bytearray(content)
        damaged[at] ^= 1 << random.randrange(8)
        path.write_bytes(damaged)
        try:
            play_all(path, str)
            assert _results(path) == whole
            went_on += 1
        except ZermeloError:
            pass
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    assert went_on > 10 * LONG


def _results(path: Path) -> list[dict[str, tuple[float, ...]]]:
    with Store(path, writes=False, on_damage=str) as store:
        return [store.results(event) for event in (1, 2)]
