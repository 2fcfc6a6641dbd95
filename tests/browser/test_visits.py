"""Whole visits by a student, a professor and a hobbyist: links, Back, two tabs, and a visitor's own game."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.lab_process import NAMESAKE
from tests.browser.stepping import HANGS, shared_address, steps_all_in
from tests.browser.test_play_page import cell, expect_moves, moves, open_game

SMALL = "[[1, 2], [3, 4]]"


def expect_nodes(page: Page, count: int) -> None:
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", str(count))
    steps_all_in(page)


def expect_at(page: Page, step: int) -> None:
    steps_all_in(page)
    expect(page.get_by_test_id("step-count")).to_have_text(re.compile(f"^step {step}/"))


def go_to_step(page: Page, step: int) -> None:
    page.get_by_test_id("step-slider").fill(str(step))
    expect_at(page, step)


def follow(page: Page, address: str) -> None:
    """As a click on a link does."""
    page.evaluate("address => { location.hash = address; }", address)


def test_a_student_follows_links_and_goes_back(page: Page) -> None:
    """Each link leads to a tree of its own, and Back to the one before, at the step where it was left."""
    page.goto("#/tree")
    steps_all_in(page)
    go_to_step(page, 7)
    nodes = page.get_by_test_id("tree-view").get_attribute("data-nodes")
    follow(page, f"#/tree?text={SMALL}")
    expect_nodes(page, 7)
    go_to_step(page, 3)
    follow(page, "#/tree?text=[1, 2]")
    expect_nodes(page, 3)
    page.go_back()
    expect_nodes(page, 7)
    expect_at(page, 3)
    page.go_back()
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", nodes or "")
    expect_at(page, 7)
    page.go_forward()
    expect_nodes(page, 7)
    expect_at(page, 3)


def test_the_menu_goes_on_with_what_a_page_showed(page: Page) -> None:
    """Only a link opens something else: what was done since stays, wherever Back leads."""
    page.goto("#/tree")
    steps_all_in(page)
    page.get_by_test_id("nav-matrix").click()
    expect(page.get_by_test_id("payoff-0-0-0")).to_be_visible()
    page.get_by_test_id("nav-tree").click()
    expect(page.get_by_test_id("tree-view")).to_be_visible()
    steps_all_in(page)
    go_to_step(page, 9)
    page.go_back()
    expect(page.get_by_test_id("payoff-0-0-0")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("tree-view")).to_be_visible()
    expect_at(page, 9)


def test_from_a_game_into_the_search_and_back(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human", moves="4,0")
    cell(page, 8).click()
    expect_moves(page, 3)
    page.get_by_test_id("look-inside").click()
    steps_all_in(page)
    expect(page.get_by_text("then 4 0 8")).to_be_visible()
    page.go_back()
    expect_moves(page, 3)
    assert moves(page) == ["4", "0", "8"]
    page.go_forward()
    steps_all_in(page)
    expect(page.get_by_text("then 4 0 8")).to_be_visible()


def test_a_shared_game_does_not_cost_ones_own(page: Page) -> None:
    """Back leads from the game of a link to the game that was being played."""
    open_game(page, "connect_four", "human", "human", moves="1,2,3,4")
    follow(page, "#/play?game=connect_four&moves=7")
    expect_moves(page, 1)
    page.go_back()
    expect_moves(page, 4)
    assert moves(page) == ["1", "2", "3", "4"]


def test_two_tabs_have_steps_of_their_own(page: Page) -> None:
    page.goto("#/tree")
    steps_all_in(page)
    go_to_step(page, 5)
    other = page.context.new_page()
    other.goto(f"#/tree?text={SMALL}")
    expect_nodes(other, 7)
    go_to_step(other, 2)
    nodes = page.get_by_test_id("tree-view").get_attribute("data-nodes")
    page.reload()
    expect(page.get_by_test_id("tree-view")).to_have_attribute("data-nodes", nodes or "")
    expect_at(page, 5)
    other.reload()
    expect_nodes(other, 7)
    expect_at(other, 2)


def test_two_tabs_play_games_of_their_own(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human")
    cell(page, 4).click()
    expect_moves(page, 1)
    other = page.context.new_page()
    open_game(other, "tic_tac_toe", "human", "human", moves="0,1,2")
    page.reload()
    expect_moves(page, 1)
    assert moves(page) == ["4"]
    other.reload()
    expect_moves(other, 3)
    assert moves(other) == ["0", "1", "2"]


def test_a_new_tab_begins_where_the_last_one_was(page: Page) -> None:
    page.goto(f"#/tree?text={SMALL}")
    expect_nodes(page, 7)
    go_to_step(page, 4)
    # Leaving the page stores what is still on its way to the storage.
    page.get_by_test_id("nav-matrix").click()
    expect(page.get_by_test_id("payoff-0-0-0")).to_be_visible()
    page.close()
    later = page.context.new_page()
    later.goto("#/tree")
    expect_nodes(later, 7)
    expect_at(later, 4)


def test_a_hobbyists_game_beside_the_built_in_one_of_its_name(page: Page, tmp_path: Path) -> None:
    """Both are in the menu under names of their own; it is played, saved, opened again and linked to."""
    page.goto("#/play")
    menu = page.get_by_test_id("game-select")
    expect(menu.locator("option", has_text="own_nim.py")).to_have_count(1)
    names = menu.locator("option").all_inner_texts()
    assert len({name.casefold() for name in names}) == len(names)
    assert "Nim" in names
    menu.select_option(label="Nim (own_nim.py)")
    expect(menu).to_have_value(NAMESAKE)
    expect(page.get_by_test_id("table")).to_contain_text("7 of my own")
    for seat in (0, 1):
        page.get_by_test_id(f"seat-{seat}").select_option("human")
    for number, move in enumerate(("3", "1"), 1):
        page.locator(f'[data-testid="move"][data-move="{move}"]').click()
        expect_moves(page, number)
    expect(page.get_by_test_id("table")).to_contain_text("3 of my own")

    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    assert "nim" in kept.name.lower()
    shared = shared_address(page)
    page.get_by_test_id("new-game").click()
    expect_moves(page, 0)
    page.get_by_test_id("load-file").set_input_files(kept)
    expect_moves(page, 2)
    assert moves(page) == ["3", "1"]

    # The built-in game of that name knows nothing of it.
    menu.select_option(label="Nim")
    expect_moves(page, 0)
    expect(page.get_by_test_id("table")).not_to_contain_text("of my own")
    page.goto(shared)
    expect_moves(page, 2)
    expect(page.get_by_test_id("table")).to_contain_text("3 of my own")
    page.get_by_test_id("look-inside").click()
    expect(page.get_by_test_id("game-select")).to_have_value(NAMESAKE)
    steps_all_in(page)


def test_a_professor_prepares_a_link_and_opens_it_in_the_lecture(page: Page) -> None:
    """A tree with a search at a step, shared; the address opens the same in a browser that knows nothing."""
    page.goto(f"#/tree?text={SMALL}")
    expect_nodes(page, 7)
    page.get_by_test_id("search-select").select_option("scout")
    steps_all_in(page)
    go_to_step(page, 6)
    told = page.get_by_test_id("sentence").inner_text()
    shared = shared_address(page)
    browser = page.context.browser
    assert browser is not None
    with browser.new_context() as hall:
        hall.set_default_timeout(1000 * HANGS)
        projector = hall.new_page()
        projector.goto(shared)
        expect_nodes(projector, 7)
        expect_at(projector, 6)
        expect(projector.get_by_test_id("search-select")).to_have_value("scout")
        expect(projector.get_by_test_id("sentence")).to_have_text(told)
