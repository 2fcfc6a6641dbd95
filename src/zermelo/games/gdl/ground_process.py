"""Ground a logic program: reads it from standard input and writes the ground program, in clingo's ASPIF format, to standard output.

`zermelo.games.gdl.grounding` runs this file as a process of its own, so that a program that grows without end costs a process and
nothing else. It imports nothing of Zermelo, to start quickly.
"""

from __future__ import annotations

import sys

LARGEST_FILE = 1 << 20
"""Bytes of its errors; its output is a pipe."""


def limit_resources(seconds: int, megabytes: int) -> None:
    """Let the system end this process beyond these limits, where it can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent process keeps the time
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def main(seconds: int, megabytes: int) -> int:
    """Ground standard input within limits; return the exit code."""
    limit_resources(seconds, megabytes)
    from clingo.application import Application, clingo_main

    class Grounder(Application):
        program_name = "ground"

    return clingo_main(Grounder(), ["--mode=gringo", "--warn=none", "-"])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
