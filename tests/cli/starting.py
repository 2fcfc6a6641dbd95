"""The program, started as a shell would start it, in a process of its own with its own standard streams, but without the wait:
a process that has imported every command already forks one for each call."""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

SECONDS = 60
"""After which a call is ended."""
ROOT = Path(__file__).parent.parent.parent


class Done(NamedTuple):
    """How a call ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def zermelo(*arguments: str, stdin: str = "", cwd: Path | None = None) -> Done:
    """Runs the program to its end."""
    wanted = {"arguments": arguments, "folder": str(cwd or Path.cwd()), "environment": dict(os.environ)}
    with TemporaryFile() as call, TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        for file, text in ((call, json.dumps(wanted)), (given, stdin)):
            file.write(text.encode())
            file.seek(0)
        socket.send_fds(_server(), [b"!"], [each.fileno() for each in (call, given, out, err)])
        (status,) = _server().recv(1)
        out.seek(0)
        err.seek(0)
        return Done(status, out.read().decode(), err.read().decode())


def answer(*arguments: str, stdin: str = "") -> Any:
    """The document that the program prints."""
    done = zermelo(*arguments, "--json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refusal(*arguments: str, stdin: str = "", cwd: Path | None = None) -> str:
    """The sentence with which the program refuses."""
    done = zermelo(*arguments, stdin=stdin, cwd=cwd)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("zermelo: ")
    return lines[0].removeprefix("zermelo: ")


@cache
def _server() -> socket.socket:
    """The way to a server that goes when this process does."""
    own, other = socket.socketpair()
    with other:
        command = [sys.executable, "-m", "tests.cli.starting", str(other.fileno())]
        server = subprocess.Popen(command, pass_fds=[other.fileno()], cwd=ROOT, stdin=subprocess.DEVNULL)
    own.settimeout(2 * SECONDS)
    atexit.register(server.wait)  # last, once it knows that nobody will call
    atexit.register(own.close)
    return own


def _serve(channel: socket.socket) -> None:
    """Forks a process for each call; only there it returns, with the streams and all that the call wants."""
    while True:
        _, files, _, _ = socket.recv_fds(channel, 1, 4)
        if not files:
            sys.exit()
        child = os.fork()
        if not child:
            break
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        channel.sendall(bytes([os.waitstatus_to_exitcode(status) % 256]))
    channel.close()
    for number, file in enumerate(files[1:]):
        os.dup2(file, number)
    with open(files[0], "rb") as call:
        wanted = json.load(call)
    sys.argv[1:] = wanted["arguments"]
    os.chdir(wanted["folder"])
    os.environ.update(wanted["environment"])
    signal.alarm(SECONDS)


if __name__ == "__main__":
    from zermelo.cli import COMMANDS, main

    for place, _ in COMMANDS.values():
        import_module(place.partition(":")[0])
    sys.path.remove(str(ROOT))
    gc.freeze()  # a process that ends looks through everything else
    _serve(socket.socket(fileno=int(sys.argv[1])))
    main()
