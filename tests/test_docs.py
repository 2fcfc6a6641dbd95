"""README and docs show what the program does: outputs, numbers and notebooks are written by a command, and are current."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FIGURES: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "figures.py"))
PAGES: list[Path] = FIGURES["PAGES"]
NOTEBOOKS: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "notebooks.py"))

# What may hold a digit without being a figure: years, names of courses and searches, numbers of players, code, links.
ALLOWED = re.compile(
    r"\b19\d\d\b|\b20\d\d\b|CS188|UCB1|Star1|Star2|\b0 is MAX\b|\b1 is MIN\b|`[^`]*`|\]\([^)]*\)|\((?:0|1)\)|2 and up|d/2"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert FIGURES["write"](text) == text, f"{page.name} is out of date: run make docs"
    for path, drawing in FIGURES["LESSON_PICTURES"].items():
        assert path.read_text(encoding="utf-8") == drawing, f"{path.name} is out of date: run make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_number_in_the_prose_is_written_by_a_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    text = FIGURES["GENERATED"].sub("", text)
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)  # examples, which are doctests
    assert _numbers(text) == []


@pytest.mark.parametrize("notebook", NOTEBOOKS["NOTEBOOKS"], ids=lambda path: path.stem)
def test_notebooks_are_current(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    assert NOTEBOOKS["fresh"](notebook) == text, f"{notebook.name} is out of date: run make docs"


@pytest.mark.parametrize("notebook", NOTEBOOKS["NOTEBOOKS"], ids=lambda path: path.stem)
def test_every_number_in_a_notebook_is_an_output(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert _numbers(re.sub(r"\$.*?\$", "", text, flags=re.DOTALL)) == []  # formulas are not figures
    assert text.startswith("# ")


def test_every_notebook_is_linked() -> None:
    links = (ROOT / "docs" / "neighbours.md").read_text(encoding="utf-8")
    assert [path.name for path in NOTEBOOKS["NOTEBOOKS"] if f"(notebooks/{path.name})" not in links] == []


def _numbers(prose: str) -> list[str]:
    """The lines that have a number which nothing has written."""
    return [line for line in prose.splitlines() if re.search(r"\d", ALLOWED.sub("", line))]


def test_examples_in_pages_are_doctests_or_shell() -> None:
    for page in PAGES:
        for language, body in re.findall(r"```(\w*)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            assert language in ("python", "console"), f"{page.name}: a block in {language!r} is tested by nothing"
            assert language != "python" or body.startswith(">>> ")


def test_pictures_are_current() -> None:
    for path, drawing in FIGURES["pictures"]().items():
        assert path.read_text(encoding="utf-8") == drawing, f"{path.name} is out of date: run make docs"


def test_readme_opens_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make lab" in readme[:1500]
    assert "make test" in readme[:1500]
