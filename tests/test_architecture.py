"""The shape of the house: native layers point down, the core knows neither Python nor a terminal, nothing grows too long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.games import GAMES

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "zermelo"
PACKAGE = ROOT / "src" / "zermelo"
LAYERS = ["base", "game", "tables", "search", "learning", "games"]


@pytest.mark.parametrize("header", sorted(CORE.rglob("*.hpp")), ids=lambda path: str(path.relative_to(CORE)))
def test_native_layers_point_down(header: Path) -> None:
    own = LAYERS.index(header.relative_to(CORE).parts[0])
    for included in re.findall(r'#include "zermelo/(\w+)/', header.read_text()):
        assert LAYERS.index(included) <= own, f"{header.name} reaches up to {included}"


@pytest.mark.parametrize("header", sorted(CORE.rglob("*.hpp")), ids=lambda path: str(path.relative_to(CORE)))
def test_the_core_does_not_print_and_knows_no_python(header: Path) -> None:
    text = header.read_text()
    for word in ("<iostream>", "<cstdio>", "<fstream>", "nanobind", "Python.h", "printf", "std::cout"):
        assert word not in text, f"{header.name} has {word}"
    assert text.startswith("//"), f"{header.name} does not say what it is for"
    assert "#pragma once" in text


GENERIC = [path for room in LAYERS[:-1] for path in (CORE / room).rglob("*.hpp")] + list(
    (ROOT / "bindings").glob("*.[ch]pp")
)
WORDS = {"go", "hex", "nim", "pig", "coins"}
"""Slugs that are also words: only their classes are looked for, outside comments."""
SLUGS = "|".join(slug.replace("_", "[ _-]?") for slug in (*GAMES, "gdl") if slug not in WORDS)
CLASSES = {place.partition(":")[2] for place in GAMES.values()} | {"GdlGame"}
FRAMES = {"games", "cli", "lab", "studies", "catalogue.py"}
"""Above the games, or the list of them; studies are experiments about games."""
NAMED_ELSEWHERE = {
    "exercises/grading/course_modules.py": "modules of courses that students write",
    "moved.py": "names of modules in older pickles",
    "terminal/options.py": "an example in a help text",
    "trees/cs188.py": "a command that plays the other kind of test file",
}
PYTHON = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in FRAMES]


def named_games(source: Path) -> list[str]:
    """Return the lines of C++ or TypeScript that name a game by its slug or its class."""
    classes = "|".join(slug.capitalize() for slug in WORDS)
    return [
        line.strip()
        for line in source.read_text().splitlines()
        if re.search(rf"\b({SLUGS})\b", line, re.IGNORECASE) or re.search(rf"\b({classes})\b", line.split("//")[0])
    ]


def names_in(source: str) -> Iterator[str]:
    """Yield what names a game in Python code: classes, modules, and texts that are not documentation."""
    tree = ast.parse(source)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            if re.search(rf"(?<![a-z])({SLUGS})(?![a-z])", node.value, re.IGNORECASE):
                yield node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in CLASSES:
                yield name
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("zermelo.games"):
            yield str(node.module)


@pytest.mark.parametrize("source", sorted(PYTHON), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_generic_python_files_name_no_game(source: Path) -> None:
    if str(source.relative_to(PACKAGE)) not in NAMED_ELSEWHERE:
        assert not list(names_in(source.read_text()))


def test_what_names_a_game_is_found() -> None:
    for line in ("from zermelo.games.chess import A", "x = 'no Othello'", "isinstance(state, Checkers)", "m.Go"):
        assert list(names_in(line)), line
    assert not list(names_in("'''As in chess.'''\nx = 'go on'"))


PAGES = [
    path for room in ("app", "components", "lib", "notebook") for path in (ROOT / "web" / "src" / room).rglob("*.*")
]


@pytest.mark.parametrize("source", sorted([*GENERIC, *PAGES]), ids=lambda path: str(path.relative_to(ROOT)))
def test_generic_files_of_the_core_and_of_the_pages_name_no_game(source: Path) -> None:
    assert not named_games(source)


def test_bindings_are_the_only_place_of_nanobind() -> None:
    users = {
        path.relative_to(ROOT).parts[0]
        for folder in ("core", "bindings")
        for path in (ROOT / folder).rglob("*.[ch]pp")
        if "nanobind/" in path.read_text()
    }
    assert users <= {"bindings"}


def test_only_games_and_the_engine_see_the_native_module() -> None:
    users = {
        path.relative_to(ROOT / "src" / "zermelo").parts[0]
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"import _core|zermelo\._core", path.read_text())
    }
    assert users <= {"games", "native", "engine"}


def test_files_stay_short() -> None:
    for pattern in ("src/**/*.py", "core/**/*.hpp", "bindings/**/*", "tests/**/*.py"):
        for path in ROOT.glob(pattern):
            if path.is_file():
                assert len(path.read_text().splitlines()) <= 500, (
                    f"{path.relative_to(ROOT)} is long: would two rooms read better?"
                )
