"""Explain what only Numba finds, such as a name with two types, with the line of the user's code."""

from __future__ import annotations

import re
from typing import Any

from zermelo.engine.compiling.sources import Problem, class_place, place_of
from zermelo.engine.compiling.statements import CHANGED

OWN = "zermelo: "
"""What the sentences of our own errors begin with, within Numba's text."""
_CAUSES = (
    (rf"{OWN}([^\n]*)", "{0}"),
    (r">>> (?:setitem|arr_fill|run_quicksort|shuffle)\(readonly array()", CHANGED),
    (r"Unknown attribute '(\w+)' of type ([^\n]*)", "{1} has no {0}"),
    (r"Cannot unify (\S.*?) and (\S.*?) for '([a-z]\w*?)(?:\.\d+)?'", "{2} must have one type, but is {0} or {1}"),
    (r"Cannot unify (\S.*?) and (\S.*?) for '", "this expression must have one type, but is {0} or {1}"),
    (
        r"Can't unify return type from the following types: ([^\n]*)",
        "the function must return one type, but returns {0}",
    ),
    (
        r"No implementation of function Function\(<[^\n]*?((?!0x)[\w.]+)'?(?: at \w+)?>\)[^\n]*\n\s*>>> \S*?\(([^\n]*)\)",
        "{0} does not take ({1})",
    ),
    (r"Use of unsupported opcode \((\w+)\)", "the instruction {0} is not compiled"),
)
"""Patterns of Numba's messages and our explanations; the first match applies."""


def explain_numba_error(game: Any, error: Exception) -> str:
    """Return one sentence on what Numba could not compile, with the line of the user's code."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    files = {place_of(function)[0] for function in (game.moves, game.play, game.utility)}
    places = re.findall(r'File "([^"]*)", line (\d+)', text) + re.findall(r" (?:at|from) (\S+) \((\d+)\)", text)
    found = [(file, int(line)) for name, line in places for file in files if file.endswith(name.lstrip("./"))]
    lines = [line.strip() for line in text.splitlines() if line.strip() and "nopython" not in line]
    cause = lines[0] if lines else "it cannot be compiled"
    for pattern, explanation in _CAUSES:
        if match := re.search(pattern, text):
            cause = explanation.format(*match.groups())
            break
    return str(Problem(*(found[0] if found else class_place(game)), cause.strip().rstrip(".:")))
