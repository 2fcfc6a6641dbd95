"""Programs that play Go as players: what they are told, and what happens to those that misbehave."""

from __future__ import annotations

import re
import sys
from itertools import islice
from pathlib import Path
from shutil import which

import pytest

from zermelo.games.go import Go
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.players import Clock, PlayerSpec, TimeControl, check_player, choose, play, seated, survey
from zermelo.players.gtp import GtpPlayer
from zermelo.players.gtp_program import Answer, GtpProgram
from zermelo.state import ZermeloError

ZERMELO = f"gtp:{sys.executable} -m zermelo gtp --simulations 5 --resign 0"
GNU_GO = which("gnugo") or which("/usr/games/gnugo")
COMMANDS = {
    "name": "Pretender",
    "list_commands": "name\\nlist_commands\\ngenmove\\nloadsgf",
    "boardsize": "",
    "clear_board": "",
    "komi": "",
    "play": "",
    "time_settings": "",
}


def pretender(tmp_path: Path, answer: str) -> list[str]:
    """A program that introduces itself and then runs `answer` whenever it is asked for a move."""
    file = tmp_path / "pretender.py"
    file.write_text(
        "import sys, time\n"
        f"known = {COMMANDS!r}\n"
        "for line in sys.stdin:\n"
        "    number, word, *rest = line.split() if len(line.split()) > 1 else ['', *line.split()]\n"
        "    if word == 'quit': break\n"
        f"    elif word == 'genmove':\n        {answer}\n"
        "    else: print(f'={number} ' + known[word].replace(chr(92) + 'n', chr(10)) + chr(10), flush=True)\n"
    )
    return [sys.executable, str(file)]


def test_a_gtp_program_is_a_player() -> None:
    specs = [PlayerSpec.parse(ZERMELO), PlayerSpec.parse("random")]
    with seated(specs, seed=2) as players:
        turns = list(islice(play(Go(size=5), players), 8))
    assert [turn.seat for turn in turns] == [0, 1] * 4
    start = Go("5/5/1XO2/5/5 w: D3 B4")
    assert choose(start, ZERMELO, clock=Clock(seconds=1.0)).move in start.moves()
    assert choose(start, ZERMELO, clock=Clock(left=(5.0, 5.0))).move in start.moves()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("print(f'={number} C3', end=chr(10) * 2, flush=True)", "Pretender plays C3, which is not a legal move here"),
        ("print(f'={number} resign', end=chr(10) * 2, flush=True)", "Pretender resigns"),
        ("print(f'={number} the middle', end=chr(10) * 2, flush=True)", "plays 'the middle', which is not a move"),
        ("print(f'={number}', end=chr(10) * 2, flush=True)", "Pretender plays '', which is not a move"),
        ("print(f'?{number} I do not want to', end=chr(10) * 2, flush=True)", "refuses 'genmove w': I do not want to"),
        ("print('=99 A1', end=chr(10) * 2, flush=True)", "answers genmove with '=99 A1', which is not GTP"),
        ("print('good morning', flush=True)", "answers genmove with 'good morning', which is not GTP"),
        ("sys.exit()", "Pretender exited without answering genmove"),
    ],
)
def test_a_program_that_misbehaves_is_named(tmp_path: Path, answer: str, message: str) -> None:
    with GtpProgram(pretender(tmp_path, answer)) as program, pytest.raises(ZermeloError, match=re.escape(message)):
        GtpPlayer("", program).choose(Go("5: C3"))


def test_a_program_that_hangs_is_named(tmp_path: Path) -> None:
    refused = pytest.raises(ZermeloError, match=r"Pretender did not answer genmove within 0\.2 s")
    with GtpProgram(pretender(tmp_path, "time.sleep(60)")) as program, refused:
        program.genmove(0, 0.2)


@pytest.mark.parametrize("flood", ["print('x' * 10000)", "sys.stdout.write('x' * 10000)"])
def test_a_program_that_floods_its_pipe_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flood: str) -> None:
    monkeypatch.setattr("zermelo.players.program.LONGEST_ANSWER", 2**20)
    monkeypatch.setattr("zermelo.players.program.LONGEST_LINE", 2**16)
    answer = f"print(f'={{number}} A1')\n        while True: {flood}"
    refused = pytest.raises(ZermeloError, match="Pretender wrote 1 MB without answering genmove")
    with GtpProgram(pretender(tmp_path, answer)) as program, refused:
        program.genmove(0, 30.0)


def test_commands_that_are_not_programs() -> None:
    for command, message in (
        ("gtp:", "gtp needs the command of a program that plays Go, as in gtp:gnugo --mode gtp"),
        ("gtp:/no/such", "the program '/no/such' does not start: No such file or directory"),
        (f"gtp:{sys.executable} -c pass", "exited without answering name"),
    ):
        with pytest.raises(ZermeloError, match=re.escape(message)):
            choose(Go(), command)
    with pytest.raises(ZermeloError, match="GTP programs play Go, not TicTacToe"):
        choose(TicTacToe(), ZERMELO)
    with pytest.raises(ZermeloError, match="there is no program '/no/such' to start"):
        check_player(Go(size=5), survey(Go(size=5)), PlayerSpec.parse("gtp:/no/such"))


def test_other_lines_of_play_are_followed() -> None:
    """A program is told only what it does not know yet, also after moves were taken back."""
    said: list[str] = []

    class Program:
        name = "fake"

        def command(self, line: str) -> str:
            said.append(line.split()[0])
            return ""

        def new_game(self, size: int, komi: float) -> None:
            said.append(f"new {size} {komi}")

        def play(self, player: int, vertex: str) -> None:
            said.append(f"{'bw'[player]} {vertex}")

        def genmove(self, player: int, timeout: float) -> Answer:
            said.append(f"? {'bw'[player]}")
            return Answer("A1" if len(said) < 4 else "A2", 0.0)

    player = GtpPlayer("", Program())  # type: ignore[arg-type]
    for line in ("5: C3", "5: C3 A1 B2 pass D4", "5: C3", "5: C3 E5 B2", "5/5/5/5/4X w: B1 C1", "4/4/4/4 w"):
        player.choose(Go(line))
    assert said == [
        *["new 5 7.5", "b C3", "? w"],
        *["b B2", "w pass", "b D4", "? w"],
        *["new 5 7.5", "b C3", "? w"],
        *["new 5 7.5", "b C3", "w E5", "b B2", "? w"],
        *["new 5 7.5", "loadsgf", "w B1", "b C1", "? w"],
        *["new 4 7.5", "loadsgf", "? w"],
    ]


def test_a_program_is_told_its_time() -> None:
    said: list[str] = []

    class Program:
        name = "fake"

        def command(self, line: str) -> str:
            said.append(line)
            return ""

        def new_game(self, size: int, komi: float) -> None: ...

        def genmove(self, player: int, timeout: float) -> Answer:
            said.append(f"wait {timeout:g}")
            return Answer("A1", 0.0)

    clocks = [Clock(), Clock(seconds=3), Clock(left=(60.0, 30.0)), Clock(left=(60.0, 30.0), increment=2.0)]
    short = [Clock(seconds=0.25), Clock(left=(1.0, 1.0), increment=0.02), Clock(left=(0.5, 9.0))]
    for clock in (*clocks, *short, Clock(seconds=2.9), Clock(left=(1.9, 9.0))):
        GtpPlayer("", Program()).choose(Go(size=5), clock=clock)  # type: ignore[arg-type]
    assert said == [
        "wait 600",
        *["time_settings 0 3 1", "wait 603"],
        *["time_settings 60 0 0", "time_left b 60 0", "wait 65"],
        *["time_settings 0 5 1", "wait 65"],
        *["time_settings 0 1 4", "wait 600.25"],
        *["time_settings 0 1 15", "wait 6"],
        *["time_settings 0 1 40", "wait 5.5"],
        *["time_settings 0 2 1", "wait 602.9"],
        *["time_settings 1 0 0", "time_left b 1 0", "wait 6.9"],
    ]


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
def test_gnu_go_is_a_player() -> None:
    spec = f"gtp:{GNU_GO} --mode gtp --level 1"
    with seated([PlayerSpec.parse(spec), PlayerSpec.parse("random")], seed=1) as players:
        turns = list(islice(play(Go("7/7/2X4/7/7/7/7 w"), players, time=TimeControl(seconds=1)), 6))
    assert [turn.seat for turn in turns] == [1, 0] * 3
