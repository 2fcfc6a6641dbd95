"""README and docs show what the program does: outputs and numbers are written by a command, and are current."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FIGURES: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "figures.py"))
PAGES: list[Path] = FIGURES["PAGES"]

# What may hold a digit without being a figure: years, names of courses and searches, numbers of players, code, links.
ALLOWED = re.compile(
    r"\b19\d\d\b|\b20\d\d\b|CS188|Star1|Star2|\b0 is MAX\b|\b1 is MIN\b|`[^`]*`|\]\([^)]*\)|\((?:0|1)\)|2 and up|d/2"
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert FIGURES["write"](text) == text, f"{page.name} is out of date: run make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_number_in_the_prose_is_written_by_a_command(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    text = FIGURES["GENERATED"].sub("", text)
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)  # examples, which are doctests
    left = [line for line in text.splitlines() if re.search(r"\d", ALLOWED.sub("", line))]
    assert left == []


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
