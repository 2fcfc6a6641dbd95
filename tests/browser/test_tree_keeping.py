"""What is done on the Tree page can be shared, saved as a file, and is still there after a reload."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stepping import (
    HANGS,
    events_of,
    expect_step,
    sentence,
    sentences_of,
    shared_address,
    steps_all_in,
    visit,
)
from zermelo.events import decode
from zermelo.trees import format_tree, random_tree

DEEP_STEP = 21


def state_of(page: Page) -> list[str]:
    """Everything an address or a reload should bring back."""
    return [
        page.get_by_test_id("sentence").inner_text(),
        page.get_by_test_id("step-count").inner_text(),
        page.get_by_test_id("tree-text").input_value(),
        *(page.get_by_test_id(each).input_value() for each in ("search-select", "depth", "order", "search-select-2")),
        *page.locator('[aria-pressed="true"]').all_inner_texts(),
    ]


def settled(page: Page) -> list[str]:
    steps_all_in(page)
    summary = page.get_by_text("Tree", exact=True).last
    if not page.get_by_test_id("tree-text").is_visible():
        summary.click()
    return state_of(page)


def test_a_shared_address_and_a_reload_bring_everything_back(page: Page, browser: Browser, lab: str) -> None:
    page.goto("")
    steps_all_in(page)
    page.get_by_test_id("compare").click()
    page.get_by_test_id("search-select-2").select_option("scout")
    page.get_by_test_id("ties").get_by_text("strict").click()
    page.get_by_test_id("fail").get_by_text("hard").click()
    page.get_by_test_id("depth").fill("3")
    page.get_by_test_id("depth").press("Enter")
    page.get_by_test_id("order").select_option("reverse")
    steps_all_in(page)
    page.get_by_test_id("step-slider").fill("12")
    wanted = settled(page)
    assert wanted[1].startswith("step 12/")
    shared = shared_address(page)
    assert page.url == shared

    # What is done after sharing survives a reload, though the address is still the shared one.
    page.get_by_test_id("step-forward").click()
    later = settled(page)
    page.reload()
    steps_all_in(page)
    expect(page.get_by_test_id("step-count")).to_contain_text("step 13/")
    assert settled(page) == later

    # A large tree is packed.
    large = format_tree(random_tree(3, depth=5, branching=3, root="max"))
    page.get_by_test_id("tree-text").fill(large)
    page.get_by_test_id("read-text").click()
    expect(page.get_by_test_id("tree-view").first).to_have_attribute("data-nodes", "364")
    packed = shared_address(page)
    assert re.search("text=(~|%7E)", packed)
    assert len(packed) < len(large)

    other = browser.new_context(base_url=lab)
    other.set_default_timeout(1000 * HANGS)
    fresh = other.new_page()
    fresh.goto(shared)
    steps_all_in(fresh)
    expect(fresh.get_by_test_id("step-count")).to_contain_text("step 12/")
    assert settled(fresh) == wanted
    visit(fresh, packed)
    expect(fresh.get_by_test_id("tree-view").first).to_have_attribute("data-nodes", "364")
    settled(fresh)
    expect(fresh.get_by_test_id("tree-text")).to_have_value(large)
    other.close()


BROKEN_MEMORY = (
    "{[",
    "null",
    "[1, 2]",
    '{"text": 5, "choices": [{"search": 7}], "step": "x", "comparing": 3, "speed": "fast"}',
    '{"text": "((((", "root": "nobody", "choices": [null, "x"], "step": -4}',
    '{"text": "[1, 2]", "choices": [{"search": "nonsense", "depth": -1}], "step": 1e9, "speed": 1e9}',
)
BROKEN_ADDRESSES = {
    "tree?text=~!!!": "The shared address is damaged",
    "tree?text=((((": "The tree in the address cannot be read: character 5",
    "tree?text=": "The tree in the address cannot be read",
    "tree?text=[1,2]&search=nonsense&step=abc&depth=-4&ties=x&search2=y": "",
    "tree?text=A(B=1 C=2)&search=alpha_beta&step=99999999": "",
    "nowhere?text=~": "",
    "%%%": "",
}


def test_a_broken_memory_and_broken_addresses_do_no_harm(page: Page) -> None:
    page.goto("")
    for broken in BROKEN_MEMORY:
        page.evaluate(
            "broken => { for (const key of ['tree', 'theme']) localStorage['zermelo.' + key] = broken }", broken
        )
        visit(page, "")
        assert steps_all_in(page) > 1
        page.keyboard.press("End")
        expect(sentence(page)).to_contain_text("The answer is")
    for fragment, complaint in BROKEN_ADDRESSES.items():
        page.evaluate("localStorage.clear()")
        visit(page, f"#/{fragment}")
        assert steps_all_in(page) > 1
        expect(page.get_by_test_id("toasts")).to_contain_text(complaint)
        page.keyboard.press("End")
        expect(sentence(page)).to_contain_text("The answer is")


def test_an_address_may_ask_for_a_step_alone(page: Page) -> None:
    """Of the tree that is open, the classroom's at first."""
    visit(page, "#/tree?step=20")
    expect(page.get_by_test_id("step-count")).to_have_text(re.compile(r"^step 20/"))
    visit(page, "#/tree?text=[[3,5],[2,8]]&search=minimax&step=4")
    expect(page.get_by_test_id("step-count")).to_have_text(re.compile(r"^step 4/"))
    expect_step(page, 4, steps_all_in(page))
    page.reload()  # stores what waits to be
    visit(page, "#/tree?step=2")
    expect_step(page, 2, steps_all_in(page))
    visit(page, "#/tree?step=x")
    expect_step(page, 2, steps_all_in(page))


def test_news_goes_away_and_an_error_stays_until_it_is_dismissed(page: Page) -> None:
    page.clock.install()
    page.goto("#/tree?text=((((")
    error, news = page.get_by_text("The tree in the address cannot be read"), page.get_by_text("Address copied")
    expect(error).to_be_visible()
    steps_all_in(page)
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    expect(error).to_be_visible()
    shared_address(page)
    expect(news).to_be_visible()
    page.clock.run_for(10_000)
    expect(news).to_have_count(0)
    expect(error).to_be_visible()
    page.get_by_test_id("toasts").get_by_role("button").click()
    expect(error).to_have_count(0)


def test_a_step_is_saved_in_four_formats(page: Page, tmp_path: Path) -> None:
    page.goto("")
    total = steps_all_in(page)
    page.get_by_test_id("step-slider").fill(str(DEEP_STEP))
    expect_step(page, DEEP_STEP, total)
    page.get_by_text("Save this step").click()

    def saved(kind: str, ending: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_test_id(f"export-{kind}").click()
        assert download.value.suggested_filename == f"alpha_beta-step-{DEEP_STEP}.{ending}"
        download.value.save_as(tmp_path / ending)
        return (tmp_path / ending).read_bytes()

    drawing = ElementTree.fromstring(saved("svg", "svg"))
    assert drawing.tag.endswith("svg")
    words = "".join(drawing.itertext())
    assert "α" in words
    assert saved("png", "png").startswith(b"\x89PNG\r\n\x1a\n")
    tikz = saved("tikz", "tex").decode()
    assert r"\begin{tikzpicture}" in tikz
    transcript = json.loads(saved("json", "json"))
    assert decode(json.dumps(transcript["events"])) == events_of()
    assert transcript["sentences"] == sentences_of()
    assert transcript["search"] == "alpha_beta"


@pytest.mark.parametrize("search", ["sss_star", "mcts"])
def test_best_first_searches_show_what_they_keep(page: Page, search: str) -> None:
    page.goto("")
    page.get_by_test_id("search-select").select_option(search)
    steps_all_in(page)
    page.get_by_test_id("step-slider").fill("20")
    expect(page.get_by_test_id("open-list" if search == "sss_star" else "playouts")).not_to_be_empty()


def test_minimax_shows_its_open_list(page: Page) -> None:
    page.goto("")
    page.get_by_test_id("search-select").select_option("minimax_open")
    steps_all_in(page)
    page.get_by_test_id("step-slider").fill("2")
    expect(page.get_by_test_id("open-list")).to_have_text("B, C, D, A")
    page.get_by_test_id("step-slider").fill("4")
    expect(page.get_by_test_id("open-list")).to_have_text("E, F, B, C, D, A")
