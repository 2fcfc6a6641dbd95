"""Rules without variables: clingo grounds a sheet in a process of its own, and the core makes a propositional net of the result.

Time, memory and the size of the result are limited; beyond a limit the process is killed and ZermeloError says which it was.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile

from zermelo._core import GdlRules, GroundProgram
from zermelo.cluster.child import Child
from zermelo.extras import MissingExtra, install_command
from zermelo.games.gdl.encoding import Encoding
from zermelo.games.gdl.mistakes import shortened
from zermelo.games.gdl.terms import (
    RuleSheet,
    Term,
    Variable,
    arguments,
    format_term,
    is_goal_value,
    order_key,
    relation,
)
from zermelo.state import ZermeloError

SECONDS = 15.0
MEGABYTES = 2048
LARGEST_OUTPUT = 256 << 20
"""Bytes of the largest ground program that is read."""
_ALWAYS, _NEVER = 0, -1

Progress = Callable[[float], object]
"""Called several times a second with the seconds so far; False cancels."""


class GroundingError(ZermeloError):
    """A rule sheet cannot be grounded within its limits."""


def ground(
    sheet: RuleSheet,
    *,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    output: int = LARGEST_OUTPUT,
    progress: Progress | None = None,
) -> GdlRules:
    """Return the net of a rule sheet.

    Parameters
    ----------
    sheet
        Rules without errors, as `zermelo.games.gdl.checks.load_rules` returns them.
    seconds, megabytes
        Limits of the process that grounds the rules.
    output
        Bytes of the largest result.
    progress
        Called several times a second with the seconds so far; False cancels.

    Raises
    ------
    GroundingError
        If a limit is reached, or if the rules give a goal that is not a number from 0 to 100.
    MissingExtra
        If clingo is not installed.

    >>> from zermelo.games.gdl.checks import load_rules
    >>> rules = ground(load_rules('''(role robot) (init off) (legal robot press) (<= (next on) (does robot press))
    ...     (<= terminal (true on)) (<= (goal robot 100) (true on)) (<= (goal robot 0) (true off))'''))
    >>> rules.facts, rules.moves
    (['off', 'on'], [['press']])
    """
    encoding = Encoding()
    text = run_clingo(encoding.program(sheet.plain_rules()), seconds, megabytes, progress, output)
    try:
        return _make_rules(sheet, encoding, GroundProgram.read(text))
    except ValueError as error:
        raise error if isinstance(error, ZermeloError) else GroundingError(str(error)) from None


def run_clingo(
    program: str, seconds: float, megabytes: int, progress: Progress | None = None, largest: int = LARGEST_OUTPUT
) -> bytes:
    """Return the ground program of a logic program, in ASPIF."""
    if find_spec("clingo") is None:
        raise MissingExtra(f"there is no module called clingo: {install_command('gdl')}")
    command = [
        sys.executable,
        "-I",
        str(Path(__file__).with_name("ground_process.py")),
        str(int(seconds) + 1),
        str(megabytes),
    ]

    def watch(spent: float) -> None:
        if progress is not None and progress(spent) is False:
            raise GroundingError("grounding was cancelled")

    try:
        with TemporaryFile() as file, Child(command, stderr=file) as process:
            code, output = process.communicate(program.encode(), seconds, largest, watch)
            file.seek(0)
            errors = file.read()
    except TimeoutError:
        raise GroundingError(
            f"the rules could not be grounded within {seconds:g} seconds: they have too many instances, or infinitely many"
        ) from None
    if len(output) > largest:
        raise GroundingError(
            f"the ground rules take more than {largest >> 20} MB: they have too many instances, or infinitely many"
        )
    if code < 0 or not output.endswith(b"\n0\n"):
        if code < 0 or b"bad_alloc" in errors or b"memory" in errors.lower():
            raise GroundingError(
                f"the rules could not be grounded within {megabytes:,} MB of memory and {seconds:g} seconds"
            )
        reason = errors.decode("utf-8", "replace").strip().splitlines()
        raise GroundingError(f"clingo could not ground the rules: {reason[-1] if reason else 'it gave no reason'}")
    return output


def _make_rules(sheet: RuleSheet, encoding: Encoding, program: GroundProgram) -> GdlRules:
    roles = list(sheet.roles())
    now: dict[Term, int] = {}
    following: dict[Term, int] = {}
    initial: set[Term] = set()
    does: dict[str, dict[Term, int]] = {role: {} for role in roles}
    legal: dict[str, dict[Term, int]] = {role: {} for role in roles}
    goals: dict[str, list[tuple[int, int]]] = {role: [] for role in roles}
    terminal = _NEVER
    for text, atom in program.shown:
        name, given = encoding.decode(text)
        if name == "terminal":
            terminal = atom
        elif name == "true":
            now[given[0]] = atom
        elif name == "next":
            following[given[0]] = atom
        elif name == "init":
            initial.add(given[0])
        elif str(given[0]) not in does:
            name = "legal" if name == "does" else name  # what may be done is what is legal
            wrong = f"{format_term((name, *given))} is about {format_term(given[0])}, which is not a role"
            raise GroundingError(wrong + _in_rule(sheet, name, given, 0))
        elif name == "does":
            does[str(given[0])][given[1]] = atom
        elif name == "legal":
            legal[str(given[0])][given[1]] = atom
        else:
            if not is_goal_value(given[1]):
                wrong = f"the goal of {format_term(given[0])} can be {format_term(given[1])}"
                rule = _in_rule(sheet, name, given, 1)
                raise GroundingError(f"{wrong}, but must be a whole number from 0 to 100{rule}")
            goals[str(given[0])].append((atom, int(str(given[1]))))
    facts = sorted({*now, *following, *initial}, key=order_key)
    return GdlRules.make(
        program,
        roles,
        [(format_term(fact), now.get(fact, _NEVER), following.get(fact, _NEVER), fact in initial) for fact in facts],
        [
            [
                (format_term(move), does[role].get(move, _NEVER), legal[role][move])
                for move in sorted(legal[role], key=order_key)
            ]
            for role in roles
        ],
        [goals[role] for role in roles],
        terminal,
    )


def _in_rule(sheet: RuleSheet, name: str, given: tuple[Term, ...], place: int) -> str:
    """Name the first rule that may have concluded an atom by its argument at a place: one with the same, or a variable there."""
    for rule in sheet.rules:
        parts = arguments(rule.head)
        if relation(rule.head) == name and len(parts) > place and parts[place] == given[place]:
            return f", in the rule for {shortened(format_term(rule.head))}"
    for rule in sheet.rules:
        parts = arguments(rule.head)
        if relation(rule.head) == name and len(parts) > place and isinstance(parts[place], Variable):
            return f", in the rule for {shortened(format_term(rule.head))}"
    return ""
