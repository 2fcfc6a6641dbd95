"""Readers of outside text take time in proportion to its length: counted in lines of Python that run, and by the shape of every
regular expression, whose steps cannot be counted."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from re import _constants as codes  # type: ignore[attr-defined]  # the parser of expressions has no public face
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any

import pytest

from tests.linear_readers import READERS, Read, hostile
from tests.long import LONG
from zermelo.state import ZermeloError

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"
SIZE = 250
ROOMS = (
    "games/records",
    "games/tree",
    "games/cs188_files.py",
    "gdl/reader.py",
    "gdl/messages.py",
    "equilibrium/nfg.py",
)
OTHERS = {"parse_record", "read_epd"}
"""Readers that hand each text, or each line, to one in the table."""


def steps(read: Read, text: str) -> int:
    """Count the lines of Python that a reader runs."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    except ZermeloError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", READERS)
def test_a_text_four_times_as_long_takes_about_four_times_the_steps(name: str) -> None:
    read, good = READERS[name]
    small, large = list(hostile(good, SIZE)), list(hostile(good, 4 * SIZE))
    steps(read, good)  # what is imported or cached at the first time
    for at in Random(name).sample(range(len(small)), 16 * LONG):
        (shown, short), (_, long) = small[at], large[at]
        few, many = steps(read, short), steps(read, long)
        assert many <= 8 * few + 2000, f"{shown}: {few:,} steps for {len(short)} characters, {many:,} for {len(long)}"


def test_every_reader_of_records_and_trees_is_in_the_table() -> None:
    listed = {name.split(" ")[0] for name in READERS} | OTHERS
    for room in ROOMS:
        path = SOURCE / room
        for file in [path] if path.is_file() else path.rglob("*.py"):
            names = [
                each.name
                for each in ast.parse(file.read_text(encoding="utf-8")).body
                if isinstance(each, ast.FunctionDef)
            ]
            readers = [name for name in names if re.match("(parse|read)_", name)]
            assert set(readers) <= listed, f"{file.name}: list its readers in tests/linear_readers.py"


# ---- regular expressions

SAMPLE = [*map(chr, range(128)), "é", "\u3000"]
SEARCHING = {"search", "sub", "split", "finditer", "findall", "subn"}
OWN = {
    "exercises/sheet_latex.py": "Zermelo's own sentences",
    "engine/compiling/error_messages.py": "messages of Numba",
    "lab/typescript.py": "Zermelo's own source",
}
"""Modules whose expressions see no text from outside."""
_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
_START = {codes.AT_BEGINNING, codes.AT_BEGINNING_STRING, codes.AT_BOUNDARY}


def takes(item: Any, character: str, flags: int) -> bool:
    """Whether a character occurs in what an item of an expression matches."""
    code, argument = item
    if code in _REPEATS:
        return any(takes(each, character, flags) for each in argument[2])
    if code is codes.SUBPATTERN:
        return any(takes(each, character, flags) for each in argument[3])
    if code is codes.BRANCH:
        return any(takes(each, character, flags) for branch in argument[1] for each in branch)
    if code is codes.LITERAL:
        return character == chr(argument)
    if code is codes.NOT_LITERAL:
        return character != chr(argument)
    if code is codes.ANY:
        return character != "\n" or bool(flags & re.DOTALL)
    return code is codes.IN and _in_class(argument, character)


def _in_class(members: Any, character: str) -> bool:
    found = False
    for kind, value in members:
        if kind is codes.LITERAL:
            found |= character == chr(value)
        elif kind is codes.RANGE:
            found |= value[0] <= ord(character) <= value[1]
        elif kind is codes.CATEGORY:
            word = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[str(value).rpartition("_")[2]]
            found |= (re.match(word, character) is not None) != ("_NOT_" in str(value))
    return found != any(kind is codes.NEGATE for kind, _ in members)


def overlap(one: Any, other: Any, flags: int) -> bool:
    return any(takes(one, each, flags) and takes(other, each, flags) for each in SAMPLE)


def nullable(item: Any) -> bool:
    """Whether an item may match nothing; assertions do."""
    code, argument = item
    if code in _REPEATS:
        return argument[0] == 0 or all(map(nullable, argument[2]))
    if code is codes.SUBPATTERN:
        return all(map(nullable, argument[3]))
    if code is codes.BRANCH:
        return any(all(map(nullable, branch)) for branch in argument[1])
    return code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT, codes.GROUPREF)


def certain(item: Any) -> bool:
    """Whether an item always matches: it may match nothing, and asserts nothing."""
    return nullable(item) and item[0] not in (codes.AT, codes.ASSERT, codes.ASSERT_NOT)


def unbounded(item: Any) -> bool:
    return item[0] in _REPEATS and item[1][1] > 1000


def sequences(items: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the items that follow each other: with those of groups in their place, and each alternative of a first branch."""
    flat = list[Any]()
    for item in items:
        flat += [each for one in sequences(item[1][3]) for each in one] if item[0] is codes.SUBPATTERN else [item]
    first = flat[0] if flat else None
    if first is not None and first[0] is codes.BRANCH:
        for branch in first[1][1]:
            yield from sequences([*branch, *flat[1:]])
    else:
        yield flat


def problem(pattern: str, flags: int = 0, *, searching: bool = False) -> str:
    """Return why an expression may take more than linear time; empty if no such shape is found."""
    parsed = parser.parse(pattern, flags)
    flags |= parsed.state.flags
    waiting: list[tuple[Sequence[Any], bool]] = [(parsed, True)]
    while waiting:
        items, top = waiting.pop()
        for flat in sequences(items):
            for at, item in enumerate(flat):
                code, argument = item
                waiting += [(argument[2], False)] if code in _REPEATS else []
                waiting += [(branch, False) for branch in argument[1]] if code is codes.BRANCH else []
                if not unbounded(item):
                    continue
                if any(len(body) == 1 and unbounded(body[0]) for body in sequences(argument[2])):
                    return "a repetition repeats nothing but a repetition"
                after = flat[at + 1 :]
                for other in after if code is not codes.POSSESSIVE_REPEAT else ():
                    if unbounded(other) and overlap(item, other, flags):
                        return "two repetitions that share characters follow each other"
                    if not nullable(other):
                        break
                before = flat[:at]
                guarded = any(
                    each[0] is codes.ASSERT_NOT or (each[0] is codes.AT and each[1] in _START) for each in before
                )
                apart = any(not nullable(each) and not overlap(each, item, flags) for each in before)
                if searching and top and not (guarded or apart or all(map(certain, after))):
                    return "each place where a search may begin looks at all that the repetition takes"
    return ""


@pytest.mark.parametrize(
    ("pattern", "searching", "wrong"),
    [
        (r"\s*\s*x", False, True),
        (r"(a+)+b", False, True),
        (r"\d+\.?\d*$", False, True),
        (r"(\w+)\s*=?\s*x", False, True),
        (r"\s+$", True, True),
        (r"\w+\(", True, True),
        (r"\[%eval [^\]]*\]", True, True),
        (r"\b\w+\(", True, False),
        (r"\[%eval [^][]*\]", True, False),
        (r"\s+$", False, False),
        (r"[^\s]+", True, False),
        (r"(?<!\d)\d+x", True, False),
        (r"\s*:\s*x", False, False),
    ],
)
def test_the_check_knows_slow_shapes(pattern: str, searching: bool, wrong: bool) -> None:
    assert bool(problem(pattern, searching=searching)) == wrong


def expressions(path: Path) -> Iterator[tuple[int, str, int, bool]]:
    """Yield the regular expressions of a module: their line, text, flags, and whether they are searched for."""
    module = importlib.import_module(".".join(path.relative_to(SOURCE.parent).with_suffix("").parts))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    used: dict[str, set[str]] = {}
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        if isinstance(call.func.value, ast.Name):
            used.setdefault(call.func.value.id, set()).add(call.func.attr)
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
            yield 0, value.pattern, value.flags, bool(SEARCHING & used.get(name, set()))
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        if ast.unparse(call.func.value) != "re" or call.func.attr not in SEARCHING | {"match", "fullmatch"}:
            continue
        try:
            text = eval(ast.unparse(call.args[0]), {**vars(module), "suffixes": "txt", "self": None})
        except (NameError, AttributeError):
            continue  # made of local names, which hold no text from outside
        yield call.lineno, text, 0, call.func.attr in SEARCHING


def test_no_regular_expression_takes_more_than_linear_time() -> None:
    found = list[str]()
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        if "import re\n" in path.read_text(encoding="utf-8") and name not in OWN:
            for line, text, flags, searching in expressions(path):
                if isinstance(text, str) and (reason := problem(text, flags & ~re.DEBUG, searching=searching)):
                    found.append(f"{name}, line {line}: {text[:80]!r}: {reason}")
    assert found == []
