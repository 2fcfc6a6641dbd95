"""Test that the games keep every promise and have their known values, and that games are found by name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.small_boards import small_board
from tests.long import LONG, many
from zermelo.audit import check
from zermelo.catalogue import GAMES, SMALL_BOARDS, game_class, load_game, names_game
from zermelo.games.coins import Coins
from zermelo.games.gdl import sheet_names
from zermelo.games.gdl.game import load_sheet
from zermelo.games.nim import Nim, Take
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.native.faces import NativeState
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError, as_number, as_payoffs
from zermelo.textbook import expectiminimax
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.max_n import max_n
from zermelo.textbook.minimax import minimax
from zermelo.trees import tree


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_keeps_every_promise(slug: str) -> None:
    start = load_game(slug) if LONG > 1 else small_board(slug)
    assert isinstance(start, State)
    report = check(start, games=many(12), seconds=3600)  # more than it needs, however busy the machine is
    assert report.problems == ()
    assert report.games == many(12)
    assert str(start)


WRONG: tuple[Any, ...] = (
    *(99, -1, 10**30, 1.5, float("nan"), True, None, "", "x", "e2e5", "0000", "\ud800", b"x", object()),
    *((), (0, 0), (99,), (("a",),), [], [1, 2], {}, Take(1, 0), Take(1, -1), Take(9, 1), Take(1, 10**30)),
)


def starts() -> dict[str, State]:
    games = {slug: load_game(slug) for slug in (*GAMES, *SMALL_BOARDS)}
    return (
        games | {f"{name}.kif": load_sheet(f"{name}.kif") for name in sheet_names()} | {"tree": tree([[2, 7], [1, 8]])}
    )


@pytest.mark.parametrize(("slug", "state"), starts().items(), ids=lambda each: each if isinstance(each, str) else "")
def test_illegal_moves_are_refused(slug: str, state: State) -> None:
    random, before = Random(1), list[Any]()
    for _ in range(6):
        if state.utility() is not None:
            break
        moves = state.moves()
        legal = list(product(*moves)) if state.player == SIMULTANEOUS else list(moves)
        for move in (*WRONG, *before):
            if move not in legal and (not isinstance(move, bool) or int(move) not in legal):
                with pytest.raises(ZermeloError):
                    state.play(move)
        before = legal[:10]
        state = state.play(random.choice(legal))


@pytest.mark.parametrize(
    "slug", [*(slug for slug in GAMES if issubclass(game_class(slug), NativeState)), *SMALL_BOARDS]
)
@pytest.mark.parametrize("position", [5, 3.5, b"x", [1]], ids=str)
def test_a_position_is_a_text(slug: str, position: Any) -> None:
    with pytest.raises(ZermeloError, match=r"is a text"):
        game_class(slug)(position)


def test_goofspiel_has_a_whole_number_of_cards() -> None:
    for cards in (0, 2.5, "three", 10**9):
        with pytest.raises(ZermeloError, match="cards must be"):
            game_class("goofspiel")(cards)


@pytest.mark.parametrize("slug", ["tic_tac_toe", "nim", "pig", "coins"])
def test_every_python_game_is_short_enough_to_be_an_example(slug: str) -> None:
    module = sys.modules[game_class(slug).__module__]
    assert module.__file__
    # Rules, symmetry, board, notation, picture and the refusal of illegal moves together.
    assert len(Path(module.__file__).read_text().splitlines()) < 170


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.sampled_from((0, 1)))
def test_the_exclusive_or_of_the_heaps_decides_nim(heaps: list[int], player: int) -> None:
    first_wins = reduce(xor, heaps) != 0
    worth = minimax(Nim(tuple(heaps), player)).value
    assert worth == (1 if first_wins == (player == 0) else -1)


def test_nim_moves_read_well() -> None:
    assert [str(move) for move in Nim((1, 2)).moves()] == ["1 from heap 1", "1 from heap 2", "2 from heap 2"]
    assert Nim((1, 2)).play(Take(2, 2)) == Nim((1, 0), 1)
    assert Nim((1, 2)).key() == Nim((2, 1)).key()


def test_pig_turns() -> None:
    rolled = Pig().play("roll")
    assert rolled.player == CHANCE
    assert rolled.moves() == (1, 2, 3, 4, 5, 6)
    assert sum(chance for _, chance in rolled.chances()) == 1
    lucky = rolled.play(6)
    assert (lucky.player, lucky.pot, lucky.moves()) == (0, 6, ("roll", "hold"))
    assert lucky.play("hold").bank == (6, 0)
    unlucky = lucky.play("roll").play(1)
    assert (unlucky.bank, unlucky.player, unlucky.pot) == ((0, 0), 1, 0)
    assert lucky.play("roll").play(4).utility() == 1
    assert Pig(turns=0).utility() == 0
    assert Pig(bank=(3, 6)).evaluate() == -0.3


def test_pig_is_better_for_the_one_who_begins() -> None:
    short = Pig(target=3, turns=2)
    found = expectiminimax(short)
    assert as_number(found.value) > 0
    # Holding 2 of 3 at the end of the last turn cannot win: roll on.
    last = Pig(target=3, turns=1, pot=2)
    assert expectiminimax(last).move == "roll"


def test_the_last_of_three_coins() -> None:
    assert max_n(Coins((3, 1, 4))).value == (4, 3, 1)
    assert sum(as_payoffs(max_n(Coins()).value or 0)) == sum(Coins().row)


def test_tic_tac_toe_is_a_draw() -> None:
    assert alpha_beta(TicTacToe(0, 0b1, 0b10)).value == 1
    assert alpha_beta(TicTacToe(0, 0b1, 0b10000)).value == 0
    picture = TicTacToe(0, 0b1, 0b10000)._repr_svg_()
    assert picture.startswith("<svg")
    assert picture.count("<path") == 3


@pytest.mark.parametrize("slug", SMALL_BOARDS)
def test_small_boards_have_names(slug: str) -> None:
    assert names_game(slug)
    assert type(load_game(slug)).__name__.lower() == slug
    assert isinstance(load_game(slug), game_class(slug[:-1]))


def test_a_game_in_the_current_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_own_game.py").write_text(
        "from zermelo.games.nim import Nim\nfrom zermelo.games.pig import Pig as Mine\n"
        "START = Nim((5,))\nNUMBER = 3\n"
        "def two(): return Nim((2,))\n"
        "class Needy:\n    def __init__(self, size): pass\n"
        "class Loud:\n    def __init__(self): raise RuntimeError('first\\nsecond')\n"
    )
    path = list(sys.path)
    assert load_game("my_own_game:Mine") == Pig()
    assert load_game("my_own_game:START") == Nim((5,))
    assert load_game("my_own_game:two") == Nim((2,))
    assert sys.path == path
    for name, sentence in (
        ("my_own_game:Nothing", "the module my_own_game has no Nothing"),
        ("my_own_game:NUMBER", "my_own_game:NUMBER is neither a class nor a state of a game"),
        ("my_own_game:Needy", "my_own_game:Needy cannot be started without arguments: TypeError: .*'size'"),
        (
            "my_own_game:Loud",
            "my_own_game:Loud could not be started: RuntimeError: first second .my_own_game.py, line 9.",
        ),
    ):
        with pytest.raises(ZermeloError, match=f"^{sentence}$"):
            load_game(name)


def test_a_file_of_any_name_knows_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "my-own-game.py"
    file.write_text("from zermelo.games.nim import Nim\nSTART = Nim((len(__file__),))\n")
    assert load_game(f"{file}:START") == Nim((len(str(file)),))


def test_a_file_that_a_module_of_pythons_hides_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("class Game: pass\n")
    with pytest.raises(
        ZermeloError, match=r"the module json has no Game: .* hides your json\.py; give the file another"
    ):
        load_game("json:Game")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("1 +", "the module broken_game could not be imported: SyntaxError: invalid syntax"),
        (
            "\nraise ValueError('no')",
            r"the module broken_game could not be imported: ValueError: no \(broken_game.py, line 2\)$",
        ),
        ("raise SystemExit(3)", "the module broken_game could not be imported: SystemExit: 3"),
        ("import no_such_thing", "the module broken_game could not be imported: ModuleNotFoundError: No module"),
    ],
)
def test_a_broken_module_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "broken_game.py").write_text(source)
    with pytest.raises(ZermeloError, match=f"^{sentence}") as refusal:
        load_game("broken_game:Game")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chess3", "there is no game called 'chess3': did you mean chess"),
        ("ludo", "there is no game called 'ludo': use tic_tac_toe, connect_four"),
        ("broken.py:Game", r"^there is no file called broken.py$"),
        ("./games/nim:Nim", r"'./games/nim:Nim' does not name a game: .* \(did you mean games.nim:Nim\?\)"),
        ("games/nim.py", r"^games/nim.py is a file: say which class in it is the game, as in games/nim.py:Class$"),
        ("no_such_module:Game", "there is no module called no_such_module, here or installed"),
        ("zermelo.nothing:Game", "there is no module called zermelo.nothing, here or installed"),
        ("a b:Game", "'a b:Game' does not name a game: write module:Class"),
        (":", "':' does not name a game"),
        ("zermelo.games.nim:", "does not name a game"),
    ],
)
def test_names_that_lead_nowhere(name: str, sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        load_game(name)


RACE = """
@dataclass(frozen=True)
class Race:
    player: int = 0
    def moves(self): return [] if self.player else ["go"]
    def play(self, move): return Race(1)
    def utility(self): return WORTH if self.player else None
"""


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What is imported meanwhile is forgotten again."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("name", ["race.py", "json.py", "my-race.py", "race/first.py"])
def test_a_game_may_be_named_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path = tmp_path / "games" / name
    path.parent.mkdir(parents=True)
    (path.parent / "wins.py").write_text("WORTH = 7")
    packaged = path.parent.name == "race"
    if packaged:
        (path.parent / "__init__.py").touch()
    path.write_text(f"from {'.' * packaged}wins import WORTH\nfrom dataclasses import dataclass\n" + RACE)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    before = [*sys.path]
    for written in (f"../games/{name}:Race", f"{path}:Race"):
        start = load_game(written)
        assert start.play("go").utility() == 7
    assert load_game(written) == start, "the file is run once"
    assert sys.path == before
    with pytest.raises(ZermeloError, match=f"the file {path} has no Chase"):
        load_game(f"{path}:Chase")
    broken = path.with_stem("broken")
    broken.write_text("1 +")
    with pytest.raises(ZermeloError, match=f"the file {broken} could not be imported: SyntaxError: invalid syntax"):
        load_game(f"{broken}:Race")
