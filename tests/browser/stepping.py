"""What the tests of the Tree and the Inside page share: the steps the library tells, and the player bar."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Locator, Page, expect

from zermelo.events import Evaluate, Event
from zermelo.textbook import SEARCHES
from zermelo.trees import Tree
from zermelo.trees.examples import example

HANGS = 120.0
"""Seconds after which a test gives up waiting; no test depends on how quick anything is."""
ALL_IN = re.compile(r"/([1-9][\d,]*)\s*$")


def events_of(search: str = "alpha_beta", tree: Tree | None = None, **options: Any) -> list[Event]:
    """The steps of a search as the library tells them; of the classroom tree, if of no other."""
    told: list[Event] = []
    SEARCHES[search](tree or example("classroom"), watch=told.append, **options)
    return told


def sentences_of(search: str = "alpha_beta", tree: Tree | None = None, **options: Any) -> list[str]:
    return [str(event) for event in events_of(search, tree, **options)]


def evaluated(events: list[Event]) -> str:
    return " ".join(event.node for event in events if isinstance(event, Evaluate))


def expect_step(page: Page, step: int, total: int) -> None:
    """The bar counts like this, and no more steps are on their way."""
    expect(page.get_by_test_id("step-count")).to_have_text(f"step {step:,}/{total:,}")


def steps_all_in(page: Page) -> int:
    """Waits for the last step of the search and says how many there are."""
    count = page.get_by_test_id("step-count")
    while True:
        expect(count).to_have_text(ALL_IN)
        # A search that was about to be replaced may be gone by now.
        if all_in := ALL_IN.search(count.inner_text()):
            return int(all_in[1].replace(",", ""))


def visit(page: Page, address: str) -> None:
    """Load an address anew. Without this, what is waited for next may still be on the page that was shown before."""
    page.goto("about:blank")
    page.goto(address)


def shared_address(page: Page) -> str:
    """The address that the button Share copies."""
    return copied(page, "share")


def copied(page: Page, button: str) -> str:
    """What a button copies."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_test_id(button).click()
    eventually(lambda: clipboard(page) != "")
    return clipboard(page)


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def eventually(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = monotonic() + HANGS
    while not condition():
        assert monotonic() < deadline, "this never happens"
        sleep(0.02)


def sentence(page: Page) -> Locator:
    return page.get_by_test_id("sentence")


def node(page: Page, name: str, view: str = "tree-view") -> Locator:
    return page.get_by_test_id(view).get_by_test_id(f"node-{name}")


def open_panel(page: Page, title: str) -> None:
    page.get_by_text(title, exact=True).last.click()
