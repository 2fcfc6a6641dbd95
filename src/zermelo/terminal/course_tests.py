"""CS188 test files on the command line: how their agent searches, and the comparison with their solution files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from zermelo.state import ZermeloError
from zermelo.terminal.sources import Source, read_text
from zermelo.textbook.run import options_of_test
from zermelo.trees.cs188 import Solution, TreeTest, parse_solution

DEFAULT_SEARCH = "alpha_beta"


def choose_search(search: str | None, source: Source) -> str:
    """Return the search that was asked for, else the one that the file's agent stands for."""
    return search or (source.test and source.test.search) or DEFAULT_SEARCH


def apply_test(test: TreeTest, search: str, options: dict[str, Any]) -> None:
    """Set the options that a test file decides, unless they were asked for."""
    for name, value in options_of_test(test, search).items():
        if options.get(name) is None and (name != "depth" or options.get("depths") is None):
            options[name] = value


def read_solution(source: Source) -> Solution:
    """Return the solution file beside a test file; raise ZermeloError if there is none."""
    if source.test is None or source.name == "-" or not os.path.isfile(source.name):
        raise ZermeloError("--check-solution needs a CS188 test file, and its .solution file beside it")
    path = str(Path(source.name).with_suffix(".solution"))
    document = read_text(path, "solution")
    if document is None:
        raise ZermeloError(f"there is no file called {path}")
    try:
        return parse_solution(document[0])
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None


def solution_differences(solution: Solution, action: str | None, generated: list[str]) -> list[str]:
    """Return one sentence for each difference from a solution."""
    found = []
    if action != solution.action:
        found.append(f"the action is {action or 'none'}, in the solution {solution.action}")
    more = [name for name in generated if name not in solution.generated]
    less = [name for name in solution.generated if name not in generated]
    if more:
        found.append(f"generated here and not in the solution: {' '.join(more)}")
    if less:
        found.append(f"generated in the solution and not here: {' '.join(less)}")
    return found
