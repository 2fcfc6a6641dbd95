"""The programs behind the protocols against a hostile one: hundreds of random lines, each with an answer as its protocol says."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.long import LONG
from zermelo.games.gdl.ggp.server import GgpServer
from zermelo.players import PlayerSpec
from zermelo.state import ZermeloError


def words(text: str) -> list[str]:
    return text.split()


PROGRAM = [sys.executable, "-c", "from zermelo.cli import main; main()"]
LINES = 350
NUMBERS = ("0", "1", "2", "7", "-1", "+3", "1e9", "99999999999999999999", "nan", "inf", "0.5", "x", "\u0663", "")
NONSENSE = ("\x00", "é", "\x1b[31m", "(", ")", '"', "'", "\\", "#", "=", "?", "%s", "{}", "a" * 300, "\t", "--help")
FENS = (
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/8/8/8/8/8/K7 w KQkq e3 999999 99999999999999999999",
    "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - -",
)
UCI = (
    *words(
        "uci isready ucinewgame position startpos fen moves e2e4 e7e5 e1g1 a7a8q 0000 setoption name value Hash Threads"
    ),
    *words("MultiPV Ponder OwnBook BookFile Move Overhead UCI_Variant antichess chess UCI_Elo UCI_Chess960 true false"),
    *words("stop ponderhit debug on off register later eval d perft searchmoves winc binc movestogo mate"),
    *FENS,
)
GTP = (
    *words(
        "protocol_version name version known_command list_commands boardsize clear_board komi play undo showboard b w"
    ),
    *words(
        "black white A1 c3 pass resign Z99 i5 time_settings kgs-time_settings byoyomi canadian absolute none time_left"
    ),
    *words(
        "final_score final_status_list dead alive fixed_handicap place_free_handicap set_free_handicap loadsgf printsgf"
    ),
    *words(
        "lz-analyze kata-analyze genmove reg_genmove kgs-genmove_cleanup interval maxmoves /dev/zero /no/such cputime"
    ),
)
GGP = (
    *words("( ) START PLAY STOP ABORT INFO PREVIEW m1 m2 white black noop nil NIL (mark 1 1) ((role white)) ((role white)"),
    "(role white)", "(init (p a))", "(<= (legal white noop) (true (p a)))", "(<= terminal (true (p b)))", "(goal white 100)",
    "(<= (next (p b)))", "((role white) (legal white a) (goal white 100) (<= terminal (true (x))))",
)  # fmt: skip


def line(random: Random, known: tuple[str, ...], first: tuple[str, ...]) -> str:
    """A line of random words, most of which begin with one that the protocol knows."""
    chosen = [random.choice(first if random.random() < 0.7 else known)]
    pool = known if random.random() < 0.7 else (*known, *NUMBERS, *NONSENSE)
    chosen += [random.choice(NUMBERS if random.random() < 0.3 else pool) for _ in range(random.randrange(6))]
    return re.sub(r"[\r\n]", " ", " ".join(chosen))


def talk(program: list[str], lines: list[str], cwd: Path) -> str:
    """Return what a program says to these lines; it must end by itself, and without a word on standard error."""
    done = subprocess.run(
        [*PROGRAM, *program], input="\n".join([*lines, ""]).encode(), capture_output=True, timeout=600, cwd=cwd
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert done.stderr == b""
    return done.stdout.decode()


@pytest.mark.parametrize("seed", range(LONG))
def test_uci(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    commands = (
        "position startpos moves",
        "position fen",
        "setoption name",
        "go depth 1",
        "go nodes 20",
        "stop",
        "eval",
        "d",
    )
    lines = [line(random, UCI, commands) for _ in range(LINES)]
    # What is asked to search for long is not nonsense: these are bounded.
    lines = [re.sub(r"perft.*", "perft 1", each) for each in lines]
    lines = [re.sub(r"(Hash|Threads|UCI_Elo)( value)? .*", r"\1 value 1", each) for each in lines]
    lines = [f"{each} nodes 50" if "go" in each.split() else each for each in lines]
    said = talk(["uci"], [each for each in lines if "quit" not in each] + ["isready", "quit"], tmp_path).splitlines()
    assert said[-1] == "readyok" or said[-1].startswith("bestmove")
    assert sum(each.startswith("bestmove") for each in said) >= 1
    form = (
        r"(id|option|uciok|readyok|bestmove|info|Fen:|Nodes searched:|[a-h1-8qrbnk]+: \d+|"
        r"[KQRBNPkqrbnp.1-8a-h +|/-]*|.* to move)"
    )
    strange = [each for each in said if not re.match(form, each)]
    assert strange == []


@pytest.mark.parametrize("game", ["go", "hex"])
def test_gtp(game: str, tmp_path: Path) -> None:
    random = Random(game)
    commands = (
        "play b",
        "play w",
        "genmove b",
        "undo",
        "boardsize",
        "komi",
        "time_settings",
        "time_left b",
        "loadsgf",
        "lz-analyze",
    )
    lines = [f"{number} {line(random, GTP, commands)}" for number in range(LINES)]
    lines = [re.sub(r"printsgf.*|boardsize.*", "boardsize 5", each) for each in lines if "quit" not in each]
    said = talk(["gtp", "--game", game, "--simulations", "4", "--size", "5"], [*lines, "9999 quit"], tmp_path)
    answers = [answer for answer in said.split("\n\n") if answer]
    asked = [each.partition("#")[0].split()[0] for each in lines]
    assert [re.split(r"\s", answer[1:])[0] for answer in answers] == [*asked, "9999"]
    assert all(answer[0] in "=?" for answer in answers)
    assert not any("Traceback" in answer or "object at 0x" in answer for answer in answers)


def test_ggp() -> None:
    random = Random(1)
    server = GgpServer(PlayerSpec.parse("random"), margin=0.0)
    starts = ("(INFO)", "(START m1 white", "(PLAY m1", "(STOP m1", "(ABORT m1", "(PREVIEW", "(")
    heard = set[str]()
    for number in range(LINES):
        text = line(random, GGP, starts) + random.choice(["", ")", " 1 1)", "))"])
        if number % 50 == 0:
            text = "(START m1 white ((role white) (legal white a) (goal white 100) (<= terminal (true (x)))) 1 1)"
        with suppress(ZermeloError):
            heard.add(server.answer(text).split(" ")[0])
    server.close()
    assert {"ready", "busy"} <= heard
    assert server.answer("(INFO)") == "((name zermelo) (status available))"
