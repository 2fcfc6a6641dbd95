"""The lab on a projector: presentation mode, a presenter's remote, answers that are hidden first, drawings that fill the
screen."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

import zermelo
from tests.browser.stepping import (
    events_of,
    eventually,
    expect_step,
    node,
    sentence,
    sentences_of,
    steps_all_in,
    visit,
)
from zermelo.events import Cutoff, Skip

PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
NINE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TOLD = sentences_of()
CUTS = [number for number, event in enumerate(events_of(), 1) if isinstance(event, Cutoff)]


def open_tree(page: Page, text: str = "") -> None:
    visit(page, f"#/tree?text={text}" if text else "#/tree")
    steps_all_in(page)


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def drawing(page: Page, view: str = "tree-view") -> FloatRect:
    """The box around everything drawn at this moment."""
    return box(page.get_by_test_id(view).locator("svg > g"))


def frames(page: Page) -> None:
    """Lets the page draw what it has been told."""
    for _ in range(3):
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def font_size(locator: Locator) -> float:
    """The height of the letters on the screen, whatever the drawing is scaled by."""
    scale = "(each.getScreenCTM ? each.getScreenCTM().a : 1)"
    return float(locator.evaluate(f"each => parseFloat(getComputedStyle(each).fontSize) * {scale}"))


def test_one_key_fills_the_screen_and_ends_it(page: Page) -> None:
    page.set_viewport_size(PROJECTOR)
    open_tree(page)
    before = drawing(page)
    page.keyboard.press("Shift+F")
    for hidden in (page.locator("header"), page.locator("aside"), page.get_by_test_id("fit")):
        expect(hidden).to_be_hidden()
    eventually(lambda: drawing(page)["width"] > 1.1 * before["width"])
    page.keyboard.press("PageDown")
    expect(sentence(page)).to_have_text(TOLD[0])
    # The back row reads what is at least a fortieth of the screen high.
    assert font_size(sentence(page)) >= 1080 / 30
    page.get_by_test_id("step-slider").fill(str(CUTS[-1]))
    assert font_size(node(page, "A").locator("text").first) >= 1080 / 40
    view = box(page.get_by_test_id("tree-view"))
    assert view["width"] == 1920
    assert view["height"] > 0.75 * 1080
    # The pseudocode comes beside the tree, which makes room for it.
    code = page.get_by_test_id("pseudocode").filter(visible=True)
    expect(code).to_have_count(0)
    page.keyboard.press("k")
    expect(code.locator("[aria-current]")).to_have_text("      skip the other children")
    assert box(page.get_by_test_id("tree-view"))["width"] < view["width"]
    page.keyboard.press("k")
    expect(code).to_have_count(0)
    page.keyboard.press("Shift+F")
    expect(page.locator("header")).to_be_visible()
    page.get_by_test_id("present").click()
    expect(page.locator("header")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("aside")).to_be_visible()


def test_every_page_can_be_presented(page: Page) -> None:
    pages = {
        "play": "board",
        "inside": "tree-view",
        "exercises": "question-tree",
        "pacman": "maze",
        "matrix": "grid",
        "bandit": "arms",
        "rules": "rules-board",
        "arena": "arena",
    }
    page.set_viewport_size(PROJECTOR)
    for slug, part in pages.items():
        visit(page, f"#/{slug}")
        expect(page.get_by_test_id(part)).to_be_visible()
        page.keyboard.press("Shift+F")
        expect(page.locator("aside")).to_be_hidden()
        eventually(lambda part=part: box(page.get_by_test_id(part))["height"] > 0.5 * 1080)  # type: ignore[misc]
        page.keyboard.press("Shift+F")
        expect(page.locator("aside")).to_be_visible()


def test_the_pointer_highlights_the_node_under_it(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_tree(page)
    at = box(node(page, "C"))
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(page.get_by_test_id("pointer")).to_have_count(0)
    before = drawing(page)
    page.keyboard.press("Shift+F")
    eventually(lambda: drawing(page)["width"] > 1.1 * before["width"])
    frames(page)
    at = box(node(page, "C"))
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(page.get_by_test_id("pointer")).to_be_visible()
    expect(node(page, "C")).to_have_class(re.compile(r"\bpointed\b"))
    expect(page.get_by_test_id("lens")).to_be_visible()
    page.mouse.move(2, 2)
    expect(page.get_by_test_id("lens")).to_have_count(0)
    # A key hides the pointer until it is moved again.
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("pointer")).to_have_count(0)


def test_a_remote_steps_on_every_page_with_steps(page: Page) -> None:
    open_tree(page)
    for step in (1, 2, 3):
        page.keyboard.press("PageDown")
        expect_step(page, step, len(TOLD))
    page.keyboard.press("PageUp")
    expect_step(page, 2, len(TOLD))
    for slug in ("inside", "matrix"):
        visit(page, f"#/{slug}")
        total = steps_all_in(page)
        page.keyboard.press("Home")
        page.keyboard.press("PageDown")
        expect_step(page, 1, total)
        page.keyboard.press("PageUp")
        expect_step(page, 0, total)


def test_hidden_answers_are_asked_for_first(page: Page) -> None:
    open_tree(page)
    page.keyboard.press("h")
    expect(page.get_by_test_id("hide-answers")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("steps").locator("li")).to_have_count(0)
    page.keyboard.press("PageDown")
    expect_step(page, 0, len(TOLD))
    expect(sentence(page)).to_have_text("The search begins. Which node does it look at first?")
    page.keyboard.press("PageDown")
    expect_step(page, 1, len(TOLD))
    expect(sentence(page)).to_have_text(TOLD[0])
    # The space bar is a press like any other, and so is the button.
    page.keyboard.press("Space")
    expect(sentence(page)).to_have_text("The search is at A (MAX): α -∞, β ∞. What happens next?")
    page.get_by_test_id("step-forward").click()
    expect(sentence(page)).to_have_text(TOLD[1])
    # A step back takes the question back, and then the step.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    expect_step(page, 2, len(TOLD))
    expect(sentence(page)).to_have_text(TOLD[1])
    page.keyboard.press("PageUp")
    expect(sentence(page)).to_have_text(TOLD[0])
    # The question before a cutoff says what is known, and not that it is cut.
    page.keyboard.press("n")
    expect_step(page, CUTS[0] - 1, len(TOLD))
    expect(sentence(page)).to_have_text("The search is at F (MAX): α 3, β 2, value ≥ 3. What happens next?")
    expect(node(page, "L")).not_to_have_attribute("data-status", "skipped")
    page.keyboard.press("n")
    expect(sentence(page)).to_have_text(TOLD[CUTS[0] - 1])
    expect(page.get_by_test_id("steps").locator("li")).to_have_count(CUTS[0])
    page.keyboard.press("h")
    page.keyboard.press("ArrowRight")
    expect(sentence(page)).to_have_text(TOLD[CUTS[0]])


def test_matrix_hides_its_answers_too(page: Page) -> None:
    page.goto("#/matrix")
    total = steps_all_in(page)
    page.keyboard.press("Home")
    page.get_by_test_id("hide-answers").click()
    page.keyboard.press("PageDown")
    expect(sentence(page)).to_have_text("What follows next?")
    expect_step(page, 0, total)
    page.keyboard.press("PageDown")
    expect_step(page, 1, total)


def test_fit_enlarges_and_shrinks(page: Page) -> None:
    """A tree of thirteen nodes fills the view, and one of hundreds fits into it."""
    page.set_viewport_size(PROJECTOR)
    open_tree(page, str(NINE))
    view = box(page.get_by_test_id("tree-view"))

    def fills() -> bool:
        found = drawing(page)
        inside = found["x"] >= view["x"] and found["y"] >= view["y"]
        inside = inside and found["x"] + found["width"] <= view["x"] + view["width"]
        inside = inside and found["y"] + found["height"] <= view["y"] + view["height"]
        return inside and max(found["width"] / view["width"], found["height"] / view["height"]) > 0.8

    eventually(fills)
    for key in ("-", "+"):
        for _ in range(3):
            page.keyboard.press(key)
        page.keyboard.press("f")
        eventually(fills)
    open_tree(page, str([[list(range(row, row + 6)) for row in range(6)] for _ in range(6)]))
    eventually(fills)


def test_inside_opens_fitted_and_follows_the_search(page: Page) -> None:
    page.goto("#/inside?game=tic_tac_toe&search=alpha_beta&depth=2")
    total = steps_all_in(page)
    view = box(page.get_by_test_id("tree-view"))

    def visible(found: FloatRect) -> bool:
        across = view["x"] <= found["x"] and found["x"] + found["width"] <= view["x"] + view["width"]
        return across and view["y"] <= found["y"] and found["y"] + found["height"] <= view["y"] + view["height"]

    # The root alone is drawn, and fills a good part of the view.
    eventually(lambda: visible(drawing(page)) and drawing(page)["height"] > 0.3 * view["height"])
    page.keyboard.press("End")
    expect_step(page, total, total)
    eventually(lambda: visible(drawing(page)))
    # On the way the current node is in view, its board large enough to be read; at a cutoff its cause is in view too, however far.
    current = page.get_by_test_id("tree-view").locator("g:has(> .ring:not(.blamed)) > .shape").first
    for step in range(2, total, 17):
        page.get_by_test_id("step-slider").fill(str(step))
        expect_step(page, step, total)
        if current.count():
            least = 0 if "not looked at" in sentence(page).inner_text() else 60
            eventually(lambda least=least: visible(box(current)) and box(current)["width"] >= least)  # type: ignore[misc]


def test_the_cut_is_seen_at_the_cutoff(page: Page) -> None:
    open_tree(page)
    events = events_of()
    for cut in CUTS:
        event, skip = events[cut - 1], events[cut]
        assert isinstance(event, Cutoff)
        assert isinstance(skip, Skip)
        page.get_by_test_id("step-slider").fill(str(cut - 1))
        expect(node(page, skip.node)).not_to_have_attribute("data-status", "skipped")
        bars = page.get_by_test_id("tree-view").locator(".bar").count()
        page.get_by_test_id("step-forward").click()
        expect(sentence(page)).to_have_text(str(event))
        for child in event.children:
            expect(node(page, child)).to_have_attribute("data-status", "skipped")
        assert page.get_by_test_id("tree-view").locator(".bar").count() > bars


def test_keys_go_from_cutoff_to_cutoff(page: Page) -> None:
    open_tree(page)
    for cut in CUTS:
        page.keyboard.press("n")
        expect_step(page, cut, len(TOLD))
    page.keyboard.press("n")
    expect_step(page, CUTS[-1], len(TOLD))
    for cut in reversed(CUTS[:-1]):
        page.keyboard.press("p")
        expect_step(page, cut, len(TOLD))
    page.keyboard.press("p")
    expect_step(page, CUTS[0], len(TOLD))
    # With two searches, those of both.
    page.get_by_test_id("search-select").select_option("minimax")
    page.keyboard.press("c")
    page.get_by_test_id("search-select-2").select_option("alpha_beta")
    steps_all_in(page)
    page.keyboard.press("n")
    expect(page.get_by_test_id("sentence-2")).to_have_text(TOLD[CUTS[0] - 1])


def test_the_menu_of_searches_has_a_key(page: Page) -> None:
    open_tree(page)
    page.keyboard.press("s")
    expect(page.get_by_test_id("search-select")).to_be_focused()


def test_a_dragged_node_takes_its_subtree_along(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_tree(page)
    page.get_by_test_id("edit").click()
    expect(page.get_by_test_id("node-editor")).to_be_visible()
    frames(page)
    before = {name: box(node(page, name)) for name in "ABCFKDI"}
    at = before["B"]
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(at["x"] + at["width"] / 2 + 60, at["y"] + at["height"] / 2, steps=4)
    frames(page)
    after = {name: box(node(page, name)) for name in "ABCFKDI"}
    for name in "BFK":
        assert abs(after[name]["x"] - before[name]["x"] - 60) < 1, name
    for name in "ACDI":
        assert after[name]["x"] == before[name]["x"], name
    page.mouse.up()


def test_the_running_line_is_marked(page: Page) -> None:
    from zermelo.textbook import PSEUDOCODES

    page.set_viewport_size(PROJECTOR)
    open_tree(page)
    for search in ("alpha_beta", "deepening", "sss_star", "mcts"):
        page.get_by_test_id("search-select").select_option(search)
        steps_all_in(page)
        code, events = PSEUDOCODES[search], events_of(search)
        lines = page.get_by_test_id("pseudocode").locator("li")
        expect(lines).to_have_text(list(code.lines), use_inner_text=False)
        expect(page.get_by_test_id("pseudocode").locator("[aria-current]")).to_have_count(0)
        # One step of every kind.
        kinds = {(type(event), code.line_of(event)): number for number, event in enumerate(events, 1)}
        for (_, line), step in kinds.items():
            page.get_by_test_id("step-slider").fill(str(step))
            expect(lines.nth(line)).to_have_attribute("aria-current", "step")
            expect(page.get_by_test_id("pseudocode").locator("[aria-current]")).to_have_count(1)
    assert zermelo.textbook.PSEUDOCODES.keys() == zermelo.textbook.SEARCHES.keys()


def test_comparing_starts_with_two_different_searches(page: Page) -> None:
    open_tree(page)
    first, second = page.get_by_test_id("search-select"), page.get_by_test_id("search-select-2")
    for chosen, other in (("alpha_beta", "minimax"), ("minimax", "alpha_beta"), ("scout", "alpha_beta")):
        first.select_option(chosen)
        page.keyboard.press("c")
        expect(second).to_have_value(other)
        expect(first).to_have_value(chosen)
        page.keyboard.press("c")
    # A tree with chance has other searches, and also two of them.
    page.keyboard.press("c")
    page.get_by_text("Tree", exact=True).last.click()
    page.get_by_test_id("example-select").select_option("chance")
    steps_all_in(page)
    expect(first).not_to_have_value("scout")
    assert first.input_value() != second.input_value()


def test_digits_type_the_value_of_the_chosen_leaf(page: Page) -> None:
    open_tree(page)
    page.get_by_test_id("edit").click()
    node(page, "E").click()
    page.keyboard.type("-42")
    expect(page.get_by_test_id("node-value")).to_be_focused()
    page.keyboard.press("Enter")
    expect(node(page, "E")).to_contain_text("-42")
