"""zermelo book: build, probe, info, self-play that resumes; and play with a book."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.starting import answer, refusal, zermelo
from zermelo.cluster.serial import SerialExecutor
from zermelo.games.chess import Chess
from zermelo.games.othello import Othello
from zermelo.players.self_play import SelfPlay
from zermelo.records.pgn import Game
from zermelo.records.turns import Line
from zermelo.state import ZermeloError
from zermelo.tables.books.builder import BookBuilder

GAMES = """[Event "one"]

1. e4 e5 2. Nf3 1-0

[Event "two"]

1. e4 c5 0-1

[Event "broken"]

1. e4 e9 1-0

[Event "three"]

1. d4 *
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def test_build_and_probe(games: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "some.book")
    done = zermelo("book", "build", str(games), "--out", out)
    assert done.returncode == 0
    assert done.stdout == f"{out}: 5 moves from 3 games\n"
    assert "skipped 1 that could not be read; the first:" in done.stderr
    assert "games.pgn: line 11 of the text" in done.stderr
    found = answer("book", "probe", out)
    assert [(each["move"], each["games"], each["score"]) for each in found["moves"]] == [
        ("e2e4", 2, 0.5),
        ("d2d4", 1, None),
    ]
    assert sum(each["share"] for each in found["moves"]) == pytest.approx(1)
    printed = zermelo("book", "probe", out, "1. e4").stdout.splitlines()
    assert printed[0].split() == ["move", "games", "score", "chosen"]
    assert {line.split()[0] for line in printed[1:]} == {"e7e5", "c7c5"}
    assert zermelo("book", "probe", out, "1. a4").stdout == "The position is not in the book.\n"
    told = answer("book", "info", out)
    assert (told["game"], told["games"], told["moves"], told["positions"], told["plies"]) == ("chess", 3, 5, 3, 24)


def test_build_takes_several_files_and_leaves_rare_moves_out(games: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "some.book")
    made = answer("book", "build", str(games), str(games), "--out", out, "--least", "3", "--plies", "1")
    assert (made["games"], made["entries"], made["skipped"]) == (6, 1, 2)
    assert made["first"].startswith(f"{games}: line 11")
    piped = zermelo("book", "build", "-", "--out", out, stdin=GAMES)
    assert piped.stdout == f"{out}: 5 moves from 3 games\n"
    antichess = answer("book", "build", str(games), "--out", out, "--game", "antichess")
    assert antichess["games"] == 3
    assert answer("book", "info", out)["game"] == "antichess"


def test_the_shipped_book() -> None:
    assert {"e2e4", "d2d4"} <= {each["move"] for each in answer("book", "probe", "shipped")["moves"]}
    assert answer("book", "info", "shipped")["bytes"] < 500_000


def test_checkers_has_books_from_pdn(tmp_path: Path) -> None:
    records = tmp_path / "games.pdn"
    records.write_text('[Event "a"]\n\n1. 11-15 23-19 1-0\n\n[Event "b"]\n\n1. 11-15 22-18 2. 15x22 0-1\n')
    out = str(tmp_path / "some.book")
    made = answer("book", "build", str(records), "--out", out, "--game", "checkers")
    assert (made["games"], made["entries"]) == (2, 4)
    [first] = answer("book", "probe", out, "--game", "checkers")["moves"]
    assert (first["move"], first["games"], first["wins"], first["losses"]) == ("11-15", 2, 1, 1)
    # 1-0 is White's win, and White is the second player.
    replies = answer("book", "probe", out, "11-15", "--game", "checkers")["moves"]
    assert {each["move"]: each["score"] for each in replies} == {"23-19": 1.0, "22-18": 0.0}


def test_checkers_plays_itself_from_ballots(tmp_path: Path) -> None:
    out = str(tmp_path / "own.book")
    asked = ("book", "self-play", "--game", "checkers", "--nodes", "300", "--plies", "3", "--seed", "1", "--out", out)
    answer(*asked, "--games", "1")
    assert answer(*asked, "--games", "2")["games"] == 2, "the first game is kept"
    text = (tmp_path / "own.pdn").read_text()
    assert (text.count("[GameType"), text.count("[Ballot"), text.count("[FEN")) == (2, 1, 1)
    ballot = text.partition('[Ballot "')[2].partition('"')[0]
    assert answer("book", "probe", out, ballot, "--game", "checkers")["moves"]
    [first] = answer("book", "probe", out, "--game", "checkers")["moves"]
    assert first["games"] == 1, "the moves of the ballot are nobody's choice"


def test_the_shipped_book_of_checkers_is_played_from() -> None:
    assert answer("book", "info", "shipped", "--game", "checkers")["bytes"] < 100_000
    first = answer("play", "checkers", "--both", "--level", "1", "--seed", "3", "--json")["moves"][0]
    assert first in {each["move"] for each in answer("book", "probe", "shipped", "--game", "checkers")["moves"]}


def test_refusals(games: Path, tmp_path: Path) -> None:
    assert "nowhere.pgn cannot be read" in refusal("book", "build", "nowhere.pgn", "--out", "x.book")
    assert "cannot be read: Is a directory" in refusal(
        "book", "build", str(tmp_path), "--out", str(tmp_path / "x.book")
    )
    nowhere = str(tmp_path / "no" / "x.book")
    self_play = ("book", "self-play", "--games", "1000000")
    # Before any game is read or played.
    assert "x.book cannot be written" in refusal("book", "build", "nowhere.pgn", "--out", nowhere)
    assert "x.book cannot be written" in refusal(*self_play, "--out", nowhere)
    assert "x.book cannot be written" in refusal(*self_play, "--out", nowhere, "--pgn", str(tmp_path / "x.pgn"))
    out = str(tmp_path / "x.book")
    assert "x.pgn cannot be written" in refusal(*self_play, "--out", out, "--pgn", str(tmp_path / "no" / "x.pgn"))
    assert "cannot both be" in refusal(*self_play, "--out", str(tmp_path / "x.pgn"))
    assert "is not a Zermelo opening book" in refusal("book", "probe", str(games))
    assert "no opening book of antichess" in refusal("book", "probe", "shipped", "--game", "antichess")
    assert "e2e5" in refusal("book", "probe", "shipped", "e2e5")
    assert {each.name for each in tmp_path.iterdir()} == {"games.pgn"}


def test_a_book_without_moves_is_not_written(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.book"
    (tmp_path / "empty.pgn").touch()
    (tmp_path / "broken.pgn").write_text("1. e4 e9 1-0\n")
    said = refusal("book", "build", "empty.pgn", "--out", str(out), cwd=tmp_path)
    assert said == f"{out} is not written: no game can be read from empty.pgn"
    said = refusal("book", "build", "empty.pgn", "broken.pgn", "--out", str(out), cwd=tmp_path)
    assert "no game can be read from empty.pgn, broken.pgn; the first problem: broken.pgn: " in said
    assert "at least 4 of 3 games" in refusal("book", "build", str(games), "--out", str(out), "--least", "4")
    assert not out.exists()


def test_a_book_does_not_decide_what_is_run(tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('caught')")
    with BookBuilder("trap:Game") as builder:
        builder.add(Othello(), ["f5"], 1)
        builder.write(tmp_path / "trap.book")
    assert "not one of Zermelo's games" in refusal("book", "probe", "trap.book", cwd=tmp_path)
    with BookBuilder("othello") as builder:
        builder.add(Othello(), ["f5", "d6"], 1)
        builder.write(tmp_path / "othello.book")
    assert answer("book", "probe", str(tmp_path / "othello.book"), "f5")["moves"][0]["move"] == "d6"


def test_self_play_resumes(tmp_path: Path) -> None:
    def asked(games: int, out: str, nodes: int = 300) -> list[str]:
        numbers = ["--games", str(games), "--nodes", str(nodes), "--seed", "1"]
        return ["book", "self-play", *numbers, "--out", str(tmp_path / out)]

    assert answer(*asked(3, "whole.book"))["games"] == 3
    assert answer(*asked(1, "parts.book"))["games"] == 1
    pgn = tmp_path / "parts.pgn"
    with pgn.open("a") as file:
        file.write((tmp_path / "whole.pgn").read_text().split("\n\n[Event")[1][:150])  # killed in the middle of a game
    assert answer(*asked(3, "parts.book"))["games"] == 3
    assert pgn.read_bytes() == (tmp_path / "whole.pgn").read_bytes()
    assert (tmp_path / "parts.book").read_bytes() == (tmp_path / "whole.book").read_bytes()
    assert answer(*asked(1, "parts.book"))["games"] == 1
    assert answer("book", "info", str(tmp_path / "parts.book"))["games"] == 1
    assert "holds games with other settings than seed 1, nodes 301" in refusal(*asked(3, "parts.book", 301))
    for precious in ("Notes, no games at all.", '[Event "Analysis"]\n\n1. e4 *\n'):
        pgn.write_text(precious)
        assert "holds games with other settings" in refusal(*asked(3, "parts.book"))
        assert pgn.read_text() == precious


@pytest.mark.parametrize(("game", "suffix"), [("chess", "pgn"), ("checkers", "pdn")])
def test_two_processes_play_the_games_of_one(game: str, suffix: str, tmp_path: Path) -> None:
    settings = ("--game", game, "--nodes", "300", "--plies", "4", "--seed", "2")
    for jobs, counts in (("1", "4"), ("2", "1 4")):  # two processes resume after a game
        for games in counts.split():
            asked = (*settings, "--games", games, "--jobs", jobs, "--out", str(tmp_path / f"{jobs}.book"))
            subprocess.run([sys.executable, "-m", "zermelo", "book", "self-play", *asked], check=True)
    for kind in ("book", suffix):
        assert (tmp_path / f"1.{kind}").read_bytes() == (tmp_path / f"2.{kind}").read_bytes()


def test_a_game_that_fails_is_named_after_those_before_it() -> None:
    def fail_at_three(number: int) -> Game:
        if number == 3:
            raise ZermeloError("the board is full")
        return Game({"Round": str(number)}, Chess(), Line(), "*")

    player = SelfPlay(Chess, nodes=1, seed=1)
    player._task = fail_at_three  # type: ignore[assignment]
    games = player.games(range(1, 6), SerialExecutor())
    assert [next(games).tags["Round"], next(games).tags["Round"]] == ["1", "2"]
    with pytest.raises(ZermeloError, match="game 3 could not be played: the board is full"):
        next(games)


def test_self_play_can_be_interrupted(tmp_path: Path) -> None:
    arguments = ["book", "self-play", "--games", "100000", "--nodes", "2000", "--out", str(tmp_path / "long.book")]
    # Shells start background jobs with SIGINT ignored.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{hears}; from zermelo.cli import main; main()", *arguments]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    pgn = tmp_path / "long.pgn"
    until = time.monotonic() + 60
    while not (pgn.exists() and pgn.read_text().count("Event")) and time.monotonic() < until:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "the same command resumes there" in said
    assert [each.name for each in tmp_path.iterdir()] == ["long.pgn"]


def test_play_opens_from_the_book() -> None:
    done = zermelo("play", "chess", "--second", "--level", "1", "--seed", "5", stdin="quit\n")
    assert "(from the book)" in done.stdout
    assert done.stdout == zermelo("play", "chess", "--second", "--level", "1", "--seed", "5", stdin="quit\n").stdout
    without = zermelo("play", "chess", "--second", "--level", "1", "--no-book", stdin="quit\n")
    assert "depth 1)" in without.stdout
