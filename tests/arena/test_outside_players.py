"""Users' own players that fail in every way: each loses its own games with the reason, and the tournament goes on."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
import pytest

from tests.cli.starting import zermelo
from zermelo.arena import Event, PlayedGame, RoundRobin, Store, make_report, run_event
from zermelo.cluster import Done
from zermelo.cluster.serial import SerialExecutor
from zermelo.games.goofspiel import Goofspiel
from zermelo.games.nim import Nim
from zermelo.players import Choice, PlayerSpec, TimeControl, choose
from zermelo.players.apart import MOST_IDLE, _idle
from zermelo.state import State, ZermeloError


def broken(state: State) -> Any:
    raise ValueError("no idea")


def illegal(state: State) -> Any:
    return "castle"


def exits(state: State) -> Any:
    os._exit(3)


def quits(state: State) -> Any:
    sys.exit("bye")


def crashes(state: State) -> Any:
    ctypes.string_at(0)


def catches_everything(state: State) -> Any:
    while True:
        with suppress(BaseException):
            sleep(1)


def never_returns_from_c(state: State) -> Any:
    return sum(range(10**18))


class FailsAtOnce:
    def __init__(self) -> None:
        raise RuntimeError("not today")


class FailsToListen:
    def choose(self, state: State) -> Any:
        return state.moves()[0]

    def played(self, move: Any) -> None:
        raise KeyError(move)


class ExitsWhenItListens(FailsToListen):
    def played(self, move: Any) -> None:
        os._exit(4)


class Surrenders:
    def choose(self, state: State) -> Any:
        return Choice(move=None, resigns=True)


def floods(state: State) -> Any:
    """Write into whatever is open: among the files is the pipe of the answers."""
    for file in range(3, 100):
        with suppress(OSError):
            os.write(file, b"\xff" * 5_000_000)
    return state.moves()[0]


def forges(state: State) -> Any:
    """Answer instead of the process that asks."""
    with Connection(int(sys.argv[1])) as pipe:
        pipe.send_bytes(msgspec.msgpack.encode({"move": 999}))
        sleep(1000)


def chatters(state: State) -> Any:
    print('{"played": 77}')
    return state.moves()[0]


def event(*players: Any, patience: float = 60.0, **given: Any) -> Event:
    specs = tuple(map(PlayerSpec.of, players))
    options: dict[str, Any] = {"openings": 0, "time": TimeControl(nodes=1), **given}
    return Event(Nim((3, 4)), specs, RoundRobin(2), patience=patience, **options)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (broken, "broken failed: ValueError: no idea"),
        (illegal, "illegal plays 'castle', which is not a legal move here"),
        (exits, "exits ended its process with code 3"),
        (quits, "quits failed: SystemExit: bye"),
        (crashes, "crashes crashed: SIGSEGV"),
        (FailsToListen, "FailsToListen failed: KeyError: "),
        (ExitsWhenItListens, "ExitsWhenItListens ended its process with code 4"),
        (floods, "floods wrote into the pipe of its answers"),
        (forges, "forges wrote into the pipe of its answers"),
    ],
)
def test_a_player_that_fails_loses_and_the_others_play_on(player: Any, words: str) -> None:
    games = run_event(event(player, "random", "reflex"))
    assert len(games) == 6
    for game in games:
        check(game, words)
    assert make_report(games).without_result == 0


def check(game: PlayedGame, words: str) -> None:
    """The player of this module has forfeited its game with these words; the others' games are as always."""
    if not any(":" in name for name in game.players):
        assert game.forfeited is None
        return
    seat = 0 if ":" in game.players[0] else 1
    assert game.forfeited == seat
    assert game.points == ((0.0, 1.0) if seat == 0 else (1.0, 0.0))
    assert words in game.reason


@pytest.mark.parametrize("player", [catches_everything, never_returns_from_c])
def test_a_player_that_hangs_is_ended_whatever_it_does(player: Any) -> None:
    games = run_event(event(player, "random", patience=1.0))
    assert len(games) == 2
    for game in games:
        check(game, f"{player.__name__} did not answer within 1 s")


def test_both_players_come_from_outside_and_one_fails() -> None:
    for failing, words in ((exits, "ended its process with code 3"), (ExitsWhenItListens, "code 4")):
        games = run_event(event(failing, chatters))
        assert [sorted(game.points) for game in games] == [[0, 1], [0, 1]]
        for game in games:
            assert game.forfeited is not None
            assert game.players[game.forfeited].endswith(failing.__name__)
            assert words in game.reason


def test_a_player_that_cannot_be_made_is_refused_before_the_first_game() -> None:
    with pytest.raises(ZermeloError, match="FailsAtOnce failed: RuntimeError: not today"):
        event(FailsAtOnce, "random")


def test_a_player_that_resigns_does_not_forfeit() -> None:
    games = run_event(event(Surrenders, "random"))
    assert [game.forfeited for game in games] == [None, None]
    for game in games:
        assert game.points[game.players.index("random")] == 1
        assert game.reason.endswith("Surrenders resigns")


def test_the_opening_is_told_and_its_listener_may_fail() -> None:
    games = run_event(event(ExitsWhenItListens, "random", openings=2))
    assert [len(game.moves) for game in games] == [2, 2], "it fails at the first move of the opening"
    assert {game.forfeited for game in games} == {0, 1}


class Slow(FailsToListen):
    def choose(self, state: State) -> Any:
        sleep(3.0)
        return state.moves()[0]

    def played(self, move: Any) -> None:
        pass


def test_who_exceeds_the_time_of_a_move_loses() -> None:
    game, other = run_event(event(Slow, "random", time=TimeControl(seconds=0.5)))
    for each in (game, other):
        check(each, "s for a move, and not 0.5")


def test_players_at_the_same_time() -> None:
    specs = (PlayerSpec.of(exits), PlayerSpec.of("random"))
    games = run_event(Event(Goofspiel(3), specs, RoundRobin(2), openings=0))
    assert [game.players[game.forfeited or 0].rpartition(":")[2] for game in games] == ["exits", "exits"]


def same(state: State) -> Any:
    return choose(state, "alpha_beta:9").move


def test_another_process_plays_the_same_and_processes_are_kept_and_limited() -> None:
    inside = run_event(event("alpha_beta:9", "random", seed=3))
    outside = run_event(event(same, "random", seed=3))
    assert {len(game.moves) for game in outside} <= set(range(2, 8))
    assert [game.points[game.players.index("random")] for game in inside + outside] == [0.0] * 4
    waiting = [process for _, process in _idle]
    run_event(event(same, "random", seed=4))
    assert [process for _, process in _idle] == waiting, "no process was started"
    assert len(_idle) <= MOST_IDLE


def test_what_a_player_prints_does_not_spoil_the_document() -> None:
    words = ["arena", "nim", "random", f"{__name__}:chatters", "--games", "2", "--position", "1 2", "--json"]
    for jobs in ("1", "2"):
        command = [sys.executable, "-m", "zermelo", *words, "--jobs", jobs]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, json.loads(done.stdout)["played"]) == (0, 2)
        assert '{"played": 77}' in done.stderr


def test_forfeits_are_told(tmp_path: Path) -> None:
    shown = zermelo("arena", "nim", "random", f"{__name__}:broken", "--games", "2", "--store", str(tmp_path / "a.db"))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "broken failed: ValueError: no idea" in shown.stdout
    # In the same store others play, of whom nothing is told.
    shown = zermelo("arena", "nim", "random", "reflex", "--games", "2", "--store", str(tmp_path / "a.db"))
    assert "broken" not in shown.stdout


GAME = '''
class {name}:
    """A pile of stones without a text of its own."""
    def __init__(self, player=0, stones=5):
        self.player, self.stones = player, stones
        {more}
    def moves(self):
        return [1, 2][: self.stones]
    def play(self, take):
        return {name}(1 - self.player, self.stones - take)
    def utility(self):
        return None if self.stones else (-1 if self.player == 0 else 1)
    def __eq__(self, other):
        return (self.player, self.stones) == (other.player, other.stones)
    def __hash__(self):
        return hash((self.player, self.stones))
def first(state):
    import helper
    return helper.choose(state.moves())
'''


@pytest.mark.parametrize("file", ["stones.py", "my-stones.py", "random.py"])
def test_games_and_players_of_files_play_in_other_processes_too(file: str, tmp_path: Path) -> None:
    (tmp_path / file).write_text(GAME.format(name="Pile", more=""))
    (tmp_path / "other.py").write_text("def last(state):\n    return state.moves()[-1]\n")
    (tmp_path / "helper.py").write_text("def choose(moves):\n    return moves[0]\n")
    names = (f"{file}:Pile", f"{file}:first", "other.py:last")
    documents = []
    for jobs in ("1", "2"):
        program = str(Path(sys.executable).with_name("zermelo"))  # python -m would put random.py before Python's own
        command = [program, "arena", *names, "--games", "4", "--json", "--jobs", jobs, "--store", f"{jobs}.db"]
        for played in (4, 0)[: 3 - int(jobs)]:  # the game has no text, so its states are only known by its name
            done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
            assert (done.returncode, done.stderr) == (0, "")
            document = json.loads(done.stdout)
            assert (document.pop("played"), document["without_result"]) == (played, 0)
        documents.append(document)
    assert documents[0] == documents[1]


def test_a_game_that_no_other_process_can_have_is_played_in_this_one(tmp_path: Path) -> None:
    (tmp_path / "stones.py").write_text(GAME.format(name="Pile", more="self.rule = lambda: 1"))
    (tmp_path / "helper.py").write_text("def choose(moves):\n    return moves[0]\n")
    words = ("arena", "stones.py:Pile", "stones.py:first", "random", "--games", "2")
    assert "no result" not in (done := zermelo(*words, cwd=tmp_path)).stdout
    assert done.returncode == 0
    command = [sys.executable, "-m", "zermelo", *words, "--jobs", "2"]
    refused = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("zermelo: the game cannot be sent to another process: Can't pickle")


class DiesOnce(SerialExecutor):
    """The first task has no result."""

    def run(self, task: Any, items: Any, **options: Any) -> Any:
        for done in super().run(task, items, **options):
            yield done if done.number else Done(done.number, done.item, None, "its worker died 3 times")


def test_a_game_without_a_result_is_played_again_by_the_next_run(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        tried = run_event(event("reflex", "random"), store=store, executor=DiesOnce())
        (kept,) = (game for game in tried if game.points)
        assert len(tried) == 2
        again = run_event(event("reflex", "random"), store=store)
        assert all(game.points for game in again)
        assert kept in again
