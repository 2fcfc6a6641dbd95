"""Checkers on the Play page: jumps by clicks, dragging, keys and typing, square numbers, positions set up by hand, PDN."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_analysis_board import type_move
from tests.browser.test_play_page import expect_moves, moves, open_game

CROSS = "B:W6,7,14,15:BK1,20"
"""Black's king jumps over 6, and then over 7, 14 or 15."""
TWO_ROUTES = "B:W6,7,14,15,22,23:BK2"


def square(page: Page, number: int) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^square {number},"))


def test_jumps_by_clicks(page: Page) -> None:
    open_game(page, "checkers", "human", "human", position=CROSS)
    square(page, 1).click()
    expect(page.locator(".reach")).to_have_count(4)
    expect(square(page, 10)).to_have_attribute("aria-label", "square 10, empty, can be reached")
    # All three jumps go over 10: it is a step, and the piece stays in hand.
    square(page, 10).click()
    expect(square(page, 1)).to_have_attribute("aria-selected", "true")
    square(page, 17).click()
    expect_moves(page, 1)
    assert moves(page) == ["1x10x17"]
    expect(square(page, 14)).to_have_attribute("data-piece", "")
    expect(square(page, 17)).to_have_attribute("aria-label", "square 17, black king, last move")


def test_a_step_that_leaves_one_move_plays_it(page: Page) -> None:
    open_game(page, "checkers", "human", "human", position=TWO_ROUTES)
    square(page, 2).drag_to(square(page, 25))
    expect(page.get_by_test_id("choice")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("choice")).to_have_count(0)
    square(page, 2).click()
    square(page, 11).click()
    square(page, 25).click()
    expect_moves(page, 1)
    assert moves(page) == ["2x11x18x25"]


def test_jumps_by_keys_and_typing(page: Page) -> None:
    open_game(page, "checkers", "human", "human", position=CROSS)
    type_move(page, "1x10")
    expect(page.get_by_test_id("status")).to_have_text("1x10 is not a legal move here.")
    square(page, 1).focus()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(square(page, 3)).to_be_focused()
    page.keyboard.press("Enter")
    expect_moves(page, 1)
    assert moves(page) == ["1x10x3"]
    open_game(page, "checkers", "human", "human", position=TWO_ROUTES)
    type_move(page, "2x25")
    expect(page.get_by_test_id("status")).to_have_text("2x25 may be 2x9x18x25 or 2x11x18x25.")
    type_move(page, "2x11x18x25")
    expect_moves(page, 1)


def test_each_side_sees_its_own_men_below(page: Page) -> None:
    open_game(page, "checkers", "human", "human")
    expect(page.get_by_test_id("board").locator("text")).to_have_count(32)

    def height(number: int) -> float:
        box = square(page, number).bounding_box()
        assert box is not None
        return box["y"]

    assert height(1) > height(32)
    page.get_by_test_id("flip").click()
    assert height(1) < height(32)


def test_a_position_is_set_up_and_analysed(page: Page) -> None:
    open_game(page, "checkers", "human", "human")
    page.get_by_test_id("set-up-by-hand").click()
    page.get_by_test_id("set-up-clear").click()
    for piece, number in (("black king", 1), ("white", 6), ("white", 15)):
        page.get_by_role("radio", name=piece, exact=True).check(force=True)
        square(page, number).click()
    page.get_by_test_id("set-up-done").click()
    expect(square(page, 1)).to_have_attribute("aria-label", "square 1, black king, can be moved")
    page.get_by_test_id("analyse").click()
    # The only move jumps twice, and takes everything.
    expect(page.locator(".arrow.best")).to_have_count(2)


def test_games_are_loaded_and_saved_as_pdn(page: Page, tmp_path: Path) -> None:
    open_game(page, "checkers", "human", "human")
    record = tmp_path / "game.pdn"
    record.write_text('[Black "Ann"]\n[FEN "B:W6,7,14,15:BK1,20"]\n\n1. 1x17 {over two} *\n')
    page.get_by_test_id("load-file").set_input_files(record)
    expect_moves(page, 1)
    assert moves(page) == ["1x10x17"]
    with page.expect_download() as saving:
        page.get_by_test_id("save").click()
    text = Path(saving.value.path()).read_text()
    assert saving.value.suggested_filename.endswith(".pdn")
    assert '[Black "Ann"]' in text
    assert "1. 1x10x17 {over two}" in text


def test_bad_files_leave_the_game_alone(page: Page, tmp_path: Path) -> None:
    open_game(page, "checkers", "human", "human", moves="11-15")
    expect_moves(page, 1)
    expect(page.get_by_test_id("load-file")).to_have_attribute("accept", re.compile(r"\.pdn\b"))
    record, said = tmp_path / "game.pdn", page.get_by_test_id("writing-help")
    for text, words in (
        ("1. 11-15 22-18 2. 10-14 *", "10-14"),
        ('[FEN "B:W1:B1"]\n\n*', "White's man on square 1 must be a king"),
        ("\n", "The file is empty."),
    ):
        record.write_text(text)
        page.get_by_test_id("load-file").set_input_files(record)
        expect(said).to_contain_text(words)
        assert moves(page) == ["11-15"]
