"""The lab in a real browser: the real server in a process of its own, on a free port of the loopback, and a headless
Chromium. Where there is no browser the tests are skipped with the reason; under CI=true that is a failure.

Every page is watched: an error in it, a message of the console that is one, or a request to anywhere but the server
fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.lab_process import LabProcess
from tests.browser.stepping import HANGS
from tests.flaky import pytest_runtest_protocol as pytest_runtest_protocol

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is built without windows and takes half as long as the others."""
expect.set_options(timeout=1000 * HANGS)


@pytest.fixture(scope="session")
def lab() -> Iterator[str]:
    """The address of a running lab."""
    process = LabProcess()
    try:
        process.start()
        yield process.address
    finally:
        process.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for the tests of this folder: while it is open an event loop runs in this thread, so nothing else can start one."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        _cannot("no Chromium is installed: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, lab: str) -> Iterator[Page]:
    """A new visitor with an empty memory, on the first page of the lab."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=lab)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    visited = context.new_page()
    wrong: list[str] = []
    visited.on("pageerror", lambda error: wrong.append(str(error)))
    visited.on(
        "console",
        # A refused request is reported by the browser too, and the page shows it as a sentence.
        lambda message: (
            wrong.append(message.text) if message.type == "error" and "status of 4" not in message.text else None
        ),
    )
    visited.on(
        "request",
        lambda asked: (
            wrong.append(f"asked for {asked.url}") if not asked.url.startswith((lab, "data:", "blob:")) else None
        ),
    )
    context.set_default_timeout(1000 * HANGS)
    yield visited
    context.close()
    assert not wrong


def _cannot(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
