"""The Arena page of a lab with a store: its tournaments and games; and a tournament that outlives the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.lab_process import LabProcess
from tests.browser.stepping import HANGS, sentence, shared_address
from tests.browser.test_arena_page import game_links, moves_in, start
from tests.lab.arena_store import GAMES, write_store


@pytest.fixture(scope="module")
def lab_with_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabProcess]:
    path: Path = tmp_path_factory.mktemp("store") / "games.db"
    write_store(path)
    process = LabProcess("--store", str(path))
    try:
        process.start()
        yield process
    finally:
        process.stop()


def test_tournaments_of_the_store_are_opened(browser: Browser, lab_with_store: LabProcess) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=lab_with_store.address)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(1000 * HANGS)
    page = context.new_page()
    page.goto("#/arena")
    page.get_by_test_id("stored-event").select_option("1")
    expect(sentence(page)).to_contain_text(f"Tournament 1 of the store has {GAMES} games.")
    expect(page.get_by_test_id("rating-plot")).to_contain_text("mcts:10")
    expect(game_links(page)).to_have_count(100)
    page.get_by_test_id("later-games").click()
    expect(game_links(page)).to_have_count(GAMES - 100)
    page.get_by_test_id("met-reflex-random").click()
    expect(game_links(page)).to_have_count(GAMES // 3)
    moves = moves_in(game_links(page).nth(1))
    game_links(page).nth(1).click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("move-list").locator("[data-move]")).to_have_count(len(moves))
    page.goto("#/arena")
    page.get_by_test_id("stored-event").select_option("2")
    expect(page.get_by_text("This lab has no game called nowhere:Game")).to_be_visible()
    expect(game_links(page)).to_have_count(0)
    # The panel shows nothing of the page's own tournament; a reload and a link open the same one of the store.
    expect(page.get_by_test_id("arena-game")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("This lab has no game called nowhere:Game")).to_be_visible()
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.get_by_test_id("arena-game")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{lab_with_store.address}#/arena?event=1")
    expect(sentence(page)).to_contain_text("Tournament 1 of the store has")
    assert shared_address(page).endswith("#/arena?event=1")
    context.close()


def test_a_tournament_survives_the_server(browser: Browser, lab_with_store: LabProcess) -> None:
    context = browser.new_context(base_url=lab_with_store.address)
    context.set_default_timeout(1000 * HANGS)
    page = context.new_page()
    start(page, "#/arena?game=othello&players=mcts:20,random&games=500&opening=4")
    expect(game_links(page).nth(1)).to_be_visible()
    lab_with_store.kill()
    expect(page.get_by_test_id("away")).to_be_visible()
    lab_with_store.start()
    expect(page.get_by_test_id("away")).to_have_count(0)
    expect(game_links(page).nth(5)).to_be_visible()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("continue")).to_be_visible()
    context.close()
