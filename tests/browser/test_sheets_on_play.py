"""Games of rule sheets on the Play page: the board in the facts is the one of the Rules page, and what is too large scrolls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.stepping import visit

SIZES = {"desk": (1280, 800), "low": (1024, 480), "phone": (375, 812)}
INSIDE = """(inner) => {
  const stage = inner.closest("[aria-label=Drawing]").getBoundingClientRect();
  const { left, right, top, bottom } = inner.getBoundingClientRect();
  return left >= stage.left && right <= stage.right + 1 && top >= stage.top && bottom <= stage.bottom + 1;
}"""


def open_sheet(page: Page, sheet: str) -> Locator:
    """Open a sheet with a person on every seat, and return its position."""
    visit(page, f"#/play?game={sheet}.kif")
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")
    return page.get_by_test_id("fact-table")


def test_the_board_is_that_of_the_rules_page_and_is_played_by_clicking(page: Page) -> None:
    table = open_sheet(page, "checkers")
    page.get_by_test_id("seat-1").select_option("human")
    expect(table.get_by_test_id("cell-1-2")).to_have_text("bm")
    expect(table.get_by_test_id("facts")).to_contain_text("black")
    # Two men can go to this cell: a second click says which.
    table.get_by_test_id("cell-2-3").click()
    expect(table.get_by_test_id("cell-2-3")).to_have_attribute("aria-pressed", "true")
    table.get_by_test_id("cell-1-2").click()
    expect(table.get_by_test_id("cell-2-3")).to_have_text("bm")
    expect(table.locator(".cell.new")).to_have_count(2)
    expect(page.get_by_test_id("move-list").locator('[data-move="(move 1 2 2 3)"]')).to_be_visible()
    expect(table.locator('[data-fact="(control white)"]')).to_contain_class("new")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sheet", ["connect_four", "breakthrough", "peg_solitaire", "lights_out"])
def test_facts_stay_in_their_box(page: Page, sheet: str, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    table = open_sheet(page, sheet)
    expect(table).to_be_visible()
    assert table.evaluate(INSIDE)
    assert page.get_by_role("group", name="Moves", exact=True).evaluate(INSIDE)
    last = table.locator("[data-fact]").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
