"""`grade`: runs the student's search in a process of its own, and compares what comes back with the textbook."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import repeat
from math import isfinite
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Any

import msgspec

from zermelo.exercises.exercise import TIE_RULES
from zermelo.exercises.grading.cases import KINDS, Case, Expected, expect, make_cases
from zermelo.exercises.grading.comparing import ASPECTS, Difference, difference
from zermelo.exercises.grading.shapes import SHAPES, Answer
from zermelo.games.tree import format_tree
from zermelo.result import Ties
from zermelo.state import ZermeloError

MOST_TREES = 2_000
_LONGEST_LINE = 1 << 20
_START, _MOMENT = 60.0, 2.0
"""Seconds in which Python and this package must be there, whatever else the machine has to do; and to hear a pipe's end."""


@dataclass(frozen=True)
class Verdict:
    """What a search deserves.

    message   one sentence: how many trees it searched as the textbook does, or the first difference
    aspect    what differs: value, move, leaves, evaluations, or trouble where it gave no answer; empty if nothing does
    case      the tree that shows it
    expected  the textbook's answer there; `answer` and `leaves` are the student's
    ties      by which rule it was graded; `other_ties` says that it follows the other one on every tree
    """

    correct: bool
    message: str
    kind: str
    shape: str
    ties: Ties
    trees: int
    aspect: str = ""
    case: Case | None = None
    expected: Expected | None = None
    answer: Answer | None = None
    leaves: tuple[str, ...] = ()
    other_ties: bool = False


def grade(
    path: str | Path,
    name: str,
    *,
    kind: str = "alpha_beta",
    shape: str | None = None,
    ties: Ties | None = None,
    compare: Sequence[str] = ASPECTS,
    first: bool = False,
    trees: int = 60,
    seed: int = 0,
    seconds: float = 10.0,
) -> Verdict:
    """Grades the function or the class called `name` in the file `path`.

    shape    of `SHAPES`; found out by how it looks if not given
    ties     whether to cut when α = β; if not given, CS188 does not and all others do
    compare  of `ASPECTS`
    first    of equally good moves only the first is right
    trees    so many random ones beside those of the classroom
    seconds  for all of them together
    """
    file = Path(path)
    _check(file, kind, shape, ties, compare, trees, seconds)
    task = {"path": str(file.absolute()), "name": name, "kind": kind, "shape": shape, "trees": trees, "seed": seed}
    heard = _run(task, seconds)
    rule: Ties = ties or ("strict" if heard.shape == "cs188" else "equal")
    cases = make_cases(kind, shape=heard.shape, trees=trees, seed=seed, depths=heard.depths)
    verdict = Verdict(True, "", kind, heard.shape, rule, len(cases))

    def judge(case: Case, told: _Told, ties: Ties) -> Difference | None:
        if told.answer is None:
            return Difference("trouble", told.trouble or "it gives no answer")
        return difference(case, expect(case, kind, ties), told.answer, told.leaves, compare, first)

    said = heard.answers
    if len(said) < len(cases):
        said = [*said, _Told(trouble=heard.trouble)]
    for case, told in zip(cases, said, strict=False):
        found = judge(case, told, rule)
        if found is None:
            continue
        message = f"On the tree {_written(case)} {found.sentence}."
        other: Ties = "strict" if rule == "equal" else "equal"
        follows = kind == "alpha_beta" and found.aspect == "leaves" and not any(map(judge, cases, said, repeat(other)))
        if follows:
            message += f" On every tree it keeps to the tie rule {other}, and was graded by {rule}. {TIE_RULES[rule]}"
        return replace(
            verdict,
            correct=False,
            message=message,
            aspect=found.aspect,
            case=case,
            expected=expect(case, kind, rule),
            answer=told.answer,
            leaves=tuple(told.leaves),
            other_ties=follows,
        )
    given = [told.answer._asdict() | {"leaves": 0} for told in said if told.answer is not None]
    told_of = [aspect for aspect in compare if any(each[aspect] is not None for each in given)]
    message = f"It searches all {len(cases)} trees as the textbook's {kind} does ({', '.join(told_of)})."
    return replace(verdict, message=message)


def _written(case: Case) -> str:
    depth = "" if case.depth is None else f" to depth {case.depth}"
    ghosts = "" if case.agents == 2 else f" with {case.agents} agents"
    return f"{format_tree(case.tree)}{depth}{ghosts}"


def _check(
    file: Path, kind: str, shape: str | None, ties: str | None, compare: Sequence[str], trees: int, seconds: float
) -> None:
    if kind not in KINDS:
        raise ZermeloError(f"{kind!r} is not a kind of search that can be graded: {', '.join(KINDS)} are")
    if shape is not None and shape not in SHAPES:
        raise ZermeloError(f"{shape!r} is not a shape of functions: {', '.join(SHAPES)} are")
    if ties not in (None, "equal", "strict"):
        raise ZermeloError(f"{ties!r} is not a tie rule: equal and strict are")
    if not compare:
        raise ZermeloError(f"there is nothing to compare: {', '.join(ASPECTS)} can be")
    for aspect in compare:
        if aspect not in ASPECTS:
            raise ZermeloError(f"{aspect!r} cannot be compared: {', '.join(ASPECTS)} can")
    if not 0 <= trees <= MOST_TREES:
        raise ZermeloError(f"the number of random trees goes from 0 to {MOST_TREES:,}, not to {trees}")
    if not (isfinite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {seconds}")
    if not file.is_file():
        raise ZermeloError(f"there is no file called {file}")


class _Told(msgspec.Struct):
    """What a line of the student's process may say."""

    ready: bool = False
    unusable: str | None = None
    shape: str | None = None
    depths: bool = False
    answer: Answer | None = None
    trouble: str | None = None
    leaves: list[str] = []
    done: bool = False


@dataclass
class _Heard:
    """What came back from the student's process: its answers, and why there are no more of them."""

    shape: str
    depths: bool
    answers: list[_Told]
    trouble: str = ""


def _run(task: dict[str, Any], seconds: float) -> _Heard:
    process = subprocess.Popen(
        # Without -P a json.py in the folder where somebody stands would be taken for Python's own.
        [sys.executable, "-P", "-m", "zermelo.exercises.grading.student"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    lines: Queue[bytes] = Queue()
    assert process.stdin is not None
    assert process.stdout is not None
    listener = Thread(target=_listen, args=(process.stdout, lines), daemon=True)
    listener.start()
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(task).encode())
            process.stdin.close()
        return _hear(lines, task, seconds, process)
    finally:
        with suppress(ProcessLookupError, AttributeError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        listener.join(_MOMENT)
        if not listener.is_alive():  # else something that the student's code started still holds the pipe
            process.stdout.close()


def _listen(stream: Any, lines: Queue[bytes]) -> None:
    with suppress(ValueError, OSError):
        while line := stream.readline(_LONGEST_LINE):
            lines.put(line)
    lines.put(b"")


def _hear(lines: Queue[bytes], task: dict[str, Any], seconds: float, process: subprocess.Popen[bytes]) -> _Heard:
    heard: _Heard | None = None
    end = monotonic() + _START
    while True:
        try:
            line = lines.get(timeout=max(end - monotonic(), 0.001))
        except Empty:
            trouble = f"it has not answered after {seconds:g} seconds"
            break
        if not line:
            process.wait()
            trouble = "it ends the program instead of returning an answer"
            if process.returncode < 0:
                trouble = f"it breaks Python itself ({signal.Signals(-process.returncode).name})"
            break
        try:
            told = msgspec.convert(json.loads(line), _Told)  # of the two only json reads an infinite value
        except (ValueError, msgspec.ValidationError):
            trouble = "it writes where only its answers should be"
            break
        if told.unusable is not None:
            raise ZermeloError(told.unusable)
        if told.done:
            trouble = ""
            break
        if told.ready or told.shape is not None:
            end = monotonic() + seconds
        if told.shape is not None:
            heard = _Heard(told.shape, told.depths, [])
        elif heard is not None:
            heard.answers.append(told)
    if heard is None:
        raise ZermeloError(f"{Path(task['path']).name} cannot be imported: {trouble}")
    heard.trouble = trouble
    return heard
