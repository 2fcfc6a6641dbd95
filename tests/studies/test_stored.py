"""The stored results of the docs are those of the studies as they are, and the plots show them."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from zermelo.studies import STUDIES, StudyResult, find_study
from zermelo.studies.markdown import command, to_markdown
from zermelo.studies.plots import fingerprint

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT: dict[str, Any] = runpy.run_path(str(DOCS / "studies.py"))
STORED: dict[str, StudyResult] = SCRIPT["read_results"]()
NAMES = [study.name for study in STUDIES]


def test_every_study_is_stored_in_order() -> None:
    assert list(STORED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_plot_shows_what_is_stored(name: str) -> None:
    drawn = (DOCS / "images" / f"study-{name}.svg").read_text(encoding="utf-8")
    assert fingerprint(STORED[name]) in drawn, f"study-{name}.svg is out of date: run make studies"


@pytest.mark.parametrize("name", NAMES)
def test_the_size_is_the_usual_one(name: str) -> None:
    study, stored = find_study(name), STORED[name]
    assert stored.size == study.size
    assert stored.seed == 0
    assert stored.study == name


@pytest.mark.parametrize("name", ["evaluations", "insurance"])
def test_what_takes_seconds_is_measured_again(name: str) -> None:
    assert find_study(name).run(size=STORED[name].size) == STORED[name], "run make studies"


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_the_section(name: str) -> None:
    study, stored = find_study(name), STORED[name]
    section = to_markdown(study, stored)
    assert section in (DOCS / "studies.md").read_text(encoding="utf-8"), "run make docs"
    assert f"`{command(study, stored)}`" in section
    assert len(re.findall(r"^\|", section, re.MULTILINE)) == len(stored.rows) + 2
