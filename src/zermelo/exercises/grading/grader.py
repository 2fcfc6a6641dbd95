"""`grade`: run a student's search in a process of its own, and compare its answers with the textbook's."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from zermelo.cluster.child import Child, python
from zermelo.exercises.exercise import TIE_RULES
from zermelo.exercises.grading.cases import (
    GRADED_SEARCHES,
    KNOWN_KINDS,
    Case,
    Expected,
    expect,
    is_other_kind,
    make_cases,
)
from zermelo.exercises.grading.compare import ASPECTS, Difference, find_difference, values_are_for_mover
from zermelo.exercises.grading.shapes import SHAPES, Answer
from zermelo.result import Ties
from zermelo.state import ZermeloError
from zermelo.trees import format_tree

MAX_TREES = 2_000
_MAX_LINE = 1 << 20
_PATIENCE = 60.0
"""Wall-clock seconds to wait for a process that uses no CPU time; a busy machine may need many of them."""


@dataclass(frozen=True)
class Verdict:
    """The result of grading a search.

    Attributes
    ----------
    correct : bool
    message : str
        How many trees it searches as the textbook does, or the first difference.
    kind, shape : str
        The search it was graded as, and its calling convention.
    ties : {"equal", "strict"}
        The tie rule it was graded by.
    trees : int
        The number of trees.
    aspect : str
        What differs: value, move, leaves, evaluations, or error if it gave no answer; empty if nothing does.
    case, expected, answer, leaves
        The tree that shows the difference, the textbook's answer, the student's answer and the leaves it evaluated.
    other_ties : bool
        Whether the search follows the other tie rule on every tree.
    for_mover : bool
        Whether the search returns values for the player to move, as negamax does, and was graded by these; otherwise values
        are MAX's.
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
    for_mover: bool = False


def grade(
    path: str | Path,
    name: str,
    *,
    kind: str | None = None,
    shape: str | None = None,
    ties: Ties | None = None,
    compare: Sequence[str] = ASPECTS,
    first: bool = False,
    trees: int = 60,
    seed: int = 0,
    seconds: float = 10.0,
) -> Verdict:
    """Grade the function or class `name` in the Python file `path`.

    Parameters
    ----------
    path, name
        The file, and the name of a function or an agent class in it.
    kind : str, optional
        The search it should be, of `GRADED_SEARCHES`; by default alpha_beta, unless it is named after another search.
    shape : str, optional
        Its calling convention, of `SHAPES`; by default detected from its signature.
    ties : {"equal", "strict"}, optional
        Whether to cut when alpha equals beta; by default "strict" for cs188 and "equal" for all others.
    compare : sequence of str
        What to compare, of `ASPECTS`.
    first : bool
        Accept only the first of equally good moves.
    trees, seed : int
        How many random trees to use beside the textbook examples, and their seed.
    seconds : float
        CPU time for importing the file, and again for all trees together.

    Raises
    ------
    ZermeloError
        If the file cannot be imported, the function cannot be called, or an argument is wrong.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "search.py")
    >>> _ = file.write_text("def search(state): return 0")
    >>> print(grade(file, "search", kind="minimax", trees=0).message)
    On the tree A(B(D=2 E=7) C(F=1 G=8)) the value is 2, but it returns 0.
    """
    if kind is None and is_other_kind(name):
        raise ZermeloError(
            f"{name} is named after another kind of search. {KNOWN_KINDS} If it is one of them, say which"
        )
    kind = kind or "alpha_beta"
    file = Path(path)
    _check(file, kind, shape, ties, compare, trees, seconds)
    task = {"path": str(file.absolute()), "name": name, "kind": kind, "shape": shape, "trees": trees, "seed": seed,
            "seconds": seconds}  # fmt: skip
    run = _run(task)
    rule: Ties = ties or ("strict" if run.shape == "cs188" else "equal")
    cases = make_cases(kind, shape=run.shape, trees=trees, seed=seed, depths=run.depths)
    answered = [
        (case, reply.answer) for case, reply in zip(cases, run.replies, strict=False) if reply.answer is not None
    ]
    for_mover = values_are_for_mover(
        [case for case, _ in answered],
        [expect(case, kind, rule) for case, _ in answered],
        [answer for _, answer in answered],
    )
    verdict = Verdict(True, "", kind, run.shape, rule, len(cases), for_mover=for_mover)

    def judge(case: Case, reply: _Message, ties: Ties) -> Difference | None:
        if reply.answer is None:
            return Difference("error", reply.error or "it gives no answer")
        right = expect(case, kind, ties)
        return find_difference(case, right, reply.answer, reply.leaves, compare, first, for_mover)

    replies = run.replies
    if len(replies) < len(cases):
        replies = [*replies, _Message(error=run.error)]
    for case, reply in zip(cases, replies, strict=False):
        difference = judge(case, reply, rule)
        if difference is None:
            continue
        message = f"On the tree {_format_case(case)} {difference.sentence}."
        other: Ties = "strict" if rule == "equal" else "equal"
        follows_other = (
            kind == "alpha_beta"
            and difference.aspect == "leaves"
            and not any(map(judge, cases, replies, repeat(other)))
        )
        if follows_other:
            message += f" It follows the tie rule {other} on every tree, but was graded by {rule}. {TIE_RULES[rule]}"
        return replace(
            verdict,
            correct=False,
            message=message,
            aspect=difference.aspect,
            case=case,
            expected=expect(case, kind, rule),
            answer=reply.answer,
            leaves=tuple(reply.leaves),
            other_ties=follows_other,
        )
    answers = [reply.answer._asdict() | {"leaves": reply.leaves} for reply in replies if reply.answer is not None]
    compared = [aspect for aspect in compare if any(answer[aspect] is not None for answer in answers)]
    message = f"It searches all {len(cases)} trees as the textbook's {kind} does ({', '.join(compared)})."
    if for_mover:
        message += " Its values are for the player to move, as negamax returns them."
    return replace(verdict, message=message)


def _format_case(case: Case) -> str:
    depth = "" if case.depth is None else f" to depth {case.depth}"
    agents = "" if case.agents == 2 else f" with {case.agents} agents"
    return f"{format_tree(case.tree)}{depth}{agents}"


def _check(
    file: Path, kind: str, shape: str | None, ties: str | None, compare: Sequence[str], trees: int, seconds: float
) -> None:
    if kind not in GRADED_SEARCHES:
        raise ZermeloError(f"kind must be one of {', '.join(GRADED_SEARCHES)}, not {kind!r}")
    if shape is not None and shape not in SHAPES:
        raise ZermeloError(f"shape must be one of {', '.join(SHAPES)}, not {shape!r}")
    if ties not in (None, "equal", "strict"):
        raise ZermeloError(f"ties must be 'equal' or 'strict', not {ties!r}")
    if not compare:
        raise ZermeloError(f"compare must name at least one of {', '.join(ASPECTS)}")
    for aspect in compare:
        if aspect not in ASPECTS:
            raise ZermeloError(f"compare can name {', '.join(ASPECTS)}, not {aspect!r}")
    if not 0 <= trees <= MAX_TREES:
        raise ZermeloError(f"trees must be from 0 to {MAX_TREES:,}, not {trees}")
    if not (isfinite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {seconds}")
    if not os.path.isfile(file):  # Path.is_file raises for names that no file can have
        raise ZermeloError(f"there is no file called {file}")


class _Message(msgspec.Struct):
    """A line from the student's process."""

    ready: bool = False
    unusable: str | None = None
    shape: str | None = None
    depths: bool = False
    answer: Answer | None = None
    error: str | None = None
    leaves: list[str] = []
    done: bool = False


@dataclass
class _Run:
    """A run of the student's search: its replies, and why they ended early if they did."""

    shape: str
    depths: bool
    replies: list[_Message]
    error: str = ""


def _run(task: dict[str, Any]) -> _Run:
    command = python("-m", "zermelo.exercises.grading.student_process")
    with Child(*command, longest_line=_MAX_LINE) as process:
        process.finish_input(json.dumps(task).encode())
        return _collect(process, task)


def _collect(process: Child, task: dict[str, Any]) -> _Run:
    """Read messages until the process is done, ends or exceeds its time; the process itself limits its CPU time."""
    run: _Run | None = None
    too_slow = f"it has not answered after {task['seconds']:g} seconds"
    end = monotonic() + _PATIENCE
    while True:
        line = process.read(end - monotonic())
        if not line:
            code = None if line is None else process.wait(end - monotonic())
            error = too_slow if code is None else _describe_exit(code, too_slow)
            break
        try:
            message = msgspec.convert(json.loads(line), _Message)  # msgspec's own reader refuses infinite values
        except (ValueError, msgspec.ValidationError):
            error = "it writes to the pipe of its answers"
            break
        if message.unusable is not None:
            raise ZermeloError(message.unusable)
        if message.done:
            error = ""
            break
        if message.ready or message.shape is not None:
            end = monotonic() + max(_PATIENCE, 10 * task["seconds"])
        if message.shape is not None:
            run = _Run(message.shape, message.depths, [])
        elif run is not None:
            run.replies.append(message)
    if run is None:
        raise ZermeloError(f"{Path(task['path']).name} cannot be imported: {error}")
    run.error = error
    return run


def _describe_exit(code: int, too_slow: str) -> str:
    if code >= 0:
        return "it ends the program instead of returning an answer"
    name = signal.Signals(-code).name
    return too_slow if name == "SIGPROF" else f"it crashes Python ({name})"
