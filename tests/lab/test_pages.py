"""Every page is listed once and has a folder on each side; its questions are answered by functions of their types; and the
server and its workers load no more than they need."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import get_type_hints

import pytest

import zermelo.lab.topics
from zermelo.lab.context import RequestContext
from zermelo.lab.page import Page
from zermelo.lab.topics import PAGES

TOPICS = Path(zermelo.lab.topics.__file__).parent
WEB = Path(__file__).parent.parent.parent / "web" / "src" / "pages"


def test_every_folder_is_listed_and_every_listed_page_has_its_folders() -> None:
    names = [page.name for page in PAGES]
    assert len(names) == len(set(names))
    assert {path.parent.name for path in TOPICS.glob("*/page.py")} == set(names)
    assert {path.parent.name for path in WEB.glob("*/page.ts")} == set(names)
    assert {path.parent.name for path in TOPICS.glob("*/__init__.py")} == set(names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_questions_are_answered_by_functions_of_their_types(page: Page) -> None:
    handlers = page.handlers()
    assert set(handlers) == {*page.posts, *page.live, *page.documents}
    types: dict[str, tuple[object, object]] = {name: (post.takes, post.gives) for name, post in page.posts.items()}
    types |= {name: (live.takes, live.gives) for name, live in page.live.items()}
    types |= dict.fromkeys(page.documents, (dict[str, str], str))
    for name, function in handlers.items():
        message, context = signature(function).parameters
        hints = get_type_hints(function)
        assert (hints[message], hints["return"]) == types[name], name
        assert hints[context] is RequestContext


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_live_requests_are_told_apart_by_their_tag(page: Page) -> None:
    for tag, live in page.live.items():
        assert live.takes.__struct_config__.tag == tag


def loaded_by(module: str) -> set[str]:
    program = f"import sys, {module}; print(*sys.modules)"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_a_worker_loads_no_server_and_no_native_code_before_it_is_asked() -> None:
    loaded = loaded_by("zermelo.lab.worker")
    assert "zermelo.lab.topics.tree.page" in loaded
    assert not loaded & {"starlette", "uvicorn", "anyio", "zermelo._core"}


def test_the_server_knows_no_game_and_no_search() -> None:
    loaded = loaded_by("zermelo.lab.server.serve")
    assert "starlette" in loaded
    rooms = {name.split(".")[1] for name in loaded if name.startswith("zermelo.")}
    assert not rooms & {"_core", "textbook", "engine", "players", "exercises", "equilibrium"}
