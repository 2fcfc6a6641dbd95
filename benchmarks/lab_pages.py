"""How long the lab's pages take in a browser: the first visit after the start, and a tree of 88,573 nodes.

    python -m benchmarks --only lab_pages

It needs Chromium and the pages as `make lab` builds them.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from playwright.sync_api import Page, expect, sync_playwright

from benchmarks.lab_fairness import lab
from benchmarks.table import Table

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
ALL_IN = re.compile(r"/[1-9][\d,]*\s*$")
"""How the step counter ends once no more steps are on their way."""
SECONDS = 120


def pages() -> Table:
    """Return the seconds that pages take."""
    load, rows = os.getloadavg()[0], list[list[str]]()
    figures = dict[str, float]()

    def measure(name: str, title: str, wait: Callable[[], None]) -> None:
        start = perf_counter()
        wait()
        figures[f"lab_{name}_seconds"] = round(perf_counter() - start, 2)
        rows.append([title, f"{figures[f'lab_{name}_seconds']:.2f} s"])

    with lab() as address, visitor() as page:
        measure("first_visit", "the first visit: the classroom tree and its search", lambda: visit(page, address))
        page.get_by_text("Tree", exact=True).last.click()
        page.get_by_test_id("random-depth").fill("10")
        page.get_by_test_id("random-branching").fill("3")
        measure("large_tree", "a random tree of 88,573 nodes and its search", lambda: make(page))
        measure("large_tree_reload", "the same after a reload", lambda: reload(page))
    return Table(
        "The lab's pages in a browser",
        "Seconds until the tree is drawn and all steps of alpha-beta have come in, right after the server was started. The load "
        f"of the machine before was {load:.1f}.",
        ["what", "time"],
        rows,
        figures,
    )


@contextmanager
def visitor() -> Iterator[Page]:
    """A visitor with an empty memory."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(1000 * SECONDS)
        expect.set_options(timeout=1000 * SECONDS)
        yield page
        browser.close()


def visit(page: Page, address: str) -> None:
    page.goto(f"http://{address}/")
    expect(page.get_by_test_id("node-A")).to_be_visible()
    expect(page.get_by_test_id("step-count")).to_have_text(ALL_IN)


def make(page: Page) -> None:
    page.get_by_test_id("random-make").click()
    _expect_large_tree(page)


def reload(page: Page) -> None:
    page.reload()
    _expect_large_tree(page)


def _expect_large_tree(page: Page) -> None:
    view = page.get_by_test_id("tree-view")
    expect(view).to_have_attribute("data-nodes", "88573")
    expect(view.locator("canvas")).to_be_visible()
    expect(page.get_by_test_id("step-count")).to_have_text(ALL_IN)
