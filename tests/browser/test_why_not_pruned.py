"""A click on a leaf of the Tree page says why it was not pruned, as the library does."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Request, expect

from tests.browser.stepping import events_of, node, steps_all_in, visit
from zermelo.events import Evaluate
from zermelo.textbook.run import run
from zermelo.textbook.why_not_pruned import explain_leaves
from zermelo.trees.examples import example


def said(leaf: str, search: str = "alpha_beta", **options: Any) -> str:
    (reason,) = explain_leaves(run(example("classroom"), search, options), [leaf])
    return str(reason)


def open_classroom(page: Page) -> None:
    visit(page, "")
    steps_all_in(page)


def test_a_click_on_a_leaf_says_why_it_was_not_pruned(page: Page) -> None:
    open_classroom(page)
    why = page.get_by_test_id("why")
    for leaf in "QHRI":
        node(page, leaf).click()
        expect(why).to_contain_text(said(leaf))
    # The same leaf again closes the answer, and so do its button, Escape and a click on what is no leaf.
    node(page, "I").click()
    expect(why).to_be_empty()
    node(page, "Q").click()
    page.get_by_test_id("why-close").click()
    expect(why).to_be_empty()
    node(page, "Q").click()
    expect(why).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(why).to_be_empty()
    node(page, "Q").click()
    expect(why).not_to_be_empty()
    node(page, "C").click()
    expect(why).to_be_empty()


def test_the_key_asks_about_the_leaf_of_the_step(page: Page) -> None:
    open_classroom(page)
    step, leaf = next((at, event.node) for at, event in enumerate(events_of(), 1) if isinstance(event, Evaluate))
    page.get_by_test_id("step-slider").fill(str(step))
    page.get_by_test_id("step-slider").blur()
    page.keyboard.press("w")
    expect(page.get_by_test_id("why")).to_contain_text(said(leaf))


def test_each_search_answers_for_itself_and_none_while_answers_are_hidden(page: Page) -> None:
    open_classroom(page)
    why = page.get_by_test_id("why")
    node(page, "Q").click()
    expect(why).to_contain_text(said("Q"))
    page.get_by_test_id("ties").get_by_text("strict").click()
    expect(why).to_be_empty()
    steps_all_in(page)
    node(page, "Q").click()
    expect(why).to_contain_text(said("Q", ties="strict"))
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("search-select-2")).to_have_value("minimax")
    steps_all_in(page)
    node(page, "L", "tree-view-2").click()
    expect(why).to_contain_text(said("L", "minimax"))
    page.get_by_test_id("search-select-2").select_option("mcts")
    steps_all_in(page)
    node(page, "L", "tree-view-2").click()
    expect(why).to_contain_text("minimax_open, not for mcts")
    # While answers are hidden nothing is asked before the end.
    asked: list[str] = []

    def note(request: Request) -> None:
        if "tree/why" in request.url:
            asked.append(json.loads(request.post_data or "{}")["leaf"])

    page.on("request", note)
    page.get_by_test_id("hide-answers").click()
    node(page, "H").click()
    page.get_by_test_id("step-last").click()
    node(page, "I").click()
    expect(why).to_contain_text(said("I"))
    assert asked == ["I"]
