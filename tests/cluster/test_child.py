"""Children: they end with their deadline, with the process that started them, and with what they started themselves."""

from __future__ import annotations

import os
import signal

import pytest

from tests.cluster.test_driver import LONGEST_WAIT, needs_proc, wait_until_ended
from zermelo.cluster.child import Child, end_children, python

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
print(child.pid, flush=True)
time.sleep(1000)
"""
FLOOD = "import sys\nwhile True: sys.stdout.write('x' * 1000)"


def test_input_goes_there_and_output_and_the_code_come_back() -> None:
    program = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read()[::-1]); sys.exit(3)"
    data = bytes(range(256)) * 2000
    with Child(*python("-c", program)) as child:
        assert child.communicate(data, LONGEST_WAIT) == (3, data[::-1])


def test_lines_are_cut_and_the_last_read_says_so_again() -> None:
    with Child(*python("-c", "print('abcdef'); print('g', end='')"), longest_line=4) as child:
        lines = [child.read(LONGEST_WAIT) for _ in range(5)]
    assert lines == [b"abcd", b"ef\n", b"g", b"", b""]


def test_an_output_without_end_is_cut() -> None:
    with Child(*python("-c", FLOOD)) as child:
        code, output = child.communicate(b"", LONGEST_WAIT, largest=5000)
        assert 5000 < len(output) < 5_000_000
        assert code != 0


@pytest.mark.parametrize(
    "program", [FLOOD, "import time; time.sleep(1000)", "import os, time; os.close(1); time.sleep(1000)"]
)
def test_nobody_waits_beyond_the_time(program: str) -> None:
    with Child(*python("-c", program)) as child, pytest.raises(TimeoutError):
        child.communicate(b"", 0.2)
    assert child.wait(0) != 0


def test_who_watches_may_stop() -> None:
    seen: list[float] = []

    def watch(seconds: float) -> None:
        seen.append(seconds)
        if len(seen) == 3:
            raise InterruptedError

    with Child(*python("-c", FLOOD)) as child, pytest.raises(InterruptedError):
        child.communicate(b"", LONGEST_WAIT, watch=watch)
    assert seen == sorted(seen)


@needs_proc
@pytest.mark.parametrize("end", [Child.close, lambda _: end_children()])
def test_what_a_child_has_started_ends_with_it(end: object) -> None:
    assert callable(end)
    with Child(*python("-c", PARENT), longest_line=100) as child:
        grandchild = int(child.read(LONGEST_WAIT) or b"")
        end(child)
        wait_until_ended(grandchild)
        assert child.wait(LONGEST_WAIT) != 0


def test_a_pipe_that_somebody_else_holds_open_keeps_nobody() -> None:
    program = PARENT.replace('(1000)"]', '(1000)"], start_new_session=True')
    with Child(*python("-c", program), longest_line=100) as child:
        grandchild = int(child.read(LONGEST_WAIT) or b"")
    os.kill(grandchild, signal.SIGKILL)  # it still runs


def test_closing_twice_does_nothing() -> None:
    child = Child(*python("-c", "pass"))
    child.close()
    child.close()
    assert child.wait(0) is not None
