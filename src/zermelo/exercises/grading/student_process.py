"""The process in which a student's search runs: it reads a task from standard input and writes answers to standard output.

Each answer is a line of JSON. The student's code has no access to either: its input is empty, and its output is discarded.
Run as `python -m zermelo.exercises.grading.student_process`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.cluster.child import limit_memory
from zermelo.exercises.grading.cases import Case, make_cases
from zermelo.exercises.grading.course_modules import install_course_modules
from zermelo.exercises.grading.course_states import Misuse
from zermelo.exercises.grading.shapes import SHAPES, InvalidAnswer, Shape, detect_shape
from zermelo.state import ZermeloError

MEMORY_BYTES = 2 * 2**30


def main() -> None:
    """Run one task: import the file, search all trees, and send the answers."""
    task = json.loads(sys.stdin.buffer.read())
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    limit_memory(MEMORY_BYTES)

    def send(**message: Any) -> None:
        channel.write(json.dumps(message) + "\n")
        channel.flush()

    path = Path(task["path"])
    send(ready=True)
    _limit_cpu_time(task["seconds"])
    try:
        shape = _load(path, task["name"], task["shape"])
    except ZermeloError as error:
        send(unusable=str(error))
        os._exit(0)
    cases = make_cases(task["kind"], shape=shape.name, trees=task["trees"], seed=task["seed"], depths=shape.depths)
    send(shape=shape.name, depths=shape.depths)
    _limit_cpu_time(task["seconds"])
    process = os.getpid()
    for case in cases:
        answer = _search(shape, case, path)
        if os.getpid() != process:
            os._exit(0)  # a copy of this process, forked by the student's code
        send(**answer)
    send(done=True)
    os._exit(0)  # do not wait for threads of the student's code


def _limit_cpu_time(seconds: float) -> None:
    """End the process with SIGPROF after this much more CPU time, which does not depend on the load of the machine."""
    with suppress(AttributeError, OSError):  # not available on every platform
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _load(path: Path, name: str, shape: str | None) -> Shape:
    """Import the student's function or agent class."""
    sys.path.insert(0, str(path.parent.resolve()))
    install_course_modules()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ZermeloError(f"{path.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise ZermeloError(f"{path.name} cannot be imported: {_describe(error, path)}") from None
    search = getattr(module, name, None)
    if search is None:
        raise ZermeloError(f"{path.name} has no {name}")
    if not callable(search):
        raise ZermeloError(f"{name} in {path.name} is neither a function nor an agent class")
    try:
        return SHAPES[shape or detect_shape(search)](search)
    except (ZermeloError, TypeError, ValueError) as error:
        raise ZermeloError(f"{name} in {path.name} cannot be graded: {error}") from None


def _search(shape: Shape, case: Case, path: Path) -> dict[str, Any]:
    evaluated: list[str] = []
    try:
        return {"answer": shape.run(case, evaluated), "leaves": evaluated}
    except InvalidAnswer as error:
        message = str(error)
    except Misuse as error:
        message = f"{error}{_line(error, path)}"
    except SystemExit:
        message = "it ends the program instead of returning an answer"
    except BaseException as error:
        message = f"it raises {_describe(error, path)}"
    return {"error": message, "leaves": evaluated}


def _describe(error: BaseException, path: Path) -> str:
    """Describe an exception, with the line of the student's file in which it was raised."""
    try:
        message = " ".join(str(error).split())[:160]
    except Exception:
        message = ""
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__} in line {error.lineno}: {error.msg}"
    return text + _line(error, path)


def _line(error: BaseException, path: Path) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    return f" (line {lines[-1]})" if lines else ""


if __name__ == "__main__":
    main()
