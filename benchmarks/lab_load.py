"""Load test of the lab: many visitors step through searches and let the engine think, all at once.

    python -m benchmarks.lab_load [VISITORS] [ROUNDS]

It starts the real program on a free port, prints how long a page waits for a batch of steps, and exits. The visitors run
on the same machine and use part of its time.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep

from tests.lab.visitors import Tally, crowd

DEPTH = 7
PAUSE = 0.1
"""Seconds a visitor takes to watch two hundred steps: at full speed a page plays ten such batches a second."""
SECONDS = 240


def measure(visitors: int, rounds: int) -> tuple[Tally, float]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("zermelo")
    server = subprocess.Popen([program, "lab", "--no-browser", "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        print(server.stdout.readline().strip())
        sleep(1)
        start = perf_counter()
        tally = asyncio.run(asyncio.wait_for(crowd(f"127.0.0.1:{port}", visitors, rounds, DEPTH, PAUSE), SECONDS))
        return tally, perf_counter() - start
    finally:
        server.terminate()
        server.wait(10)


def main(visitors: int = 50, rounds: int = 3) -> int:
    tally, seconds = measure(visitors, rounds)
    for what, times in (("a batch of steps", tally.batches), ("a move by the engine", tally.moves)):
        cuts = quantiles(times, n=100)
        print(f"{what}: p50 {cuts[49] * 1000:.1f} ms, p95 {cuts[94] * 1000:.1f} ms, of {len(times):,}")
    print(
        f"{visitors} visitors, {tally.searches} searches, {tally.steps:,} steps in {seconds:.1f} s; "
        f"{tally.refused} refused, {len(tally.lost)} lost"
    )
    for each in tally.lost[:10]:
        print(each)
    return 1 if tally.lost or tally.refused else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
