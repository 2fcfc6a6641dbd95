"""The process in which a student's search runs: reads the task from standard input, and answers on standard output.

Each answer is a line of JSON. The student's code sees neither end: its input is empty, and what it prints is lost. It is run
as `python -m zermelo.exercises.grading.student`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.exercises.grading.cases import Case, make_cases
from zermelo.exercises.grading.shapes import SHAPES, Nonsense, Shape, shape_of
from zermelo.exercises.grading.stand_ins import offer_stand_ins
from zermelo.exercises.grading.states import Misuse
from zermelo.state import ZermeloError

MEMORY = 2 * 2**30


def main() -> None:
    task = json.loads(sys.stdin.buffer.read())
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    _limit_memory()

    def tell(**words: Any) -> None:
        channel.write(json.dumps(words) + "\n")
        channel.flush()

    path = Path(task["path"])
    tell(ready=True)
    try:
        shape = _find(path, task["name"], task["shape"])
    except ZermeloError as error:
        tell(unusable=str(error))
        os._exit(0)
    cases = make_cases(task["kind"], shape=shape.name, trees=task["trees"], seed=task["seed"], depths=shape.depths)
    tell(shape=shape.name, depths=shape.depths)
    own = os.getpid()
    for case in cases:
        answer = _ask(shape, case, path)
        if os.getpid() != own:
            os._exit(0)  # a copy of this process that the student's code has made: it has no say
        tell(**answer)
    tell(done=True)
    os._exit(0)  # whatever threads were left behind are not waited for


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # a kind of machine that has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _find(path: Path, name: str, wanted: str | None) -> Shape:
    """The student's function or agent in its shape."""
    sys.path.insert(0, str(path.parent.resolve()))
    offer_stand_ins()
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ZermeloError(f"{path.name} is not a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise ZermeloError(f"{path.name} cannot be imported: {_describe(error, path)}") from None
    found = getattr(module, name, None)
    if found is None:
        raise ZermeloError(f"{path.name} has no {name}")
    if not callable(found):
        raise ZermeloError(f"{name} in {path.name} is not a function or a class of agents")
    try:
        return SHAPES[wanted or shape_of(found)](found)
    except (ZermeloError, TypeError, ValueError) as error:
        raise ZermeloError(f"{name} in {path.name} cannot be graded: {error}") from None


def _ask(shape: Shape, case: Case, path: Path) -> dict[str, Any]:
    seen: list[str] = []
    try:
        answer = shape.ask(case, seen)
    except Nonsense as error:
        return {"trouble": str(error), "leaves": seen}
    except Misuse as error:
        return {"trouble": f"{error}{_line(error, path)}", "leaves": seen}
    except SystemExit:
        return {"trouble": "it ends the program instead of returning an answer", "leaves": seen}
    except BaseException as error:
        return {"trouble": f"it raises {_describe(error, path)}", "leaves": seen}
    return {"answer": answer, "leaves": seen}


def _describe(error: BaseException, path: Path) -> str:
    """The error, with the student's own line where it was raised."""
    try:
        words = " ".join(str(error).split())[:160]
    except Exception:
        words = ""
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__} in line {error.lineno}: {error.msg}"
    return text + _line(error, path)


def _line(error: BaseException, path: Path) -> str:
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if Path(each.filename) == path]
    return f" (line {lines[-1]})" if lines else ""


if __name__ == "__main__":
    main()
