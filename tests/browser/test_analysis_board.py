"""The Play page as an analysis board: variations, live lines, arrows, headers and PGN, the review, positions set up by hand, and
whole games by the keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_moving_board import go, square
from tests.browser.test_play_page import cell, expect_moves, moves, open_game

SICILIAN = """[Event "Match"]
[White "Paul"]
[Black "Adolf"]

1. e4 e5 (1... c5 {the Sicilian} 2. Nf3) 2. Nf3!? Nc6 *
"""


def listed(page: Page) -> list[str]:
    return page.get_by_test_id("move-list").get_by_role("button").all_inner_texts()


def current(page: Page) -> Locator:
    return page.get_by_test_id("move-list").locator("[aria-current]")


def is_shown(page: Page) -> None:
    """The position that was asked for is on the board."""
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")


def type_move(page: Page, move: str) -> None:
    page.keyboard.press("m")
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def test_variations_are_kept_promoted_and_taken_back(page: Page) -> None:
    open_game(page, "chess", "human", "human", moves="e2e4,e7e5,g1f3")
    page.locator('[data-ply="1"]').click()
    is_shown(page)
    go(page, "c7c5", 4)
    go(page, "b1c3", 5)
    assert listed(page) == ["start", "1.e4", "e5", "1…c5", "2.Nc3", "2.Nf3"]
    expect(page.get_by_test_id("variation")).to_have_count(1)
    # A move that is already there is followed.
    page.locator('[data-ply="1"]').click()
    is_shown(page)
    go(page, "e7e5", 5)
    expect(current(page)).to_have_text("e5")
    current(page).click()
    page.keyboard.press("ArrowDown")
    expect(current(page)).to_have_text("1…c5")
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text("2.Nc3")
    page.reload()
    expect(current(page)).to_have_text("2.Nc3")
    page.get_by_test_id("promote").click()
    expect(page.get_by_test_id("promote")).to_have_count(0)
    assert listed(page) == ["start", "1.e4", "c5", "1…e5", "2.Nf3", "2.Nc3"]
    page.get_by_test_id("take-back").click()
    expect_moves(page, 4)
    page.get_by_test_id("take-back").click()
    expect_moves(page, 3)
    assert moves(page) == ["e2e4", "e7e5", "g1f3"]


def test_back_leads_to_the_variations_of_the_game_before(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,4")
    page.keyboard.press("Home")
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 2 moves.")
    is_shown(page)
    cell(page, 0).click()
    expect_moves(page, 3)
    page.evaluate("location.hash = '#/play?game=connect_four&moves=7,7,7,7'")
    expect_moves(page, 4)
    page.go_back()
    expect_moves(page, 3)
    assert moves(page) == ["4", "1", "4"]
    expect(page.get_by_test_id("variation")).to_have_count(1)


def test_the_engine_answers_in_a_variation(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "engine")
    cell(page, 0).click()
    expect_moves(page, 2)
    page.keyboard.press("Home")
    expect(page.get_by_test_id("status")).to_contain_text("Another move here begins a variation.")
    is_shown(page)
    cell(page, 4).click()
    expect_moves(page, 4)
    expect(page.get_by_test_id("variation")).to_have_count(1)
    expect(page.get_by_test_id("status")).to_have_text("X to move.")


def test_an_analysis_shows_lines_arrows_and_who_stands_better(page: Page) -> None:
    open_game(page, "chess", "human", "human", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    expect(page.get_by_test_id("evaluation-bar")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.get_by_test_id("evaluation-bar")).to_have_attribute("aria-valuenow", "100")
    lines = page.get_by_test_id("lines").get_by_role("button")
    expect(lines).to_have_count(3)
    expect(lines.first).to_have_text(re.compile(r"#1\s+Ra8#"))
    expect(page.locator(".arrow.best")).to_have_count(3)
    page.get_by_test_id("lines-select").select_option("1")
    expect(page.locator(".arrow.best")).to_have_count(1)
    lines.first.click()
    expect(page.get_by_test_id("verdict")).to_have_text("Checkmate: White wins.")
    assert listed(page) == ["start", "1.Ra8#"]
    expect(page.get_by_test_id("evaluation-bar")).to_have_attribute("aria-valuetext", "100 %")


def test_a_line_that_is_entered_is_written_with_its_numbers(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    page.keyboard.press("v")
    first = page.get_by_test_id("lines").get_by_role("button").first
    expect(first).to_have_text(re.compile(r"\d\s+(\S+ ){4,}"))
    first.click()
    expect(page.get_by_test_id("status")).to_contain_text("After 1 of")
    expect(page.locator('[data-ply="1"]')).to_have_text(re.compile(r"^1\."))
    expect(page.locator('[data-ply="3"]')).to_have_text(re.compile(r"^2\."))


def test_a_game_that_was_opened_waits_until_one_goes_on(page: Page) -> None:
    """Stepping through it lets no engine move at its end."""
    open_game(page, "chess", "human", "engine")
    page.get_by_test_id("writing").fill("1. e4 e5 2. Nf3")
    page.get_by_test_id("load").click()
    expect_moves(page, 3)
    page.keyboard.press("Home")
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 3 moves.")
    is_shown(page)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("status")).to_contain_text("looks best")
    page.keyboard.press("End")
    expect(page.get_by_test_id("status")).to_have_text("Paused: Black is to move.")
    type_move(page, "Nc6")
    expect(page.get_by_test_id("status")).to_have_text("It is not your turn: Black is to move.")
    expect_moves(page, 3)


def test_cells_and_rings_on_a_board_without_paths(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,1,4,1,4")
    page.get_by_test_id("analyse").click()
    expect(page.locator(".mark.best")).to_have_count(3)
    expect(cell(page, 21)).to_have_attribute("aria-label", re.compile("value"))
    expect(page.get_by_test_id("evaluation-bar")).to_have_attribute("aria-valuetext", re.compile(r"\d+ %, value"))
    cell(page, 3).focus()
    page.keyboard.press("a")
    expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("a mark begins here"))
    page.keyboard.press("a")
    expect(page.locator(".mark.own")).to_have_count(1)


def test_own_arrows_and_rings(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    g1, f3 = square(page, "g1").bounding_box(), square(page, "f3").bounding_box()
    assert g1
    assert f3
    for end in (f3, f3, g1):
        page.mouse.move(g1["x"] + 20, g1["y"] + 20)
        page.mouse.down(button="right")
        page.mouse.move(end["x"] + 20, end["y"] + 20)
        page.mouse.up(button="right")
    # The second arrow took the first away; the last mark has one cell only.
    expect(page.locator(".own")).to_have_count(1)
    expect(page.locator(".mark.own")).to_have_count(1)
    expect(square(page, "g1")).to_have_attribute("aria-label", re.compile("marked"))
    square(page, "e2").focus()
    page.keyboard.press("a")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("a")
    expect(page.locator(".arrow.own")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator(".own")).to_have_count(0)
    expect_moves(page, 0)


def test_every_board_is_flipped(page: Page) -> None:
    for game, first, last in (("chess", 0, 63), ("othello", 0, 63), ("tic_tac_toe", 0, 8), ("connect_four", 0, 6)):
        open_game(page, game, "human", "human")
        before = cell(page, first).bounding_box()
        page.keyboard.press("f")
        expect(page.get_by_test_id("flip")).to_have_attribute("aria-pressed", "true")
        assert cell(page, last).bounding_box() == before, game
    # Stones still fall.
    cell(page, 0).click()
    expect(cell(page, 35)).to_have_attribute("data-piece", "first")


def test_legal_moves_are_shown(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    page.keyboard.press("l")
    expect(page.locator(".reach")).to_have_count(16)
    square(page, "e2").click()
    expect(page.locator(".reach")).to_have_count(2)
    page.keyboard.press("l")
    open_game(page, "tic_tac_toe", "human", "human")
    dot = page.locator(".legal").first
    expect(dot).to_have_css("opacity", "0")
    page.get_by_test_id("legal-moves").check()
    expect(dot).to_have_css("opacity", "0.3")


def test_pgn_with_headers_and_variations_comes_in_and_goes_out(page: Page, tmp_path: Path) -> None:
    open_game(page, "chess", "human", "human")
    file = tmp_path / "game.pgn"
    file.write_text(SICILIAN)
    page.get_by_test_id("load-file").set_input_files(file)
    expect_moves(page, 6)
    assert listed(page) == ["start", "1.e4", "e5", "1…c5", "2.Nf3", "2.Nf3!?", "Nc6"]
    expect(page.get_by_test_id("move-list")).to_contain_text("the Sicilian")
    page.locator('[data-move="c7c5"]').click()
    expect(page.get_by_test_id("comment")).to_have_value("the Sicilian")
    page.get_by_test_id("comment").fill("sharp")
    page.get_by_test_id("comment").blur()
    page.get_by_text("Headers").click()
    expect(page.get_by_label("Event")).to_have_value("Match")
    page.get_by_label("Site").fill("Paris")
    page.get_by_label("Site").blur()
    page.reload()
    expect_moves(page, 6)
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    assert download.value.suggested_filename == "chess.pgn"
    download.value.save_as(file)
    saved = file.read_text()
    for part in ('[Site "Paris"]', '[White "Paul"]', "(1... c5 {sharp} 2. Nf3)", "2. Nf3 $5"):
        assert part in saved
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    download.value.save_as(file)
    assert '[White "Human"]' in file.read_text()
    assert "Paul" not in file.read_text()


def test_a_review_marks_the_blunder(page: Page) -> None:
    open_game(page, "chess", "human", "human", moves="f2f3,e7e5,g2g4,d8h4")
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("summary")).to_contain_text("White")
    expect(page.locator('[data-move="g2g4"]')).to_have_text("2.g4??")
    expect(page.get_by_test_id("value-graph").locator("circle")).to_have_count(5)
    expect(page.get_by_test_id("value-graph").locator(".mistake")).not_to_have_count(0)
    for _ in range(3):
        page.keyboard.press("r")
        if "g4" in current(page).inner_text():
            break
    expect(current(page)).to_have_text("2.g4??")
    expect(page.get_by_test_id("judgement")).to_contain_text("A blunder")
    page.get_by_test_id("play-better").click()
    expect(page.get_by_test_id("variation")).to_have_count(1)
    page.get_by_test_id("next-mistake").click()
    expect(current(page)).to_have_text(re.compile(r"\?"))
    page.reload()
    expect(page.locator('[data-move="g2g4"]')).to_have_text("2.g4??")
    expect(page.get_by_test_id("summary")).to_be_visible()


def test_a_position_is_set_up_by_hand(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    page.get_by_test_id("set-up-by-hand").click()
    page.get_by_test_id("set-up-clear").click()
    for piece, at in (("white king", "g1"), ("white rook", "a1"), ("black king", "g8"), ("white king", "h1")):
        page.get_by_role("radio", name=piece).check(force=True)
        square(page, at).click()
    page.get_by_test_id("set-up-done").click()
    expect(page.get_by_test_id("set-up-status")).to_have_class(re.compile("wrong"))
    square(page, "h1").click()
    page.get_by_test_id("set-up-done").click()
    expect(page.get_by_test_id("status")).to_have_text("White to move.")
    go(page, "a1a8", 1)
    expect(page.get_by_test_id("status")).to_have_text("Black to move.")


def test_what_is_not_set_up_anew_stays(page: Page) -> None:
    position = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 31 70"
    open_game(page, "chess", "human", "human", position=position)
    page.get_by_test_id("set-up-by-hand").click()
    for name, choice in (("player", "1"), ("white_castling", "K"), ("black_castling", "q"), ("en_passant", "-")):
        expect(page.get_by_test_id(f"set-up-{name}")).to_have_value(choice)
    page.get_by_test_id("set-up-done").click()
    expect(page.get_by_test_id("status")).to_have_text("Black to move.")
    expect(page.get_by_test_id("writing")).to_have_attribute("placeholder", position)
    go(page, "e8c8", 1)


def test_a_text_with_two_games_offers_both(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    page.get_by_test_id("writing").fill('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *')
    page.get_by_test_id("load").click()
    expect(page.get_by_test_id("collection").locator("option")).to_have_text(["1. A – ?", "2. B – ?"])
    page.get_by_test_id("collection").select_option("1")
    expect_moves(page, 2)
    expect(page.get_by_test_id("collection")).to_have_value("1")
    page.get_by_test_id("new-game").click()
    expect(page.get_by_test_id("collection")).to_have_count(0)


def test_a_board_of_stones_is_set_up_with_the_keyboard(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4")
    page.get_by_test_id("set-up-by-hand").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="second player").focus()
    page.keyboard.press(" ")
    cell(page, 0).focus()
    page.keyboard.press("Enter")
    expect(cell(page, 35)).to_have_attribute("data-piece", "second")
    page.get_by_test_id("set-up-player").select_option("0")
    page.get_by_test_id("set-up-done").click()
    expect(page.get_by_test_id("status")).to_have_text("First to move.")
    expect(cell(page, 38)).to_have_attribute("data-piece", "first")
    page.get_by_test_id("set-up-by-hand").click()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("status")).to_have_text("First to move.")


def test_the_keyboard_alone_plays_the_scholars_mate(page: Page) -> None:
    open_game(page, "chess", "human", "human")
    for number, move in enumerate(("e4", "e5", "Qh5", "Nc6", "bc4", "Nf6"), 1):
        type_move(page, move)
        expect_moves(page, number)
    type_move(page, "Qxe4")
    expect(page.get_by_test_id("status")).to_have_text("Qxe4 is not a legal move here.")
    page.keyboard.press("m")
    page.keyboard.press("Control+a")
    page.keyboard.type("Qxf7#")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text("Checkmate: White wins.")


def test_the_keyboard_alone_plays_connect_four(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    page.keyboard.press("b")
    expect(cell(page, 0)).to_be_focused()
    for number in range(1, 8):
        page.keyboard.press("Enter")
        expect_moves(page, number)
        page.keyboard.press("ArrowRight" if number % 2 else "ArrowLeft")
    expect(page.get_by_test_id("verdict")).to_have_text("First wins with a score of 18.")
