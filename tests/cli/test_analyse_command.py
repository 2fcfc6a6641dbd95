"""zermelo analyse: what it writes, stops of every kind after which it goes on, and memory that does not grow."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from unittest.mock import Mock, patch

import pytest
from click.testing import CliRunner

from tests.cli.starting import refusal, zermelo
from tests.long import LONG
from zermelo import SearchInterrupted, search
from zermelo.analysis import tasks
from zermelo.cli import cli
from zermelo.games.chess import Chess

SECONDS = 300
"""After which a process is ended; far more than any of them takes on a busy machine."""


# Shells start background jobs with SIGINT ignored.
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from zermelo.cli import main; main()"
)


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM, "analyse", *arguments], **options)


def lines(path: Path) -> list[Any]:
    text = path.read_text()
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def positions(count: int, seed: int, columns: int = 7) -> str:
    random = Random(seed)
    rows = ("".join(str(random.randint(1, columns)) for _ in range(random.randint(1, 6))) for _ in range(count))
    return "".join(f"{row}\n" for row in rows)


def test_records_go_to_standard_output_and_the_summary_to_the_other(tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "one";\n')
    done = zermelo("analyse", "a.epd", "--depth", "2", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "1 position; 1 of 1 solved\n")
    record = json.loads(done.stdout)
    assert (record["kind"], record["name"], record["best_written"], record["solved"]) == (
        "position",
        "one",
        "Rd8#",
        True,
    )
    assert zermelo("analyse", "-", "--game", "nim", "--limit", "2", stdin="1\n2\n3\n").stdout.count("\n") == 2


def test_errors_are_counted_and_tell(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("44\n8\n45\n9\n")
    done = zermelo("analyse", "a.txt", "--game", "connect_four", "--depth", "1", "--out", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("2 positions; 2 errors, the first: a.txt, line 2: ")
    assert [each["kind"] for each in lines(tmp_path / "out")] == ["position", "error"] * 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "out", "out.settings"]


def test_several_processes_write_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(positions(500, 1))
    (tmp_path / "b.pgn").write_text('1. f3 e5 2. g4 Qh4# 0-1\n\n[White "A"]\n1. e4 e5 2. Ke2 Ke7 *\n')
    for out, jobs in (("one", "1"), ("two", "2")):
        for file, *game in (("a.txt", "--game", "connect_four"), ("b.pgn",)):
            process = start(
                *(file, *game, "--nodes", "300", "--jobs", jobs, "--out", f"{out}.{file}"),
                cwd=tmp_path,
                stdout=subprocess.DEVNULL,
            )
            assert process.wait(SECONDS) == 0
    for file in ("a.txt", "b.pgn"):
        assert (tmp_path / f"one.{file}").read_bytes() == (tmp_path / f"two.{file}").read_bytes()


def test_what_is_refused_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("4\n")
    game = ("analyse", "a.txt", "--game", "connect_four")
    assert "gone.fen cannot be read" in refusal("analyse", "gone.fen", cwd=tmp_path)
    assert "name it with --game" in refusal("analyse", "a.txt", cwd=tmp_path)
    assert "depth" in refusal(*game, "--depth", "-1", cwd=tmp_path)
    assert "lines" in refusal(*game, "--lines", "0", cwd=tmp_path)
    assert "cannot be written" in refusal(*game, "--out", "missing/out", cwd=tmp_path)
    assert "not a regular file" in refusal(*game, "--out", "/dev/full", cwd=tmp_path)
    assert zermelo(*game, "--depth", "1", "--out", "out", cwd=tmp_path).returncode == 0
    assert "was begun with depth 1, not 2" in refusal(*game, "--depth", "2", "--out", "out", cwd=tmp_path)
    out = tmp_path / "out"
    out.write_bytes(2 * out.read_bytes())
    said = refusal(*game, "--depth", "1", "--out", "out", cwd=tmp_path)
    assert said == "out cannot be continued, its line 2 is one too many: remove it or choose another --out"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_again_and_again_it_writes_the_same(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "a.txt").write_text(positions(600 * LONG, 1) + "8\n")
    (tmp_path / "b.txt").write_text("4455667\n" * 20)
    whole, out = tmp_path / "whole", tmp_path / "out"
    arguments = ("a.txt", "b.txt", "--game", "connect_four", "--format", "moves", "--nodes", "200")
    quiet: dict[str, Any] = {"cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    assert start(*arguments, "--out", str(whole), **quiet).wait(SECONDS) == 1
    random, kills = Random(int(jobs)), 0
    for _ in range(5):
        more = (out.stat().st_size if out.exists() else 0) + random.randrange(1, whole.stat().st_size // 6)
        process = start(*arguments, "--jobs", jobs, "--out", str(out), **quiet)
        while process.poll() is None and not (out.exists() and out.stat().st_size > more):
            sleep(0.001)
        process.kill()
        kills += process.wait(SECONDS) == -signal.SIGKILL
        if kills == 2:  # as after a loss of power, or by hand
            with out.open("rb+") as file:
                file.truncate(max(0, out.stat().st_size - random.randrange(400)))
    assert kills
    assert start(*arguments, "--jobs", jobs, "--out", str(out), **quiet).wait(SECONDS) == 1
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_with_whole_lines(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "a.txt").write_text(positions(100_000, 1))
    out = tmp_path / "out"
    arguments = ("a.txt", "--game", "connect_four", "--nodes", "2000", "--jobs", jobs, "--out", str(out))
    process = start(*arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while process.poll() is None and not (out.exists() and out.stat().st_size):
        sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said, warned = process.communicate(timeout=SECONDS)
    assert (process.returncode, said) == (130, b"")
    assert warned.startswith(b"stopped, to go on run the same command again: ")
    assert [each["line_number"] for each in lines(out)] == list(range(1, len(lines(out)) + 1))


def test_ctrl_c_keeps_the_problems_so_far(tmp_path: Path) -> None:
    """The second search stands for one that is interrupted."""
    board = "6k1/5ppp/8/8/8/8/8/R6K w - -"
    (tmp_path / "mates.epd").write_text(f"{board} bm Ra8#;\n{board} 5 9 bm Ra8#;\n{board} 7 9 bm Ra8#;\n")
    found = search(Chess(f"{board} 0 1"), depth=1)
    answers = Mock(side_effect=(found, SearchInterrupted(found)))
    with patch.object(tasks, "search", answers):
        done = CliRunner().invoke(cli, ["analyse", str(tmp_path / "mates.epd")], standalone_mode=False)
    assert (done.return_value, done.stderr) == (130, "stopped: 1 position; 1 of 1 solved\n")
    assert json.loads(done.stdout)["solved"]


def test_a_long_search_is_interrupted(tmp_path: Path) -> None:
    process = start("-", "--format", "fen", "--seconds", "1000", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
    process.stdin.close()
    while _processor_seconds(process.pid) < 2:  # more than it takes to start
        sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(SECONDS) == 130
    finally:
        process.kill()
    assert process.stderr.read() == b"stopped: 0 positions\n"
    process.stderr.close()


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(positions(2_000, 1))
    out, arguments = tmp_path / "out", ("a.txt", "--game", "connect_four", "--depth", "1")
    with open("/dev/full", "wb") as full:
        process = start(*arguments, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
        _, warned = process.communicate(timeout=SECONDS)
    assert (process.returncode, warned) == (2, b"zermelo: the output cannot be written: No space left on device\n")

    for most in (4_096, 100_000):
        process = start(
            *(*arguments, "--out", str(out)),
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda most=most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )
        _, warned = process.communicate(timeout=SECONDS)
        assert (process.returncode, warned.count(b"\n")) == (2, 1)
        assert b"cannot be written: " in warned
        assert len(lines(out)) == 0 or most == 100_000
    assert start(*arguments, "--out", str(out), cwd=tmp_path, stdout=subprocess.DEVNULL).wait(SECONDS) == 0
    assert len(lines(out)) == 2_000


PEAK = "pathlib.Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0]"


def test_memory_stays_flat(tmp_path: Path) -> None:
    """The largest memory over many lines is that over a tenth of them, and some; of these one in hundred is searched."""
    peaks = []
    for count in (10_000, 100_000 * LONG):
        (tmp_path / "a.txt").write_text(positions(count, 1, columns=4))
        out = tmp_path / str(count)
        words = ("analyse", "a.txt", "--game", "connect_four", "--depth", "1", "--out", str(out))
        # Not by getrusage, which counts the memory of the process that forked this one.
        program = f"import atexit, pathlib; atexit.register(lambda: pathlib.Path('peak').write_text({PEAK})); {PROGRAM}"
        done = subprocess.run([sys.executable, "-c", program, *words], cwd=tmp_path, stdout=-3, check=False)
        assert done.returncode in (0, 1)
        assert out.read_bytes().count(b"\n") == count
        peaks.append(int((tmp_path / "peak").read_text()) / 1024)
        out.unlink()
    assert peaks[1] - peaks[0] < 30, "megabytes"
