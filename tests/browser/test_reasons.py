"""Why a move was chosen, as a visitor asks: the engine's own reasons on the Play page, its search on the pages Inside and Tree, and
what the values mean."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.stepping import sentence, steps_all_in
from tests.browser.test_play_page import cell, expect_moves, open_game
from zermelo.games import game_class

LOOKS_BEST = re.compile(r"^(\w+) looks best \(([-≥≤≈ .\d]+)\)")


def sections(page: Page) -> list[str]:
    return page.get_by_test_id("why").get_by_role("heading").all_inner_texts()


def test_a_hint_has_reasons_and_opens_its_own_search(page: Page) -> None:
    """What the hint says is what the search says that opens: the same move, the same value."""
    open_game(page, "connect_four", "human", "human", moves="4,4,4,4")
    expect(page.get_by_test_id("why")).to_contain_text("Ask for a hint")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("status")).to_have_text(LOOKS_BEST)
    expect(page.get_by_test_id("why")).to_contain_text("Expected line")
    assert sections(page)[:3] == ["Expected line", "Other moves", "Depth by depth"]
    said = LOOKS_BEST.search(page.get_by_test_id("status").inner_text())
    assert said
    expect(page.get_by_test_id("why")).to_contain_text(f"{said[1]} is worth ")
    page.get_by_test_id("look-inside").click()
    expect(page).to_have_url(re.compile("#/inside"))
    expect(page.get_by_test_id("search-select")).to_have_value("engine")
    steps_all_in(page)
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("The answer is ")
    answer = re.search(r"The answer is ([-≥≤≈ .\d]+): (\w+)", sentence(page).inner_text())
    assert answer
    assert answer[2] == said[1]
    assert abs(float(answer[1].strip("≥≤≈ ")) - float(said[2].strip("≥≤≈ "))) <= 0.005
    expect(page.get_by_test_id("legend")).to_have_text(game_class("connect_four").values_help)


def test_the_engine_gives_reasons_for_its_moves(page: Page) -> None:
    open_game(page, "connect_four", "human", "engine")
    page.get_by_test_id("strength-1").fill("2")
    cell(page, 3).click()
    expect_moves(page, 2)
    expect(page.get_by_test_id("why")).to_contain_text("Other moves")
    expect(page.get_by_test_id("legend")).to_have_text(game_class("connect_four").values_help)
    # They go with the move.
    page.get_by_test_id("take-back").click()
    expect_moves(page, 0)
    expect(page.get_by_test_id("why")).to_contain_text("Ask for a hint")


def test_a_solved_position_shows_its_proof(page: Page) -> None:
    open_game(page, "tic_tac_toe", "human", "human", moves="0,4,1")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("why")).to_contain_text("Proof line")
    expect(page.get_by_test_id("why")).to_contain_text("There the game ends: A draw.")
    expect(page.get_by_test_id("why")).to_contain_text(
        re.compile(r"3 is worth (at least )?1: 3 2\.|No better, worth at least 1: .*3 2")
    )
    expect(page.get_by_test_id("why").get_by_text("at least 1")).to_have_count(1)


def test_simulations_have_numbers_and_win_rates(page: Page) -> None:
    open_game(page, "go", "human", "human", position="5:")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("status")).to_have_text(re.compile(r"^\w+ looks best \(\d+ % for Black\): "))
    expect(page.get_by_test_id("why")).to_contain_text(
        re.compile(r"begins [\d,]+ of [\d,]+ simulations, of which Black wins \d+ %")
    )


def test_games_of_chance_have_a_legend_and_a_search_to_look_into(page: Page) -> None:
    open_game(page, "pig", "human", "human")
    expect(page.get_by_test_id("legend")).to_have_text(game_class("pig").values_help)
    page.get_by_test_id("look-inside").click()
    expect(page.get_by_test_id("game-select")).to_have_value("pig")
    steps_all_in(page)


def test_the_engine_on_the_tree_page(page: Page) -> None:
    page.goto("#/tree")
    page.get_by_test_id("search-select").select_option("engine")
    steps_all_in(page)
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("The answer is ")
    value = sentence(page).inner_text()
    page.get_by_test_id("search-select").select_option("alpha_beta")
    steps_all_in(page)
    page.keyboard.press("End")
    expect(sentence(page)).to_have_text(value)
