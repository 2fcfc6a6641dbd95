"""The endgame tables of any game: a toy one whose tables hold nothing but their name, and what those of real games declare."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.test_architecture import PACKAGE, names_in
from zermelo.catalogue import games_with
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import write_table
from zermelo.tables.endgames import Built, Endgames, EndgameTables, Value, endgame_tables


class Heap(NamedTuple):
    name: str
    positions: int = 1

    def load(self) -> None:
        pass


def heap_name(text: str) -> str:
    if set(text) != {"I"}:
        raise ValueError(f"{text!r} is not a heap")
    return text


class Heaps(EndgameTables[Heap, Built]):
    """The table of a heap needs that of the heap with one match less."""

    endgames = Endgames(lambda pieces: ["I" * pieces], heap_name, lambda name: [name[1:]] if name[1:] else [])
    pieces = 1, 2, 3
    largest = 100
    built = Built

    def open(self, content: bytes, path: Path) -> Heap:
        return Heap(heap_name(content.decode()))

    def memory(self, name: str) -> int:
        return len(name) * 2**20

    def construct(self, name: str, path: Path, threads: int, cancel: Callable[[Any], bool]) -> Built | None:
        if cancel(None) or threads > 1:  # which stands for Ctrl-C
            return None
        write_table(path, name.encode())
        return self.describe(Heap(name), path)


HEAPS = Heaps("heaps", ".heap")


def test_builds_keep_what_is_undamaged(tmp_path: Path) -> None:
    built = list(HEAPS.build(["III"], folder=tmp_path))
    assert [table.name for table in built] == ["I", "II", "III"]
    assert None not in [table.seconds for table in built]
    (tmp_path / "II.heap").write_text("?")
    again = {table.name: table.seconds is None for table in HEAPS.build(["III"], folder=tmp_path)}
    assert again == {"I": True, "II": False, "III": True}
    assert HEAPS.read(tmp_path / "II.heap") == Heap("II")


def test_builds_end_early(tmp_path: Path) -> None:
    stopped = HEAPS.build(["III"], folder=tmp_path, watch=lambda _, name: name == "II")
    assert [table.name for table in stopped] == ["I"]
    with pytest.raises(KeyboardInterrupt):
        list(HEAPS.build(["II"], folder=tmp_path, threads=2))
    with pytest.raises(ZermeloError, match="III needs 3 MB to build, more than the 2 MB of --memory"):
        next(HEAPS.build(["III"], folder=tmp_path, memory=2))
    with pytest.raises(ZermeloError, match="'X' is not a heap"):
        next(HEAPS.build(["X"], folder=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["I.heap"]


def test_damage_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    path = HEAPS.file("II")
    path.write_text("I")
    with pytest.raises(ZermeloError) as error:
        HEAPS.load()
    assert str(error.value) == f"{path}: it holds I, not II (zermelo table build --game heaps II builds it again)"
    path.write_text("II")
    HEAPS.load()


def test_values_are_ranked() -> None:
    values = [Value(1, 1), Value(1, 3), Value(0), Value(-1, 4), Value(-1, 2)]
    assert sorted((values[at] for at in (3, 1, 4, 0, 2)), key=lambda value: value.rank) == values
    assert [value.before() for value in values[:3]] == [Value(-1, 2), Value(-1, 4), Value(0)]


@pytest.mark.parametrize("game", games_with("tables"))
def test_workers_find_the_tables_of_a_game(game: str) -> None:
    tables = endgame_tables(game)
    assert tables.game == game
    for kind in filter(None, (tables, tables.distances)):
        assert pickle.loads(pickle.dumps(kind)) is kind
        assert kind.order(kind.names[-1:])[-1] == kind.names[-1]


def test_the_command_names_no_game() -> None:
    assert not list(names_in((PACKAGE / "cli" / "tables.py").read_text()))
