"""Files of endgame tables: a changed bit is an error that names the file; an interruption loses at most one table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import ZermeloError
from zermelo._core import EndgameTable
from zermelo.games.chess.endgames import SHIPPED, build_tables, check_table, find_file
from zermelo.tables.endgame_files import BLOCK, pack, table_folder, write_table

KQK = SHIPPED / "KQK.endgame"


def damaged(content: bytes) -> bool:
    try:
        return EndgameTable(content).damaged_block() is not None
    except ValueError:
        return True


def test_a_changed_bit_anywhere_is_refused() -> None:
    content, random = KQK.read_bytes(), Random(1)
    assert not damaged(content)
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 1 << random.randrange(8)
        assert damaged(bytes(changed)), f"byte {at}"


def test_a_truncated_or_extended_file_is_refused() -> None:
    content = KQK.read_bytes()
    for length in (*range(100), *range(100, len(content), 97), len(content) - 1):
        assert damaged(content[:length])
    assert damaged(content + b"\0")


@given(st.binary(max_size=200), st.integers(0, 60))
def test_any_bytes_are_refused(noise: bytes, kept: int) -> None:
    assert damaged(KQK.read_bytes()[:kept] + noise)


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "KRK.endgame"
    content = KQK.read_bytes()
    cases = {
        b"hello": "it is not an endgame table",
        content: "it holds KQK, not KRK",
        content[:-1]: "it is cut off",
        content + b"!": "it has extra bytes at its end",
        content[:8] + b"\x02" + content[9:]: "it has version 2 of the format",
        content[:30] + b"\x02" + content[31:]: "its header is damaged",
        pack("KRK", bytes(100)): "its number of positions is not that of KRK",
        pack("KQQQK", bytes(100)): "it holds no endgame of three or four pieces",
    }
    for data, words in cases.items():
        path.write_bytes(data)
        with pytest.raises(ZermeloError, match=words) as error:
            check_table(path)
        assert str(path) in str(error.value)
    with pytest.raises(ZermeloError, match="cannot be read"):
        check_table(tmp_path / "none.endgame")
    with pytest.raises(ZermeloError, match="cannot be written"):
        write_table(path / "KRK.endgame", b"")
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_to_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: str) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("zermelo.games.chess.endgames.EndgameBuild", start)
    (tmp_path / "file").touch()
    (tmp_path / "KNK.endgame").mkdir()
    for folder, why in (
        (tmp_path / "file", "File exists"),
        (tmp_path / "file" / "folder", "Not a directory"),
        (tmp_path, "it is a folder"),
    ):
        with pytest.raises(ZermeloError, match=f"cannot be written: {why}"):
            next(build_tables(["KNK"], folder=folder))


def test_an_interruption_loses_at_most_one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.games.chess.endgames.SHIPPED", tmp_path / "none")
    made = [each.name for each in build_tables(["KPK"], folder=tmp_path, watch=lambda _, name: name == "KRK")]
    assert made == ["KQK"]
    assert [path.name for path in tmp_path.iterdir()] == ["KQK.endgame"]
    again = {each.name: each.seconds is None for each in build_tables(["KRK", "KQK"], folder=tmp_path)}
    assert again == {"KRK": False, "KQK": True}
    # What is damaged is made anew.
    path = tmp_path / "KQK.endgame"
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert [each.seconds is None for each in build_tables(["KQK"], folder=tmp_path)] == [False]
    assert path.read_bytes() == content


def test_a_search_never_uses_a_damaged_table(tmp_path: Path) -> None:
    # Nobody wins with two knights, so that any values will do here.
    positions = 2 * 462 * 2016
    content = bytearray(pack("KNNK", bytes(positions)))
    head = 36 + 8 * -(-positions // BLOCK) + 4
    content[head:] = bytes(byte ^ 1 for byte in content[head:])
    (tmp_path / "KNNK.endgame").write_bytes(content)
    program = (
        "from zermelo import search, ZermeloError\n"
        "from zermelo.games.chess import Chess\n"
        "print(search(Chess(), depth=4).depth)\n"
        "try: print(search(Chess('{}'), depth=4).value)\n"
        "except ZermeloError as error: print(error)\n"
    )
    said = _python(program.format("8/8/8/8/8/2NNK3/8/7k b - - 0 1"), tmp_path)
    assert said.startswith("4\n")
    assert "KNNK.endgame is damaged (zermelo table build KNNK builds it again)" in said
    (tmp_path / "KNNK.endgame").write_bytes(content[:50])
    said = _python("from zermelo.games.chess.endgames import load_tables\nload_tables()", tmp_path)
    assert "KNNK.endgame: it is cut off (zermelo table build KNNK builds it again)" in said


def _python(program: str, folder: Path) -> str:
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={"ZERMELO_TABLES": str(folder)}, check=False
    )
    return done.stdout + done.stderr


def test_the_folder_of_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    assert table_folder() == tmp_path
    assert find_file("KQKR") is None
    (tmp_path / "KQKR.endgame").touch()
    assert find_file("KQKR") == tmp_path / "KQKR.endgame"
    assert find_file("KQK") == KQK
    monkeypatch.delenv("ZERMELO_TABLES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert table_folder() == tmp_path / "zermelo" / "endgames"
