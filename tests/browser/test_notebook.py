"""The step player as a notebook runs it: the built module in an empty page, over a search that Python recorded."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from zermelo import tree
from zermelo.events import Event
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.notebook import MODULE, _record
from zermelo.textbook import alpha_beta

RENDER = """async ([code, recorded]) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  window.leave = widget.render({ model: { get: () => recorded }, el: document.body });
}"""


@pytest.mark.parametrize(
    ("position", "depth", "sentence"),
    [
        (tree([[2, 7], [1, 8]]), None, "The answer is 2: B D."),
        (TicTacToe.parse("XXO/OOX/X.."), None, "The answer is 0: 7 8."),
    ],
)
def test_the_step_player_in_a_notebook(browser: Browser, position: Any, depth: int | None, sentence: str) -> None:
    events: list[Event] = []
    alpha_beta(position, depth=depth, watch=events.append)
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.evaluate(RENDER, [MODULE.read_text(encoding="utf-8"), _record(position, events, "alpha_beta")])
    expect(page.get_by_test_id("sentence")).to_have_text("Press play, and the search begins.")
    page.get_by_test_id("step-forward").click()
    expect(page.get_by_test_id("sentence")).to_have_text(str(events[0]))
    expect(page.get_by_test_id("tree-view").locator("svg").first).to_be_visible()
    # The keys are those of the lab once the drawing was clicked, and none of the notebook's.
    page.evaluate("document.addEventListener('keydown', ({ key }) => (document.title += key))")
    page.get_by_test_id("tree-view").click(position={"x": 5, "y": 5})
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("sentence")).to_have_text(str(events[1]))
    assert page.title() == "b"
    page.get_by_test_id("step-last").click()
    expect(page.get_by_test_id("sentence")).to_have_text(sentence)
    boards = 5 if isinstance(position, TicTacToe) else 0
    expect(page.get_by_test_id("tree-view").locator("image")).to_have_count(boards)
    shown = page.locator(".zermelo-show")
    expect(shown).to_have_attribute("data-theme", "light")
    page.evaluate("document.body.setAttribute('data-jp-theme-light', 'false')")
    expect(shown).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != page.evaluate(
        "getComputedStyle(document.querySelector('.zermelo-show')).fontFamily"
    ), "the looks stay within the widget"
    page.evaluate("leave()")
    expect(page.get_by_test_id("sentence")).to_have_count(0)
    assert not wrong
    page.close()
