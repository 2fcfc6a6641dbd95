"""Test games in C and Rust libraries against the native ones, and the refusal of broken libraries."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import zermelo
from zermelo import ZermeloError
from zermelo.cli import cli
from zermelo.games.connect_four import ConnectFour
from zermelo.games.pig import Pig
from zermelo.methods import search
from zermelo.native import foreign
from zermelo.state import as_number
from zermelo.textbook import alpha_beta, expectiminimax, max_n

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = Path(__file__).parent


def build(source: Path, folder: Path) -> Path:
    made = folder / f"{source.stem}.so"
    include = f"-I{zermelo.foreign_include()}"
    subprocess.run(
        ["cc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", include, str(source), "-o", str(made)], check=True
    )
    return made


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(EXAMPLES / "connect_four.c", tmp_path_factory.mktemp("c"))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(HERE / "broken_game.c", tmp_path_factory.mktemp("broken"))


def test_a_library_is_a_game_like_any_other(in_c: Path) -> None:
    start: Any = zermelo.load_library(in_c)
    assert zermelo.check(start, games=5, seconds=1).ok
    assert str(start) == str(ConnectFour())
    assert not hasattr(start, "evaluate")
    assert start.native.reference(8) == ConnectFour().native.reference(8)
    assert start.native.perft(5) == ConnectFour().native.perft(5)
    random, state, native = Random(1), start, ConnectFour()
    while state.utility() is None:
        assert (state.player, list(map(int, state.moves()))) == (native.player, native.moves())
        move = random.choice(state.moves())
        state, native = state.play(move), native.play(int(move))
        assert str(state) == str(native)
    assert state.utility() == native.utility()
    assert {start, start.play("4"), start.play("4")} == {zermelo.load_library(in_c), start.play("4")}
    with pytest.raises(ZermeloError, match="8 is not a move here"):
        start.play("8")


def test_every_search_takes_a_library(in_c: Path) -> None:
    state: Any = zermelo.load_library(in_c)
    for column in "444444":
        state = state.play(column)
    plain = ConnectFour("444444")
    found = zermelo.search(state, depth=8, evaluate=lambda _: 0)
    assert (
        found.value == zermelo.search(plain, depth=8, evaluate=lambda _: 0, without=("knowledge", "extensions")).value
    )
    assert found.line[0] in state.moves()
    unjudged = zermelo.search(state, depth=8, threads=2)
    assert (unjudged.value, unjudged.move in state.moves()) == (None, True)
    assert (
        alpha_beta(state, depth=4, evaluate=lambda _: 0).value == alpha_beta(plain, depth=4, evaluate=lambda _: 0).value
    )
    assert zermelo.search(state, depth=3, moves=["1"]).move == "1"
    assert zermelo.search(state, depth=2, evaluate=lambda each: 3.125).value == 3.125
    solved: Any = zermelo.load_library(in_c)
    for column in "7422341735647741166133573473242566":
        solved = solved.play(column)
    assert zermelo.solve(solved).value == 1
    assert zermelo.prove(solved).answer is True


def test_the_command_line_takes_a_library(in_c: Path) -> None:
    asked = ["search", str(in_c), "--depth", "6", "--position", "444444", "--json"]
    done = CliRunner().invoke(cli, asked, standalone_mode=False)
    assert done.exception is None
    assert '"depth": 6' in done.stdout
    with pytest.raises(ZermeloError, match=r"there is no file called \./no\.so"):
        CliRunner().invoke(cli, ["search", "./no.so"], standalone_mode=False, catch_exceptions=False)


@pytest.fixture(scope="module")
def rustc() -> str:
    """The compiler of Rust, also where its installer put it and a plain shell does not look."""
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path.home() / ".cargo" / "bin")))
    found = shutil.which("rustc", path=places)
    if found is None or subprocess.run([found, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no rustc that works, so that the game in Rust is not built")
    return found


def test_a_library_in_rust(rustc: str, tmp_path: Path) -> None:
    made = tmp_path / "domineering.so"
    command = [
        rustc,
        "--edition",
        "2021",
        "-O",
        "--crate-type",
        "cdylib",
        str(EXAMPLES / "domineering.rs"),
        "-o",
        str(made),
    ]
    subprocess.run(command, check=True, cwd=tmp_path)
    start = zermelo.load_library(made)
    # Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000): on 5x5 whoever moves second wins.
    assert zermelo.solve(start).value == -1
    assert zermelo.search(start, depth=1).value is not None


def _try_here(file: Path, shown: str) -> None:
    if problem := foreign.trial(str(file)):
        raise ZermeloError(f"{shown}: {problem}")


@pytest.mark.parametrize(
    ("promise", "sentence"),
    [
        ("version", "version 9, and this Zermelo takes version 3"),
        ("size", "set size = sizeof"),
        ("state size", "state_size must be from 1 to 1024, not 5000"),
        ("function", "the function view is missing"),
        ("table", "gave no table"),
        ("start fails", "start gave the status 7"),
        ("start writes past", "start writes past the room"),
        ("player", r"view: the player must be 0 or 1 \(after the moves"),
        ("view changes", "view changes the state"),
        ("crash", r"crashed \(signal 6\)"),
        ("exit", r"ended the process \(exit code 3\)"),
        ("quiet exit", r"ended the process \(exit code 0\)"),
        ("endless", "one of its functions may not return"),
        ("players", "players must be from 1 to 16, not 17"),
        ("lot missing", r"view: where the player is ZERMELO_CHANCE the table must have chances"),
        ("lot zero", "chances: a weight must be a number from 1 up"),
        ("lot below", "chances: a weight must be a number from 1 up"),
        ("lot total", "chances: the weights must add up to no more than 9,007,199,254,740,992"),
        ("lot memory", "chances gave two different answers for one state"),
        ("lot many", "chances: there are more moves than most_moves"),
        ("lot none", "chances: there must be a move while the game goes on"),
        ("lot twins", "chances lists the move 1 twice"),
        ("lot past", "chances writes past the room"),
        ("lot fails", r"chances gave the status 5 \(after the moves"),
        ("share missing", "a game of more than two players must have the function payoffs"),
        ("share player", r"view: the player must be from 0 to players - 1 \(after the moves"),
        ("share nothing", "payoffs writes nothing for player 2"),
        ("share beyond", "payoffs: each must lie between -134,000,000 and 134,000,000"),
        ("share past", "payoffs writes past the room"),
        ("share fails", "payoffs gave the status 4"),
        ("share evaluate", "evaluate writes nothing for player 1"),
        ("name", r"must be one line of printable text, not 'a\\nb'"),
        ("escapes", "write_state must give printable text"),
        ("two words", "write_move must give one printable word, not 'take 1'"),
        ("one for all", "write_move gives 'take' for two moves of one state"),
        ("too many", "more moves than most_moves"),
        ("moves write past", "moves writes past the room"),
        ("twins", "moves lists the move 1 twice"),
        ("none", "there must be a move while the game goes on"),
        ("memory", "gave two different states"),
        ("after", r"play\(\d\) does not write of the state what view writes"),
        ("play fails", r"play gave the status 9 \(after the moves"),
    ],
)
def test_what_is_wrong_with_a_library_is_said(
    broken: Path, promise: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKEN", promise)
    monkeypatch.setattr(foreign, "_loaded", {})
    monkeypatch.setattr(foreign, "TRIAL_SECONDS", 1.0 if promise == "endless" else 20.0)
    if promise not in ("crash", "exit", "quiet exit", "endless", "player"):
        monkeypatch.setattr(foreign, "_try_in_subprocess", _try_here)  # quicker, where it is safe
    with pytest.raises(ZermeloError, match=sentence) as caught:
        zermelo.load_library(broken)
    assert "\n" not in str(caught.value)


def test_a_failure_during_a_search_is_an_error(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = zermelo.load_library(broken)
    monkeypatch.setenv("BROKEN", "play fails")
    table = zermelo.engine.Table(1)
    with pytest.raises(ZermeloError, match=r"broken_game\.so: play\(\d\) gave the status 9, in the state 0"):
        zermelo.search(start, table=table, threads=2)
    with pytest.raises(ZermeloError, match="gave the status 9"):
        zermelo.prove(start)
    monkeypatch.delenv("BROKEN")
    assert zermelo.search(start, table=table).value == zermelo.search(start).value == 1


def test_a_failure_among_many_is_an_error(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = {}
    for promise in ("lot", "share"):
        monkeypatch.setenv("BROKEN", promise)
        monkeypatch.setattr(foreign, "_loaded", {})
        starts[promise] = zermelo.load_library(broken)
        expected: Any = max_n(starts[promise]).value
        assert zermelo.search(starts[promise], method="max_n").value == pytest.approx(tuple(map(float, expected)))
    asked: dict[str, list[Any]] = {
        "lot fails": [{}, {"method": "max_n"}, {"bounds": (-1, 1)}],
        "lot none": [{}, {"method": "max_n"}, {"bounds": (-1, 1)}],
        "share fails": [{}, {"method": "max_n"}],
        "none": [{}, {"method": "max_n"}],
    }
    for promise, options in asked.items():
        for start in (each for name, each in starts.items() if promise.startswith(name) or promise == "none"):
            monkeypatch.setenv("BROKEN", promise)
            for each in options:
                with pytest.raises(ZermeloError, match=r"gave the status|broke its promise: "):
                    zermelo.search(start, **each)
            with pytest.raises(ZermeloError, match=r"gave the status|broke its promise: "):
                search(start, method="mcts")


def test_pig_in_c_is_pig(tmp_path: Path) -> None:
    start: Any = zermelo.load_library(build(EXAMPLES / "pig.c", tmp_path))
    assert str(start.play("roll").play("3")) == str(Pig().play("roll").play(3))
    assert start.play("roll").chances() == [(str(face), chance) for face, chance in Pig().play("roll").chances()]
    assert zermelo.check(start, games=5, seconds=1).ok
    for line in ((), ("roll", 6), ("roll", 5, "hold", "roll", 4)):
        plain, quick = Pig(), start
        for move in line:
            plain, quick = plain.play(move), quick.play(str(move))
        assert float(quick.evaluate()) == float(plain.evaluate())
        for depth in (1, 4, 5):
            found, expected = zermelo.search(quick, depth=depth), expectiminimax(plain, depth=depth)
            assert found.value == pytest.approx(float(as_number(expected.value)), abs=1e-12)
            assert found.move == expected.move
            assert found.history[-1].nodes == expected.nodes == expectiminimax(quick, depth=depth).nodes
            assert zermelo.search(quick, depth=depth, bounds=(-1, 1)).value == pytest.approx(found.value)
    assert (
        search(start, method="mcts", simulations=50, seed=2).value
        == search(Pig(), method="mcts", simulations=50, seed=2).value
    )
    done = CliRunner().invoke(
        cli, ["search", str(tmp_path / "pig.so"), "--depth", "6", "--json"], standalone_mode=False
    )
    assert '"move": "roll"' in done.stdout
    asked = ["play", str(tmp_path / "pig.so"), "--both", "--json", "--level", "2", "--seed", "1"]
    again = [CliRunner().invoke(cli, asked, standalone_mode=False).stdout for _ in range(2)]
    assert again[0] == again[1]
    assert '"value": 1' in again[0]


def test_a_library_may_print(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKEN", "prints")
    monkeypatch.setattr(foreign, "_loaded", {})
    assert str(zermelo.load_library(broken)) == "10"


def test_other_files_are_no_games(tmp_path: Path) -> None:
    text = tmp_path / "game.so"
    text.write_text("no library")
    with pytest.raises(ZermeloError, match=r"game\.so cannot be loaded: "):
        zermelo.load_library(text)
    source = tmp_path / "empty.c"
    source.write_text("int nothing;")
    with pytest.raises(ZermeloError, match="must export zermelo_find_game"):
        zermelo.load_library(build(source, tmp_path))
    assert os.path.exists(Path(zermelo.foreign_include()) / "zermelo" / "foreign.h")
