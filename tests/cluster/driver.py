"""A program that runs tasks and appends each that has ended to a file, as a long job does; what the file has is not run again.

python -m tests.cluster.driver TASK COUNT FILE [--jobs N] [--ray ADDRESS]
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import click

from tests.cluster import tasks
from zermelo.cluster import open_executor
from zermelo.terminal.cluster_options import cluster_options


@click.command()
@click.argument("task")
@click.argument("count", type=int)
@click.argument("file", type=click.Path(path_type=Path))
@cluster_options
def main(task: str, count: int, file: Path, jobs: int, ray: str | None) -> None:
    known = {json.loads(line)["item"] for line in file.read_text().splitlines()} if file.exists() else set()
    with open_executor(jobs, ray) as executor, file.open("a") as out:
        (first,) = executor.run(tasks.own_pid, [0])
        print(f"worker {first.value} of driver {os.getpid()}", flush=True)
        for done in executor.run(getattr(tasks, task), (item for item in range(count) if item not in known)):
            out.write(json.dumps({"item": done.item, "value": done.value, "error": done.error}) + "\n")
            out.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start background jobs with SIGINT ignored
    main()
