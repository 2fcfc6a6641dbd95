"""Ctrl-C at any moment of the start ends the program with 130, without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Shells start background jobs with SIGINT ignored."""
PRESSED = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(10**6): pass
except BaseException:
    raise ImportError("what some extension modules turn every exception into")
"""
RAISED = "raise KeyboardInterrupt"


@pytest.mark.parametrize("content", [PRESSED, RAISED], ids=["pressed", "raised"])
@pytest.mark.parametrize(
    ("module", "command"),
    [("click", "--help"), ("msgspec", "search"), ("fractions", "--help"), ("a_command", "review")],
)
def test_ctrl_c_while_something_is_imported(module: str, command: str, content: str, tmp_path: Path) -> None:
    """A module that is interrupted as it is imported stands where the real one would be found."""
    (tmp_path / f"{module}.py").write_text(content)
    program = "from zermelo.__main__ import main; main()"
    if module == "a_command":
        program = f"import zermelo.cli; zermelo.cli.COMMANDS['review'] = ('a_command:review', ''); {program}"
    done = subprocess.run(
        [sys.executable, "-c", HEARS + program, command, "chess", "e4"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")


def test_the_package_itself_imports_next_to_nothing() -> None:
    """What is imported before the program can hear Ctrl-C."""
    program = "import sys, zermelo; print(*(name for name in sys.modules if name.partition('.')[0] == 'zermelo'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} == {"zermelo", "zermelo.moved"}
