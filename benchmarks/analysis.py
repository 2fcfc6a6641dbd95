"""Analysis of many lines: lines a second, and whether memory stays flat.

    python -m benchmarks.analysis [LINES] [JOBS]

Positions of Connect Four after nine random moves, most of them different, are searched to depth one by the real program. A million
takes a few minutes. Memory is that of the process that reads and writes; it is read all along from /proc.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

MOVES = 9
INTERVAL = 0.2
WARM_UP = 0.1
"""The share of the records after which memory should not grow any more."""


def measure(lines: int, jobs: int) -> tuple[float, list[tuple[int, float]]]:
    """Return the seconds, and the bytes written and megabytes in use from time to time."""
    random, used = Random(1), list[tuple[int, float]]()
    with TemporaryDirectory() as folder:
        source, out = Path(folder) / "positions.txt", Path(folder) / "out.jsonl"
        with source.open("w") as file:
            file.writelines("".join(random.choices("1234567", k=MOVES)) + "\n" for _ in range(lines))
        command = [
            "analyse",
            str(source),
            "--game",
            "connect_four",
            "--depth",
            "1",
            "--jobs",
            str(jobs),
            "--out",
            str(out),
        ]
        start = perf_counter()
        process = subprocess.Popen([sys.executable, "-m", "zermelo", *command])
        while process.poll() is None:
            if out.exists() and (megabytes := _resident(process.pid)):
                used.append((out.stat().st_size, megabytes))
            sleep(INTERVAL)
        seconds = perf_counter() - start
        with out.open("rb") as file:
            assert sum(1 for _ in file) == lines
    return seconds, used


def _resident(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0)


def main(lines: int = 1_000_000, jobs: int = 1) -> None:
    seconds, used = measure(lines, jobs)
    most_written = used[-1][0]
    warm = max(megabytes for written, megabytes in used if written <= WARM_UP * most_written)
    most = max(megabytes for _, megabytes in used)
    print(f"{lines:,} lines in {seconds:.1f} s, {lines / seconds:,.0f} a second, --jobs {jobs}")
    print(f"memory: {warm:.0f} MB after a tenth of them, at most {most:.0f} MB, which is {most - warm:.0f} MB more")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
