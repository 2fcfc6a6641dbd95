"""Checkers endgame tables: known facts, golden totals, agreement with a plain solver, builds killed at any point, damaged files."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.checkers.plain_checkers import Pieces, PlainCheckers
from zermelo import ZermeloError
from zermelo._core import CheckersEndgameTable, probe_checkers_endgame, probe_checkers_endgames
from zermelo.games.checkers import Checkers, Checkers4, Checkers6
from zermelo.games.checkers.endgames import (
    GAMES,
    SHIPPED,
    build_checkers_tables,
    checkers_build_order,
    count_positions,
    endgames,
    load_checkers_tables,
    probe_checkers_tables,
    read_checkers_table,
)
from zermelo.games.chess import Chess

GOLDEN = Path(__file__).parent / "checkers_endgames.txt"
SMALL = endgames(2, 3)
HEAD = 28
"""Bytes of a file before its slices."""

Totals = tuple[int, ...]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of two and three pieces and one of five, made anew."""
    folder = tmp_path_factory.mktemp("endgames")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.games.checkers.endgames.SHIPPED", folder / "none")
        names = [table.name for table in build_checkers_tables([*SMALL, "KKKKvK"], folder=folder, threads=2)]
    assert names == [*SMALL, "KKKvK", "KKKKvK"]
    return folder


def golden() -> dict[str, list[Totals]]:
    """Leads, then wins, losses and draws for each side to move, of all slices with two to five pieces."""
    rows: dict[str, list[Totals]] = {}
    for line in GOLDEN.read_text().splitlines():
        if not line.startswith("#"):
            name, *numbers = line.split()
            rows.setdefault(name, []).append(tuple(map(int, numbers)))
    return rows


def test_known_counts_of_positions() -> None:
    # All positions with so many pieces, and those with both colours and one side to move.
    facts = {
        2: (6972, 3488),
        3: (261224, 196032),
        4: (7092774, 6209316),
        5: (148688232, 139450808),
    }
    assert {pieces: count_positions(pieces) for pieces in facts} == facts
    assert count_positions(6)[0] == 2503611964
    totals = golden()
    for pieces, (_, held) in facts.items():
        assert sum(sum(row[2:]) for name in endgames(pieces) for row in totals[name]) == held


def test_totals_of_every_slice(built: Path) -> None:
    totals = golden()
    for name in endgames(2, 3, 4):
        assert read_checkers_table(SHIPPED / f"{name}.checkers").totals == totals[name], name
    assert read_checkers_table(built / "KKKKvK.checkers").totals == totals["KKKKvK"]


def test_the_shipped_tables_are_those_built_here(built: Path) -> None:
    for name in [*SMALL, "KKKvK"]:
        assert (SHIPPED / f"{name}.checkers").read_bytes() == (built / f"{name}.checkers").read_bytes()


def test_sizes_of_the_shipped_tables() -> None:
    assert sum((SHIPPED / f"{name}.checkers").stat().st_size for name in endgames(4)) < 300_000


def positions(size: int, most: int) -> Iterator[PlainCheckers]:
    squares = [(row, column) for row in range(size) for column in range(size) if (row + column) % 2]
    for count in range(2, most + 1):
        for places in combinations(squares, count):
            for kinds in product("bBwW", repeat=count):
                if len(set("".join(kinds).lower())) < 2:
                    continue
                pieces = dict(zip(places, kinds, strict=True))
                if any(
                    (kind == "b" and row == size - 1) or (kind == "w" and row == 0) for (row, _), kind in pieces.items()
                ):
                    continue
                for player in (0, 1):
                    yield PlainCheckers(size, pieces, player)


def fen(position: PlainCheckers) -> str:
    sides = ("wW", "bB")
    names = [
        ",".join(
            ("K" if kind.isupper() else "") + str(position.number(at))
            for at, kind in position.pieces.items()
            if kind in side
        )
        for side in sides
    ]
    return f"{'BW'[position.player]}:W{names[0]}:B{names[1]}"


def test_agreement_with_a_plain_solver(tmp_path: Path) -> None:
    """Rules and solver are written again in Python: passes over all positions of the 4x4 board until nothing changes."""

    def key(pieces: Pieces, player: int) -> tuple[object, ...]:
        return (*sorted(pieces.items()), player)

    every = {key(position.pieces, position.player): position for position in positions(4, 3)}
    after = {
        name: [key(reached.pieces, reached.player) for reached in position.moves().values()]
        for name, position in every.items()
    }
    results: dict[tuple[object, ...], int] = {}
    changed = True
    while changed:
        changed = False
        for name, reached in after.items():
            if name in results:
                continue
            values = [results.get(other) if other in every else -1 for other in reached]
            if -1 in values or all(value == 1 for value in values):
                results[name] = 1 if -1 in values else -1
                changed = True
    for table in build_checkers_tables(endgames(2, 3), game="checkers4", folder=tmp_path):
        assert table.wins + table.losses + table.draws == table.positions
    for name, position in every.items():
        assert probe_checkers_endgame(Checkers4(fen(position)).native) == results.get(name, 0), fen(position)


def test_probe() -> None:
    found = probe_checkers_tables(Checkers("W:WK32:BK1,K2"))
    assert (found.outcome, {value.outcome for value in found.moves}) == ("loss", {"loss"})
    drawn = probe_checkers_tables(Checkers("B:WK32:BK1:H70"))
    assert (drawn.outcome, drawn.best) == ("draw", ("1-5", "1-6"))
    won = probe_checkers_tables(Checkers("B:W14:B10"))
    assert (won.outcome, won.best) == ("win", ("10x17",))
    blocked = probe_checkers_tables(Checkers("W:W29:B22,25"))
    assert (blocked.outcome, blocked.moves) == ("loss", ())


def test_batches_give_what_single_probes_give() -> None:
    load_checkers_tables()
    random = Random(5)
    games: list[Any] = []
    while len(games) < 500:
        squares = random.sample(range(1, 33), 3)
        games.append(Checkers(f"{random.choice('BW')}:WK{squares[0]}:BK{squares[1]},K{squares[2]}").native)
    games += [Checkers6("B:WK18:BK1,K2").native, Checkers4("W:WK8:BK1").native]  # without tables
    assert probe_checkers_endgames(games) == [probe_checkers_endgame(game) for game in games]
    with pytest.raises((TypeError, RuntimeError)):
        probe_checkers_endgames(["B:W1:B2"])


def test_positions_without_a_table() -> None:
    for state, reason in {
        Checkers(): "the position has 24 pieces, and the endgame tables at most 6",
        Checkers("B:W29,30,31:BK1,K2,K3"): "zermelo table build --game checkers KKKvMMM",
    }.items():
        with pytest.raises(ZermeloError, match=reason):
            probe_checkers_tables(state)
    chess: Any = Chess()
    with pytest.raises(ZermeloError, match="of checkers, not of Chess"):
        probe_checkers_tables(chess)


def test_order_and_names() -> None:
    assert checkers_build_order(["kvkk", "MvK"]) == ["KvK", "KvM", "KKvK"]
    for name in ("KXvK", "K", "KKKKvMMM", "v"):
        with pytest.raises(ZermeloError, match="is not an endgame of two to six pieces"):
            checkers_build_order([name])
    assert [len(endgames(pieces)) for pieces in range(2, 7)] == [3, 6, 14, 22, 37]


def test_memory_is_bounded(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match=r"KvK needs .* MB to build, more than the 50 MB of --memory"):
        list(build_checkers_tables(["KvK"], game="checkers6", folder=tmp_path, memory=50))
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from zermelo.games.checkers import endgames as checkers
left, folder = int(sys.argv[1]), Path(sys.argv[2])
write = os.write
def killed(file, content):
    global left
    left -= 1
    if left:
        return write(file, content)
    write(file, content[: len(content) * 2 // 3])
    os.kill(os.getpid(), signal.SIGKILL)
os.write = killed
list(checkers.build_checkers_tables(["MMvK"], game="checkers6", folder=folder))
"""


def test_a_killed_build_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    names = [
        f"{table.name}.checkers6"
        for table in build_checkers_tables(["MMvK"], game="checkers6", folder=tmp_path / "whole")
    ]
    runs = 0
    while not (tmp_path / "killed" / "MMvK.checkers6").exists():
        # Each run is killed in the middle of its third write, so it finishes two at most; the last one ends by itself.
        code = subprocess.run([sys.executable, "-c", KILLED, "3", str(tmp_path / "killed")], check=False).returncode
        runs += 1
        assert code == -9 or (tmp_path / "killed" / "MMvK.checkers6").exists()
    assert runs > 5
    for name in names:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()
    assert sorted(path.name for path in (tmp_path / "killed").iterdir()) == sorted(names)


def refused(content: bytes) -> bool:
    try:
        CheckersEndgameTable(content, 8)
    except ValueError:
        return True
    return False


def test_a_changed_bit_or_a_truncated_file_is_refused() -> None:
    content, random = (SHIPPED / "MMvK.checkers").read_bytes(), Random(1)
    assert not refused(content)
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 1 << random.randrange(8)
        assert refused(bytes(changed)), f"byte {at}"
        assert refused(content[:at])
    assert refused(content + b"\0")


def test_errors_name_the_file(tmp_path: Path) -> None:
    content = (SHIPPED / "KvM.checkers").read_bytes()
    path = tmp_path / "KvK.checkers"
    cases = {
        b"hello": "it is not a checkers endgame table",
        content: "it holds KvM, not KvK",
        content[:-1]: "slice 7 of 7 is damaged or cut off",
        content + b"!": "it has extra bytes at its end",
        content[:8] + b"\x02" + content[9:]: "it has version 2 of the format",
        content[:17] + b"\x02" + content[18:]: "its header is damaged",
    }
    for bad, reason in cases.items():
        path.write_bytes(bad)
        with pytest.raises(ZermeloError) as error:
            read_checkers_table(path)
        assert str(error.value).startswith(f"{path}: {reason}")
    with pytest.raises(ZermeloError, match="a board of size 8, not 6"):
        read_checkers_table(SHIPPED / "KvK.checkers", "checkers6")
    with pytest.raises(ZermeloError, match="cannot be read"):
        read_checkers_table(tmp_path)


def test_a_damaged_table_is_built_again(tmp_path: Path) -> None:
    path = tmp_path / "KvK.checkers4"
    list(build_checkers_tables(["KvK"], game="checkers4", folder=tmp_path))
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    assert [table.seconds is None for table in build_checkers_tables(["KvK"], game="checkers4", folder=tmp_path)] == [
        False
    ]
    assert path.read_bytes() == content


def tampered(content: bytes) -> bytes:
    """Return the file of KvK with every position won, and the right checksum."""
    block = HEAD + 2 + 6 * 8
    slice_ = content[HEAD:block] + struct.pack("<IH", 0, 0xFFF1)
    return content[:HEAD] + slice_ + struct.pack("<I", zlib.crc32(slice_))


def test_a_wrong_value_contradicts_its_successors(tmp_path: Path) -> None:
    list(build_checkers_tables(["KvK"], game="checkers4", folder=tmp_path))
    content = (tmp_path / "KvK.checkers4").read_bytes()
    size = GAMES["checkers4"].size
    for bytes_, wrong in ((content, False), (tampered(content), True)):
        table = CheckersEndgameTable(bytes_, size)
        assert (table.contradiction(None, 1) is not None) == wrong
