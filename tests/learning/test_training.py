"""Training: the error falls, the same seed gives the same file, a training can be resumed, and files load."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest

from tests.cli.starting import answer, refusal, zermelo
from tests.cli.terminals import in_terminal
from zermelo.cluster import Executor, open_executor
from zermelo.games.antichess import AntiChess
from zermelo.games.checkers.endgames import SHIPPED, load_checkers_tables
from zermelo.games.chess.endgames import load_tables
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.othello import Othello
from zermelo.learning.games import Numbers, play_parts
from zermelo.learning.training import TRAINABLE, Training
from zermelo.native.weights import read_weights, remove_checksum
from zermelo.state import ZermeloError

SMALL = ("--games", "60", "--nodes", "60", "--match", "0")


def test_training_lowers_the_error_and_repeats_exactly() -> None:
    told = Training("antichess", games=400, nodes=60).learn()
    assert told is not None
    assert told.after < told.before
    one, other = Training("antichess", games=40, nodes=60), Training("antichess", games=40, nodes=60, threads=2)
    assert one.learn() == other.learn() != Training("antichess", games=40, nodes=60, seed=2).learn()
    assert other.weights == one.weights


@pytest.mark.parametrize("game", TRAINABLE)
def test_every_game_trains(game: str) -> None:
    training = Training(game, games=20, nodes=None if game == "othello" else 40, match=2)
    begun = training.weights
    assert training.learn() is not None
    assert training.weights.splitlines()[2:] != begun.splitlines()[2:]
    if game == "connect_four":
        text = remove_checksum(training.weights).decode()
        assert any(read_weights(text, tuple(ConnectFour().features())).values())
    score = training.match(with_start=True)
    assert score is not None
    assert 0 <= score.share <= 1


def test_a_training_can_be_resumed() -> None:
    training = Training("antichess", games=25, nodes=40)
    training.learn()
    packed = training.pack()
    assert training.learn(lambda _: False) is None
    assert training.generation == 1, "what was stopped has changed nothing"
    training.learn()
    again = Training("antichess", games=25, nodes=40, threads=2)
    again.unpack(packed)
    again.learn()
    assert again.generation == 2
    assert again.weights == training.weights


def test_training_othello_leaves_the_evaluation_alone() -> None:
    """The process that trains goes on evaluating with the weights that ship with the package."""
    before = Othello("f5").evaluate()
    one, other = Training("othello", games=60), Training("othello", games=60, threads=2)
    told = one.learn()
    assert told == other.learn()
    assert told is not None
    assert (told.slope, Othello("f5").evaluate()) == (None, before)
    again = Training("othello", games=60)
    again.unpack(one.pack())
    again.learn()
    other.learn()
    assert again.weights == other.weights
    assert remove_checksum(again.weights).splitlines()[2] == b"zermelo othello weights 2"
    with pytest.raises(ZermeloError, match="othello takes no nodes"):
        Training("othello", nodes=100)


def test_training_go_makes_the_moves_played_likelier_and_leaves_the_priors_alone() -> None:
    before = Go("D4 F6").priors()
    one, other = Training("go", games=30, nodes=60), Training("go", games=30, nodes=60, threads=2)
    told = one.learn()
    assert told is not None
    assert told.after < told.before
    assert (told.slope, Go("D4 F6").priors()) == (None, before)
    assert other.learn() == told
    again = Training("go", games=30, nodes=60)
    again.unpack(one.pack())
    again.learn()
    one.learn()
    assert again.weights == one.weights
    gammas = dict(line.rsplit(b" ", 1) for line in remove_checksum(again.weights).splitlines()[2:])
    assert float(gammas[b"capture_to_save"]) > float(gammas[b"self_atari_few"])


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with open_executor(2) as workers:
        yield workers


@pytest.mark.parametrize("game", TRAINABLE)
def test_workers_play_the_games_of_one_process(executor: Executor, game: str) -> None:
    options: dict[str, Any] = {"games": 11, "nodes": None if game == "othello" else 20, "match": 6}
    one, other = Training(game, **options), Training(game, **options, threads=2, executor=executor)
    for _ in range(2):
        assert one.learn() == other.learn()
        assert one.match() == other.match()
    assert one.match(with_start=True) == other.match(with_start=True)
    assert one.weights == other.weights
    assert one.pack() == other.pack()


def test_loaded_tables_do_not_change_the_games(executor: Executor) -> None:
    """Those of chess and checkers serve searches of this process, and its workers may have none."""
    load_tables()
    load_checkers_tables()
    for game in ("chess", "checkers"):
        one, other = (Training(game, games=40, nodes=60, executor=workers) for workers in (None, executor))
        assert one.learn() == other.learn()
        assert one.pack() == other.pack()


def test_workers_can_be_stopped_and_their_failures_are_told(executor: Executor) -> None:
    training = Training("antichess", games=1_000_000, nodes=40, match=1_000_000, executor=executor)
    assert training.learn(lambda _: False) is None
    assert training.match(watch=lambda _: False) is None
    assert training.generation == 0
    with pytest.raises(ZermeloError, match="too few"):
        Training("connect_four", games=1, nodes=10, executor=executor).learn()
    with pytest.raises(ZermeloError, match="games 5 to 6 could not be played: ValueError: five is right out"):
        play_parts(executor, _fail_at_five, 32, None)
    assert play_parts(executor, _fail_at_five, 3, None) == [0, 1, 2]


def _fail_at_five(numbers: Numbers) -> list[int]:
    if numbers.first == 4:
        raise ValueError("five is right out")
    return list(range(numbers.first, numbers.first + numbers.length))


def test_two_processes_write_the_file_of_one(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        asked = ("--out", str(tmp_path / jobs), "--generations", "2", *SMALL[:4], "--match", "4", "--jobs", jobs)
        subprocess.run([sys.executable, "-m", "zermelo", "train", "connect_four", *asked, "--json"], check=True)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2"]
    assert "0 is not in the range" in refusal("train", "chess", "--out", str(tmp_path / "3"), "--jobs", "0")
    assert "cannot be written" in refusal("train", "chess", "--out", str(tmp_path), "--jobs", "2")


def test_what_is_not_a_training_is_refused() -> None:
    training = Training("connect_four", games=20, nodes=20)
    training.learn()
    packed = training.pack()
    for data in (b"", b"abc", packed[:-1], packed[:9] + bytes([packed[9] ^ 1]) + packed[10:]):
        with pytest.raises(ZermeloError, match="damaged"):
            training.unpack(data)
    with pytest.raises(ZermeloError, match="--games 20"):
        Training("connect_four", games=21, nodes=20).unpack(packed)
    with pytest.raises(ZermeloError, match="has no weights to train"):
        Training("nim")
    for wrong in ({"games": 0}, {"nodes": -1}, {"seed": -1}, {"threads": 0}, {"match": True}):
        with pytest.raises(ZermeloError):
            Training("chess", **wrong)
    with pytest.raises(ZermeloError, match="too few"):
        Training("connect_four", games=1, nodes=10).learn()


def test_the_command_writes_a_file_and_resumes(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    told = answer("train", "antichess", "--out", str(whole), "--generations", "2", *SMALL, "--threads", "2")
    assert [each["number"] for each in told["generations"]] == [1, 2]
    assert told["against_start"] is None
    assert sorted(path.name for path in tmp_path.iterdir()) == ["whole"]

    training = Training("antichess", games=60, nodes=60, match=0)
    training.learn()
    (tmp_path / "parts.partial").write_bytes(training.pack())
    done = zermelo("train", "antichess", "--out", str(parts), "--generations", "2", *SMALL)
    assert "resuming after generation 1" in done.stdout
    assert parts.read_text() == whole.read_text()
    assert not (tmp_path / "parts.partial").exists()

    (tmp_path / "parts.partial").write_bytes(b"rubbish")
    assert "delete it to start again" in refusal("train", "antichess", "--out", str(parts), *SMALL)
    assert parts.read_text() == whole.read_text()
    assert "is not one of" in refusal("train", "nim", "--out", str(parts))


def test_a_file_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "weights.partial").mkdir()
    for out, why in (
        ("no/weights", "No such file or directory"),
        ("file/weights", "Not a directory"),
        (".", "it is a folder"),
        ("weights", "it is a folder"),  # FILE.partial is one
        ("/dev/null", "it is not a regular file"),
    ):
        said = refusal("train", "connect_four", "--out", out, "--games", "10000000", cwd=tmp_path)
        assert f"cannot be written: {why}" in said


@pytest.mark.parametrize(("game", "jobs"), [("chess", "1"), ("othello", "1"), ("go", "1"), ("chess", "2")])
def test_a_bar_shows_progress_and_ctrl_c_leaves_nothing(game: str, jobs: str, tmp_path: Path) -> None:
    # Shells start background jobs with SIGINT ignored.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{hears}; from zermelo.cli import main; main()", "train", game, "--jobs", jobs]
    with in_terminal([*command, "--out", str(tmp_path / "weights"), "--games", "1000000"], 24) as terminal:
        terminal.wait_for("generation 1")
        terminal.wait_for("/1000000")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("stopped")
        assert terminal.process.wait() == 130
    assert list(tmp_path.iterdir()) == []


def test_checkers_is_trained_and_resumed() -> None:
    # Moves of several jumps have more than 16 bits, and survive packing.
    one, other = Training("checkers", games=60, nodes=60), Training("checkers", games=60, nodes=60, threads=2)
    one.learn()
    other.unpack(one.pack())
    assert other.generation == 1
    assert one.learn() == other.learn()
    assert one.weights == other.weights


def test_the_shipped_weights_of_checkers_beat_those_set_by_hand() -> None:
    training = Training("checkers", games=10, nodes=300, match=200)
    training.learn()
    saved = msgspec.msgpack.decode(training.pack()[4:])
    lines = (SHIPPED.parent / "checkers.polynomial").read_bytes().splitlines(keepends=True)
    saved["weights"] = b"".join(line for line in lines if not line.startswith(b"#"))
    data = msgspec.msgpack.encode(saved)
    training.unpack(crc32(data).to_bytes(4, "little") + data)
    score = training.match(with_start=True)
    assert score is not None
    assert score.share - 1.645 * score.error > 0.5, score  # a confidence of 95 %


def test_antichess_has_a_polynomial() -> None:
    # The shipped weights: two bare kings facing each other are level but for the move, and the sum is the static value.
    for fen in ("8/8/8/8/8/8/8/K6k w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b - - 0 1"):
        state = AntiChess(fen)
        weights = state.weights()
        worth = sum(weights[name] * value for name, value in state.features().items())
        assert abs(abs(state.evaluate()) - abs(worth)) <= 1
    told = answer("explain", "antichess", "1. e3 b6")
    assert {"tempo", "pawn.d3"} <= {part["name"] for part in told["features"]}  # mirrored squares share a name
    assert all(part["value"] for part in told["features"])
