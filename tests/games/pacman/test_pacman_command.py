"""zermelo pacman as a user meets it: games counted, recorded, replayed and watched; one sentence for what is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.starting import answer, refusal, zermelo
from tests.cli.terminals import WAITS, in_terminal
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.commands.maze import draw_maze
from zermelo.games.pacman.commands.viewer import Frame, Viewer
from zermelo.games.pacman.layouts import LAYOUTS

QUICK = ("pacman", "--pacman", "reflex", "--limit", "40")
# Shells start background jobs with SIGINT ignored, and their children inherit that.
_HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
PROGRAM = [sys.executable, "-c", f"{_HEARS}; from zermelo.cli import main; main()", "pacman"]


def test_games_in_json() -> None:
    found = answer(*QUICK, "--games", "3", "--seed", "5", "--ghosts", "directional:1,random:1")
    assert (found["layout"], found["pacman"], found["ghosts"]) == ("small", "reflex", "directional:1,random:1")
    games = found["games"]
    assert [game["seed"] for game in games] == [5, 6, 7]
    assert found["wins"] + found["losses"] + found["unfinished"] == 3
    assert found["mean_score"] == sum(game["score"] for game in games) / 3
    assert found["nodes"] == sum(game["nodes"] for game in games) > 0
    assert found["seconds"] == pytest.approx(sum(game["seconds"] for game in games), abs=1e-5)
    (alone,) = answer(*QUICK, "--seed", "6", "--ghosts", "directional:1,random:1")["games"]
    assert {**alone, "seconds": 0} == {**games[1], "seconds": 0}, "a game is the same whichever were played before it"


def test_games_in_words() -> None:
    told = zermelo(*QUICK, "--games", "2").stdout.splitlines()
    assert len(told) == 3
    assert told[0].startswith("seed 0 ")
    assert told[2].startswith("2 games: ")
    assert "\x1b" not in "".join(told)


def test_every_layout_plays(tmp_path: Path) -> None:
    for layout in LAYOUTS:
        found = answer(*QUICK, "--layout", layout)
        assert (len(found["games"]), found["ghosts"]) == (1, "random:1" if layout == "trap" else "random:2")
    (tmp_path / "own.lay").write_text("%%%%%%\n%P..G%\n%%%%%%\n")
    found = answer("pacman", "--layout", str(tmp_path / "own.lay"), "--ghosts", "none", "--pacman", "alpha_beta:3")
    assert (found["wins"], found["mean_score"]) == (1, 20 + 500 - 2)


def test_weights_and_functions(tmp_path: Path) -> None:
    found = answer(*QUICK, "--weights", "score=-1", "--limit", "5")
    assert found["weights"] == {"score": -1}
    still = found["games"][0]["moves"]
    (tmp_path / "mine.py").write_text(
        "def judge(state):\n    return -state.score\n\ndef broken(state):\n    return 1 / 0\n"
    )
    done = zermelo(*QUICK, "--evaluate", "mine:judge", "--limit", "5", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["games"][0]["moves"] == still
    assert "ZeroDivisionError" in refusal(*QUICK, "--evaluate", "mine:broken", cwd=tmp_path)
    assert "has no judgement" in refusal(*QUICK, "--evaluate", "mine:judgement", cwd=tmp_path)


def test_a_player_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def last(state):\n    return state.moves()[-1]\n\ndef lost(state):\n    return 'Up'\n"
    )
    asked = ("pacman", "--limit", "3", "--seed", "1")
    done = zermelo(*asked, "--pacman", "mine:last", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (found["pacman"], found["games"][0]["moves"][0]) == ("mine:last", Pacman("small").moves()[-1])
    assert "mine:lost plays 'Up', which is not a legal move here" in refusal(
        *asked, "--pacman", "mine:lost", cwd=tmp_path
    )
    assert "has no missing" in refusal(*asked, "--pacman", "mine:missing", cwd=tmp_path)


def test_records_replay(tmp_path: Path) -> None:
    path = str(tmp_path / "games.json")
    played = answer(*QUICK, "--games", "2", "--record", path)
    again = answer("pacman", "--replay", path)
    assert again["games"] == played["games"]
    assert zermelo("pacman", "--replay", path).stdout.endswith("the moves lead to these scores\n")
    assert [each.name for each in tmp_path.iterdir()] == ["games.json"], "no temporary file is left"
    document = json.loads(Path(path).read_text())
    document["games"][1]["score"] += 10
    Path(path).write_text(json.dumps(document))
    assert "game 2: the moves lead to a score of" in refusal("pacman", "--replay", path)
    document["games"][0]["moves"][3] = "Sideways"
    Path(path).write_text(json.dumps(document))
    assert "game 1: move 4 (Sideways) is not legal there" in refusal("pacman", "--replay", path)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pacman", "greedy"], "there is no player called 'greedy': use reflex, "),
        (["--pacman", "alpha_beta:deep"], "depth must be from 1 to 30, not 'deep'"),
        (["--ghosts", "random:1,clyde"], "there is no ghost called 'clyde'"),
        (["--ghosts", "random:8"], "8 ghosts are named, but the layout has"),
        (["--weights", "score:1"], "write NAME=WEIGHT"),
        (["--weights", "score=1", "--evaluate", "json:loads"], "not by both"),
        (["--evaluate", "nowhere:judge"], "no module called nowhere"),
        (["--evaluate", "judge"], "does not name a function: write module:function"),
        (["--layout", "nowhere"], "nowhere"),
        (["--replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["--replay", "nowhere.json", "--seed", "1"], "leave out --seed"),
        (["--watch", "--json"], "--watch and --json do not go together"),
        (["--games", "0"], "--games"),
        (["--record", "no/where.json", "--limit", "1", "--json"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments: list[str], words: str) -> None:
    assert words in refusal("pacman", *arguments)


@pytest.mark.parametrize(
    "text", ["", "%%%%\n%P.%\n%%%\n", "%%%%\n%..%\n%%%%\n", "%%%%\n%P?%\n%%%%\n", "%%%%%\n%P%.%\n%%%%%\n"]
)
def test_bad_layouts_are_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.lay").write_text(text)
    assert len(refusal("pacman", "--layout", str(tmp_path / "bad.lay"), "--ghosts", "none")) > 10


def test_watching_without_a_terminal_prints_the_rounds(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    told = zermelo("pacman", "--pacman", "reflex", "--limit", "3", "--watch", "--record", path).stdout
    assert "\x1b" not in told
    assert "game 1 of 1, seed 0: reflex against random:2: the start" in told
    assert "move 3, " in told
    assert "move 4, " not in told
    again = zermelo("pacman", "--replay", path, "--watch").stdout
    assert again.count("score") >= 4


def rounds(count: int) -> list[Frame]:
    state = Pacman("small", ghosts=0)
    frames = [Frame(state, "West", "title", "the start")]
    for number in range(1, count):
        state = state.play(state.moves()[0])
        frames.append(Frame(state, state.moves()[0], "title", f"move {number}"))
    return frames


def test_the_viewer_goes_on_and_back() -> None:
    viewer = Viewer(lambda cancel: iter(rounds(15)), speed=8)
    for key, step in [("right", 1), ("up", 11), ("left", 10), ("home", 0), ("end", 14), ("right", 14), ("down", 4)]:
        viewer.key(key)
        assert viewer.step == step
    assert not viewer.playing
    viewer.key(" ")
    for _ in range(30):
        viewer.tick()
    assert (viewer.step, viewer.playing) == (14, False)
    viewer.key(" ")
    assert (viewer.step, viewer.playing) == (0, True), "at the end, play starts again"


def test_a_frame_fits_the_screen() -> None:
    viewer = Viewer(lambda cancel: iter(rounds(5)), speed=8)
    for width, height in ((100, 40), (30, 12), (12, 8), (5, 5)):
        frame = viewer.frame(width, height, colour=False)
        assert len(frame) <= height
        assert max(map(len, frame)) <= width


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_maze_shows_everything(layout: str) -> None:
    state = Pacman(layout)
    whole = draw_maze(state, "East", 500, 500, colour=False)
    assert len(whole) == state.height
    text = "".join(whole)
    assert (text.count("·"), text.count("o")) == (len(state.food), len(state.capsules))
    assert (text.count("C"), text.count("M")) == (1, len(state.ghosts))
    for line in range(1, state.height + 1):
        for column in range(1, state.width + 1):
            drawn = (whole[line - 1].ljust(2 * state.width))[2 * column - 2]
            assert (column, line) in state.walls or drawn not in "╵╶╰╷│╭├╴╯─┴╮┤┬┼▪"
    assert any("C" in row for row in draw_maze(state, "East", 9, 3, colour=False)), "Pac-Man is always in sight"
    assert "\x1b[0;1;33mC" in "".join(draw_maze(state, "East", 500, 500, colour=True))


def test_in_a_real_terminal() -> None:
    with in_terminal([*PROGRAM, "--pacman", "reflex", "--watch", "--speed", "0.25"], lines=40) as terminal:
        terminal.wait_for("the start")
        terminal.press(b" ")
        terminal.wait_for("paused")
        terminal.press(b"\x1b[H" + b"\x1b[C" * 2)
        terminal.wait_for("move 2, ")
        terminal.press(b"+")
        terminal.wait_for("0.5 rounds a second")
        terminal.press(b"q")
        terminal.wait_for("\x1b[?1049l")
        assert terminal.process.wait(WAITS) == 0


def test_ctrl_c_keeps_the_games_that_are_over(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    command = [*PROGRAM, "--pacman", "reflex", "--games", "100000", "--record", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdout is not None
    for seed in range(3):
        assert process.stdout.readline().startswith(f"seed {seed} ")
    process.send_signal(signal.SIGINT)
    told, complained = process.communicate()
    assert process.returncode == 130
    assert complained.strip() == "stopped"
    assert " games: " in told.splitlines()[-1]
    games = json.loads(path.read_text())["games"]
    assert [game["seed"] for game in games] == list(range(len(games)))
    assert len(games) >= 3


def test_ctrl_c_interrupts_a_long_search(tmp_path: Path) -> None:
    """The search that is interrupted tells when it has begun, through the function that evaluates its positions."""
    (tmp_path / "telling.py").write_text(
        "told = []\n\ndef evaluate(state):\n    if not told:\n"
        "        told.append(True)\n        print('thinking', flush=True)\n    return 0\n"
    )
    command = [*PROGRAM, "--pacman", "minimax:12", "--ghosts", "random:2", "--evaluate", "telling:evaluate"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    told, complained = process.communicate()
    assert (process.returncode, told, complained.split(":")[0].strip()) == (130, "", "stopped")


def test_a_series_goes_on_where_it_was_and_after_a_game_that_failed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Flaky:\n"
        "    def __init__(self, seed=0):\n        self.seed = seed\n"
        "    def choose(self, state):\n"
        "        if self.seed % 3 == 1:\n            raise ValueError('no idea')\n"
        "        return state.moves()[0]\n"
    )
    store, words = str(tmp_path / "a.db"), ("--pacman", "mine:Flaky", "--limit", "5", "--games")
    first = answer_in(tmp_path, *QUICK, *words, "3", "--store", store)
    assert [game["seed"] for game in first["games"]] == [0, 2]
    assert [each["seed"] for each in first["failed"]] == [1]
    assert "no idea" in first["failed"][0]["reason"]
    second = answer_in(tmp_path, *QUICK, *words, "6", "--store", store)
    assert [game["seed"] for game in second["games"]] == [0, 2, 3, 5]
    assert second["games"][0] == first["games"][0], "it was not played again"
    assert second == answer_in(tmp_path, *QUICK, *words, "6", "--store", store)
    done = zermelo(*QUICK, *words, "3", cwd=tmp_path)
    assert "1 game more had no end: mine:Flaky forfeits: mine:Flaky failed: ValueError: no idea" in done.stdout
    exported = zermelo("ratings", store, "--format", "jsonl")
    assert [json.loads(line)["seed"] for line in exported.stdout.splitlines()] == list(range(6))


def answer_in(folder: Path, *arguments: str) -> Any:
    done = zermelo(*arguments, "--json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)
