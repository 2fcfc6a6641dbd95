"""Chess and anti-chess on the Play page: pieces taken up and put down by clicks, taps, dragging and keys."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.stepping import HANGS
from tests.browser.test_play_page import expect_moves, moves, open_game

PROMOTING = "8/P6k/8/8/8/8/7p/K7 w - - 0 1"


def square(page: Page, name: str) -> Locator:
    return page.get_by_test_id(f"cell-{'abcdefgh'.index(name[0]) + 8 * (8 - int(name[1]))}")


def go(page: Page, move: str, count: int) -> None:
    square(page, move[:2]).click()
    square(page, move[2:]).click()
    expect_moves(page, count)


def test_the_scholars_mate_by_clicks(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    expect(square(page, "e1")).to_have_attribute("data-piece", "wK")
    square(page, "e2").click()
    expect(page.locator(".reach")).to_have_count(2)
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4, empty, can be reached")
    # Another piece is taken up instead, and let go by a second touch.
    square(page, "g1").click()
    expect(square(page, "g1")).to_have_attribute("aria-label", "g1, white knight, in hand")
    square(page, "g1").click()
    expect(page.locator(".reach")).to_have_count(0)
    for number, move in enumerate(("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"), 1):
        go(page, move, number)
    expect(page.locator(".last")).to_have_count(2)
    square(page, "h5").click()
    expect(page.locator(".take")).to_have_count(3)
    square(page, "f7").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Checkmate: White wins.")
    expect(square(page, "e8")).to_have_attribute("aria-label", "e8, black king, in check")
    listed = page.get_by_test_id("move-list").locator("[data-move]")
    assert [each.inner_text() for each in listed.all()] == [*["1.e4", "e5", "2.Qh5", "Nc6", "3.Bc4", "Nf6", "4.Qxf7#"]]
    square(page, "a7").click()
    expect(page.locator(".reach")).to_have_count(0)


def test_pieces_are_dragged(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    square(page, "e2").drag_to(square(page, "e4"))
    expect_moves(page, 1)
    # Where a piece cannot go it stays in hand, and can be put down elsewhere.
    square(page, "e7").drag_to(square(page, "e4"))
    expect(square(page, "e7")).to_have_attribute("aria-selected", "true")
    square(page, "e5").click()
    expect_moves(page, 2)
    assert moves(page) == ["e2e4", "e7e5"]
    expect(square(page, "e5")).to_have_attribute("data-piece", "bP")


def test_a_pawn_becomes_what_one_chooses(page: Page) -> None:
    open_game(page, "chess", "human", "human", position=PROMOTING)
    square(page, "a7").click()
    square(page, "a8").click()
    expect(page.get_by_test_id("choice")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("choice")).to_have_count(0)
    square(page, "a7").click()
    square(page, "a8").click()
    page.locator('[data-testid="choice"][data-move="a7a8n"]').click()
    expect_moves(page, 1)
    expect(square(page, "a8")).to_have_attribute("data-piece", "wN")
    square(page, "h2").drag_to(square(page, "h1"))
    # Its first choice has the focus: the queen; one further is the next.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_moves(page, 2)
    expect(square(page, "h1")).to_have_attribute("data-piece", "bR")


def test_the_keyboard_alone_moves_pieces(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    square(page, "e1").focus()
    page.keyboard.press("ArrowUp")
    expect(square(page, "e2")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(square(page, "e2")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press(" ")
    expect_moves(page, 1)
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4, white pawn, last move")


def test_black_sees_the_board_from_the_other_side(page: Page) -> None:
    open_game(page, "antichess", "engine", "human")
    page.get_by_test_id("strength-0").fill("1")
    expect_moves(page, 1)
    black, white = square(page, "e8").bounding_box(), square(page, "e1").bounding_box()
    assert black is not None
    assert white is not None
    assert black["y"] > white["y"]
    # The arrows go as the eye sees them: left of h8 there is nothing.
    square(page, "h8").focus()
    page.keyboard.press("ArrowLeft")
    expect(square(page, "h8")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(square(page, "g8")).to_be_focused()
    page.locator(".cell.open").first.click()
    page.locator(".cell:has(.reach), .cell:has(.take)").first.click()
    expect_moves(page, 3)


def test_captures_are_compulsory_in_antichess(page: Page) -> None:
    open_game(page, "antichess", "human", "human", moves="e2e3,b7b5")
    expect(page.locator(".cell.open")).to_have_count(1)
    square(page, "f1").click()
    square(page, "b5").click()
    expect_moves(page, 3)


def test_the_engine_hints_and_values_on_the_board(page: Page) -> None:
    open_game(page, "chess", "human", "human", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("status")).to_have_text("Ra8# looks best (White: mate in 1): Ra8#.")
    expect(page.locator(".arrow.hinted")).to_have_count(1)
    page.get_by_test_id("analyse").click()
    expect(square(page, "a1")).to_have_attribute("aria-label", re.compile("value #1"))
    square(page, "a1").click()
    expect(square(page, "a8")).to_have_attribute("aria-label", re.compile("can be reached, value #1"))


def test_a_repetition_is_a_draw(page: Page) -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    open_game(page, "chess", "human", "human", moves=",".join(shuffle[:-1]))
    square(page, "f6").click()
    square(page, "g8").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Drawn: the position occurred for the third time.")


def test_fingers_move_pieces_too(browser: Browser, lab: str) -> None:
    context = browser.new_context(viewport={"width": 400, "height": 800}, base_url=lab, has_touch=True)
    context.set_default_timeout(1000 * HANGS)
    page = context.new_page()
    open_game(page, "chess", "human", "human")
    square(page, "e2").tap()
    expect(page.locator(".reach")).to_have_count(2)
    square(page, "e4").tap()
    expect_moves(page, 1)
    ends = [square(page, name).bounding_box() for name in ("e7", "e6", "e5")]
    fingers = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in ends if box]
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[:1]})
    for finger in fingers[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [finger]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_moves(page, 2)
    context.close()
