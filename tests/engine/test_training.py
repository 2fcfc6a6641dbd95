"""Training: the error falls, the same seed gives the same file, a training can be resumed, and files load."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

from tests.cli.starting import answer, refusal, zermelo
from tests.cli.terminals import in_terminal
from zermelo.engine.training import TRAINABLE, Training
from zermelo.games.antichess import AntiChess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.games.weights import read_weights, remove_checksum
from zermelo.state import ZermeloError
from zermelo.tables.endgames.files import shipped_folder

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


@pytest.mark.parametrize("game", ["chess", "othello"])
def test_a_bar_shows_progress_and_ctrl_c_leaves_nothing(game: str, tmp_path: Path) -> None:
    # Shells start background jobs with SIGINT ignored.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{hears}; from zermelo.cli import main; main()", "train", game]
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
    lines = (shipped_folder().parent / "checkers.polynomial").read_bytes().splitlines(keepends=True)
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
