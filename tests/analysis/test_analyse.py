"""The pipeline: order, equal positions, failures, windows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from tests.analysis.stand_ins import Backwards
from zermelo.analysis import ErrorRecord, Limits, PositionRecord, Record, analyse
from zermelo.analysis.formats import FORMATS, Entry
from zermelo.analysis.seen import Seen
from zermelo.cluster import Executor
from zermelo.state import ZermeloError


class Lines:
    """A content of lines."""

    def __init__(self, lines: list[str]) -> None:
        self.data = "\n".join(lines).encode()

    def read(self, size: int = -1) -> bytes:
        piece, self.data = self.data[:size], self.data[size:]
        return piece


def entries(game: str, lines: list[str], format_name: str = "positions") -> Iterator[Entry]:
    return FORMATS[format_name]("lines", game, Lines(lines))


def run(found: Iterator[Entry], executor: Executor | None = None, *, seen: Seen | None = None) -> list[Record]:
    return [each for group in analyse(found, Limits(depth=1), executor=executor, seen=seen) for each in group]


TEXTS = ["".join(each) for each in permutations("1234", 3)]


def test_records_come_in_the_order_of_the_input() -> None:
    backwards = Backwards()
    assert run(entries("connect_four", TEXTS), backwards) == run(entries("connect_four", TEXTS))
    assert [each.line_number for each in run(entries("connect_four", TEXTS), backwards)] == list(
        range(1, len(TEXTS) + 1)
    )


def test_equal_positions_are_searched_once() -> None:
    backwards = Backwards(3)
    found = run(entries("connect_four", TEXTS + TEXTS), backwards)
    assert len(found) == 2 * len(TEXTS)
    assert len(backwards.ran) == len({(frozenset((text[0], text[2])), text[1]) for text in TEXTS}) < len(TEXTS)


def test_the_number_of_the_move_does_not_tell_positions_apart_but_the_clock_does() -> None:
    backwards = Backwards()
    board = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -"
    found = run(entries("chess", [f"{board} 0 1", f"{board} 0 40", f"{board} 9 1"]), backwards)
    assert len(backwards.ran) == 2
    assert [each.position.split()[4:] for each in found if isinstance(each, PositionRecord)] == [
        ["0", "1"],
        ["0", "40"],
        ["9", "1"],
    ]


def test_positions_of_several_games_are_searched_once() -> None:
    backwards = Backwards(1)
    games = ["123", "1234", "321", "123"]
    found = run(entries("connect_four", games, "moves"), backwards)
    assert [len(task.known) for task in backwards.ran] == [0, 4, 2, 4]
    with Seen() as seen:
        [*_, alone] = run(entries("connect_four", games[1:2], "moves"), seen=seen)
    assert alone.players == found[8].players  # type: ignore[union-attr]


def test_games_that_repeat_positions_differ_from_those_that_do_not() -> None:
    backwards = Backwards(1)
    run(entries("chess", ["Nf3 Nf6 Ng1 Ng8 e4", "e4", "Nf3 Nf6 e4"], "moves"), backwards)
    assert [sorted(task.known) for task in backwards.ran] == [[], [0, 1], [0, 1, 2]]


def test_a_task_that_always_fails_is_reported_once_and_the_rest_goes_on() -> None:
    failing = Backwards(fails=lambda task: task.position == "123")
    found = run(entries("connect_four", ["1", "123", "2", "123"]), failing)
    assert [type(each).__name__ for each in found] == ["PositionRecord", "ErrorRecord", "PositionRecord", "ErrorRecord"]
    assert found[1] == ErrorRecord(
        file="lines", line_number=2, error="lines, line 2: the worker that ran it died 3 times"
    )
    assert len(failing.ran) == 3


def test_a_full_window_is_drained() -> None:
    backwards = Backwards(2)
    lines = [text for text in TEXTS for _ in range(40)]
    with patch("zermelo.analysis.analyse.WINDOW", 4):
        assert len(run(entries("connect_four", lines), backwards)) == len(lines)
    assert backwards.rounds > 10


def test_an_analysis_can_be_cancelled() -> None:
    found = list(analyse(entries("connect_four", TEXTS), Limits(depth=1), executor=Backwards(1), cancel=lambda: True))
    assert found == []


def test_answers_are_kept_on_disk(tmp_path: object) -> None:
    path = f"{tmp_path}/seen"
    with Seen(path) as seen:
        first = run(entries("connect_four", TEXTS), Backwards(), seen=seen)
    again = Backwards()
    with Seen(path) as seen:
        assert run(entries("connect_four", TEXTS), again, seen=seen) == first
    assert again.ran == []
    with open(path, "r+b") as file:
        file.write(b"nonsense" * 100)
    with Seen(path) as seen:
        assert run(entries("connect_four", TEXTS), again, seen=seen) == first
    assert again.ran != []


def test_answers_that_cannot_be_decoded_count_as_not_seen(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    games = ["123", "32"]
    for answer in ("x'7b22'", "x'ff'", "'{'", "x'7b7d'", "5"):
        path.unlink(missing_ok=True)
        with Seen(str(path)) as seen:
            first = run(entries("connect_four", TEXTS), seen=seen)
            second = run(entries("connect_four", games, "moves"), seen=seen)
        with closing(sqlite3.connect(path)) as table:
            table.execute(f"UPDATE seen SET answer = {answer}")
            table.commit()
        again = Backwards()
        with Seen(str(path)) as seen:
            for executor in (again, Backwards(fails=lambda _: True)):  # the second time nothing is searched
                assert run(entries("connect_four", TEXTS), executor, seen=seen) == first
            assert run(entries("connect_four", games, "moves"), again, seen=seen) == second
        assert again.ran != []


@pytest.mark.parametrize("page", [0, 1, 2, 4, 9, -1])
def test_a_damaged_table_is_begun_anew(tmp_path: Path, page: int) -> None:
    path = tmp_path / "seen"
    keys = [str(number) for number in range(1_000)]
    with Seen(str(path)) as seen:
        for key in keys:
            seen.put(key, b"an answer" * 10)
    data, size = bytearray(path.read_bytes()), 4096
    at = page * size if page >= 0 else len(data) - size
    data[at : at + size] = Random(page).randbytes(size)
    path.write_bytes(data)
    with Seen(str(path)) as seen:
        for key in (*keys, "another"):
            if seen.get(key) is None:
                seen.put(key, b"an answer")
        assert seen.get("another") == b"an answer"


def test_a_full_table_is_an_error(tmp_path: Path) -> None:
    with Seen(str(tmp_path / "seen")) as seen:
        seen._table.execute("PRAGMA max_page_count = 5")
        with pytest.raises(ZermeloError, match="seen cannot be written: database or disk is full"):
            seen.put("a position", bytes(100_000))
