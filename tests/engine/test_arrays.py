"""Test states with NumPy arrays, in Python and compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo import ZermeloError
from zermelo.cli import cli
from zermelo.engine.compiling import fields
from zermelo.state import as_number
from zermelo.textbook import SEARCHES, alpha_beta, mcts, negamax

np = pytest.importorskip("numpy", reason="without NumPy nobody has an array")
games: Any = pytest.importorskip("tests.engine.array_games")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("compiled")))
        patch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
        yield


# Plain


def test_a_board_of_numpy_is_played_as_any_other() -> None:
    assert zermelo.check(games.Noughts(), games=5, seconds=0.5).ok
    late = games.Noughts().play(4).play(0).play(8).play(1)
    assert zermelo.search(late).value == alpha_beta(late).value == 1
    assert mcts(late, simulations=50).move in late.moves()


def test_numbers_of_numpy_are_numbers() -> None:
    late = games.Numbers().play(4).play(0).play(8).play(1).play(3)
    for search in (negamax, alpha_beta, SEARCHES["max_n"], SEARCHES["paranoid"]):
        value = search(late).value
        assert type(value[0] if isinstance(value, tuple) else value) is int, (
            "no 255 for -1, and none that shows its type"
        )
    assert negamax(late).value == zermelo.search(late).value == 0
    assert as_number(mcts(late, simulations=50, watch=json_of).value) <= 1
    asked = ["search", "tests.engine.array_games:Numbers", "--position", "40813", "--depth", "2", "--json"]
    told = json.loads(CliRunner().invoke(cli, asked).stdout)
    assert (told["move"], told["line"][0]) == (2, 2)


def json_of(event: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(event)


LINES = (
    "add to {}: def key(self): return self.cells.tobytes(), self.player; "
    "def __eq__(self, other): return isinstance(other, {}) and self.key() == other.key(); "
)


def changed(**members: Any) -> Any:
    return type("Changed", (games.Noughts,), members)()


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (
            games.Objects(),
            "twice gives two states that are not equal",
        ),
        (changed(moves=lambda self: np.flatnonzero(self.cells == 0)), "not an array: write .tolist() after it"),
        (
            changed(moves=lambda self: list(np.argwhere(self.cells == 0))),
            "lists the array [0], but a move must be hashable: write",
        ),
        (
            changed(moves=lambda self: [(each,) for each in np.flatnonzero(self.cells == 0)]),
            "lists (np.int64(0),), whose NumPy numbers",
        ),
        (
            changed(key=lambda self: self.cells),
            "hashed as values; write .tobytes() after it in key()",
        ),
        (changed(utility=lambda self: np.array([1, -1])), "not [ 1 -1], which is an array: write payoffs.item() for"),
        (changed(utility=lambda self: self.cells.all() or None), "utility() must be None until the game ends, then a"),
        (
            changed(player=property(lambda self: np.int8(0), lambda self, value: None)),
            "which is an int8: write int(...)",
        ),
        (
            changed(play=games.marks_it),
            "its moves() was different before; copy the array first, as in cells = self.cells",
        ),
        (games.board(change=games.marks_it)(), "hash() raised TypeError"),
        (
            games.board(change=games.marks_it)(),
            "def __ne__(self, other): return not self == other; def __hash__(self): ",
        ),
    ],
)
def test_what_is_wrong_is_told_with_the_line_to_add(start: Any, sentence: str) -> None:
    report = zermelo.check(start, games=2, seconds=60)
    assert sentence in str(report)


def test_the_lines_that_make_a_value_of_a_board() -> None:
    told = str(zermelo.check(games.board(change=lambda self, move: self.cells)(), games=1, seconds=60))
    lines = told.partition("add to Board: ")[2].partition("\n")[0].split("; ")
    assert [line.partition("(")[0] for line in lines] == ["def key", "def __eq__", "def __ne__", "def __hash__"]
    made = games.board(change=lambda self, move: self.cells.copy())
    names = {"Board": made}
    for line in lines:
        exec(line, names)
        name = line.partition("(")[0].removeprefix("def ")
        setattr(made, name, names[name])
    assert zermelo.check(made(), games=3, seconds=0.2).ok
    assert made() == made(np.zeros(9, np.int8)) != made(np.ones(9, np.int8))
    assert len({made(), made(), made().play(0)}) == 2


@pytest.mark.parametrize("search", [zermelo.search, zermelo.solve, alpha_beta, mcts])
def test_a_search_notices_that_a_state_was_changed(search: Any) -> None:
    def play(self: Any, move: int) -> Any:
        self.cells[move] = -1 if self.player else 1
        return type(self)(self.cells, 1 - self.player)

    in_place = type("InPlace", (games.Noughts,), {"play": play})
    with pytest.raises(
        ZermeloError, match=r"InPlace breaks a promise at the start: play\(\) changed the state .* copy the array"
    ):
        search(in_place())


# Compiled


def test_fields_of_many_kinds() -> None:
    pytest.importorskip("numba")
    fast = zermelo.compiled(games.Mixed)
    assert fast.rules.state_size == 2 * 16 + 16 + 8 + 8
    for line in ((), (3, 0), (5, 1, 2)):
        plain, quick = games.Mixed(), fast()
        for move in line:
            plain, quick = plain.play(move), quick.play(move)
        assert quick.native.bytes == fields.pack(plain)
        assert quick.pits == plain.pits
        assert zermelo.search(quick).value == alpha_beta(plain).value
    with pytest.raises(ValueError, match="read-only"):
        fast().boards[0][0] = 1
    with pytest.raises(
        ZermeloError, match=r"the field 'boards' of .* is int16 of shape \(3,\), but at the start int16 of"
    ):
        fast(boards=(np.zeros(3, np.int16),) * 2)
    with pytest.raises(ZermeloError, match=r"the field 'pits' of .* must be an array, as at the start"):
        fast(pits=3)


@given(st.data())
def test_what_is_packed_is_unpacked(data: Any) -> None:
    kind = np.dtype(data.draw(st.sampled_from(["?", "i1", "u1", "i2", "u4", "i8", "u8"])))
    shape = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    size = kind.itemsize * int(np.prod(shape))
    flat = np.frombuffer(data.draw(st.binary(min_size=size, max_size=size)), "u1") & (1 if kind.kind == "b" else 255)
    cells = flat.view(kind).reshape(shape)
    game = games.board(cells=np.zeros_like(cells))
    state = game(cells, data.draw(st.integers(-(2**63), 2**63 - 1)))
    packed = fields.pack(state)
    again = fields.unpack(game, packed)
    assert len(packed) % 8 == 0
    assert (again.cells.dtype, again.cells.tolist(), again.left) == (kind, cells.tolist(), state.left)
    assert fields.pack(again) == packed


def test_numbers_for_keys() -> None:
    numba = pytest.importorskip("numba")
    from zermelo.engine.compiling import results

    hashed = numba.njit(lambda array: results.hashed(np.uint64(0), array))
    cells = np.arange(11, dtype=np.int8)
    found = {hashed(each) for each in (cells, cells[::-1].copy(), cells[:10], cells * 0, np.zeros(10, np.int8))}
    assert len(found) == 5
    assert hashed(cells.copy()) == hashed(cells)


def test_the_example_with_its_board_in_an_array() -> None:
    pytest.importorskip("numba")
    from breakthrough import LETTERS, SIDE, START, WON, Breakthrough

    assert len(LETTERS) == SIDE
    fast = zermelo.compiled(Breakthrough)
    plain, quick = zermelo.search(Breakthrough(), depth=4), zermelo.search(fast(), depth=4, threads=2)
    assert plain.value == quick.value == 0
    assert zermelo.check(Breakthrough(), games=3, seconds=0.5).ok
    cells = np.zeros_like(START)
    cells[4, 2], cells[5, 3], cells[1, 0] = 1, -1, -1
    for state in (Breakthrough(cells), fast(cells)):
        assert state.moves() == [3 * (4 * SIDE + 2) + way for way in range(3)], "ahead, and aslant to take or not"
        found = zermelo.search(state, depth=2)
        assert (found.value, found.line) == (WON, (72 + 6,))
        assert [state.play(move).utility() for move in state.moves()] == [WON] * 3
    assert str(Breakthrough(cells)).splitlines()[-2:] == ["1 . . . O . .", "  a b c d e f"]
    assert str(fast(cells)) == str(Breakthrough(cells))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        *((each, "an array of a state is changed") for each in (games.marks_it, games.marks_it_flat)),
        (games.adds_to_it, "an array of a state is changed, but states are immutable: copy it first, as in"),
        (
            games.marks_it_seldom,
            "an array of a state is changed, but states are immutable: copy it first, as",
        ),
        (games.adds_seldom, "an array of a state is changed, but states are immutable: copy it first, as in"),
        (
            games.grows,
            "is int8 of shape (18,), but at the start int8 of shape (9,): an array of a compiled game must keep",
        ),
        (
            games.widens,
            "is int64 of shape (9,), but at the start int8 of shape (9,): an array of a compiled game must keep its",
        ),
    ],
)
def test_arrays_that_are_changed_or_change_their_kind_are_refused(change: Any, sentence: str) -> None:
    pytest.importorskip("numba")
    with pytest.raises(ZermeloError) as caught:
        zermelo.compiled(games.board(change=change))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    if "changed" in sentence:
        line = change.__code__.co_firstlineno
        assert any(f"array_games.py:{line + below}: " in str(caught.value) for below in (1, 2, 3))


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            np.zeros(9),
            "'cells' of Board is an array of float64; use an array of integers or bools, as with dtype=np.int8",
        ),
        (
            np.zeros((1, 1, 1, 9), np.int8),
            "is an array of shape (1, 1, 1, 9); use one to three dimensions",
        ),
        (np.zeros(0, np.int8), "is an array of shape (0,)"),
        (np.zeros(9, ">i4"), "is an array of >i4"),
        (np.array(["a"]), "is an array of <U1"),
        (
            np.zeros((40, 40), np.int64),
            "take 12,808 bytes, but those of a compiled game may take at most 1,024: a number takes eight",
        ),
        (np.zeros(2, games.PITS), "is an array of records; use single records"),
        (
            np.zeros(1, [("x", "f4")])[0],
            "is a record with float32 in 'x'; use integers or bools",
        ),
        (
            np.zeros(1, [("x", "?", 3)])[0],
            "is a record with an array of bools in 'x'; use np.int8",
        ),
        (
            (np.zeros(1, games.PITS)[0],),
            "holds a record; make the record a field of its own",
        ),
        (memoryview(b"123"), "is a memoryview; use a NumPy array"),
        (np.int64(3), "is a int64; use integers, or tuples or arrays of integers"),
    ],
)
def test_fields_that_cannot_be_compiled_are_refused(cells: Any, sentence: str) -> None:
    with pytest.raises(ZermeloError) as caught:
        zermelo.compiled(games.board(cells))
    assert sentence in str(caught.value)


def test_a_field_is_put_into_the_type_it_has_at_the_start() -> None:
    numba = pytest.importorskip("numba")
    from zermelo.engine.compiling.compiler import Compiler

    made = games.board()._make((np.zeros((2, 2), np.int8), 0))
    makers = Compiler(type(made), made, 128).maker
    taken, left, cells = (
        makers(type(made), names, False, False) for names in (("cells", "left"), ("left",), ("cells",))
    )
    assert left(4).cells.tolist() == [[0, 0], [0, 0]], "fields have their defaults"
    assert cells(np.ones((2, 2), np.int8)).left == 0
    wide = np.array([[1, 2], [3, -4]])
    assert taken(wide, 5).cells.dtype == np.int8
    assert taken(wide.T, True).cells.tolist() == wide.T.tolist()
    with pytest.raises(OverflowError):
        taken(wide * 100, 0)
    with pytest.raises(ValueError, match=r"^$"):
        taken(wide[:1], 0)
    assert numba.typeof(taken(wide, 5)) is not None
