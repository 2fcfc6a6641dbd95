"""Files that are not what they say: each bad line is one sentence with its place, and the rest is analysed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zermelo.analysis import ErrorRecord, Limits, PositionRecord, Record, analyse, open_inputs, read_entries
from zermelo.analysis.formats import FORMATS, LONGEST_LINE
from zermelo.analysis.records import encode
from zermelo.analysis.resume import Output, Settings
from zermelo.state import ZermeloError


def run(path: Path, **options: Any) -> list[Record]:
    inputs = open_inputs([str(path)], **options)
    return [each for group in analyse(read_entries(inputs), Limits(depth=1)) for each in group]


def check_sentences(found: list[Record], path: Path) -> None:
    for each in found:
        if isinstance(each, ErrorRecord):
            assert each.error.startswith(str(path))
            assert "\n" not in each.error
            assert len(each.error) < len(str(path)) + 300
        encode(each)


@pytest.mark.parametrize("suffix", ["fen", "epd", "obf", "pgn", "pdn", "sgf", "txt"])
def test_garbage(tmp_path: Path, suffix: str) -> None:
    path, random = tmp_path / f"garbage.{suffix}", Random(1)
    for size in (1, 100, 5_000):
        path.write_bytes(random.randbytes(size))
        found = run(path, game="nim" if suffix == "txt" else None)
        check_sentences(found, path)
        if size == 5_000:
            assert any(isinstance(each, ErrorRecord) for each in found)


def test_every_format_takes_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    games = {"obf": "othello", "pdn": "checkers", "sgf": "go", "moves": "nim", "positions": "nim"}
    for format_name in FORMATS:
        found = run(tmp_path / "empty", game=games.get(format_name, "chess"), format_name=format_name)
        assert len(found) == (format_name == "sgf"), "an SGF file has at least one game"


class Long:
    """A line of 100 MB between two others, without the memory for it."""

    def __init__(self) -> None:
        self.pieces: Iterator[bytes] = iter([b"4\n", *[b"4" * 2**16] * 1600, b"\n5"])

    def read(self, size: int = -1) -> bytes:
        return next(self.pieces, b"")


def test_a_line_of_100_megabytes() -> None:
    entries = FORMATS["positions"]("long", "connect_four", Long())
    first, second, third = (each for group in analyse(entries, Limits(depth=1)) for each in group)
    assert (first.line_number, third.line_number) == (1, 3)
    assert second == ErrorRecord(
        file="long", line_number=2, error=f"long, line 2: a line of more than {LONGEST_LINE >> 20} MB is too long"
    )


def test_a_pgn_file_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "long.pgn.gz"
    with gzip.open(path, "wb", 1) as file:
        for _ in range(10):
            file.write(b"a" * 2**20)
    [found] = run(path)
    assert found.error is not None
    assert found.error.startswith(f"{path}, line 1: a game of more than 8 MB begins there (line 1: 'aaaa")


def test_a_truncated_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    random = Random(1)
    lines = "".join("".join(map(str, random.sample(range(1, 8), 5))) + "\n" for _ in range(20_000)).encode()
    path = tmp_path / "positions.txt.gz"
    path.write_bytes(gzip.compress(lines)[:20_000])
    *found, end = run(path, game="connect_four")
    assert len(found) > 1_000
    assert all(isinstance(each, PositionRecord | ErrorRecord) for each in found)
    assert end.error is not None
    assert end.error.endswith("the compressed data end too early")
    data = bytearray(gzip.compress(lines))
    data[10_000:10_100] = bytes(100)
    path.write_bytes(data)
    end = run(path, game="connect_four")[-1]
    assert end.error is not None
    assert end.error.endswith("the compressed data are damaged from here on")
    path.write_bytes(b"\x28\xb5\x2f\xfd rest")
    [only] = run(path, game="connect_four")
    assert only.error is not None
    assert "zstd -dc FILE | zermelo analyse -" in only.error


def test_a_file_that_disappears_ends_the_analysis_and_not_what_is_written(tmp_path: Path) -> None:
    first, second, out = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "out"
    first.write_text("4\n")
    second.write_text("5\n")
    inputs = open_inputs([str(first), str(second)], game="connect_four")
    chosen = Settings.of(inputs, Limits(depth=1))
    second.unlink()
    with Output(str(out), chosen, read_entries(inputs)) as output:
        found = analyse(read_entries(inputs), Limits(depth=1))
        output.write(next(found))
        with pytest.raises(ZermeloError, match=f"{second} cannot be read: No such file"):
            next(found)
    second.write_text("5\n")
    with Output(str(out), chosen, read_entries(inputs)) as output:
        assert output.done == 1


class Broken:
    """A game whose rules fail."""

    player = 0

    def moves(self) -> list[int]:
        return [1]

    def play(self, move: int) -> Broken:
        raise KeyError(move)

    def utility(self) -> None:
        return None


def test_a_game_that_breaks(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1\n\n1\n")
    found = run(tmp_path / "a.txt", game="tests.analysis.test_hostile:Broken")
    assert [type(each) for each in found] == [ErrorRecord] * 2
    check_sentences(found, tmp_path / "a.txt")
