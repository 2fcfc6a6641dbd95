"""Test compiled games: the same results as in Python, and errors with the user's line."""

from __future__ import annotations

import sys
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zermelo
from tests.engine import compiled_games as games
from zermelo import ZermeloError
from zermelo.engine.compiling import cache as code_cache
from zermelo.engine.compiling import game as compiling
from zermelo.games.connect_four import ConnectFour as Native
from zermelo.textbook import alpha_beta

pytest.importorskip("numba", reason="without Numba nothing is compiled")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="module")
def connect_four() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
        from connect_four_compiled import ConnectFour

        yield ConnectFour


def test_compiled_connect_four_is_connect_four(connect_four: Any) -> None:
    fast = zermelo.compiled(connect_four)
    assert zermelo.compiled(connect_four) is fast
    start = fast()
    assert start.native.reference(8) == Native().native.reference(8)
    assert str(start) == str(connect_four())
    assert start.play(3).all == connect_four().play(3).all, "fields and members are those of the plain class"
    assert start.play(3).play(2) != start.play(2).play(3) == copy(start.play(2).play(3))
    assert zermelo.check(start, games=5, seconds=1).ok
    plain, quick = (state.play(3).play(3).play(2) for state in (connect_four(), start))
    for depth in (1, 4, 6):
        found = [zermelo.search(state, depth=depth) for state in (plain, quick)]
        assert found[0].value == found[1].value
        assert found[0].line[0] in quick.moves()
    assert (
        alpha_beta(quick, depth=4, evaluate=lambda _: 0).nodes == alpha_beta(plain, depth=4, evaluate=lambda _: 0).nodes
    )
    assert zermelo.search(quick, depth=9, threads=2).value == zermelo.search(quick, depth=9).value


def test_boards_may_be_tuples() -> None:
    fast = zermelo.compiled(games.Rows)
    for line in ((), (0, 8), (0, 3, 1)):
        plain, quick = games.Rows(), fast()
        for move in line:
            plain, quick = plain.play(move), quick.play(move)
        assert quick.uncompiled == plain
        assert quick.rows == plain.rows
        found = [zermelo.search(state) for state in (plain, quick)]
        assert (found[0].value, found[0].line) == (found[1].value, found[1].line)
    with pytest.raises(ZermeloError, match="must keep the length that they have at the start"):
        fast(((0, 0), (0, 0)))
    with pytest.raises(
        ZermeloError, match="the field 'stones' of Changed holds a float; use an integer, in a smaller unit"
    ):
        zermelo.compiled(games.heap(__new__=lambda cls: tuple.__new__(cls, ((1, 0.5), True))))


def test_the_example_with_its_board_in_a_tuple(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    from kalah import Kalah

    fast = zermelo.compiled(Kalah)
    assert fast.rules.state_size == 15 * 8
    plain, quick = zermelo.search(Kalah(), depth=7), zermelo.search(fast(), depth=7)
    assert (plain.value, plain.nodes, plain.line) == (quick.value, quick.nodes, quick.line)
    plain, quick = (
        zermelo.search(start, depth=4, evaluate=lambda state: state.evaluate() / 8 + 0.001)
        for start in (Kalah(), fast())
    )
    assert isinstance(quick.value, float), "a game of whole points is not searched in whole points"
    assert (plain.value, plain.nodes, plain.line) == (quick.value, quick.nodes, quick.line)
    assert Kalah().play(2).player == 0, "the last seed is in the store"
    before = (0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 0, 9, 0)
    taken = (Kalah((0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0, 9, 0), 1),) * 2
    assert (Kalah(before).play(3), fast(before).play(3).uncompiled) == taken, (
        "a last seed in an empty pit takes those across"
    )


def test_values_beside_a_python_evaluation_fit_the_engine() -> None:
    rich = zermelo.compiled(games.heap(utility=games.pays_a_million))()
    assert zermelo.search(rich).value == 1_000_000
    with pytest.raises(
        ZermeloError, match="utility is too large for a search with evaluate=, which counts in thousand"
    ):
        zermelo.search(rich, evaluate=lambda state: 0)
    with pytest.raises(ZermeloError, match="evaluate returned a value that is too large for the engine"):
        zermelo.search(rich, depth=2, evaluate=lambda state: 1e6)


def test_payoffs_are_never_rounded() -> None:
    with pytest.raises(ZermeloError, match=r"utility\(\) of .* is .*0\.1234.*count payoffs in whole thousandths"):
        zermelo.search(zermelo.compiled(games.heap(utility=games.pays_ten_thousandths))())
    found = zermelo.search(zermelo.compiled(games.heap(utility=games.pays_thousandths))())
    assert (found.value, found.proven) == (0.3, True)


def test_floats_flags_helpers_and_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, Any]] = []
    usual = compiling._functions

    def noted(*given: Any) -> dict[str, Any]:
        seen.append(usual(*given))
        return seen[-1]

    monkeypatch.setattr(compiling, "_functions", noted)
    for damaged in ("nothing", "nothing", "heap_*.nb?"):
        compiling._compiled_classes.pop(games.Heap, None)
        for file in cache.rglob(damaged):
            file.write_text("damaged")
        fast = zermelo.compiled(games.Heap)
        plain, quick = zermelo.search(games.Heap()), zermelo.search(fast())
        assert (
            (plain.value, plain.proven, plain.line[0]) == (quick.value, quick.proven, quick.line[0]) == (1.5, True, 2)
        )
        assert [fast(stones).evaluate() for stones in (1, 2, 3)] == [0.5, 0.25, 0]
        assert zermelo.solve(fast(9)).value == -1.5
        assert zermelo.search(fast(9, False), depth=2).value == zermelo.search(games.Heap(9, False), depth=2).value
    hits = [
        [function.cache_hits for name, function in each.items() if name not in ("scale", "players")] for each in seen
    ]
    assert [set(each) for each in hits] == [{0}, {1}, {0}], "kept, and made anew where it was damaged"
    assert len(list(cache.glob("heap_*.py"))) == 1


def test_a_cached_text_that_was_changed_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "game_1.py"
    assert code_cache.read(file) is None
    assert code_cache.write(file, code_cache.with_checksum("SCALE = 1\n"))
    assert code_cache.read(file) == code_cache.with_checksum("SCALE = 1\n")
    file.write_text(file.read_text().replace("1\n", "2\n"))
    assert code_cache.read(file) is None


@pytest.mark.parametrize(
    ("changed", "function", "sentence"),
    [
        (
            {"evaluate": games.looks_into_a_dict},
            games.looks_into_a_dict,
            "NAMES is a dict; use integers, or tuples or arrays of them",
        ),
        (
            {"moves": games.moves_that_are_halves},
            games.moves_that_are_halves,
            "a move of a compiled game must be an int",
        ),
        ({"moves": games.moves_of_something}, games.moves_of_something, "something is not defined"),
        ({"evaluate": games.imports_late}, games.imports_late, "import at the top of the file"),
    ],
)
def test_what_cannot_be_compiled_is_said_with_its_line(changed: dict[str, Any], function: Any, sentence: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        zermelo.compiled(games.heap(**changed))
    assert sentence in str(caught.value)
    line = function.__code__.co_firstlineno
    assert f"compiled_games.py:{line}: " in str(caught.value) or f"compiled_games.py:{line + 1}: " in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (games.moves_forgotten, "must return a value in every case: is a return missing"),
        (games.moves_one_by_one, "yield is not compiled; return a list"),
        (games.moves_below_zero, "has the move -1, but moves of a compiled game must be integers from 0 up"),
    ],
)
def test_moves_that_are_none_are_refused(moves: Any, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        zermelo.compiled(games.heap(moves=moves))


def test_failures_are_replayed_in_python() -> None:
    fast = zermelo.compiled(games.Heap)
    with pytest.raises(IndexError) as caught:
        zermelo.search(fast(105), depth=3)
    assert caught.traceback[-1].name == "evaluate", "the author's own function, in Python"
    with pytest.raises(ZermeloError, match=r"has 200 moves, but compiled states have at most 128: set most_moves"):
        fast(1000).moves()


def test_what_differs_from_python_is_found() -> None:
    grown = type("Grown", (zermelo.compiled(games.Heap),), {"game": games.Listed})
    with pytest.raises(
        ZermeloError, match=r"compiled, moves\(\) of .* is \[1, 2\], but Python gives \[2, 1\]: integers of"
    ):
        compiling._verify(grown, seconds=60)
    with pytest.raises(ZermeloError, match="integers that fit 64 bits"):
        zermelo.compiled(games.Heap)(2**63)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (int, "compiled() takes a class that is a NamedTuple or a frozen dataclass of integers"),
        (games.heap(moves=3), "Changed.moves must be an ordinary method"),
        (games.heap(most_moves=5000), "most_moves must be a whole number from 1 to 1024"),
        (NamedTuple("Empty", [("x", int)]), "Empty has no player; add: player"),
    ],
)
def test_the_wrong_shape_is_refused(game: Any, sentence: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        zermelo.compiled(game)
    assert sentence in str(caught.value)


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "zermelo.engine.compiling.native", raising=False)
    monkeypatch.delattr(zermelo.engine.compiling, "native", raising=False)
    with pytest.raises(ZermeloError, match=r"compiled\(\) needs Numba: pip install '\.\[compile\]'"):
        zermelo.compiled(games.heap())
