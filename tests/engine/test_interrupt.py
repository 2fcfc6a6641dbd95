"""Ctrl-C stops searches in scripts and on the command line, with what they have found; events are waited for, never the clock."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

READY = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start background jobs with SIGINT ignored
said = []
def ready(*_):
    if not said:
        said.append(True)
        print("ready", flush=True)
"""
"""Says once that a search is under way."""

SEARCHES = {
    "native": "search(ConnectFour(), on_depth=ready)",
    "native threads": "search(ConnectFour(), threads=2, on_depth=ready)",
    "native mcts": "search(ConnectFour(), method='mcts', simulations=10**9, cancel=ready)",
    "solver": "solve(ConnectFour(), cancel=ready)",
    "solver threads": "solve(ConnectFour(), threads=2, cancel=ready)",
    "prove": "prove(Chess(), cancel=ready)",
    "auto solver": "search(ConnectFour('44'), seconds=10**6, cancel=ready)",
    "python": "search(Nim((30, 31, 32, 33, 34)), on_depth=ready)",
    "python mcts": "search(TicTacToe(), method='mcts', simulations=10**9, cancel=ready)",
    "chance": "search(Pacman('small', roles='random'), on_depth=ready)",
    "textbook": "minimax(TicTacToe(), cancel=ready)",
    "textbook deepening": "deepening(Nim((30, 31, 32, 33, 34)), evaluate=lambda state: 0, cancel=ready)",
}


def interrupt(program: str, *arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
    """Run a Python program, press Ctrl-C once it says that it is ready, and return its exit code and what it printed."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == "ready\n", line + process.communicate()[1]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.parametrize("name", SEARCHES)
def test_a_script_that_searches_for_ever_can_be_stopped(name: str) -> None:
    program = (
        READY + "from zermelo import SearchInterrupted, prove, search, solve\n"
        "from zermelo.games.chess import Chess\n"
        "from zermelo.games.connect_four import ConnectFour\n"
        "from zermelo.games.nim import Nim\n"
        "from zermelo.games.pacman import Pacman\n"
        "from zermelo.games.tic_tac_toe import TicTacToe\n"
        "from zermelo.textbook import deepening, minimax\n"
        "try:\n"
        f"    while True: {SEARCHES[name]}\n"
        "except KeyboardInterrupt as stop:\n"
        "    assert isinstance(stop, SearchInterrupted)\n"
        "    print(stop.result.stopped, stop.result.move is not None)\n"
    )
    code, out, err = interrupt(program)
    assert (code, err) == (0, "")
    assert out == f"interrupted {name not in ('solver', 'solver threads', 'prove')}\n"


def test_a_script_without_a_handler_ends_with_the_result() -> None:
    program = (
        READY + "from zermelo import search\n"
        "from zermelo.games.connect_four import ConnectFour\n"
        "while True: search(ConnectFour(), on_depth=ready)\n"
    )
    code, out, err = interrupt(program)
    assert (code != 0, out) == (True, "")
    assert err.splitlines()[-1].startswith(
        "zermelo.result.SearchInterrupted: the search was interrupted with alpha_beta: "
    )


@pytest.mark.parametrize(
    "words",
    [
        "search connect_four --json --seconds 1000000 --method alpha_beta",
        "search chess --json --seconds 1000000",
        "solve connect_four --json",
        "prove chess --json --seconds 1000000",
    ],
)
def test_the_command_line_prints_what_was_found(words: str) -> None:
    """The program says that it is ready when the search polls for the first time."""
    program = READY + (
        "import sys\n"
        "from zermelo.cli import main\n"
        "import zermelo.cli.search, zermelo.cli.solve, zermelo.cli.prove\n"
        "for module, name in ((zermelo.cli.search, 'search_position'), (zermelo.cli.solve, 'solve_position'),\n"
        "                     (zermelo.cli.prove, 'prove_position')):\n"
        "    def run(state, *, cancel=None, search=getattr(module, name), **options):\n"
        "        return search(state, cancel=lambda: bool(ready() or (cancel and cancel())), **options)\n"
        "    setattr(module, name, run)\n"
        "main()\n"
    )
    code, out, err = interrupt(program, *words.split())
    found = json.loads(out)
    assert (code, found["stopped"]) == (130, "interrupted"), err
    assert found["nodes"] > 0
    if words.startswith("search"):
        assert found["move"] is not None
