"""Go and Hex on the Play page: moves on crossings and hexagons, passes, live visits, the ownership map, set-up by hand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_play_page import cell, expect_moves, moves, open_game


def test_go_by_clicks_and_keys_to_two_passes(page: Page) -> None:
    open_game(page, "go", "human", "human")
    cell(page, 9).click()
    expect_moves(page, 1)
    expect(cell(page, 9)).to_have_attribute("aria-label", "A8, black, last move")
    page.locator('.cell[data-move="A9"]').focus()
    page.keyboard.press("Enter")
    expect_moves(page, 2)
    # Black takes the stone in the corner.
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_moves(page, 3)
    expect(cell(page, 0)).to_have_attribute("data-piece", "")
    expect(cell(page, 1)).to_have_attribute("aria-label", "B9, black, last move")
    for count in (4, 5):
        page.locator('[data-testid="move"][data-move="pass"]').click()
        expect_moves(page, count)
    assert moves(page) == ["A8", "A9", "B9", "pass", "pass"]
    expect(page.get_by_test_id("verdict")).to_have_text("Both passed: Black wins by 73.5 points.")


def test_go_shows_visits_while_it_thinks_and_whose_points_are(page: Page) -> None:
    open_game(page, "go", "human", "human", moves="E5")
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("visits")).to_have_count(5)
    expect(page.get_by_test_id("win-rate").first).to_have_text(re.compile(r"^\d+ %$"))
    labels = page.locator('.cell[aria-label*="simulations"]')
    expect(labels.first).to_have_attribute("aria-label", re.compile(r"value .*, win rate \d+ %, \d+ simulations"))
    page.get_by_test_id("analyse").click()
    expect(labels).to_have_count(0)
    page.keyboard.press("o")
    expect(page.get_by_test_id("ownership")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("status")).to_have_text(re.compile("White to move. On average .* wins random games by"))
    expect(page.locator(".owner").first).to_be_visible()
    expect(page.locator(".cell:has(.owner)").first).to_have_attribute(
        "aria-label", re.compile(r"(black|white)'s by 0\.\d")
    )
    page.get_by_test_id("ownership").click()
    expect(page.locator(".owner")).to_have_count(0)


def test_hex_by_clicks_to_a_win_and_set_up(page: Page) -> None:
    open_game(page, "hex", "human", "human", position="3/3/3")
    expect(page.get_by_test_id("ownership")).to_have_count(0)
    # The corner of a cell's box lies on the hexagon above: a click there is that one's.
    for count, place in enumerate((4, 0, 2, 3), 1):
        cell(page, place).click()
        expect_moves(page, count)
    expect(cell(page, 3)).to_have_attribute("aria-label", "a2, blue, last move")
    box = page.locator('.cell[data-cell="7"] .touch').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    expect_moves(page, 5)
    expect(page.get_by_test_id("verdict")).to_have_text("Red wins.")
    page.get_by_test_id("set-up-by-hand").click()
    page.get_by_test_id("palette").get_by_title("take away").click()
    cell(page, 7).click()
    page.get_by_test_id("set-up-done").click()
    expect(page.get_by_test_id("set-up-status")).to_have_text(
        re.compile("Red moves when both have equally many stones")
    )
    page.get_by_test_id("set-up-player").select_option("Red")
    page.get_by_test_id("set-up-done").click()
    expect(cell(page, 7)).to_have_attribute("data-piece", "")
    expect(page.get_by_test_id("status")).to_have_text("Red to move.")
