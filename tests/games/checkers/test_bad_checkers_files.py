"""Bad records, positions, books and tables of checkers: one sentence and exit code 2, whatever is in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.starting import refusal, zermelo
from zermelo.games.checkers.endgames import SHIPPED

LINE = 10 * 2**20
CONTENTS = {
    "binary": bytes(range(256)) * 40,
    "null bytes": b"\0" * 5000,
    "a long line": b"11-15 " * (LINE // 6),
    "long without spaces": b"9" * LINE,
    "open brackets": b"[" * 5000,
    "open variations": b"1. 11-15 " + b"(11-15 " * 5000,
    "an open comment": b"1. 11-15 {" + b"x" * 5000,
    "a bad FEN": b'[FEN "B:W1:B1"]\n\n1. 11-15 *\n',
    "a FEN of 100 kB": b'[FEN "B:W' + b"32," * 30_000 + b':B1"]\n\n*\n',
    "an illegal move": b"1. 11-15 22-18 2. 10-14 *\n",
    "an unclear move": b'[FEN "B:W6,7,14,15,22,23:BK2"]\n\n1. 2x25 *\n',
    "chess": b"1. e4 e5 *\n",
}


@pytest.fixture(params=CONTENTS)
def bad(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "bad.pdn"
    path.write_bytes(CONTENTS[request.param])
    return path


def test_records_and_books(bad: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.book"
    for said in (
        refusal("review", "checkers", str(bad)),
        refusal("book", "build", str(bad), "--game", "checkers", "--out", str(out)),
        refusal("book", "probe", str(bad), "--game", "checkers"),
        refusal("prove", "checkers", "--proof", str(bad), "--check"),
    ):
        assert len(said.replace(str(tmp_path), "")) < 400, said
    assert not out.exists()
    damaged = zermelo("table", "verify", "--game", "checkers", str(bad))
    assert (damaged.returncode, damaged.stderr) == (1, "")
    assert damaged.stdout == f"{bad}: it is not a checkers endgame table\n"


@pytest.mark.parametrize(
    "position",
    ["B:W1:B1", "B:W32:B1:H", "B", "B:", ":", "11-15 11-15", "11-15 22-18 10-14", "x" * 100_000, "2x25", "é"],
)
def test_positions(position: str) -> None:
    for command in ("search checkers --position", "explain checkers", "table probe --game checkers"):
        assert len(refusal(*command.split(), position)) < 400


@pytest.mark.parametrize("change", ["a flipped bit", "cut off", "empty", "one byte"])
def test_tables(change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray((SHIPPED / "KvM.checkers").read_bytes())
    if change == "a flipped bit":
        data[len(data) // 2] ^= 1
    else:
        del data[{"cut off": len(data) // 2, "empty": 0, "one byte": 1}[change] :]
    path = tmp_path / "KvM.checkers"
    path.write_bytes(data)
    verified = zermelo("table", "verify", "--game", "checkers", str(path))
    assert (verified.returncode, verified.stdout.count("\n")) == (1, 1)
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    assert str(path) in refusal("table", "probe", "--game", "checkers", "B:WK32:B1")
