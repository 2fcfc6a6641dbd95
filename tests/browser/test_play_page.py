"""The Play page, played as a visitor plays it: by clicking, by keys, against the engine and against time."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

BOTTOM_ROW = 35
"""The first cell of the lowest row of a Connect Four board."""


def open_game(page: Page, game: str, *seats: str, **query: str) -> None:
    """Opens a game with these players, from an address that names it."""
    page.goto(f"#/play?{urlencode({'game': game, **query})}")
    expect(page.get_by_test_id("board")).to_be_visible()
    for number, player in enumerate(seats):
        page.get_by_test_id(f"seat-{number}").select_option(player)
    if page.get_by_test_id("go-on").is_visible():
        page.get_by_test_id("go-on").click()


def cell(page: Page, number: int) -> Locator:
    return page.get_by_test_id(f"cell-{number}")


def moves(page: Page) -> list[str]:
    listed = page.get_by_test_id("move-list").locator("[data-move]").all()
    return [move.get_attribute("data-move") or "" for move in listed]


def expect_moves(page: Page, count: int) -> None:
    expect(page.get_by_test_id("move-list").get_by_role("button")).to_have_count(count + 1)
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")


def test_connect_four_is_played_to_its_end_by_clicking(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    for number, column in enumerate((1, 2, 1, 2, 1, 2, 1), 1):
        # The top of the column will do: the stone falls.
        cell(page, column - 1).click()
        expect_moves(page, number)
    expect(page.get_by_test_id("verdict")).to_have_text("First wins with a score of 18.")
    expect(cell(page, BOTTOM_ROW)).to_have_attribute("data-piece", "first")
    expect(cell(page, BOTTOM_ROW + 1)).to_have_attribute("data-piece", "second")
    expect(page.get_by_test_id("hint")).to_be_disabled()


def test_connect_four_against_the_engine(page: Page) -> None:
    """Whole game: wherever there is an open cell after the engine's answer, one is clicked."""
    open_game(page, "connect_four", "human", "engine")
    page.get_by_test_id("strength-1").fill("2")
    for turn in range(21):
        expect(page.locator('[data-testid="verdict"], .cell.open').first).to_be_visible()
        if page.get_by_test_id("verdict").is_visible():
            break
        expect_moves(page, 2 * turn)
        open_cells = page.locator(".cell.open")
        open_cells.nth(turn % open_cells.count()).click()
        waiting = page.locator(f'[data-testid="verdict"], [data-ply="{2 * turn + 2}"]').first
        expect(waiting).to_be_visible()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile(r"wins|draw"))
    expect(page.get_by_test_id("engine-depth")).not_to_be_empty()


def test_tic_tac_toe_against_the_engine_ends_without_a_win(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "engine")
    for turn in range(5):
        expect_moves(page, 2 * turn)
        page.get_by_test_id("hint").click()
        expect(page.get_by_test_id("status")).to_have_text(re.compile("looks best"))
        page.locator(".cell:has(.hinted)").click()
    expect_moves(page, 9)
    expect(page.get_by_test_id("verdict")).to_have_text("A draw.")


def test_othello_with_hint_values_and_take_back(page: Page) -> None:
    open_game(page, "othello", "human", "engine")
    page.get_by_test_id("strength-1").fill("1")
    page.get_by_test_id("analyse").click()
    f5 = cell(page, 4 * 8 + 5)
    expect(f5).to_have_attribute("aria-label", re.compile("f5, empty, can be played, value"))
    expect(page.get_by_test_id("lines").get_by_role("button").first).to_have_text(re.compile(r"\d\s+[a-h][1-8]"))
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("engine-line")).to_have_text(re.compile(r"^[a-h][1-8]"))
    page.get_by_test_id("hint").click()
    expect(page.locator(".hinted")).to_have_count(1)
    f5.click()
    expect_moves(page, 2)
    expect(f5).to_have_attribute("data-piece", re.compile("black|white"))
    page.get_by_test_id("take-back").click()
    expect_moves(page, 0)
    expect(f5).to_have_attribute("data-piece", "")
    expect(page.get_by_test_id("status")).to_have_text("Black to move.")


def test_nim_is_played_by_taking_stones(page: Page) -> None:
    open_game(page, "nim", "human", "human")
    for number, move in enumerate(("3 from heap 3", "1 from heap 1", "1 from heap 2", "1 from heap 2"), 1):
        page.locator(f'.cell[data-move="{move}"]').click()
        expect_moves(page, number)
    expect(page.get_by_test_id("verdict")).to_have_text("Second wins.")


def test_pig_throws_the_die(page: Page) -> None:
    open_game(page, "pig", "human", "human")
    page.locator('[data-testid="move"][data-move="roll"]').click()
    expect_moves(page, 2)
    assert moves(page)[0] == "roll"
    assert moves(page)[1] in set("123456")
    expect(page.get_by_test_id("board")).to_contain_text("in the pot")


def test_coins_has_three_seats(page: Page) -> None:
    open_game(page, "coins", "human", "mcts", "random")
    for taken in (3, 6):
        page.locator('[data-testid="move"]:enabled').first.click()
        expect_moves(page, taken)
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("win"))


def test_a_users_game_draws_itself_and_runs_no_script(page: Page) -> None:
    open_game(page, "own_game:Countdown", "human", "engine")
    expect(page.get_by_test_id("board")).to_have_attribute("alt", "4 left")
    page.locator('[data-testid="move"][data-move="one"]').click()
    expect_moves(page, 2)
    expect(page.get_by_test_id("board")).to_have_attribute("alt", re.compile("[12] left"))
    expect(page).to_have_title("Play · Zermelo")


def test_a_reload_and_an_address_keep_the_game(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,4,3")
    cell(page, 2).click()
    expect_moves(page, 4)
    page.reload()
    expect_moves(page, 4)
    assert moves(page) == ["4", "4", "3", "3"]
    expect(page.get_by_test_id("seat-1")).to_have_value("human")
    page.get_by_test_id("share").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    expect(page).to_have_url(re.compile("#/play$"))
    page.goto(shared)
    expect_moves(page, 4)
    expect(page.get_by_test_id("look-inside")).to_have_attribute("href", re.compile("game=connect_four&moves=4"))


def test_the_move_list_leads_back_and_a_move_there_begins_a_variation(page: Page) -> None:
    open_game(page, "connect_four", "human", "human", moves="4,4,3,5,1")
    page.locator('[data-ply="2"]').click()
    expect(page.get_by_test_id("status")).to_contain_text("After 2 of 5 moves.")
    expect(page.get_by_test_id("table")).to_have_attribute("aria-busy", "false")
    cell(page, 6).click()
    expect_moves(page, 6)
    assert moves(page) == ["4", "4", "3", "7", "5", "1"]
    page.get_by_test_id("first").click()
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 3 moves.")
    page.keyboard.press("End")
    expect(page.get_by_test_id("status")).to_have_text("Second to move.")


def test_a_late_answer_of_the_engine_is_not_played(page: Page) -> None:
    """Taking back while the engine thinks stops it at once, and nothing it still says counts."""
    open_game(page, "connect_four", "human", "engine")
    page.get_by_test_id("limit-1").select_option("seconds")
    page.get_by_test_id("seconds-1").select_option("10")
    with page.expect_websocket() as opened:
        cell(page, 3).click()
    expect(page.get_by_test_id("status")).to_have_text("Second is thinking …")
    with opened.value.expect_event("framereceived", lambda frame: '"cancelled"' in frame):
        page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("status")).to_have_text("First to move.")
    expect_moves(page, 0)


def test_engines_play_each_other_until_paused(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    page.get_by_test_id("seat-1").select_option("engine")
    page.get_by_test_id("seat-0").select_option("engine")
    page.get_by_test_id("pause").click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile("Paused"))
    count = len(moves(page))
    page.wait_for_timeout(700)
    assert len(moves(page)) == count
    page.get_by_test_id("go-on").click()
    expect(page.locator(f'[data-ply="{count + 2}"]')).to_be_visible()


def test_the_keyboard_alone_can_play(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human")
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 4)).to_have_attribute("data-piece", "x")
    expect(cell(page, 4)).to_have_attribute("aria-label", "column 2, row 2, X, last move")
    page.keyboard.press("Backspace")
    expect_moves(page, 0)


def test_a_position_is_set_up_from_text(page: Page) -> None:
    open_game(page, "connect_four", "human", "human")
    page.get_by_test_id("writing").fill("44x")
    page.get_by_test_id("set-up").click()
    expect(page.get_by_test_id("writing-help")).to_have_class(re.compile("wrong"))
    page.get_by_test_id("writing").fill("4455")
    page.get_by_test_id("set-up").click()
    expect(cell(page, BOTTOM_ROW + 4)).to_have_attribute("data-piece", "first")
    expect(page.get_by_test_id("writing-help")).not_to_have_class(re.compile("wrong"))
    expect_moves(page, 0)


def test_a_game_is_saved_and_loaded(page: Page, tmp_path: Path) -> None:
    open_game(page, "othello", "human", "human", moves="f5,d6,c3")
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    assert download.value.suggested_filename == "othello.txt"
    kept = tmp_path / "game.txt"
    download.value.save_as(kept)
    assert kept.read_text() == "f5d6c3\n"
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    page.get_by_test_id("load-file").set_input_files(kept)
    expect_moves(page, 3)
    page.get_by_test_id("copy-game").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("The game is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "f5d6c3"
    page.get_by_test_id("writing").fill("F5 d6 c4")
    page.get_by_test_id("load").click()
    expect(page.get_by_test_id("move-list").locator("[data-move]").last).to_have_text("3c4")
    assert moves(page) == ["f5", "d6", "c4"]


def test_the_value_graph_covers_the_game(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human", moves="4,0,8")
    page.get_by_test_id("review").click()
    graph = page.get_by_test_id("value-graph")
    expect(graph.locator("circle")).to_have_count(4)
    graph.click(position={"x": 45, "y": 20})
    expect(page.get_by_test_id("status")).to_contain_text("After 0 of 3 moves.")


def test_the_review_passes_over_the_throws_of_chance(page: Page) -> None:
    open_game(page, "pig", "human", "human", moves="roll,4,roll,3")
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("value-graph").locator("circle")).to_have_count(3)
    expect(page.get_by_test_id("next-mistake")).to_be_disabled()


def test_a_meaningless_address_gets_a_sentence(page: Page) -> None:
    page.goto("#/play?game=connect_four&moves=4,9")
    expect(page.get_by_test_id("status")).to_have_class(re.compile("trouble"))
    page.get_by_test_id("take-back").click()
    expect_moves(page, 0)
    cell(page, 0).click()
    expect_moves(page, 2)


def test_the_clock_runs_for_the_player_to_move(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human")
    page.get_by_test_id("clock-select").select_option("1+1")
    expect(page.get_by_test_id("clock-0")).to_have_text("1:00")
    cell(page, 0).click()
    expect(page.get_by_test_id("clock-0")).to_have_text("1:01")
    expect(page.get_by_test_id("clock-1")).to_have_text("0:59")


def test_a_player_out_of_time_loses(page: Page) -> None:
    page.clock.install()
    open_game(page, "tic_tac_toe", "human", "human")
    page.get_by_test_id("clock-select").select_option("1+1")
    cell(page, 0).click()
    expect_moves(page, 1)
    page.clock.fast_forward(61_000)
    expect(page.get_by_test_id("verdict")).to_have_text("Time is up for O: the game is lost.")
    expect(page.locator(".cell.open")).to_have_count(0)


def test_a_phone_shows_the_whole_board(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_game(page, "othello", "human", "human")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.get_by_test_id("board").bounding_box()
    assert box is not None
    assert box["width"] >= 340
    cell(page, 4 * 8 + 5).click()
    expect_moves(page, 1)


def test_the_rule_that_fired_is_shown(page: Page) -> None:
    page.goto("#/play?game=tic_tac_toe")
    page.get_by_test_id("seat-1").select_option("human")
    page.get_by_test_id("seat-0").select_option("rules")
    expect(page.get_by_test_id("engine-why")).to_have_text("Rule 6: centre.")


def test_the_british_museum_refuses_chess_with_the_number(page: Page) -> None:
    page.goto("#/play?game=chess")
    page.get_by_test_id("seat-0").select_option("british_museum")
    expect(page.get_by_text("The British Museum searches at most 1,000,000 leaves")).to_be_visible()
