"""Stepping through a search: the replay itself, and the real program in a real terminal."""

from __future__ import annotations

import sys

from tests.cli.terminals import in_terminal
from zermelo.cli.watch import Replay
from zermelo.textbook.run import run
from zermelo.trees.examples import example


def classroom() -> Replay:
    return Replay(run(example("classroom"), "alpha_beta", {}), speed=1.0, playing=False)


def test_keys_move_the_replay() -> None:
    replay = classroom()
    for key, step in [
        ("right", 1),
        ("right", 2),
        ("left", 1),
        ("left", 0),
        ("left", 0),
        ("up", 10),
        ("end", replay.last),
    ]:
        replay.key(key)
        assert replay.step == step
    replay.key(" ")
    assert (replay.playing, replay.step) == (True, 0), "at the end, play starts again"
    replay.tick()
    assert replay.step == 1
    replay.key("end")
    assert not replay.playing
    replay.key("+")
    assert replay.speed == 2
    for _ in range(20):
        replay.key("-")
    assert replay.speed == 0.25
    replay.key("x")
    assert not replay.over
    replay.key("q")
    assert replay.over


def test_playing_stops_at_the_end() -> None:
    replay = classroom()
    replay.key(" ")
    for _ in range(1000):
        replay.tick()
    assert (replay.step, replay.playing) == (replay.last, False)


def test_a_frame_fits_the_screen() -> None:
    replay = classroom()
    for step in range(0, replay.last + 1, 7):
        replay.step = step
        for width, height in ((100, 30), (60, 12), (40, 8), (20, 5)):
            frame = replay.frame(width, height, colour=False)
            assert len(frame) <= height
            assert max(map(len, frame)) <= max(width, 45)
    replay.step = 10
    assert any("B already has 2; F is worth at least 3" in line for line in replay.frame(120, 40, colour=False))


def test_in_a_real_terminal() -> None:
    program = [sys.executable, "-c", "from zermelo.cli import main; main()", "watch", "classroom"]
    with in_terminal(program, lines=30) as terminal:
        terminal.wait_for("Press space to play")
        terminal.press(b"\x1b[C" * 10)
        terminal.wait_for("step 10/")
        terminal.wait_for("B already has 2; F is worth at least 3")
        terminal.press(b"\x1b[F")
        terminal.wait_for("The answer is 6: C H.")
        terminal.press(b"q")
        terminal.wait_for("\x1b[?1049l")
        assert terminal.process.wait(10) == 0
