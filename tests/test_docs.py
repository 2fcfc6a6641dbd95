"""README and docs show what the program does: outputs, numbers and notebooks are written by a command, and are current."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from zermelo.cli import cli
from zermelo.result import Result

ROOT = Path(__file__).parent.parent
FIGURES: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "figures.py"))
PAGES: list[Path] = FIGURES["PAGES"]
NOTEBOOKS: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "notebooks.py"))

# What may hold a digit without being a figure: years, names of courses and searches, numbers of players, code, links.
ALLOWED = re.compile(
    r"Python 3\.\d+|"
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
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert f"Python {needed.removeprefix('>=')} or later" in readme[:1500]


def _resolves(name: str) -> bool:
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        with suppress(ImportError):
            thing = import_module(".".join(parts[:count]))
            with suppress(AttributeError):
                reduce(getattr, parts[count:], thing)
                return True
            return False
    return False


def test_every_name_in_the_docs_exists() -> None:
    assert _resolves("zermelo.games.nim.Nim.play")
    assert not _resolves("zermelo.games.endings.Ending")
    places = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in places}
    names = {
        (path.name, name)
        for path, text in texts.items()
        for name in re.findall(r"(?<![/\w.])zermelo(?:\.[A-Za-z_]\w*)+", text)
    }
    assert [place for place in sorted(names) if not _resolves(place[1])] == []


def _anchors(page: Path) -> set[str]:
    """The anchors of a page, made from its headings as the sites that show Markdown make them."""
    headings = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(
            r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        ):
            path, _, anchor = target.partition("#")
            if not re.match(r"https?:", target):
                place = (page.parent / path) if path else page
                assert place.exists(), f"{page.name} links to {target}"
                assert not anchor or anchor in _anchors(place), f"{page.name} links to {target}"


def test_the_reference_has_every_field_of_a_result() -> None:
    (table,) = re.findall(
        r"## Results\n(.*?)\n## ", (ROOT / "docs/reference.md").read_text(encoding="utf-8"), re.DOTALL
    )
    fields = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(fields))) == set(Result.__struct_fields__)


def test_the_reference_names_the_commands_without_json() -> None:
    def commands(command: click.Command, path: str, context: click.Context) -> Iterator[tuple[str, click.Command]]:
        if not isinstance(command, click.Group):
            yield path, command
            return
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, f"{path} {name}".strip(), context)

    options = {
        path: {name for parameter in command.params for name in parameter.opts}
        for path, command in commands(cli, "", click.Context(cli))
    }
    (sentence,) = re.findall(
        r"All but (.*?)\. Invalid", (ROOT / "docs/reference.md").read_text(encoding="utf-8"), re.DOTALL
    )
    without, _, with_format = sentence.partition("can print")
    formatted = {path for path in options if "--format" in options[path] and "--json" not in options[path]}
    assert set(re.findall(r"`(\w[^`]*)`", with_format)) == formatted
    assert set(re.findall(r"`([^`]*)`", without)) == {
        path for path in options if not {"--json", "--format"} & options[path]
    }
